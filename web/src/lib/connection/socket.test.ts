import { describe, expect, it } from 'vitest'
import type { AnyCommand } from '../protocol/types'
import { ReconnectingSocket, pause, type SocketStatus, type WebSocketLike } from './socket'

class FakeWebSocket implements WebSocketLike {
  sent: AnyCommand[] = []
  onopen: WebSocketLike['onopen'] = null
  onmessage: WebSocketLike['onmessage'] = null
  onclose: WebSocketLike['onclose'] = null
  send(text: string) {
    this.sent.push(JSON.parse(text) as AnyCommand)
  }
  close() {
    this.onclose?.({ code: 1000 })
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function setUp() {
  const sockets: FakeWebSocket[] = []
  const told: SocketStatus[] = []
  const later: (() => void)[] = []
  const connection = new ReconnectingSocket({
    open: () => {
      const socket = new FakeWebSocket()
      sockets.push(socket)
      return socket
    },
    onmessage: () => {},
    onstatus: (status) => told.push(status),
    later: (call) => {
      later.push(call)
      return () => {}
    },
    random: () => 0.5,
  })
  return { connection, sockets, told, later }
}

describe('the connection', () => {
  it('answers a command by its id', async () => {
    const { connection, sockets } = setUp()
    sockets[0]?.onopen?.()
    const answer = connection.ask({ type: 'resync' })
    sockets[0]?.hear({ type: 'done', id: sockets[0].sent[0]?.id, version: null })
    expect(await answer).toMatchObject({ type: 'done' })
  })
  it('sends a turn again after a break, with the same id, and gives other commands up', async () => {
    const { connection, sockets, later, told } = setUp()
    sockets[0]?.onopen?.()
    const turn = connection.ask({ type: 'submit', version: 3, actions: [{ type: 'draw' }] })
    const hint = connection.ask({ type: 'hint', version: 3 })
    sockets[0]?.onclose?.({ code: 1006 })
    expect(await hint).toBeNull()
    later[0]?.()
    sockets[1]?.onopen?.()
    expect(sockets[1]?.sent).toEqual([sockets[0]?.sent[0]])
    sockets[1]?.hear({ type: 'done', id: sockets[0]?.sent[0]?.id, version: 4 })
    expect(await turn).toMatchObject({ version: 4 })
    expect(told).toEqual(['open', 'reconnecting', 'open'])
  })
  it('says that the server is gone and goes on trying', () => {
    const { sockets, later, told } = setUp()
    for (let tries = 0; tries < 7; tries += 1) {
      sockets.at(-1)?.onclose?.({ code: 1006 })
      later.at(-1)?.()
    }
    expect(told.slice(-2)).toEqual(['gone', 'gone'])
    expect(sockets).toHaveLength(8)
  })
  it('leaves a socket that died in its sleep', () => {
    const { connection, sockets, later, told } = setUp()
    sockets[0]?.onopen?.()
    connection.hurry()
    sockets[0]?.hear({ type: 'done', id: sockets[0].sent[0]?.id, version: null })
    later.at(-1)?.()
    expect(told).toEqual(['open'])
    connection.hurry()
    later.at(-1)?.()
    expect(told).toEqual(['open', 'reconnecting'])
    later.at(-1)?.()
    expect(sockets).toHaveLength(2)
  })
  it('gives up where the server says no', () => {
    const { sockets, later, told } = setUp()
    sockets[0]?.onclose?.({ code: 4404 })
    expect(told).toEqual(['refused'])
    expect(later).toHaveLength(0)
  })
  it('waits longer each time, up to ten seconds', () => {
    expect([0, 1, 2, 9].map((tries) => pause(tries, 0.5))).toEqual([250, 500, 1000, 10_000])
  })
})
