import { describe, expect, it, vi } from 'vitest'
import type { Seen } from '../connection/follow'
import type { Answer, Ask } from '../connection/socket'
import type { AnyAction, Offer, PreviewedMessage } from '../protocol/types'
import type { Game } from '../table/game'
import { Draft } from './draft.svelte'
import { instructionOf } from './instruction'

const seat = (guest: string, chair: string, total = 0, more: Partial<Offer> = {}, as?: string): Offer => ({
  action: { type: 'seat', guest, chair, ...(as ? { as } : {}) },
  total,
  points: total ? [{ table: 'b2', guests: 2, one_nation: false, points: total }] : [],
  ...more,
})
const LEGAL = [
  seat('DEm', 'a2'),
  seat('DEm', 'b1', 4),
  seat('JKf', 'c2', 4, {}, 'DE'),
  seat('JKf', 'c2', 2, {}, 'ES'),
  { action: { type: 'bar', guest: 'DEm' } as const, total: 1, ends: true },
]

function setUp(
  answer: (ask: Ask) => Partial<PreviewedMessage> | null,
  { legal = LEGAL, atOnce = false }: { legal?: Offer[]; atOnce?: boolean } = {},
) {
  const asked: Ask[] = []
  const seen = {
    version: 3,
    player: 0,
    legal,
    clocks: [],
    at: 0,
    view: { turn: { player: 0, party: null }, over: null, hands: [['DEm', 'DEm', 'DEf', 'JKf'], 5] },
    faces: { seated: {}, bar: [], hands: [[2, 1, 0, 0], []] },
  } as unknown as Seen
  const room = {
    seen,
    ask: (ask: Ask) => {
      asked.push(ask)
      const told = answer(ask)
      return Promise.resolve(
        told
          ? ({
              type: 'previewed',
              id: '',
              version: 3,
              events: [],
              total: 4,
              turn_total: 4,
              legal: [],
              ends: false,
              reveals: false,
              ...told,
            } as Answer)
          : null,
      )
    },
  }
  return { draft: new Draft(room, () => atOnce), asked, room }
}
const DONE: Offer = { action: { type: 'done' } }
const actionsOf = (ask: Ask | undefined): AnyAction[] => (ask && 'actions' in ask ? (ask.actions ?? []) : [])

describe('a draft', () => {
  it('lights what was offered to the chosen guest, and nothing else', () => {
    const { draft } = setUp(() => ({}))
    expect(draft.offers).toEqual({})
    draft.choose(0)
    expect(Object.keys(draft.offers)).toEqual(['a2', 'b1'])
    draft.choose(2)
    expect(draft.offers).toEqual({})
  })
  it('plays of equal guests the one that was chosen', async () => {
    const { draft, asked } = setUp(() => ({ legal: [seat('DEm', 'b3')] }))
    draft.choose(1)
    expect(draft.chosen).toBe(1)
    await draft.seat('b1')
    expect(draft.placed['b1']).toMatchObject({ guest: 'DEm', face: 1 })
    draft.choose(1)
    expect(draft.chosen).toBe(null)
    draft.choose(0)
    await draft.seat('b3')
    expect(asked.at(-1)).toMatchObject({ faces: [1, 2] })
  })
  it('shows who was seated, also when the hand is another one already', async () => {
    const { draft, room } = setUp(() => ({}))
    draft.choose(3)
    await draft.add(seat('JKf', 'c2', 4, {}, 'DE'))
    room.seen = { ...room.seen, faces: { ...room.seen.faces, hands: [[2, 1, 0, 3], []] } }
    expect(draft.placed['c2']).toMatchObject({ guest: 'JKf', face: 0 })
  })
  it('is kept while the line is broken, and asked about again', async () => {
    let away = false
    const { draft, asked } = setUp(() => (away ? null : {}))
    draft.follow(3)
    draft.choose(0)
    away = true
    await draft.seat('b1')
    expect([draft.steps.length, draft.ready, draft.canSend]).toEqual([1, false, false])
    away = false
    draft.follow(3)
    await vi.waitFor(() => expect(draft.ready).toBe(true))
    draft.follow(3)
    expect([draft.steps.length, asked.length]).toEqual([1, 2])
  })
  it('takes a hint back as a whole', async () => {
    const actions = [seat('DEm', 'b1').action, seat('DEf', 'a2').action]
    const { draft } = setUp((ask) =>
      ask.type === 'hint'
        ? ({ type: 'hinted', actions, reasons: null } as never)
        : { legal: [seat('DEf', 'a2', 2)] },
    )
    await draft.hint()
    expect([draft.steps.length, draft.hinted?.from]).toEqual([2, 0])
    await draft.back()
    expect([draft.steps.length, draft.hinted]).toEqual([0, null])
  })
  it('owes a partner while the server offers no end', async () => {
    const { draft } = setUp((ask) =>
      actionsOf(ask).length > 1
        ? { ends: true }
        : { legal: [seat('DEf', 'b1', 4, { ends: true })], total: 0 },
    )
    draft.choose(0)
    await draft.seat('a2')
    expect(draft.placed['a2']).toMatchObject({ guest: 'DEm', face: 2 })
    expect([draft.mustGoOn, draft.canSend]).toEqual([true, false])
    draft.choose(2)
    await draft.seat('b1')
    expect([draft.complete, draft.canSend]).toEqual([true, true])
  })
  it('asks for which nation a joker stands', async () => {
    const { draft, asked } = setUp(() => ({}))
    draft.choose(3)
    await draft.seat('c2')
    expect(draft.asking?.options).toHaveLength(2)
    await draft.add(draft.asking?.options[1] as Offer)
    expect(actionsOf(asked[0])).toEqual([{ type: 'seat', guest: 'JKf', chair: 'c2', as: 'ES' }])
  })
  it('lifts a guest again and can be taken back', async () => {
    const { draft } = setUp(() => ({ legal: [{ action: { type: 'done' } }] }))
    draft.choose(0)
    await draft.seat('b1')
    expect(draft.canSend).toBe(true)
    await draft.lift('b1')
    expect([draft.steps.length, draft.chosen]).toEqual([0, 0])
    await draft.seat('a2')
    await draft.back()
    expect(draft.placed).toEqual({})
  })
  it('sends what was drafted, with the end of the turn where it must be said', async () => {
    const { draft, asked } = setUp((ask) =>
      ask.type === 'preview' ? { legal: [{ action: { type: 'done' } }] } : null,
    )
    draft.choose(0)
    await draft.seat('b1')
    await draft.send()
    expect(actionsOf(asked.at(-1)).map(({ type }) => type)).toEqual(['seat', 'done'])
  })
  it('ends by itself where nothing else is left of what was sent', () => {
    const { draft, asked } = setUp(() => null, { legal: [DONE] })
    draft.follow(3)
    expect(asked).toMatchObject([{ type: 'submit', actions: [{ type: 'done' }] }])
  })
  it('asks where more than its end is left', () => {
    const { draft, asked } = setUp(() => null, { legal: [DONE, { action: { type: 'close' } }] })
    draft.follow(3)
    expect([asked, draft.nobodyFits]).toEqual([[], false])
  })
  it('waits for who laid it out, unless turns are sent at once', async () => {
    for (const atOnce of [false, true]) {
      const { draft, asked } = setUp(() => ({ legal: [DONE] }), { atOnce })
      draft.choose(0)
      await draft.seat('b1')
      expect(asked.map(({ type }) => type)).toEqual(atOnce ? ['preview', 'submit'] : ['preview'])
    }
  })
  it('knows when nobody in the hand finds a chair', () => {
    const bar: Offer = { action: { type: 'bar', guest: 'DEm' } }
    expect(setUp(() => null, { legal: [bar] }).draft.nobodyFits).toBe(true)
    expect(setUp(() => null, { legal: [bar, seat('DEm', 'a2')] }).draft.nobodyFits).toBe(false)
    expect(setUp(() => null, { legal: [] }).draft.nobodyFits).toBe(false)
  })
  it('asks for a guest when a chair comes first, and for nothing while the turn is shown', async () => {
    const { draft, room } = setUp(() => ({}))
    const game = () => ({ view: room.seen.view, traits: { opening: false } }) as Game
    const words = () => instructionOf(draft, game(), null).words
    draft.missGuest()
    expect(words()).toBe('Choose a guest first.')
    await draft.choose(0)
    draft.missGuest()
    expect([draft.chosen, draft.note]).toEqual([0, null])
    await draft.choose(null)
    expect(words()).toMatch(/^Choose a guest from your hand/)
    room.seen = { ...room.seen, legal: [] }
    draft.missGuest()
    expect(words()).toBe('')
  })
  it('begins anew when the game went on', async () => {
    const { draft } = setUp(() => ({}))
    draft.follow(3)
    draft.choose(0)
    await draft.seat('b1')
    draft.follow(3)
    expect(draft.steps).toHaveLength(1)
    draft.follow(4)
    expect(draft.steps).toHaveLength(0)
  })
})

/** A player who waits; `refuses` names the chair that the server no longer allows. */
function waiting() {
  const asked: Ask[] = []
  const at = { version: 3, mover: 1, refuses: '' }
  const room = {
    get seen() {
      return {
        version: at.version,
        player: 0,
        legal: [],
        clocks: [],
        at: 0,
        faces: { seated: {}, bar: [], hands: [[2, 1, 0, 0], []] },
        view: {
          turn: { player: at.mover, party: null },
          over: null,
          out: [],
          hands: [['DEm', 'DEm', 'DEf', 'JKf'], 5],
        },
      } as unknown as Seen
    },
    ask: (ask: Ask): Promise<Answer> => {
      asked.push(ask)
      const step = actionsOf(ask).findIndex((action) => 'chair' in action && action.chair === at.refuses)
      const facts = { guest: 'DEm', chair: at.refuses }
      if (step >= 0)
        return Promise.resolve({
          type: 'refused',
          id: '',
          code: 'illegal',
          message: '',
          step,
          refusal: { rule: 'chair.taken', facts, message: '' },
        } as unknown as Answer)
      return Promise.resolve({
        type: 'previewed',
        id: '',
        version: at.version,
        events: [],
        total: 4,
        turn_total: 4,
        legal: [seat('DEm', 'a2'), seat('DEf', 'b1', 4)],
        ends: false,
        reveals: false,
      })
    },
  }
  return { draft: new Draft(room), asked, at }
}

describe('a plan', () => {
  const planned = async () => {
    const all = waiting()
    all.draft.follow(3)
    await all.draft.choose(0)
    await all.draft.seat('a2')
    await all.draft.choose(2)
    await all.draft.seat('b1')
    return all
  }
  it('is asked of the server as a plan, and cannot be sent', async () => {
    const { draft, asked } = await planned()
    expect(asked.map((ask) => ask.type === 'preview' && ask.plan)).toEqual([true, true, true])
    expect([Object.keys(draft.placed), draft.canSend]).toEqual([['a2', 'b1'], false])
  })
  it('is kept when others have played, and becomes the draft of the turn', async () => {
    const { draft, asked, at } = await planned()
    Object.assign(at, { version: 4, mover: 0 })
    draft.follow(4)
    await vi.waitFor(() => expect(draft.ready).toBe(true))
    expect(asked.at(-1)).toMatchObject({ type: 'preview', version: 4, plan: false })
    expect([draft.steps.length, draft.note]).toEqual([2, null])
  })
  it('loses what is no longer possible, and says so', async () => {
    const { draft, at } = await planned()
    Object.assign(at, { version: 4, refuses: 'a2' })
    draft.follow(4)
    await vi.waitFor(() => expect(draft.steps).toHaveLength(1))
    expect(Object.keys(draft.placed)).toEqual(['b1'])
    expect(draft.note).toMatchObject({
      kind: 'fallen',
      guest: 'DEm',
      face: 2,
      refusal: { rule: 'chair.taken' },
    })
  })
  it('ends with the turn it was for', async () => {
    const { draft, at } = await planned()
    Object.assign(at, { version: 4, mover: 0 })
    draft.follow(4)
    Object.assign(at, { version: 5, mover: 1 })
    draft.follow(5)
    expect(draft.steps).toEqual([])
  })
})

describe('drawing a card', () => {
  const draw: Offer = { action: { type: 'draw' }, total: 0, ends: true, reveals: true }
  const setDraw = (legal: Offer[], atOnce = false) => setUp(() => ({ ends: true }), { legal, atOnce })
  it('waits for "Send" where something else could be done', async () => {
    const { draft, asked } = setDraw([...LEGAL, draw])
    await draft.add(draw)
    expect(asked.map(({ type }) => type)).toEqual(['preview'])
    expect(draft.canSend).toBe(true)
    await draft.send()
    expect(asked.at(-1)?.type).toBe('submit')
  })
  it('is laid out by a hint, as any turn that can be taken back', async () => {
    const hinted = { type: 'hinted', actions: [draw.action], reasons: null }
    const advised = async (legal: Offer[]) => {
      const { draft } = setUp(({ type }) => (type === 'hint' ? (hinted as never) : { ends: true }), { legal })
      await draft.hint()
      return [draft.hinted?.advice, draft.steps.length, draft.canSend]
    }
    expect(await advised([...LEGAL, draw])).toEqual(['draw', 1, true])
    expect(await advised([draw])).toEqual(['draw', 0, false])
  })
  it('is done at once where nothing else is left, or where turns are not confirmed', async () => {
    const alone = setDraw([draw])
    await alone.draft.add(draw)
    expect(alone.asked.map(({ type }) => type)).toEqual(['submit'])
    const quick = setDraw([...LEGAL, draw], true)
    await quick.draft.add(draw)
    expect(quick.asked.map(({ type }) => type)).toEqual(['submit'])
  })
})

describe('the bar', () => {
  it('asks for a guest where none is chosen', async () => {
    const { draft, asked } = setUp(() => null)
    expect(draft.mayGoToBar).toBe(true)
    draft.goToBar()
    expect(draft.note).toEqual({ kind: 'nobody' })
    expect(asked).toEqual([])
    await draft.choose(3)
    expect(draft.mayGoToBar).toBe(false)
  })
  it('asks for a guest before one is laid face down', async () => {
    const { draft, asked } = setUp(() => null, {
      legal: [{ action: { type: 'hide', guest: 'DEm' }, ends: true }],
    })
    draft.hide()
    expect([draft.note, asked]).toEqual([{ kind: 'nobody' }, []])
    await draft.choose(0)
    draft.hide()
    expect(asked.map(({ type }) => type)).toEqual(['preview'])
  })
  it('is another one when somebody else on the screen looks at the same turn', async () => {
    const { draft, room } = setUp(() => ({}))
    draft.follow(3)
    await draft.choose(0)
    room.seen = { ...room.seen, player: 1, view: { ...room.seen.view, out: [] } }
    draft.follow(3)
    expect(draft.chosen).toBe(null)
  })
})
