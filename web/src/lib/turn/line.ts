/** The one sentence that says what to do now, most urgent first. */
import { nameOf } from '../guests/people'
import { drawnOf, nextAtBar, type Game } from '../table/game'
import type { AnyAction } from '../protocol/types'
import { either, nationName, signed, t, type Key } from '../text/text'
import type { Draft } from './draft.svelte'
import type { Note, Phase } from './phase'
import { broughtWords, pointWords, reasonWords, refusalWords } from './words'

type Hinted = Phase & { kind: 'hinted' }

export interface TurnLine {
  words: string
  tone: 'plain' | 'warn' | 'owed'
  /** The part of the rules that says so. */
  part?: string
}
const plain = (words: string): TurnLine => ({ words, tone: 'plain' })
const warn = (words: string): TurnLine => ({ words, tone: 'warn' })
/** Where the rules page explains a refusal. */
const PARTS: Record<string, string> = {
  'seat.nation': 'nation',
  'seat.mix': 'mix',
  'seat.alone': 'alone',
  'seat.partner': 'pair',
  'joker.as': 'joker',
  'swap.joker': 'joker',
  'swap.match': 'joker',
  'bar.joker': 'bar',
  'party.complete': 'party',
}
const owed = (words: string): TurnLine => ({ words, tone: 'owed' })

/** The button that a hint means. */
function buttonOf(advice: AnyAction['type'], draft: Draft): Key | null {
  switch (advice) {
    case 'draw':
      return 'action.draw'
    case 'pass':
      return 'action.pass'
    case 'close':
      return 'action.closeCafe'
    case 'done':
      return draft.steps.length
        ? 'action.send'
        : draft.offered('close').length
          ? 'action.goOn'
          : 'action.done'
    default:
      return null
  }
}

/** What the bar would do to a player who cannot pay: told by the server's preview. */
function barWarning(draft: Draft): TurnLine | null {
  if (draft.events.some(({ type }) => type === 'out')) return warn(t('turn.bar.out'))
  if (draft.events.some(({ type }) => type === 'left')) return warn(t('turn.bar.left'))
  return null
}

/** Where the partner is owed: the chair of the guest who sits alone. */
function mustGoOn(draft: Draft, game: Game): TurnLine {
  if (draft.party) {
    const nation = nationName(game.view.tables[draft.party.table] ?? '')
    return owed(t(`turn.party.${draft.party.gender}`, { nation }))
  }
  const [placed] = Object.values(draft.placed).slice(-1)
  const partners = draft.useful.map((index) => nameOf(draft.hand[index] ?? '', draft.faces[index] ?? 0))
  return owed(
    t('turn.owed', { name: placed ? nameOf(placed.guest, placed.face) : '', partners: either(partners) }),
  )
}

/** Why not: what a chair, a command or the plan was refused for. */
function noteLine(note: Note, draft: Draft, tables: Record<string, string>): TurnLine {
  if (note.kind === 'nobody') return owed(t('turn.first'))
  if (note.kind === 'refused') return warn(refusalWords(note.refusal, tables))
  if (note.kind === 'reason') {
    const part = PARTS[note.refusal.rule]
    const face = draft.faces[draft.chosen ?? -1] ?? 0
    return { ...warn(refusalWords(note.refusal, tables, face)), ...(part ? { part } : {}) }
  }
  const name = note.guest ? nameOf(note.guest, note.face) : t('plan.name')
  return warn(t('plan.fallen', { name, reason: refusalWords(note.refusal, tables, note.face) }))
}

/** What a hint says: the button to press, or what the steps laid out bring. */
function hintLine({ advice, reasons }: Hinted, draft: Draft, game: Game): TurnLine | null {
  const names = game.seats.map(({ name }) => name)
  const only = advice === 'draw' && draft.legal.length === 1
  const why = reasons ? ` ${reasonWords(reasons, names)}` : only ? ` ${t('hint.only')}` : ''
  const button = advice && buttonOf(advice, draft)
  if (button) return plain(t('turn.advice', { action: t(button) }) + why)
  if (!draft.steps.length) return null
  const brought = broughtWords(
    { tables: reasons?.tables ?? [], points: draft.total },
    draft.last?.action.type,
  )
  return plain(t('turn.suggested', { points: brought }) + why)
}

/** Where the chosen guest can go, and what a joker is; a dot marks a guest who has just come, and a tap on it tells what it means. */
function whereWords(draft: Draft, game: Game, name: string): string {
  const count = Object.keys(draft.offers).length
  const next = draft.barOffer ? nextAtBar(game) : undefined
  const where = count
    ? t('turn.chairs', { count, name })
    : next === undefined
      ? t('turn.nowhere', { name })
      : t('turn.nowhere.bar', { name, points: signed(next) })
  const isNew =
    !draft.steps.length && drawnOf(game).includes(`${draft.guest} ${draft.faces[draft.chosen ?? -1] ?? 0}`)
  const isJoker = draft.guest?.startsWith('JK')
  return [where, ...(isJoker ? [t('turn.joker')] : []), ...(isNew ? [t('turn.new')] : [])].join(' ')
}

/** What remains when nobody in the hand finds a chair. */
function restLine(draft: Draft, game: Game): TurnLine {
  const rest = draft.offered('draw').length
    ? t('turn.rest.draw')
    : draft.offered('hide').length
      ? t('turn.rest.hide')
      : t('turn.rest.bar', { points: signed(nextAtBar(game) ?? 0) })
  return plain(`${t('hint.only')} ${rest}`)
}

export function turnLine(draft: Draft, game: Game, looked: string | null): TurnLine {
  const { view } = game
  if (!draft.yours && !draft.waits) return plain(t('turn.wait'))
  if (draft.note) return noteLine(draft.note, draft, view.tables)
  if (draft.asking) return plain(t('joker.ask'))
  const bar = barWarning(draft)
  if (bar) return bar
  // The turn is on its way, or what it did is still being shown.
  if (draft.sending || (draft.yours && !draft.steps.length && !draft.legal.length)) return plain('')
  const offer = looked ? draft.offers[looked] : undefined
  if (offer) return plain(pointWords(offer, view.tables))
  if (draft.chosen !== null && (draft.yours || draft.answered)) {
    const name = nameOf(draft.guest ?? '', draft.faces[draft.chosen] ?? 0)
    const count = Object.keys(draft.offers).length
    if (draft.mustGoOn && !count) return mustGoOn(draft, game)
    if (draft.swaps.length && !count) return plain(t('turn.swap', { name }))
    return plain(whereWords(draft, game, name))
  }
  if (draft.mustGoOn) return mustGoOn(draft, game)
  if (!draft.yours) return plain(draft.steps.length ? t('plan.kept') : t('plan.hint'))
  const hint = draft.hinted && hintLine(draft.hinted, draft, game)
  if (hint) return hint
  if (draft.complete) return plain(t('turn.full'))
  if (draft.steps.length && !draft.answered) return plain('')
  if (draft.steps.length) return plain(draft.useful.length ? t('turn.placed') : t('turn.full'))
  if (draft.offered('close').length) return plain(t('turn.close'))
  if (draft.nobodyFits) return restLine(draft, game)
  if (draft.offered('hide').length) return plain(t('turn.hide'))
  if (draft.offered('pass').length) return plain(t('turn.pass'))
  if (draft.offered('done').length) return plain(t('turn.goesOn'))
  if (draft.offered('draw').length) return plain(t('turn.seatOrDraw'))
  return plain(draft.offered('bar').length ? t('turn.seat') : t('turn.seatOnly'))
}
