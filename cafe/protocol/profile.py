"""What the server's HTTP interface says and hears about a person's page, to the field name."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cafe.protocol.forms import Form
from cafe.protocol.puzzles import SolverForm
from cafe.protocol.replays import FindGames, FinishedGameForm
from cafe.protocol.tables import Ask, Word

RecoveryText = Annotated[str, msgspec.Meta(max_length=100)]


class FindOwnGames(FindGames, frozen=True):
    """Which of one's finished games are wanted, as the query of a request."""

    bot: Word | None = None
    """A level of the house's bots, one of which played."""
    won: bool | None = None


class OwnGameForm(FinishedGameForm, frozen=True, omit_defaults=False):
    """A finished game of the asker's; the numbers are null where the game does not count."""

    rank: int | None = None
    points: int | None = None
    margin: int | None = None
    """Points less those of the best of the others."""
    uncounted: Literal["agreed", "screen", "practice"] | None = None
    """Why it does not count: ended by agreement, several people on one screen, or practice."""
    opens_in: int | None = None
    """For how many seconds replay and review are still withheld: today's café."""


class OwnGamesForm(Form, frozen=True):
    """Some games, those that ended last first. `next` asks for older ones, if there may be some."""

    games: list[OwnGameForm]
    next: str | None


class TellStamp(Ask, frozen=True):
    """Something that only the browser knows of was done: a lesson, a replay."""

    stamp: Word


class StampForm(Form, frozen=True, omit_defaults=False):
    """A stamp on the coffee card."""

    stamp: str
    at: float
    table: str | None = None
    """The game that earned it; told to its owner."""
    opens_in: int | None = None
    """For how many seconds the replay of that game is still withheld: today's café."""


class StandingForm(Form, frozen=True):
    """Games of an edition with so many players: how many, how many were won, and the averages."""

    edition: str
    players: int
    games: int
    wins: int
    points: float
    margin: float


class OpponentForm(Form, frozen=True, omit_defaults=False):
    """Somebody met in games: `bot` is the level or id of a bot, or `account` for somebody's program."""

    name: str | None
    bot: str | None
    games: int
    wins: int


class SpellForm(Form, frozen=True):
    """Some games in a row: when the first and the last of them ended, and the averages."""

    since: float
    until: float
    games: int
    points: float
    margin: float


class CourseForm(Form, frozen=True):
    """How the games of one edition went over time, in spells of equally many games, the last ones last."""

    edition: str
    spells: list[SpellForm]


class StatisticsForm(Form, frozen=True):
    """Sums over the latest games that count, 2,000 at most."""

    games: int
    wins: int
    standings: list[StandingForm]
    opponents: list[OpponentForm]
    """Those met most often; others than the asker are told of the house's bots alone."""
    courses: list[CourseForm]


class ProfileForm(Form, frozen=True, omit_defaults=False, kw_only=True):
    """A person's page as its reader may see it."""

    name: str
    card: list[str]
    """Every stamp that can be earned here, and those that are, in the order of the card."""
    stamps: list[StampForm]
    """Those that are earned, in the order of earning."""
    statistics: StatisticsForm | None = None
    """Null where the person keeps it to themselves."""
    puzzles: SolverForm | None = None
    """Null, too, for who has answered none, and where there are none."""
    waiting: bool = False
    """Older games have still to be gone through: ask again."""


class OwnProfileForm(ProfileForm, frozen=True, omit_defaults=False, kw_only=True):
    """One's own page."""

    link: str
    """Where others find it."""
    shown: str
    """What others see of it: `nothing`, `stamps` or `all`."""
    recovery: float | None
    """When the recovery code was made, if there is one."""


class RecoveryForm(Form, frozen=True):
    """A recovery code, told this once."""

    code: str


class UseRecovery(Ask, frozen=True):
    """Become the person of a recovery code, as it was written down."""

    code: RecoveryText
    token: bool = False


class ResultForm(Form, frozen=True, omit_defaults=False):
    """A finished game among all that is known of a person."""

    table: str
    ended: float
    edition: str
    players: int
    rank: int | None
    points: int | None
    margin: int | None


class PageExportForm(Form, frozen=True, omit_defaults=False):
    """What is kept for a person's page."""

    shown: str
    recovery: float | None
    stamps: list[StampForm]
    results: list[ResultForm]
