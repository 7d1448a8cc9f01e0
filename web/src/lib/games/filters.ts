/** What finished games are looked for by: as the fields hold it, as the page's address and as the request say it. */

/** The texts of the fields; an empty one is anything. */
export type Filters = Record<(typeof FIELDS)[number], string>
const FIELDS = ['edition', 'players', 'seats', 'name', 'since', 'until'] as const

/** The filters in a query; days are `2026-11-16`. */
export function filtersIn(query: string): Filters {
  const given = new URLSearchParams(query)
  return Object.fromEntries(FIELDS.map((field) => [field, given.get(field) ?? ''])) as Filters
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
