"""What the server says about past turns and games: the log of a table, lists, whole replays, and records."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cafe.protocol.forms import AnyAction, AnyEvent, Form, StateForm
from cafe.protocol.messages import ChangesForm, FacesChangesForm, FacesForm
from cafe.protocol.tables import Ask, Name, PlanForm, TraitsForm, Word
from cafe.rules.story import SentenceKind

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class EntryForm(Form, frozen=True):
    """A stored turn as its reader may see it."""

    version: int
    at: float
    by: int | None
    events: list[AnyEvent]
    stand_in: bool = False
    """A bot played it for somebody who was away, out of time or had given up."""


class LogForm(Form, frozen=True, omit_defaults=False):
    """The turns of a game so far; `tables` are those at the start, before any was carried out."""

    tables: dict[str, str]
    entries: list[EntryForm]


class FindGames(Ask, frozen=True):
    """Which finished public games are wanted, as the query of a request; what is left out may be anything."""

    edition: Word | None = None
    players: Annotated[int, msgspec.Meta(ge=2, le=5)] | None = None
    seats: Literal["people", "bots", "mixed"] | None = None
    """Who played: people alone, bots alone, or both."""
    name: Name | None = None
    """The whole name of somebody who played."""
    since: Seconds | None = None
    """Ended then or later."""
    until: Seconds | None = None
    """Ended before."""
    after: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,11}(\.[0-9]{1,20})?-[a-z0-9]{1,16}$")] | None = None
    """`next` of the answer before."""


class GamePlayerForm(Form, frozen=True):
    """Somebody who played; `bot` is the level or id of a bot, or `account` for somebody's program."""

    name: str | None
    bot: str | None


class FinishedGameForm(Form, frozen=True):
    """A finished game in a list, with the players in their order; its replay is at the table of this id."""

    id: str
    edition: str
    variants: list[str]
    players: list[GamePlayerForm]
    ended: float


class FinishedGamesForm(Form, frozen=True):
    """Some games, those that ended last first. `next` asks for older ones, if there may be some."""

    games: list[FinishedGameForm]
    next: str | None


class ReadRecord(Ask, frozen=True):
    """A record in the notation, to be looked at."""

    record: Annotated[str, msgspec.Meta(max_length=60_000)]


class ReplayPlayerForm(Form, frozen=True, omit_defaults=False):
    """Who played."""

    name: str | None
    seat: int
    bot: bool = False


class ReplayStepForm(Form, frozen=True):
    """One turn of a record: what it did, on top of the view before it."""

    by: int
    events: list[AnyEvent]
    changes: ChangesForm
    faces: FacesChangesForm


class SentenceForm(Form, frozen=True, omit_defaults=False):
    """A sentence of a game's story: what it is about, and the players and numbers in it."""

    kind: SentenceKind
    player: int
    other: int | None
    turn: int
    points: int
    guests: int


class ReplayForm(Form, frozen=True, omit_defaults=False):
    """A whole game with every card open: how it started, and each turn of its record."""

    players: list[ReplayPlayerForm]
    open_hands: bool
    """Whether everybody saw all hands while it was played."""
    traits: TraitsForm
    plan: PlanForm
    view: StateForm
    faces: FacesForm
    steps: list[ReplayStepForm]
    story: list[SentenceForm]
    """The best turn, the turning point and who paid; empty while the game is not over."""
    notation: str


class RecordTurnForm(Form, frozen=True, omit_defaults=False):
    version: int
    player: int | None
    at: float
    seconds: float
    bot: bool
    actions: list[AnyAction]


class ContributionForm(Form, frozen=True, omit_defaults=False):
    """What a player's person gave for the shuffle: the hash before the commitment, the value after it."""

    seat: int
    hash: str | None
    value: str | None


class GameRecordForm(Form, frozen=True, omit_defaults=False):
    """A finished game with everything that was hidden."""

    id: str
    edition: str
    variants: list[str]
    players: list[str]
    bag: list[str]
    tables: list[str]
    salt: str
    """Empty if people contributed to the shuffle; then there are `secret` and `contributions`."""
    secret: str | None
    contributions: list[ContributionForm]
    commitment: str | None
    turns: list[RecordTurnForm]
    reason: str
    final: list[int]
    ranks: list[int]
    notation: str
