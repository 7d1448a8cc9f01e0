"""What a table's socket hears, to the field name; `type` tells which command it is."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cafe.protocol.forms import AnyAction
from cafe.protocol.tables import Ask

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[^\\x00]*$")]
"""Any text without a zero character, which PostgreSQL cannot store."""
Actions = Annotated[list[AnyAction], msgspec.Meta(max_length=16)]
ChosenFaces = Annotated[list[int], msgspec.Meta(max_length=16)]
"""Which of equal guests are meant: a face for each action that plays one, in order; left out: the first."""
Hex = Annotated[str, msgspec.Meta(max_length=64, pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""
Guest = Annotated[str, msgspec.Meta(max_length=3)]
TALK_LENGTH = 200
Talk = Annotated[str, msgspec.Meta(min_length=1, max_length=TALK_LENGTH)]


class Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower, kw_only=True
):
    """What a client asks; the answer repeats `id`."""

    id: CommandId


class Preview(Command, frozen=True):
    """Try a draft; nothing is stored. A `plan` is tried while others play, as if it were one's turn now."""

    version: int
    actions: Actions
    faces: ChosenFaces = []
    plan: bool = False


class Submit(Command, frozen=True):
    """Play a turn, or as much of it as leads to something revealed. The same id again: the same answer."""

    version: int
    actions: Actions
    faces: ChosenFaces = []


class Explain(Command, frozen=True, rename={"as_": "as"}):
    """Ask why a guest may not sit, after the draft so far."""

    version: int
    guest: Guest
    actions: Actions = []
    as_: Annotated[str, msgspec.Meta(max_length=2)] | None = None
    plan: bool = False


class Hint(Command, frozen=True):
    """Ask what a bot would do, after the draft so far."""

    version: int
    actions: Actions = []


class Coach(Command, frozen=True):
    """Ask what one missed in one's last turn, in a game against the house's bots alone."""


class Resync(Command, frozen=True):
    """Ask for the whole view."""


class Say(Command, frozen=True):
    """Talk at the table."""

    text: Talk | None = None
    emote: Literal["hello", "thanks", "well-done", "oops", "thinking", "cheers"] | None = None


class Resign(Command, frozen=True):
    """Leave the game for good; a bot finishes the seat, which ranks last."""

    seat: int | None = None
    """Of several people on one screen, whose seat; null for all of one's own."""


class Agree(Command, frozen=True):
    """Agree to end the game as it stands (true), or no longer (false)."""

    end: bool


class StandIn(Command, frozen=True, tag="stand_in"):
    """Let a bot play for the mover of this version, who is away, until they return."""

    version: int


class Contribute(Command, frozen=True):
    """Promise 32 random bytes for the shuffle by their hash, before the host starts; again replaces it."""

    hash: Hex


class OpenContribution(Command, frozen=True, tag="open_contribution"):
    """Tell the bytes, after the commitment has been published."""

    value: Hex


AnyCommand = (
    Preview
    | Submit
    | Explain
    | Hint
    | Coach
    | Resync
    | Say
    | Resign
    | Agree
    | StandIn
    | Contribute
    | OpenContribution
)


class TryTurn(Ask, frozen=True):
    """The command `preview` as an HTTP request."""

    version: int
    actions: Actions
    id: CommandId = "preview"
    faces: ChosenFaces = msgspec.field(default_factory=list)
    plan: bool = False


class PlayTurn(Ask, frozen=True):
    """The command `submit` as an HTTP request."""

    id: CommandId
    version: int
    actions: Actions
    faces: ChosenFaces = msgspec.field(default_factory=list)
