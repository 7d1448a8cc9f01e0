/** The shuffle of server and people, made again for checking; what is hashed is in docs/fair-shuffle.md. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What a player's person gave: the hash before the commitment, the value after it; each in hex. */
export interface Given {
  seat: number
  hash: string | null
  value?: string | null
}
const VERSION = 'cafe-shuffle 1'
const NOTHING = '-'
const LIMIT = 2 ** 32

export const hashOf = (value: string): string => bytesToHex(sha256(hexToBytes(value)))

const hashLines = (lines: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes(lines.map((line) => `${line}\n`).join(''))))

export const commitmentOf = (
  edition: string,
  variants: readonly string[],
  secretHash: string,
  players: readonly Given[],
): string =>
  hashLines([
    VERSION,
    [edition, ...variants].join(' '),
    secretHash,
    ...players.map(({ seat, hash }) => `${seat} ${hash ?? NOTHING}`),
  ])

export const seedOf = (commitment: string, secret: string, players: readonly Given[]): string =>
  hashLines([VERSION, commitment, secret, ...players.map(({ value }) => value ?? NOTHING)])

/** Numbers of 32 bits without end: the hashes of the seed followed by 0, 1, 2, ... */
function* numbersOf(seed: Uint8Array): Generator<number, never> {
  for (let count = 0; ; count += 1) {
    const counter = new Uint8Array(4)
    new DataView(counter.buffer).setUint32(0, count)
    const block = sha256(concatBytes(seed, counter))
    const words = new DataView(block.buffer, block.byteOffset, block.length)
    for (let at = 0; at < block.length; at += 4) yield words.getUint32(at)
  }
}

/** A number below the limit; those that would make small ones likelier are passed over. */
function below(limit: number, numbers: Generator<number, never>): number {
  const fair = LIMIT - (LIMIT % limit)
  for (;;) {
    const number = numbers.next().value
    if (number < fair) return number % limit
  }
}

function shuffled(items: readonly string[], numbers: Generator<number, never>): string[] {
  const found = [...items]
  for (let last = found.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, numbers)
    ;[found[last], found[other]] = [found[other] ?? '', found[last] ?? '']
  }
  return found
}

/** Where a guest comes in an unshuffled bag: nations by code, gentlemen before ladies, jokers last. */
const place = (guest: string): string =>
  `${guest.startsWith('JK') ? '~' : guest.slice(0, 2)}${guest.endsWith('m') ? 0 : 1}`
const byPlace = (a: string, b: string): number => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0)

/** The same tiles and table cards in the order that the seed gives. */
export function shuffle(
  seed: string,
  bag: readonly string[],
  tables: readonly string[],
): { bag: string[]; tables: string[] } {
  const numbers = numbersOf(hexToBytes(seed))
  return { bag: shuffled([...bag].sort(byPlace), numbers), tables: shuffled([...tables].sort(), numbers) }
}
