/** What finished games are looked for by: as the fields hold it, as the page's address and as the request say it. */

/** The texts of the fields; an empty one is anything. */
export type Filters = Record<(typeof FIELDS)[number], string>
const FIELDS = ['edition', 'players', 'seats', 'name', 'since', 'until'] as const

const DAY = /^\d{4}-\d{2}-\d{2}$/
/** What the fields can hold; anything else in an address is left out, as the server would refuse it. */
const POSSIBLE: Partial<Record<(typeof FIELDS)[number], RegExp>> = {
  players: /^[2-5]$/,
  seats: /^(people|bots|mixed)$/,
  since: DAY,
  until: DAY,
}

/** The filters in a query; days are `2026-11-16`. */
export function filtersIn(query: string): Filters {
  const given = new URLSearchParams(query)
  const valueOf = (field: (typeof FIELDS)[number]) => {
    const value = given.get(field) ?? ''
    return POSSIBLE[field]?.test(value) === false ? '' : value
  }
  return Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Filters
}
/** The filters as a query of the page's own address. */
export const addressOf = (filters: Filters): string => queryOf(filters)

/** The filters as the server wants them; its days begin and end at midnight here. */
export function requestOf(filters: Filters): string {
  const since = filters.since && `${midnight(filters.since, 0)}`
  const until = filters.until && `${midnight(filters.until, 1)}`
  return queryOf({ ...filters, name: filters.name.trim(), since, until })
}
function queryOf(fields: Record<string, string>): string {
  return new URLSearchParams(Object.entries(fields).filter(([, text]) => text)).toString()
}
/** When a day begins, or one of the days after it, in seconds since 1970. */
function midnight(day: string, later: number): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime() / 1000)
}
