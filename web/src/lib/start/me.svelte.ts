/** Who sits at this device. Nobody signs up: a name is suggested, and kept by the server from the first game on. */
import { api, ApiError } from '../connection/api'
import { suggestedName } from '../table/names'

class Me {
  name = $state('')
  known = $state(false)
  #asked: Promise<void> | null = null

  /** Asks the server once who we are. */
  ask(): Promise<void> {
    return (this.#asked ??= this.#read())
  }
  async #read(): Promise<void> {
    try {
      this.name = (await api.me()).name
      this.known = true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) {
        this.#asked = null
        throw error
      }
      this.name ||= suggestedName()
    }
  }
  /** Comes in under the name, before anything that needs one. */
  async comeIn(): Promise<void> {
    await this.ask()
    if (this.known) return
    this.name = (await api.comeIn(this.name.trim() || suggestedName())).name
    this.known = true
  }
  async rename(name: string): Promise<void> {
    const wanted = name.trim()
    if (!wanted || wanted === this.name) return
    this.name = this.known ? (await api.rename(wanted)).name : wanted
  }
}
export const me = new Me()
