import { describe, expect, it } from 'vitest'
import { routeOf } from './route.svelte'

describe('addresses', () => {
  it('name a room, with what lets a friend sit down', () => {
    expect(routeOf('/t/k3v9q2m7xa-8kq2zt')).toEqual({ page: 'room', id: 'k3v9q2m7xa', invite: '8kq2zt' })
    expect(routeOf('/t/k3v9q2m7xa')).toEqual({ page: 'room', id: 'k3v9q2m7xa', invite: null })
  })
  it('name the other pages', () => {
    expect(
      [
        '/',
        '/games',
        '/me',
        '/people/x',
        '/people',
        '/replay/x',
        '/review/x',
        '/reviews/x',
        '/rules',
        '/learn/card',
        '/transfer/x',
        '/nowhere',
      ].map((path) => routeOf(path).page),
    ).toEqual([
      'start',
      'games',
      'me',
      'person',
      'missing',
      'replay',
      'review',
      'sharedReview',
      'rules',
      'learn',
      'transfer',
      'missing',
    ])
  })
})
