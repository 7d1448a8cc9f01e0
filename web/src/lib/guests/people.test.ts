import { describe, expect, it } from 'vitest'
import looks from '../../../portraits/looks.json'
import { people } from './people'

const kinds = Object.entries(people)
const of = (kind: string): number => (kind.startsWith('JK') ? 2 : 4)

describe('the guests', () => {
  it('are 96 people and four jokers', () => {
    expect(kinds.filter(([kind]) => !kind.startsWith('JK')).flatMap(([, names]) => names)).toHaveLength(96)
    for (const [kind, names] of kinds) expect(names, kind).toHaveLength(of(kind))
  })
  it('have each a name of their own', () => {
    const names = kinds.flatMap(([, each]) => each)
    expect(new Set(names).size).toBe(names.length)
  })
  it('have each a portrait of their own', () => {
    expect(Object.keys(looks).sort()).toEqual(Object.keys(people).sort())
    const drawn = Object.entries(looks).flatMap(([kind, rows]) =>
      rows.map((look) => kind[2] + JSON.stringify({ ...look, flip: null })),
    )
    expect(new Set(drawn).size).toBe(100)
  })
  it('have no twins: the same hair in the same colour means another complexion, glasses or beard', () => {
    const all = Object.entries(looks).flatMap(([kind, rows]) =>
      rows.map((look, face) => ({ who: `${kind}${face}`, sex: kind[2], ...look }) as Record<string, unknown>),
    )
    const near = (a: unknown, b: unknown) => Math.abs(String(a).charCodeAt(0) - String(b).charCodeAt(0)) < 2
    const twins = all.flatMap((a, index) =>
      all
        .slice(index + 1)
        .filter(
          (b) =>
            ['sex', 'hair', 'colour', 'beard'].every((part) => a[part] === b[part]) &&
            !a.glasses === !b.glasses &&
            near(a.skin, b.skin),
        )
        .map((b) => [a.who, b.who]),
    )
    expect(twins).toEqual([])
  })
  it('has beards on gentlemen only', () => {
    for (const [kind, rows] of Object.entries(looks)) {
      if (kind[2] === 'f')
        expect(
          rows.filter((look) => 'beard' in look),
          kind,
        ).toEqual([])
    }
  })
  it('vary in complexion within every nation', () => {
    const nations = [...new Set(Object.keys(looks).map((kind) => kind.slice(0, 2)))].filter(
      (nation) => nation !== 'JK',
    )
    for (const nation of nations) {
      const rows = Object.entries(looks).filter(([kind]) => kind.startsWith(nation))
      expect(
        new Set(rows.flatMap(([, each]) => each.map(({ skin }) => skin))).size,
        nation,
      ).toBeGreaterThanOrEqual(4)
    }
  })
})
