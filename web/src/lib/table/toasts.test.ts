import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../settings/settings.svelte'
import { Toasts } from './toasts.svelte'

const words = (toasts: Toasts) => toasts.shown.map(({ words }) => words)

describe('news over the page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('goes by itself, but a question stays until it is dropped', () => {
    settings.set('sound', 'off')
    const toasts = new Toasts()
    toasts.show({ about: 'proposal', words: 'Shall we end?', stays: true })
    for (const name of ['Anna', 'Ben', 'Carla']) toasts.show({ about: name, words: `${name} is back.` })
    expect(words(toasts)).toEqual(['Shall we end?', 'Ben is back.', 'Carla is back.'])
    toasts.pass('Carla')
    expect(words(toasts)).toEqual(['Shall we end?', 'Carla is back.'])
    vi.advanceTimersByTime(600_000)
    expect(words(toasts)).toEqual(['Shall we end?'])
    toasts.drop('proposal')
    expect(words(toasts)).toEqual([])
  })
})
