import { describe, expect, it } from 'vitest'
import type { AnyCommand } from '../protocol/types'
import { Line, pause, type LineStatus, type Wire } from './line'

class FakeWire implements Wire {
  sent: AnyCommand[] = []
  onopen: Wire['onopen'] = null
  onmessage: Wire['onmessage'] = null
  onclose: Wire['onclose'] = null
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
  const wires: FakeWire[] = []
  const told: LineStatus[] = []
  const later: (() => void)[] = []
  const line = new Line({
    open: () => {
      const wire = new FakeWire()
      wires.push(wire)
      return wire
    },
    onmessage: () => {},
    onstatus: (status) => told.push(status),
    later: (call) => {
      later.push(call)
      return () => {}
    },
    random: () => 0.5,
  })
  return { line, wires, told, later }
}

describe('the line', () => {
  it('answers a command by its id', async () => {
    const { line, wires } = setUp()
    wires[0]?.onopen?.()
    const answer = line.ask({ type: 'resync' })
    wires[0]?.hear({ type: 'done', id: wires[0].sent[0]?.id, version: null })
    expect(await answer).toMatchObject({ type: 'done' })
  })
  it('sends a turn again after a break, with the same id, and gives other commands up', async () => {
    const { line, wires, later, told } = setUp()
    wires[0]?.onopen?.()
    const turn = line.ask({ type: 'submit', version: 3, actions: [{ type: 'draw' }] })
    const hint = line.ask({ type: 'hint', version: 3 })
    wires[0]?.onclose?.({ code: 1006 })
    expect(await hint).toBeNull()
    later[0]?.()
    wires[1]?.onopen?.()
    expect(wires[1]?.sent).toEqual([wires[0]?.sent[0]])
    wires[1]?.hear({ type: 'done', id: wires[0]?.sent[0]?.id, version: 4 })
    expect(await turn).toMatchObject({ version: 4 })
    expect(told).toEqual(['open', 'reconnecting', 'open'])
  })
  it('says that the server is gone and goes on trying', () => {
    const { wires, later, told } = setUp()
    for (let tries = 0; tries < 7; tries += 1) {
      wires.at(-1)?.onclose?.({ code: 1006 })
      later.at(-1)?.()
    }
    expect(told.slice(-2)).toEqual(['gone', 'gone'])
    expect(wires).toHaveLength(8)
  })
  it('leaves a socket that died in its sleep', () => {
    const { line, wires, later, told } = setUp()
    wires[0]?.onopen?.()
    line.hurry()
    wires[0]?.hear({ type: 'done', id: wires[0].sent[0]?.id, version: null })
    later.at(-1)?.()
    expect(told).toEqual(['open'])
    line.hurry()
    later.at(-1)?.()
    expect(told).toEqual(['open', 'reconnecting'])
    later.at(-1)?.()
    expect(wires).toHaveLength(2)
  })
  it('gives up where the server says no', () => {
    const { wires, later, told } = setUp()
    wires[0]?.onclose?.({ code: 4404 })
    expect(told).toEqual(['refused'])
    expect(later).toHaveLength(0)
  })
  it('waits longer each time, up to ten seconds', () => {
    expect([0, 1, 2, 9].map((tries) => pause(tries, 0.5))).toEqual([250, 500, 1000, 10_000])
  })
})
