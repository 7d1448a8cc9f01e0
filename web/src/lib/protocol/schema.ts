/** Written by web/scripts/schema.py from cafe/protocol. Do not edit: run the script again. */
export interface AgreeCommand {
  type: 'agree'
  end: boolean
  id: string
}
export interface AnswerPuzzle {
  id: string
  actions: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  faces?: number[]
}
export interface Avoids {
  turn: string[]
  points: number
  leaves: number
}
export interface BarAction {
  type: 'bar'
  guest: string
}
export interface BarAhead {
  player: number
  next: number
  rest: number
  pays: boolean
}
export interface BarCost {
  now: number
  later: number
}
export interface BarredEvent {
  type: 'barred'
  player: number
  guest: string
  place: number
  points: number
  face?: number | null
  turn_total?: number | null
}
export interface BeginDaily {
  edition: string
}
export interface Block {
  seat?: number | null
  said?: number | null
  blocked?: boolean
}
export interface BlockedPeople {
  people: BlockedPerson[]
}
export interface BlockedPerson {
  id: string
  name: string
}
export interface Bot {
  id: string
  name: string
  author: string
  offered: boolean
}
export interface BotList {
  bots: Bot[]
}
export interface ChangePerson {
  name?: string | null
  exported?: boolean | null
  shown?: 'all' | 'nothing' | 'stamps' | null
}
export interface ChangeSeat {
  kind: 'anybody' | 'asked' | 'bot' | 'friend'
  bot?: string | null
  name?: string | null
  account?: string | null
  free?: boolean
}
export interface Changes {
  tables?: Record<string, string | null>
  seated?: Record<string, Occupant | null>
  bar?: string[]
  hands?: (string[] | number)[]
  bag?: string[] | number
  table_pile?: string[] | number
  hidden?: (string[] | number)[]
  removed?: string[]
  scores?: number[]
  one_nation_tables?: number[]
  out?: number[]
  turn?: TurnOfState
  over?: OverOfState | null
}
export interface ClearedEvent {
  type: 'cleared'
  tables: string[]
  chairs: string[]
}
export interface Clock {
  kind: 'total' | 'turn'
  seconds: number
  increment?: number
  then?: 'seat' | 'turn'
}
export interface CloseAction {
  type: 'close'
}
export interface ClosedEvent {
  type: 'closed'
  player: number
}
export interface CoachCommand {
  type: 'coach'
  id: string
}
export interface CoachedMessage {
  type: 'coached'
  id: string
  label: 'best' | 'equal' | 'inaccuracy' | 'mistake'
  loss: number
  played: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  points: number
  better: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  better_points: number
  view: State
  faces: Faces
  why: Reasons
}
export interface ContributeCommand {
  type: 'contribute'
  hash: string
  id: string
}
export interface Contribution {
  seat: number
  hash: string | null
  value: string | null
}
export interface Course {
  edition: string
  spells: Spell[]
}
export interface Daily {
  day: string
  now: number
  ends: number
  streak: number
  games: DailyGame[]
  days: string[]
}
export interface DailyBar {
  least: number | null
  count: number
}
export interface DailyGame {
  edition: string
  levels: string[]
  names: string[]
  version: number
  commitment: string
  tomorrow: string | null
  secret: string | null
  table: string | null
  status: 'finished' | 'new' | 'running' | 'uncounted'
  margin: number | null
  place: number | null
  finished: number
  bars: DailyBar[]
}
export interface DailyPuzzle {
  day: string
  now: number
  ends: number
  puzzle: string
  edition: string
  difficulty: 'easy' | 'hard' | 'medium'
  solved: boolean | null
}
export interface DailyResult {
  day: string
  edition: string
  table: string
  margin: number | null
}
export interface DailyTable {
  day: string
  counted: boolean
  ends: number
}
export interface DealtEvent {
  type: 'dealt'
  table: string
  nation: string
}
export interface DoneAction {
  type: 'done'
}
export interface DoneMessage {
  type: 'done'
  id: string
  version: number | null
}
export interface DrawAction {
  type: 'draw'
}
export interface DrawnEvent {
  type: 'drawn'
  player: number
  guest?: string | null
  face?: number | null
}
export interface Edition {
  name: string
  variants: string[]
  least_players: number
  most_players: number
  traits: Traits
}
export interface Entry {
  version: number
  at: number
  by: number | null
  events: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  stand_in?: boolean
}
export interface Error {
  error: ErrorOf
}
export interface ErrorOf {
  code: string
  message: string
  turn?: number | null
  rule?: string | null
  step?: number | null
}
export interface EventsMessage {
  type: 'events'
  version: number
  player: number | null
  at: number
  by: number
  events: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  changes: Changes
  faces: FacesChanges
  outlook: Outlook
  legal: Offer[]
  clocks: number[]
  patience: number
}
export interface ExplainCommand {
  type: 'explain'
  version: number
  guest: string
  actions?: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  as?: string | null
  plan?: boolean
  id: string
}
export interface ExplainedMessage {
  type: 'explained'
  id: string
  guest: string
  chairs: Record<string, Refusal | null>
}
export interface Faces {
  seated: Record<string, number>
  bar: number[]
  hands: number[][]
}
export interface FacesChanges {
  seated?: Record<string, number | null>
  bar?: number[]
  hands?: number[][]
}
export interface Facts {
  guest?: string | null
  chair?: string | null
  table?: string | null
  nations?: string[] | null
  gentlemen?: number | null
  ladies?: number | null
  hand?: number | null
  expected?: string[] | null
}
export interface FindGames {
  edition?: string | null
  players?: number | null
  seats?: 'bots' | 'mixed' | 'people' | null
  name?: string | null
  since?: number | null
  until?: number | null
  after?: string | null
}
export interface FindOwnGames {
  edition?: string | null
  players?: number | null
  seats?: 'bots' | 'mixed' | 'people' | null
  name?: string | null
  since?: number | null
  until?: number | null
  after?: string | null
  bot?: string | null
  won?: boolean | null
}
export interface FinishedGame {
  id: string
  edition: string
  variants: string[]
  players: GamePlayer[]
  ended: number
}
export interface FinishedGames {
  games: FinishedGame[]
  next: string | null
}
export interface GamePlayer {
  name: string | null
  bot: string | null
}
export interface GameRecord {
  id: string
  edition: string
  variants: string[]
  players: string[]
  bag: string[]
  tables: string[]
  salt: string
  secret: string | null
  contributions: Contribution[]
  commitment: string | null
  turns: RecordTurn[]
  reason: string
  final: number[]
  ranks: number[]
  notation: string
}
export interface GameReview {
  version: string
  players: ReviewPlayer[]
  turns: ReviewTurn[]
  win: number[]
  turning_points: number[]
}
export interface HelloMessage {
  type: 'hello'
  protocol: number
  version: string
  build: string
  name: string
  now: number
}
export interface HiddenEvent {
  type: 'hidden'
  player: number
  guest?: string | null
  face?: number | null
}
export interface HideAction {
  type: 'hide'
  guest: string
}
export interface HintCommand {
  type: 'hint'
  version: number
  actions?: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  id: string
}
export interface HintedMessage {
  type: 'hinted'
  id: string
  version: number
  bot: string
  actions: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  reasons: Reasons | null
}
export interface Join {
  invite?: string | null
  seat?: number | null
}
export interface Leaves {
  player: number
  points: number
}
export interface LeftEvent {
  type: 'left'
  player: number
  guest: string
  face?: number | null
}
export interface Level {
  level: string
  name: string
  character: string
  names: string[]
}
export interface Limit {
  reason: 'bag' | 'bar' | 'chairs' | 'closed' | 'hand' | 'tables'
  left: number
  rounds: number
  player?: number | null
}
export interface LocalNetwork {
  host: string
  open: boolean
  command: string
}
export interface Log {
  tables: Record<string, string>
  entries: Entry[]
}
export interface NewPerson {
  name: string
  token?: boolean
}
export interface NewPractice {
  players: number[]
  state?: State | null
  record?: string | null
  turns?: number | null
  bot?: string
}
export interface NewTable {
  edition: string
  variants?: string[]
  starter?: number | 'random'
  public?: boolean
  spectators?: boolean
  talk?: boolean
  clock?: Clock | null
  seats: SeatAsk[]
}
export interface NextPuzzle {
  edition: string
  theme?: string | null
}
export interface NoAnswer {
  name: string
  author: string
  declined: boolean
}
export interface Occupant {
  guest: string
  as?: string | null
}
export interface Offer {
  action: SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction
  points?: TablePoints[]
  total?: number
  ends?: boolean
  reveals?: boolean
}
export interface OpenContributionCommand {
  type: 'open_contribution'
  value: string
  id: string
}
export interface Opponent {
  name: string | null
  bot: string | null
  games: number
  wins: number
}
export interface Options {
  version: string
  build: string
  protocol: number
  editions: Edition[]
  bots: string[]
  emotes: string[]
  levels: Level[]
  profiles: boolean
  local_network?: LocalNetwork | null
}
export interface OutEvent {
  type: 'out'
  player: number
}
export interface Outlook {
  limits: Limit[]
  last: boolean
  bar: BarAhead[]
  empty_hand: boolean
}
export interface OverEvent {
  type: 'over'
  reason: string
  penalties: number[]
  final: number[]
  winners: number[]
  ranks: number[]
}
export interface OverOfState {
  reason: string
  penalties: number[]
  final: number[]
  winners: number[]
  ranks: number[]
}
export interface OwnGame {
  id: string
  edition: string
  variants: string[]
  players: GamePlayer[]
  ended: number
  rank: number | null
  points: number | null
  margin: number | null
  uncounted: 'agreed' | 'practice' | 'screen' | null
  opens_in: number | null
}
export interface OwnGames {
  games: OwnGame[]
  next: string | null
}
export interface OwnProfile {
  name: string
  card: string[]
  stamps: Stamp[]
  statistics: Statistics | null
  puzzles: Solver | null
  waiting: boolean
  link: string
  shown: string
  recovery: number | null
}
export interface PageExport {
  shown: string
  recovery: number | null
  stamps: Stamp[]
  results: Result[]
}
export interface Paid {
  table: string
  nation: string
  points: number
}
export interface PartiedEvent {
  type: 'partied'
  player: number
  table: string
  points: number
  turn_total?: number | null
}
export interface PartyAction {
  type: 'party'
  table: string
  gender: 'f' | 'm'
}
export interface PartyOfTurn {
  table: string
  gender: 'f' | 'm'
}
export interface PassAction {
  type: 'pass'
}
export interface PassedEvent {
  type: 'passed'
  player: number
}
export interface Person {
  name: string
  token?: string | null
  exported?: boolean | null
  shown?: string | null
}
export interface Plan {
  columns: number
  rows: number
  tables: string[]
  chairs: string[]
  bar: string[]
  bar_points: number[]
  size: 'large' | 'small'
}
export interface PractiseDaily {
  edition: string
  day: string
}
export interface PreviewCommand {
  type: 'preview'
  version: number
  actions: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  faces?: number[]
  plan?: boolean
  id: string
}
export interface PreviewedMessage {
  type: 'previewed'
  id: string
  version: number
  events: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  total: number
  turn_total: number
  legal: Offer[]
  ends: boolean
  reveals: boolean
}
export interface Profile {
  name: string
  card: string[]
  stamps: Stamp[]
  statistics: Statistics | null
  puzzles: Solver | null
  waiting: boolean
}
export interface Puzzle {
  id: string
  edition: string
  variants: string[]
  traits: Traits
  plan: Plan
  view: ViewMessage
  rated: boolean
  theme: string | null
  day: string | null
  tried: PuzzleAnswer | null
}
export interface PuzzleAnswer {
  result: 'best' | 'equal' | 'shown' | 'worse'
  loss: number
  order: number
  place: number
  turns: number
  points: number
  best: string[]
  best_points: number
  played: ReplayStep | null
  better: ReplayStep
  why: Reasons
  themes: string[]
  rated: boolean
  first: boolean
  rating_before: number | null
  rating: number | null
  puzzle_rating: number
  tried_by: number
  solved_by: number
  day: string | null
}
export interface PuzzleEdition {
  edition: string
  count: number
  answered: number
  solved: number
  themes: PuzzleTheme[]
}
export interface PuzzleTheme {
  theme: string
  count: number
}
export interface PuzzleTry {
  puzzle: string
  edition: string
  shown: number
  rated: boolean
  day: string | null
  answered: number | null
  actions: string | null
  solved: boolean | null
  loss: number | null
  rating_before: number | null
  rating: number | null
  deviation: number | null
}
export interface Puzzles {
  editions: PuzzleEdition[]
  daily: DailyPuzzle | null
  solver: Solver | null
}
export interface ReadRecord {
  record: string
}
export interface Reasons {
  turn: string[]
  points: number
  tables: Paid[]
  leaves: Leaves | null
  avoids: Avoids | null
  instead: number | null
  lead: number | null
  bar: BarCost | null
  rounds: number | null
  text: string
}
export interface RecordTurn {
  version: number
  player: number | null
  at: number
  seconds: number
  bot: boolean
  actions: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
}
export interface Recovery {
  code: string
}
export interface Refusal {
  rule: string
  facts: Facts
  message: string
}
export interface RefusedMessage {
  type: 'refused'
  id: string | null
  code: string
  message: string
  refusal: Refusal | null
  step: number | null
  retry_after: number | null
}
export interface Replay {
  players: ReplayPlayer[]
  open_hands: boolean
  traits: Traits
  plan: Plan
  view: State
  faces: Faces
  steps: ReplayStep[]
  story: Sentence[]
  notation: string
}
export interface ReplayPlayer {
  name: string | null
  seat: number
  bot: boolean
}
export interface ReplayStep {
  by: number
  events: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
  changes: Changes
  faces: FacesChanges
}
export interface Report {
  text: string
  seat?: number | null
  said?: number | null
}
export interface ResignCommand {
  type: 'resign'
  seat?: number | null
  id: string
}
export interface Result {
  table: string
  ended: number
  edition: string
  players: number
  rank: number | null
  points: number | null
  margin: number | null
}
export interface ResyncCommand {
  type: 'resync'
  id: string
}
export interface Review {
  state: 'done' | 'failed' | 'none' | 'off' | 'running' | 'waiting'
  place: number | null
  done: number
  steps: number
  review: GameReview | null
  shareable: boolean
  link: string | null
}
export interface ReviewLink {
  link: string
}
export interface ReviewPlayer {
  start: number
  loss: number
  gain: number
  luck: number
  margin: number
  turns: number
  good_turns: number
}
export interface ReviewTurn {
  number: number
  player: number
  label: 'best' | 'equal' | 'inaccuracy' | 'mistake'
  loss: number
  luck: number
  points: number
  best: string[]
  best_points: number
  win: number[]
  better: ReplayStep | null
  why: Reasons
}
export interface SaidMessage {
  type: 'said'
  number: number
  at: number
  name: string
  seat: number | null
  text: string | null
  emote: string | null
  yours: boolean
  alike: boolean
}
export interface SaidNumbers {
  said: number[]
}
export interface SayCommand {
  type: 'say'
  text?: string | null
  emote?: 'cheers' | 'hello' | 'oops' | 'thanks' | 'thinking' | 'well-done' | null
  id: string
}
export interface Seat {
  seat: number
  kind: 'anybody' | 'asked' | 'bot' | 'friend' | 'local' | 'person'
  name: string | null
  author: string | null
  asked_until: number | null
  no_answer: NoAnswer | null
  alike: boolean
  player: number | null
  bot: string | null
  stand_in: string | null
  resigned: boolean
  agrees: boolean
  asks_stand_in: number | null
  present: boolean
  yours: boolean
  blocked: boolean
  invite: string | null
}
export interface SeatAction {
  type: 'seat'
  guest: string
  chair: string
  as?: string | null
}
export interface SeatAsk {
  kind: 'anybody' | 'asked' | 'bot' | 'friend' | 'local' | 'me'
  bot?: string | null
  name?: string | null
  account?: string | null
}
export interface SeatedEvent {
  type: 'seated'
  player: number
  guest: string
  chair: string
  points: TablePoints[]
  as?: string | null
  face?: number | null
  total?: number | null
  turn_total?: number | null
}
export interface Sentence {
  kind: 'best_turn' | 'best_turn_shared' | 'counted_out' | 'left_over' | 'left_over_shared' | 'never_behind' | 'paid_at_the_bar' | 'paid_nothing' | 'shared' | 'took_the_lead'
  player: number
  other: number | null
  turn: number
  points: number
  guests: number
}
export interface SharedReview {
  replay: Replay
  review: GameReview
}
export interface Shuffle {
  secret_hash: string
  players: ShufflePlayer[]
  deadline: number | null
}
export interface ShufflePlayer {
  seat: number
  hash: string | null
  opened: boolean
}
export interface Solver {
  rating: number
  deviation: number
  answered: number
  solved: number
}
export interface Spell {
  since: number
  until: number
  games: number
  points: number
  margin: number
}
export interface Stamp {
  stamp: string
  at: number
  table: string | null
  opens_in: number | null
}
export interface StandInCommand {
  type: 'stand_in'
  version: number
  id: string
}
export interface Standing {
  edition: string
  players: number
  games: number
  wins: number
  points: number
  margin: number
}
export interface State {
  edition: string
  variants: string[]
  players: number
  tables: Record<string, string>
  seated: Record<string, Occupant>
  bar: string[]
  hands: (string[] | number)[]
  bag: string[] | number
  table_pile: string[] | number
  hidden: (string[] | number)[]
  removed: string[]
  scores: number[]
  one_nation_tables: number[]
  out: number[]
  turn: TurnOfState
  over: OverOfState | null
}
export interface Statistics {
  games: number
  wins: number
  standings: Standing[]
  opponents: Opponent[]
  courses: Course[]
}
export interface SubmitCommand {
  type: 'submit'
  version: number
  actions: (SeatAction | BarAction | SwapAction | DrawAction | HideAction | PartyAction | DoneAction | CloseAction | PassAction)[]
  faces?: number[]
  id: string
}
export interface SwapAction {
  type: 'swap'
  guest: string
  chair: string
}
export interface SwappedEvent {
  type: 'swapped'
  player: number
  guest: string
  chair: string
  joker: string
  face?: number | null
}
export interface Table {
  edition: string
  variants: string[]
  starter: number | 'random'
  public: boolean
  spectators: boolean
  talk: boolean
  clock: Clock | null
  id: string
  link: string
  status: 'closed' | 'open' | 'over' | 'running'
  seats: Seat[]
  host: boolean
  watching: number
  plan: Plan
  traits: Traits
  commitment: string | null
  shuffle: Shuffle | null
  invite: string | null
  rematch: string | null
  practice: boolean
  daily: DailyTable | null
  declined: number | null
  ranks: number[] | null
}
export interface TableLine {
  id: string
  link: string
  status: string
  edition: string
  variants: string[]
  names: (string | null)[]
  authors: (string | null)[]
  free: number
  practice: boolean
  your_turn: boolean
  changed: number
  winners: string[] | null
  won: boolean | null
  daily: string | null
}
export interface TableList {
  tables: TableLine[]
}
export interface TableMessage {
  type: 'table'
  table: Table
}
export interface TablePoints {
  table: string
  guests: number
  one_nation: boolean
  points: number
}
export interface TellStamp {
  stamp: string
}
export interface Traits {
  title: string
  open_hands: boolean
  bar: boolean
  copies: number
  jokers: number
  table_cards: boolean
  draws: boolean
  opening: boolean
  size: 'large' | 'small'
}
export interface Transfer {
  code: string
  link: string
  expires: number
}
export interface TurnEvent {
  type: 'turn'
  player: number
}
export interface TurnOfState {
  player: number
  seated: string[]
  owes_partner: string | null
  party: PartyOfTurn | null
  may_close: boolean
  passes: number
}
export interface UseRecovery {
  code: string
  token?: boolean
}
export interface UseTransfer {
  code: string
  token?: boolean
}
export interface ViewMessage {
  type: 'view'
  version: number
  player: number | null
  view: State
  faces: Faces
  outlook: Outlook
  legal: Offer[]
  clocks: number[]
  patience: number
  events: (SeatedEvent | PartiedEvent | BarredEvent | LeftEvent | SwappedEvent | DrawnEvent | HiddenEvent | ClearedEvent | DealtEvent | PassedEvent | ClosedEvent | OutEvent | TurnEvent | OverEvent)[]
}
export type AnyAction =
  | SeatAction
  | BarAction
  | SwapAction
  | DrawAction
  | HideAction
  | PartyAction
  | DoneAction
  | CloseAction
  | PassAction
export type AnyEvent =
  | SeatedEvent
  | PartiedEvent
  | BarredEvent
  | LeftEvent
  | SwappedEvent
  | DrawnEvent
  | HiddenEvent
  | ClearedEvent
  | DealtEvent
  | PassedEvent
  | ClosedEvent
  | OutEvent
  | TurnEvent
  | OverEvent
export type AnyMessage =
  | HelloMessage
  | TableMessage
  | ViewMessage
  | EventsMessage
  | SaidMessage
  | DoneMessage
  | RefusedMessage
  | PreviewedMessage
  | ExplainedMessage
  | HintedMessage
  | CoachedMessage
export type AnyCommand =
  | PreviewCommand
  | SubmitCommand
  | ExplainCommand
  | HintCommand
  | CoachCommand
  | ResyncCommand
  | SayCommand
  | ResignCommand
  | AgreeCommand
  | StandInCommand
  | ContributeCommand
  | OpenContributionCommand
