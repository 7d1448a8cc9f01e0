/** The server's HTTP interface. */
import { home } from './home'
import type {
  AnswerPuzzle,
  AnyCommand,
  AnyMessage,
  Block,
  BlockedPeople,
  BlockedPerson,
  Bot,
  BotList,
  SaidNumbers,
  ChangeSeat,
  Daily,
  FinishedGames,
  GameRecord,
  Join,
  Log,
  NewPractice,
  NewTable,
  Options,
  OwnGames,
  OwnProfile,
  Person,
  Profile,
  Puzzle,
  PuzzleAnswer,
  Puzzles,
  Recovery,
  Replay,
  Report,
  Review,
  ReviewLink,
  SharedReview,
  Table,
  TableLine,
  TableList,
  Transfer,
} from '../protocol/types'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Where a record goes wrong, from 1. */
    readonly turn: number | null = null,
    /** Seconds after which the same may be allowed; 0 where nothing is said of that. */
    readonly retryAfter = 0,
  ) {
    super(message)
  }
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  let answer: Response
  try {
    answer = await fetch(`${home}/api${path}`, {
      method,
      credentials: 'same-origin',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  } catch {
    throw new ApiError(0, 'network', 'the server does not answer')
  }
  const told = (await answer.json().catch(() => ({}))) as {
    error?: { code: string; message: string; turn?: number }
  }
  if (answer.ok) return told as Answer
  throw new ApiError(
    answer.status,
    told.error?.code ?? 'server',
    told.error?.message ?? answer.statusText,
    told.error?.turn,
    Number(answer.headers.get('retry-after') ?? 0),
  )
}

const roomAt = (id: string, rest = ''): string => `/tables/${encodeURIComponent(id)}${rest}`
const puzzleAt = (id: string, rest = ''): string => `/puzzles/${encodeURIComponent(id)}${rest}`

export const api = {
  me: () => ask<Person>('GET', '/me'),
  comeIn: (name: string) => ask<Person>('POST', '/me', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/me', { name }),
  setExported: (exported: boolean) => ask<Person>('PATCH', '/me', { exported }),
  setShown: (shown: 'nothing' | 'stamps' | 'all') => ask<Person>('PATCH', '/me', { shown }),
  makeRecovery: () => ask<Recovery>('POST', '/me/recovery', {}),
  recover: (code: string) => ask<Person>('POST', '/recovery', { code }),
  profile: () => ask<OwnProfile>('GET', '/me/profile'),
  ownGames: (query: string) => ask<OwnGames>('GET', `/me/games?${query}`),
  tellStamp: (stamp: string) => ask<object>('POST', '/me/stamps', { stamp }),
  person: (id: string) => ask<Profile>('GET', `/people/${encodeURIComponent(id)}`),
  makeTransfer: () => ask<Transfer>('POST', '/me/transfer', {}),
  signOutOthers: () => ask<object>('POST', '/me/sign-out-others', {}),
  blocks: async (): Promise<BlockedPerson[]> => (await ask<BlockedPeople>('GET', '/me/blocks')).people,
  unblock: (person: string) => ask<object>('DELETE', `/me/blocks/${person}`),
  transfer: (code: string) => ask<Person>('POST', '/transfer', { code }),
  myRooms: async (): Promise<TableLine[]> => (await ask<TableList>('GET', '/me/tables')).tables,
  options: () => ask<Options>('GET', '/options'),
  /** Other people's programs that play here now. */
  bots: async (): Promise<Bot[]> => (await ask<BotList>('GET', '/bots')).bots,
  lobby: async (): Promise<TableLine[]> => (await ask<TableList>('GET', '/tables')).tables,
  games: (query: string) => ask<FinishedGames>('GET', `/games?${query}`),
  open: (table: NewTable) => ask<Table>('POST', '/tables', table),
  practice: (practice: NewPractice) => ask<Table>('POST', '/practice', practice),
  /** Of today, or of a past day. */
  daily: (day: string) => ask<Daily>('GET', day ? `/daily/${day}` : '/daily'),
  beginDaily: (edition: string) => ask<Table>('POST', '/daily', { edition }),
  practiseDaily: (edition: string, day: string) => ask<Table>('POST', '/daily/practice', { edition, day }),
  puzzles: () => ask<Puzzles>('GET', '/puzzles'),
  puzzle: (id: string) => ask<Puzzle>('GET', puzzleAt(id)),
  /** One that fits, or one of a theme for practice. */
  nextPuzzle: (edition: string, theme: string | null) =>
    ask<Puzzle>('POST', '/puzzles/next', { edition, theme }),
  draftPuzzle: (id: string, command: Extract<AnyCommand, { type: 'preview' | 'explain' }>) =>
    ask<Extract<AnyMessage, { type: 'previewed' | 'explained' | 'refused' }>>(
      'POST',
      puzzleAt(id, '/draft'),
      command,
    ),
  answerPuzzle: (id: string, answer: AnswerPuzzle) =>
    ask<PuzzleAnswer>('POST', puzzleAt(id, '/answer'), answer),
  room: (id: string) => ask<Table>('GET', roomAt(id)),
  join: (id: string, join: Join) => ask<Table>('POST', roomAt(id, '/join'), join),
  leave: (id: string) => ask<Table>('POST', roomAt(id, '/leave'), {}),
  comeBack: (id: string) => ask<Table>('POST', roomAt(id, '/return'), {}),
  start: (id: string) => ask<Table>('POST', roomAt(id, '/start'), {}),
  seat: (id: string, seat: number, change: ChangeSeat) =>
    ask<Table>('PUT', roomAt(id, `/seats/${seat}`), change),
  block: (id: string, block: Block) => ask<SaidNumbers>('POST', roomAt(id, '/block'), block),
  report: (id: string, report: Report) => ask<object>('POST', roomAt(id, '/report'), report),
  rematch: (id: string) => ask<Table>('POST', roomAt(id, '/rematch'), {}),
  log: (id: string) => ask<Log>('GET', roomAt(id, '/log')),
  record: (id: string) => ask<GameRecord>('GET', roomAt(id, '/record.json')),
  replay: (id: string) => ask<Replay>('GET', roomAt(id, '/replay')),
  review: (id: string) => ask<Review>('GET', roomAt(id, '/review')),
  askForReview: (id: string) => ask<Review>('POST', roomAt(id, '/review'), {}),
  shareReview: (id: string) => ask<ReviewLink>('POST', roomAt(id, '/review/link'), {}),
  takeBackReview: (id: string) => ask<object>('DELETE', roomAt(id, '/review/link')),
  sharedReview: (code: string) => ask<SharedReview>('GET', `/reviews/${encodeURIComponent(code)}`),
  readRecord: (record: string) => ask<Replay>('POST', '/replay', { record }),
}

export const socketAddress = (id: string): string =>
  `${location.origin.replace(/^http/, 'ws')}${home}/api${roomAt(id, '/socket')}`
