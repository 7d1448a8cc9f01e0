/** Who sits at this device. Nobody signs up: a name is suggested, and kept by the server from the first game or the first name of one's own on. */
import { api, ApiError } from '../connection/api'
import { suggestedName } from '../table/names'

/** The server's word, in a cookie, that it gave this browser a secret. */
export const hasSecret = (): boolean => /(^|; )cafe_known=/.test(document.cookie)

/** On this device: the name is one's own choice, not the suggested one. */
const KEY = 'cafe.named'
/** Until somebody comes in, the same name is suggested. */
const SUGGESTED = 'cafe.suggested'
function suggestion(): string {
  try {
    const name = localStorage.getItem(SUGGESTED) ?? suggestedName()
    localStorage.setItem(SUGGESTED, name)
    return name
  } catch {
    return suggestedName()
  }
}

class Me {
  name = $state('')
  known = $state(false)
  #asked: Promise<void> | null = null

  /** Asks the server once who we are. */
  ask(): Promise<void> {
    return (this.#asked ??= this.#read())
  }
  async #read(): Promise<void> {
    if (!hasSecret()) return void (this.name ||= suggestion())
    try {
      this.name = (await api.me()).name
      this.known = true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) {
        this.#asked = null
        throw error
      }
      this.name ||= suggestion()
    }
  }
  /** Comes in under the name, before anything that needs one. */
  async comeIn(): Promise<void> {
    await this.ask()
    if (this.known) return
    this.name = (await api.comeIn(this.name.trim() || suggestedName())).name
    this.known = true
  }
  /** Comes in, or goes on, under a name of one's own choice. */
  async comeInAs(name: string): Promise<void> {
    if (this.known) await this.rename(name)
    else {
      this.name = name
      await this.comeIn()
    }
    this.#keep()
  }
  /** Whether the name was chosen or confirmed on this device. */
  get named(): boolean {
    try {
      return localStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  }
  #keep(): void {
    try {
      localStorage.setItem(KEY, '1')
    } catch {
      // Where the browser keeps nothing, one is asked again.
    }
  }
  /** Becomes the person of a transfer link. */
  async become(code: string): Promise<void> {
    this.name = (await api.transfer(code)).name
    this.known = true
    this.#keep()
  }
  /** Becomes the person of a recovery code. */
  async recover(code: string): Promise<void> {
    this.name = (await api.recover(code)).name
    this.known = true
    this.#keep()
  }
  /** The server does not know this device any more: it may come in anew. */
  forget(): void {
    this.known = false
    this.#asked = null
  }
  async rename(name: string): Promise<void> {
    const wanted = name.trim()
    if (!wanted || wanted === this.name) return
    this.name = (await (this.known ? api.rename(wanted) : api.comeIn(wanted))).name
    this.known = true
    this.#keep()
  }
}
export const me = new Me()
