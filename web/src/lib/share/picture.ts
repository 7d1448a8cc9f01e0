/** The final café as a PNG: who won, everybody's result, the café as it was left, the day, and where to see it again. */
import { mount, unmount } from 'svelte'
import Board from '../board/Board.svelte'
import { isLoopback } from '../connection/loopback'
import type { Look } from '../protocol/types'
import { candlesOf } from '../table/evening'
import type { Game } from '../table/game'
import { day, number, t } from '../text/text'
import { lettersOf } from '../theme/fonts'
import { imageOf } from './drawing'

const WIDTH = 1200
const EDGE = 40
const SIDE = WIDTH - 2 * EDGE
const HEAD = 236
const FOOT = 76

/** What stands around the café. */
export interface Caption {
  title: string
  /** When the last turn was played. */
  ended: number | undefined
  link: string
  placings: readonly Placing[]
}
export interface Placing {
  player: number
  name: string
  final: number
  rank: number
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const font = (family: string, weight: number, size: number): string => `${weight} ${size}px ${colour(family)}`

/** The café alone, drawn out of sight. */
async function cafeOf(game: Game, look: Look): Promise<HTMLImageElement> {
  const place = document.createElement('div')
  place.setAttribute('style', `position:fixed;left:-9999px;width:${SIDE}px;height:${SIDE}px`)
  place.inert = true
  document.body.append(place)
  const board = mount(Board, {
    target: place,
    props: {
      plan: game.plan,
      view: game.view,
      faces: game.faces,
      look,
      closed: true,
      candles: candlesOf(game.log),
    },
  })
  try {
    const svg = place.querySelector('svg')
    if (!svg) throw new Error('expected the café to be drawn')
    return await imageOf(svg, SIDE, SIDE)
  } finally {
    await unmount(board)
    place.remove()
  }
}

/** Everybody's name and result in one row, each with the colour of the seat. */
function drawPlacings(pen: CanvasRenderingContext2D, placings: readonly Placing[]): void {
  const width = (SIDE - 16 * (placings.length - 1)) / placings.length
  for (const [index, { player, name, final, rank }] of placings.entries()) {
    const x = EDGE + index * (width + 16)
    pen.fillStyle = colour(rank === 1 ? '--accent-soft' : '--panel')
    pen.beginPath()
    pen.roundRect(x, 136, width, 76, 16)
    pen.fill()
    pen.fillStyle = colour(`--seat-${player}`)
    pen.beginPath()
    pen.arc(x + 30, 174, 11, 0, 2 * Math.PI)
    pen.fill()
    pen.fillStyle = colour('--ink')
    pen.textAlign = 'right'
    pen.font = font('--serif', 650, 38)
    pen.fillText(number(final), x + width - 20, 187)
    const room = width - 72 - pen.measureText(number(final)).width
    pen.textAlign = 'left'
    pen.font = font('--sans', 600, 27)
    pen.fillText(name, x + 52, 183, room)
  }
}

/** The day, and where the game can be seen again by others. */
function drawFoot(pen: CanvasRenderingContext2D, { ended, link }: Caption): void {
  const y = HEAD + SIDE + 50
  pen.fillStyle = colour('--ink-2')
  pen.font = font('--sans', 500, 24)
  const words = day(ended ?? Date.now() / 1000)
  pen.fillText(words, EDGE, y)
  if (isLoopback) return
  pen.textAlign = 'right'
  pen.fillText(link.replace(/^https?:\/\//, ''), WIDTH - EDGE, y, SIDE - pen.measureText(words).width - 40)
  pen.textAlign = 'left'
}

export async function pictureOf(game: Game, look: Look, caption: Caption): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEAD + SIDE + FOOT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('expected a canvas to draw on')
  const { title, placings } = caption
  const words = [title, caption.link, t('app.name'), ...placings.map(({ name }) => name)].join('')
  const [cafe] = await Promise.all([cafeOf(game, look), lettersOf(words, 1500)])
  pen.fillStyle = colour('--page')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = colour('--accent')
  pen.font = font('--serif', 650, 50)
  pen.fillText(title, EDGE, 96, SIDE - 360)
  pen.fillStyle = colour('--ink-2')
  pen.textAlign = 'right'
  pen.font = font('--serif', 600, 32)
  pen.fillText(t('app.name'), WIDTH - EDGE, 94)
  pen.textAlign = 'left'
  drawPlacings(pen, placings)
  pen.drawImage(cafe, EDGE, HEAD, SIDE, SIDE)
  drawFoot(pen, caption)
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('expected a picture'))), 'image/png'),
  )
}
