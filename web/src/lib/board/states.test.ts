import { expect, test } from 'vitest'
import { chairsAround } from './geometry'
import { chairStates, keeper, tableStates, type ChairState, type Shown, type TableState } from './states'

const tables = { b2: 'DE', d2: 'FR' }
const places = chairsAround(Object.keys(tables))
const shown = (seated: Shown['view']['seated']): Shown => ({
  view: { tables, seated },
  faces: { c2: 1 },
  draft: {},
  coming: [],
  pointed: [],
})
const chairs = (now: Shown) =>
  chairStates(places, now, { recent: {}, refused: undefined, offers: {}, swaps: [] })

test('a turn leaves all records but those it changes as they are', () => {
  const keep = keeper<ChairState>()
  const before = keep(chairs(shown({})))
  const after = keep(chairs(shown({ c2: { guest: 'DEm' } })))
  expect(
    after.filter((chair) => !before.includes(chair)).map(({ cell, guest, face }) => [cell, guest, face]),
  ).toEqual([['c2', 'DEm', 1]])
})

test('both tables of a chair change with its guest', () => {
  const keep = keeper<TableState>()
  const of = (now: Shown) => keep(tableStates(now, { candles: [], parties: {} }))
  const before = of(shown({}))
  const after = of(shown({ c2: { guest: 'DEm' } }))
  expect(after.every((table) => !before.includes(table))).toBe(true)
  expect(after.map(({ taken, guests }) => [taken, guests])).toEqual([
    ['e', 'DEm1'],
    ['w', 'DEm1'],
  ])
  expect(of(shown({ c2: { guest: 'DEm' } }))).toEqual(after)
})

test('a guest of this turn stands before the one the server told', () => {
  const now = { ...shown({ c2: { guest: 'DEm' } }), draft: { c2: { guest: 'FRf', face: 3 } } }
  const chair = chairs(now).find(({ cell }) => cell === 'c2')
  expect(chair).toMatchObject({ guest: 'FRf', face: 3, draft: true, nations: 'FR DE' })
})
