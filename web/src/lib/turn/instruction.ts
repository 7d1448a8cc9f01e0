/** The one sentence that says what to do now, most urgent first. */
import { nameOf } from '../guests/people'
import { drawnOf, nextAtBar, type Game } from '../table/game'
import type { AnyAction } from '../protocol/types'
import { either, list, nationInSentence, signed, t, type Key } from '../text/text'
import type { Draft } from './draft.svelte'
import type { Note, Phase } from './phase'
import { guestOf } from './steps'
import { broughtWords, pointWords, reasonWords, refusalWords } from './words'

type Hinted = Phase & { kind: 'hinted' }

export interface Instruction {
  words: string
  tone: 'plain' | 'warn' | 'owed'
  /** The part of the rules that says so. */
  part?: string
}
const plain = (words: string): Instruction => ({ words, tone: 'plain' })
const warn = (words: string): Instruction => ({ words, tone: 'warn' })
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
const owed = (words: string): Instruction => ({ words, tone: 'owed' })

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
function barWarning(draft: Draft): Instruction | null {
  if (draft.events.some(({ type }) => type === 'out')) return warn(t('turn.bar.out'))
  if (draft.events.some(({ type }) => type === 'left')) return warn(t('turn.bar.left'))
  return null
}

/** Where the partner is owed: the chair of the guest who sits alone. */
function mustGoOn(draft: Draft, game: Game): Instruction {
  if (draft.party) {
    const nation = nationInSentence(game.view.tables[draft.party.table] ?? '')
    return owed(t(`turn.party.${draft.party.gender}`, { nation }))
  }
  const [placed] = Object.values(draft.placed).slice(-1)
  const partners = draft.useful.map((index) => nameOf(draft.hand[index] ?? '', draft.faces[index] ?? 0))
  return owed(
    t('turn.owed', { name: placed ? nameOf(placed.guest, placed.face) : '', partners: either(partners) }),
  )
}

/** Why not: what a chair, a command or the plan was refused for. */
function noteInstruction(note: Note, draft: Draft, tables: Record<string, string>): Instruction {
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
function hintInstruction({ advice, reasons }: Hinted, draft: Draft, game: Game): Instruction | null {
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
  const guests = draft.steps.flatMap(({ offer, face }) => nameOf(guestOf(offer.action) ?? '', face) || [])
  return plain(t('turn.suggested', { names: list(guests), points: brought }) + why)
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
function restInstruction(draft: Draft, game: Game): Instruction {
  const rest = draft.offered('draw').length
    ? t('turn.rest.draw')
    : draft.offered('hide').length
      ? t('turn.rest.hide')
      : t('turn.rest.bar', { points: signed(nextAtBar(game) ?? 0) })
  return plain(`${t('hint.only')} ${rest}`)
}

/** Nothing more can be done in this turn. */
const isFull = (draft: Draft): boolean =>
  draft.yours &&
  draft.steps.length > 0 &&
  (draft.complete || (draft.answered && !draft.mustGoOn && !draft.useful.length))
const fullWords = (draft: Draft): string =>
  t(
    draft.offered('close').length
      ? 'turn.mayClose'
      : !draft.complete
        ? 'turn.nobodyElse'
        : draft.last?.action.type === 'draw'
          ? 'turn.drawing'
          : 'turn.full',
  )
const capitalised = (words: string): string => words.slice(0, 1).toLocaleUpperCase() + words.slice(1)

/** What to do first; on the first turn of a game some editions allow more. */
function firstWords(draft: Draft, { view, traits }: Game): string {
  const words = t(draft.offered('bar').length ? 'turn.seat' : 'turn.seatOnly')
  const opens = traits.opening && view.turn.player === 0 && !Object.keys(view.seated).length
  return opens ? `${words} ${t('turn.opening')}` : words
}

export function instructionOf(draft: Draft, game: Game, looked: string | null): Instruction {
  const { view } = game
  if (!draft.yours && !draft.waits) return plain(t('turn.wait'))
  if (draft.note) return noteInstruction(draft.note, draft, view.tables)
  if (draft.asking) return plain(t('joker.choose'))
  const bar = barWarning(draft)
  if (bar) return bar
  // The turn is on its way, or what it did is still being shown.
  if (draft.sending || (draft.yours && !draft.steps.length && !draft.legal.length)) return plain('')
  const offer = looked ? draft.offers[looked] : undefined
  if (offer) return plain(capitalised(pointWords(offer, view.tables)))
  if (draft.chosen !== null && (draft.yours || draft.answered)) {
    const name = nameOf(draft.guest ?? '', draft.faces[draft.chosen] ?? 0)
    const count = Object.keys(draft.offers).length
    if (draft.mustGoOn && !count) return mustGoOn(draft, game)
    if (isFull(draft)) return plain(fullWords(draft))
    if (draft.swaps.length && !count) return plain(t('turn.swap', { name }))
    return plain(whereWords(draft, game, name))
  }
  if (draft.mustGoOn) return mustGoOn(draft, game)
  if (!draft.yours) return plain(draft.steps.length ? t('plan.kept') : t('plan.hint'))
  const hint = draft.hinted && hintInstruction(draft.hinted, draft, game)
  if (hint) return hint
  if (draft.complete) return plain(fullWords(draft))
  if (draft.steps.length && !draft.answered) return plain('')
  if (draft.steps.length) return plain(draft.useful.length ? t('turn.placed') : fullWords(draft))
  if (draft.offered('close').length) return plain(t('turn.close'))
  if (draft.nobodyFits) return restInstruction(draft, game)
  if (draft.offered('hide').length) return plain(t('turn.hide'))
  if (draft.offered('pass').length) return plain(t('turn.pass'))
  if (draft.offered('done').length) return plain(t('turn.goesOn'))
  if (draft.offered('draw').length) return plain(t('turn.seatOrDraw'))
  return plain(firstWords(draft, game))
}
