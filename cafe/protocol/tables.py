"""What the server's HTTP interface says and hears about tables, to the field name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from cafe.protocol.forms import Form, StateForm

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Word = Annotated[str, msgspec.Meta(max_length=32)]
Code = Annotated[str, msgspec.Meta(max_length=64)]
AccountId = Annotated[str, msgspec.Meta(max_length=16, pattern="^[0-9a-f]{16}$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class SeatAsk(Ask, frozen=True):
    """A seat: for me, a friend with the link, anybody, a bot, or somebody else on my screen.

    A friend's seat with a `name` is reserved: its own link leads to it, the table's does not. For an `asked`
    seat the bot account of the id `account` is challenged.
    """

    kind: Literal["me", "friend", "anybody", "bot", "local", "asked"]
    bot: Word | None = None
    name: Name | None = None
    account: AccountId | None = None


class ClockForm(Form, frozen=True):
    """How long people may think: `turn` seconds per turn; `total` seconds in all, plus `increment` per turn.

    `then` says who plays when time is up: a bot for this `turn`, or for the `seat` until its person returns.
    """

    kind: Literal["turn", "total"]
    seconds: Annotated[int, msgspec.Meta(ge=5, le=14 * 86400)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    then: Literal["turn", "seat"] = "turn"


class TableSettings(msgspec.Struct, frozen=True):
    """What can be chosen for a table: the request, the store and the answers share these fields."""

    edition: Word
    variants: Annotated[list[Word], msgspec.Meta(max_length=8)] = []
    starter: SeatNumber | Literal["random"] = "random"
    public: bool = False
    spectators: bool = True
    talk: bool = True
    clock: ClockForm | None = None

    def chosen(self) -> dict[str, Any]:
        """The choices by name, for another form that has them."""
        return {name: getattr(self, name) for name in TableSettings.__struct_fields__}


class NewTable(Ask, TableSettings, frozen=True, kw_only=True):
    """A table to be opened."""

    seats: Annotated[list[SeatAsk], msgspec.Meta(min_length=2, max_length=5)]


class NewPractice(Ask, frozen=True):
    """A table that begins at a position or after some turns of a record; the asker plays `players`.

    Bots that a record names play on; `bot` plays everybody else.
    """

    players: Annotated[list[SeatNumber], msgspec.Meta(min_length=1, max_length=5)]
    state: StateForm | None = None
    record: Annotated[str, msgspec.Meta(max_length=60_000)] | None = None
    turns: Annotated[int, msgspec.Meta(ge=0, le=100_000)] | None = None
    bot: Word = "medium"


class Join(Ask, frozen=True):
    """Take a free seat; a friend's seat needs the link's invitation, a reserved one its own."""

    invite: Code | None = None
    seat: SeatNumber | None = None


class ChangeSeat(Ask, frozen=True):
    """What a seat is for from now on; whoever sits there is sent away. `name` reserves a friend's seat.

    With `free` it is changed only if nobody has it, so that somebody who takes it at the same moment stays.
    For an `asked` seat the bot account of the id `account` is challenged.
    """

    kind: Literal["friend", "anybody", "bot", "asked"]
    bot: Word | None = None
    name: Name | None = None
    account: AccountId | None = None
    free: bool = False


class NoAnswerForm(Form, frozen=True, omit_defaults=False):
    """A bot account that was asked to take a seat and does not play: it said so, or said nothing in time."""

    name: str
    author: str
    declined: bool
    """It said so."""


class SeatForm(Form, frozen=True, omit_defaults=False):
    """A seat at a table."""

    seat: int
    kind: Literal["person", "friend", "anybody", "bot", "local", "asked"]
    name: str | None = None
    """The person or bot in this seat or asked to take it, or the friend it is reserved for."""
    author: str | None = None
    """Whose program the person in this seat is, or is asked to take it; null for people and house bots."""
    asked_until: float | None = None
    """Until when the bot account that is asked may answer."""
    no_answer: NoAnswerForm | None = None
    """Of a free seat: the bot account that was asked last."""
    alike: bool = False
    """The name can be taken for that of somebody else at the table."""
    player: int | None = None
    """The number that views and events know this seat by; null before the start."""
    bot: str | None = None
    stand_in: str | None = None
    """The bot that plays for an absent person."""
    resigned: bool = False
    agrees: bool = False
    """Wants to end the game as it stands."""
    asks_stand_in: int | None = None
    """The version at which this person would let a bot play for the mover, who is away."""
    present: bool = False
    yours: bool = False
    blocked: bool = False
    """The reader has blocked the person in this seat."""
    invite: str | None = None
    """Lets the person it is reserved for take the seat; told to the host."""


class PlanForm(Form, frozen=True):
    """The floor plan: cells are named as on a chess board, `a1` at the top left.

    On a `large` one the cells have to be drawn small.
    """

    columns: int
    rows: int
    tables: list[str]
    chairs: list[str]
    bar: list[str]
    bar_points: list[int]
    size: Literal["small", "large"]


class TraitsForm(Form, frozen=True):
    """What an edition is like, for whoever shows it: nobody has to know it by name."""

    title: str
    """Its name in English, where there are no other words for it."""
    open_hands: bool
    """Everybody sees all hands."""
    bar: bool
    """Guests can go to the bar."""
    copies: int
    """How many guests of each nation and sex there are."""
    jokers: int
    """Of each sex."""
    table_cards: bool
    """Full tables leave, and new ones are dealt."""
    draws: bool
    """Drawing a card, or laying one face down, is a turn; otherwise hands are refilled after it."""
    opening: bool
    """In the empty café the player who begins may seat a single guest."""
    size: Literal["small", "large"]
    """The plan's."""


class ShufflePlayerForm(Form, frozen=True, omit_defaults=False):
    """What a player's person contributes to the shuffle."""

    seat: int
    hash: str | None
    """Null for bots, and for people who contribute nothing."""
    opened: bool
    """The server knows the value; people who have not opened by the deadline are left out."""


class ShuffleForm(Form, frozen=True, omit_defaults=False):
    """What the commitment is made of, beside edition and variants."""

    secret_hash: str
    players: list[ShufflePlayerForm]
    """In the order of the players; player 0 starts."""
    deadline: float | None
    """When the bag is dealt without those who have not opened; null once it is dealt."""


class DailyTableForm(Form, frozen=True, omit_defaults=False):
    """What a table has to do with the café of a day."""

    day: str
    counted: bool
    """The one try that counts; else practice."""
    ends: float
    """When the day is over; until then record and replay of a counted try are withheld."""


class TableForm(Form, TableSettings, frozen=True, omit_defaults=False, kw_only=True):
    """A table as its reader may see it."""

    id: str
    link: str
    status: Literal["open", "running", "over", "closed"]
    seats: list[SeatForm]
    host: bool
    """The reader opened this table."""
    watching: int
    """Spectators who are here."""
    plan: PlanForm
    traits: TraitsForm
    commitment: str | None = None
    """The server's commitment to the shuffle, once the host has started."""
    shuffle: ShuffleForm | None = None
    """If somebody contributed to the shuffle, from the commitment on."""
    invite: str | None = None
    """Lets friends take a seat; told to everybody who has one."""
    rematch: str | None = None
    """The table where these people play on."""
    practice: bool = False
    daily: DailyTableForm | None = None
    declined: int | None = None
    """The seat of whoever said no to the last proposal to end the game."""
    ranks: list[int] | None = None
    """After the end, by player: as in the view, but those who resigned or were away at the end come last."""


class TableLineForm(Form, frozen=True, omit_defaults=False):
    """A table in a list."""

    id: str
    link: str
    status: str
    edition: str
    variants: list[str]
    names: list[str | None]
    authors: list[str | None]
    """Of each seat: whose program the person there is; null for people and house bots."""
    free: int
    practice: bool
    your_turn: bool
    changed: float
    winners: list[str] | None = None
    """Who has won, by name; told of one's own latest games that are over."""
    won: bool | None = None
    """Whether the reader is among them; not told where several people played on one screen."""
    daily: str | None = None
    """The day whose café it is."""


class TableListForm(Form, frozen=True):
    tables: list[TableLineForm]


class ErrorOfForm(Form, frozen=True):
    """`turn` says at which turn a record has a mistake, from 1."""

    code: str
    message: str
    turn: int | None = None
    rule: str | None = None
    """The rule by which an action of a turn is illegal."""
    step: int | None = None
    """The index of that action."""


class ErrorForm(Form, frozen=True):
    """The answer to a request that was not carried out."""

    error: ErrorOfForm
