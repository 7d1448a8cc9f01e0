import { api } from '../connection/api'
import { router } from '../pages/route.svelte'
import { startSoon } from '../shuffle/contributor'

/** Opens the room of the next game with the same people, and goes there. */
export async function rematch(id: string): Promise<void> {
  const next = await api.rematch(id).catch(() => null)
  if (!next) return
  // Somebody playing against nobody but bots waits for nobody.
  if (next.seats.every(({ kind, yours }) => kind === 'bot' || yours)) startSoon(next.id)
  router.go(`/t/${next.id}`)
}
