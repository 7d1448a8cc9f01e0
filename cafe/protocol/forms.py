"""The JSON forms of PROTOCOL version 1, to the field name. `convert` makes them from the rules' types."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A JSON object with exactly these fields."""


class ActionForm(Form, frozen=True, tag_field="type", tag=lambda name: name.removesuffix("Form").lower()):
    """An action; `type` tells which."""


class SeatForm(ActionForm, frozen=True, rename={"as_": "as"}):
    guest: str
    chair: str
    as_: str | None = None


class BarForm(ActionForm, frozen=True):
    guest: str


class SwapForm(ActionForm, frozen=True):
    guest: str
    chair: str


class DrawForm(ActionForm, frozen=True):
    pass


class HideForm(ActionForm, frozen=True):
    guest: str


class PartyForm(ActionForm, frozen=True):
    table: str
    gender: Literal["m", "f"]


class DoneForm(ActionForm, frozen=True):
    pass


class CloseForm(ActionForm, frozen=True):
    pass


class PassForm(ActionForm, frozen=True):
    pass


AnyAction = SeatForm | BarForm | SwapForm | DrawForm | HideForm | PartyForm | DoneForm | CloseForm | PassForm


class EventForm(Form, frozen=True, tag_field="type", tag=lambda name: name.removesuffix("Form").lower()):
    """An event; `type` tells which.

    `face`, which of the people of its kind the guest is, is only told by a server: the engine knows none.
    """


class TablePointsForm(Form, frozen=True, omit_defaults=False):
    table: str
    guests: int
    one_nation: bool
    points: int


class SeatedForm(EventForm, frozen=True, rename={"as_": "as"}):
    player: int
    guest: str
    chair: str
    points: list[TablePointsForm]
    as_: str | None = None
    face: int | None = None
    total: int | None = None
    """All its points. This and `turn_total` are told by a server alone, like the faces."""
    turn_total: int | None = None
    """What the turn has brought up to and with this event."""


class PartiedForm(EventForm, frozen=True):
    player: int
    table: str
    points: int
    turn_total: int | None = None
    """As in `seated`."""


class BarredForm(EventForm, frozen=True):
    player: int
    guest: str
    place: int
    points: int
    face: int | None = None
    turn_total: int | None = None
    """As in `seated`."""


class LeftForm(EventForm, frozen=True):
    player: int
    guest: str
    face: int | None = None


class SwappedForm(EventForm, frozen=True):
    player: int
    guest: str
    chair: str
    joker: str
    face: int | None = None


class DrawnForm(EventForm, frozen=True):
    """`guest` is left out for anybody who may not know it."""

    player: int
    guest: str | None = None
    face: int | None = None


class HiddenForm(EventForm, frozen=True):
    """`guest` is left out for anybody who may not know it."""

    player: int
    guest: str | None = None
    face: int | None = None


class ClearedForm(EventForm, frozen=True):
    tables: list[str]
    chairs: list[str]


class DealtForm(EventForm, frozen=True):
    table: str
    nation: str


class PassedForm(EventForm, frozen=True):
    player: int


class ClosedForm(EventForm, frozen=True):
    player: int


class OutForm(EventForm, frozen=True):
    player: int


class TurnForm(EventForm, frozen=True):
    player: int


class OverForm(EventForm, frozen=True):
    reason: str
    penalties: list[int]
    final: list[int]
    winners: list[int]
    ranks: list[int]


AnyEvent = (
    SeatedForm
    | PartiedForm
    | BarredForm
    | LeftForm
    | SwappedForm
    | DrawnForm
    | HiddenForm
    | ClearedForm
    | DealtForm
    | PassedForm
    | ClosedForm
    | OutForm
    | TurnForm
    | OverForm
)


class OccupantForm(Form, frozen=True, rename={"as_": "as"}):
    """Who sits on a chair; a joker also says which nation it stands for where the edition requires it."""

    guest: str
    as_: str | None = None


class PartyOfTurnForm(Form, frozen=True):
    table: str
    gender: Literal["m", "f"]


class TurnOfStateForm(Form, frozen=True):
    player: Count
    seated: list[str]
    owes_partner: str | None
    party: PartyOfTurnForm | None
    may_close: bool
    passes: Count


class OverOfStateForm(Form, frozen=True):
    reason: str
    penalties: list[int]
    final: list[int]
    winners: list[int]
    ranks: list[int]


class StateForm(Form, frozen=True):
    """A state, or a view: in a view, what is unknown is replaced by how many there are."""

    edition: str
    variants: list[str]
    players: Count
    tables: dict[str, str]
    seated: dict[str, OccupantForm]
    bar: list[str]
    hands: list[list[str] | Count]
    bag: list[str] | Count
    table_pile: list[str] | Count
    hidden: list[list[str] | Count]
    removed: list[str]
    scores: list[int]
    one_nation_tables: list[Count]
    out: list[Count]
    turn: TurnOfStateForm
    over: OverOfStateForm | None
