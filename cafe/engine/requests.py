"""The requests of the protocol, to the field name."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from cafe.protocol.forms import StateForm

Ms = Annotated[int, msgspec.Meta(ge=1, le=3_600_000)]


class Request(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="cmd",
    tag=lambda name: name.lower(),
    kw_only=True,
):
    """A request; `cmd` tells which. `id` is repeated in the answer."""

    id: Any = None


class Hello(Request, frozen=True):
    pass


class New(Request, frozen=True):
    edition: str
    players: int
    variants: list[str] = []
    seed: int | None = None
    bag: list[str] | None = None
    tables: list[str] | None = None


class Load(Request, frozen=True):
    state: msgspec.Raw


class Apply(Request, frozen=True):
    action: dict[str, Any]


class Undo(Request, frozen=True):
    pass


class State(Request, frozen=True):
    pass


class Legal(Request, frozen=True):
    pass


class View(Request, frozen=True):
    player: int | None


class Turns(Request, frozen=True):
    pass


class Perft(Request, frozen=True):
    depth: Annotated[int, msgspec.Meta(ge=0, le=100)]


class Go(Request, frozen=True):
    bot: str
    ms: Ms = 1000
    seed: int | None = None


class Choose(Request, frozen=True):
    view: StateForm
    legal: list[dict[str, Any]]
    points: list[int] | None = None
    bot: str = "greedy"
    ms: Ms = 1000
    seed: int | None = None


class Record(Request, frozen=True):
    pass


class Replay(Request, frozen=True):
    record: str


class Quit(Request, frozen=True):
    pass


AnyRequest = (
    Hello
    | New
    | Load
    | Apply
    | Undo
    | State
    | Legal
    | View
    | Turns
    | Perft
    | Go
    | Choose
    | Record
    | Replay
    | Quit
)
COMMANDS = tuple(kind.__name__.lower() for kind in AnyRequest.__args__)
