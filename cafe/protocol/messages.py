"""What a table's socket says, to the field name; `type` tells which message it is."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from cafe.protocol.forms import (
    AnyAction,
    AnyEvent,
    Count,
    Form,
    OccupantForm,
    OverOfStateForm,
    StateForm,
    TablePointsForm,
    TurnOfStateForm,
)
from cafe.protocol.hints import Label, ReasonsForm
from cafe.protocol.outlook import OutlookForm
from cafe.protocol.tables import TableForm

PROTOCOL = 1
"""The number of this set of messages; a change that old clients cannot read gives a new one."""

EMOTES = ("hello", "thanks", "well-done", "oops", "thinking", "cheers")
"""Feelings that need no words; the client draws them."""


class FacesForm(Form, frozen=True):
    """Which person of its kind each guest is; a hand that the reader may not see is empty."""

    seated: dict[str, int]
    bar: list[int]
    hands: list[list[int]]


class OfferForm(Form, frozen=True):
    """A legal action and what it scores."""

    action: AnyAction
    points: tuple[TablePointsForm, ...] = ()
    """Table by table, for a guest who takes a chair."""
    total: int = 0
    """All points of it, the bar and a completed party included."""
    ends: bool = False
    """The turn is over after it."""
    reveals: bool = False
    """It shows something new (a draw, a dealt table): it cannot be undone or previewed any further."""


class FacesChangesForm(Form, frozen=True):
    """What changed; in `seated` a null removes the chair's entry."""

    seated: dict[str, int | None] | UnsetType = UNSET
    bar: list[int] | UnsetType = UNSET
    hands: list[list[int]] | UnsetType = UNSET


class ChangesForm(Form, frozen=True):
    """Fields of the view that changed.

    `tables` and `seated` hold only the cells that changed, null where nothing is left; every other field
    replaces the view's.
    """

    tables: dict[str, str | None] | UnsetType = UNSET
    seated: dict[str, OccupantForm | None] | UnsetType = UNSET
    bar: list[str] | UnsetType = UNSET
    hands: list[list[str] | Count] | UnsetType = UNSET
    bag: list[str] | Count | UnsetType = UNSET
    table_pile: list[str] | Count | UnsetType = UNSET
    hidden: list[list[str] | Count] | UnsetType = UNSET
    removed: list[str] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    one_nation_tables: list[Count] | UnsetType = UNSET
    out: list[Count] | UnsetType = UNSET
    turn: TurnOfStateForm | UnsetType = UNSET
    over: OverOfStateForm | UnsetType | None = UNSET


class FactsForm(Form, frozen=True):
    """What a refusal is about; which fields there are depends on the rule."""

    guest: str | None = None
    chair: str | None = None
    table: str | None = None
    nations: list[str] | None = None
    gentlemen: int | None = None
    ladies: int | None = None
    hand: int | None = None
    expected: list[str] | None = None


class RefusalForm(Form, frozen=True):
    """Why an action is not legal: the rule, its facts, and an English sentence."""

    rule: str
    facts: FactsForm
    message: str


class Message(Form, frozen=True, omit_defaults=False, tag_field="type", tag=str.lower):
    """A message of the socket."""


class Hello(Message, frozen=True):
    """The first message of a socket."""

    protocol: int
    version: str
    build: str
    """Changes with the browser app: a client of another build reloads between turns."""
    name: str
    now: float
    """The server's clock, in seconds since 1970."""


class Table(Message, frozen=True):
    """The table as it is now: who has a seat, who is here, whether it is running. Sent after every change."""

    table: TableForm


class View(Message, frozen=True):
    """The whole game as the reader may see it."""

    version: int
    player: int | None
    """Whose view this is; null for a spectator."""
    view: StateForm
    faces: FacesForm
    outlook: OutlookForm
    """What ends the game and how near that is."""
    legal: list[OfferForm]
    """Only for the reader whose turn it is."""
    clocks: list[float]
    """Seconds left for each player when the message was sent; empty without a clock."""
    patience: float
    """Seconds, from when it was sent, until the others may let a bot play for a mover who is away."""
    events: list[AnyEvent]
    """What the last turn did, if the view replaces it because another player looks on; otherwise empty.

    Whoever moved on that screen is told the card they drew: it is theirs to see before the next one looks.
    """


class Events(Message, frozen=True):
    """What a stored turn did; it follows version `version - 1`."""

    version: int
    player: int | None
    at: float
    by: int
    events: list[AnyEvent]
    changes: ChangesForm
    faces: FacesChangesForm
    outlook: OutlookForm
    legal: list[OfferForm]
    clocks: list[float]
    patience: float


class Said(Message, frozen=True):
    """Table talk: a text or an emote, from a player or a spectator."""

    number: int
    at: float
    name: str
    seat: int | None = None
    text: str | None = None
    emote: str | None = None
    yours: bool = False
    alike: bool = False
    """A spectator whose name can be taken for that of somebody at the table."""


class Done(Message, frozen=True):
    """The command was carried out; `version` is where its turn is in the log."""

    id: str
    version: int | None = None


class Refused(Message, frozen=True):
    """The command was not carried out and changed nothing."""

    id: str | None
    code: str
    message: str
    refusal: RefusalForm | None = None
    step: int | None = None
    """The index of the action that the rules refuse."""
    retry_after: int | None = None
    """Seconds after which the same may be allowed."""


class Previewed(Message, frozen=True):
    """A draft tried out: what its steps do, and what may follow."""

    id: str
    version: int
    events: list[AnyEvent]
    total: int
    """All points of the draft."""
    turn_total: int
    """The same with what the turn had brought before: it may go on after a table was dealt."""
    legal: list[OfferForm]
    ends: bool
    reveals: bool


class Explained(Message, frozen=True):
    """For one guest: why it may not take each chair, null where it may."""

    id: str
    guest: str
    chairs: dict[str, RefusalForm | None]


class Hinted(Message, frozen=True):
    """What a bot would do from here, and why, if it says so."""

    id: str
    version: int
    bot: str
    actions: list[AnyAction]
    reasons: ReasonsForm | None = None


class Coached(Message, frozen=True):
    """What somebody missed in the last turn, or in the part of it that cost most, by what they saw then."""

    id: str
    label: Label
    loss: float
    """What it cost, in points to one decimal."""
    played: list[AnyEvent]
    points: int
    better: list[AnyEvent]
    """What the best turn would have done; empty where it was played."""
    better_points: int
    view: StateForm
    """What they saw before it."""
    faces: FacesForm
    why: ReasonsForm
    """What speaks for the best turn."""


AnyMessage = Hello | Table | View | Events | Said | Done | Refused | Previewed | Explained | Hinted | Coached
