import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Seen } from '../connection/follow'
import type { GameEvent } from '../protocol/types'
import { recentOf } from './game'
import { Stage } from './stage.svelte'

const seen = (version: number, player: number, scores: number[]): Seen =>
  ({
    version,
    player: 0,
    view: { turn: { player }, hands: [[], []], hidden: [[], []], scores, tables: {}, seated: {}, over: null },
    faces: { seated: {}, bar: [], hands: [] },
    legal: [1],
    clocks: [],
    at: 0,
  }) as unknown as Seen
const EVENTS = [
  { type: 'seated', player: 1, guest: 'DEm', chair: 'b1', face: 0, points: [], total: 6, turn_total: 6 },
  { type: 'turn', player: 0 },
] as unknown as GameEvent[]
const TURN = { events: EVENTS, before: seen(1, 1, [0, 4]), after: seen(2, 0, [0, 10]), own: false }

afterEach(() => vi.useRealTimers())

describe('a turn of one’s own', () => {
  it('counts its points when they have arrived', async () => {
    vi.useFakeTimers()
    const stage = new Stage(() => 1)
    stage.show({ ...TURN, own: true })
    expect(stage.held?.view.scores).toEqual([0, 4])
    expect(stage.held?.view.turn.player).toBe(0)
    expect(stage.coming).toEqual([])
    await vi.runAllTimersAsync()
    expect(stage.held).toBeNull()
  })
})

describe('a turn of somebody else', () => {
  it('is shown before the screen says what came of it', async () => {
    vi.useFakeTimers()
    const stage = new Stage(() => 1)
    stage.show(TURN)
    expect(stage.held?.view.turn.player).toBe(1)
    expect(stage.held?.view.scores).toEqual([0, 4])
    expect(stage.held?.version).toBe(1)
    expect(stage.held?.legal).toEqual([])
    expect(stage.coming).toEqual(['b1'])
    await vi.runAllTimersAsync()
    expect(stage.held).toBeNull()
    expect(stage.coming).toEqual([])
  })
  it('is over at once for who goes on, and the next one is shown again', async () => {
    vi.useFakeTimers()
    const stage = new Stage(() => 1)
    stage.show(TURN)
    stage.skip()
    expect(stage.held).toBeNull()
    stage.show(TURN)
    expect(stage.held).not.toBeNull()
    await vi.runAllTimersAsync()
    expect(stage.held).toBeNull()
  })
  it('is not held up where nothing moves', () => {
    const stage = new Stage(() => 0)
    stage.show(TURN)
    expect(stage.held).toBeNull()
  })
  it('stays marked until one has played', () => {
    expect(recentOf({ log: EVENTS, seat: 0 })).toEqual({ b1: 1 })
    expect(recentOf({ log: [...EVENTS, { type: 'passed', player: 0 } as GameEvent], seat: 0 })).toEqual({})
  })
})
