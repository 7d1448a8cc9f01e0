"""What the server's HTTP interface says and hears about people, to the field name."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from cafe.protocol.forms import Form
from cafe.protocol.tables import Ask, Code, Name, SeatNumber


class NewPerson(Ask, frozen=True):
    """Come in with a name; `token` asks for the secret in the answer, for programs."""

    name: Name
    token: bool = False


class ChangePerson(Ask, frozen=True):
    """Another name; whether finished public games may be listed and exported; what others see of one's page.

    What is missing stays.
    """

    name: Name | None = None
    exported: bool | None = None
    shown: Literal["nothing", "stamps", "all"] | None = None


class PersonForm(Form, frozen=True, omit_defaults=True):
    """Who is asking; the secret is told once, and only to somebody who asked for it."""

    name: str
    token: str | None = None
    exported: bool | None = None
    """Whether finished public games may be listed and exported; told to whoever asks who they are."""
    shown: str | None = None
    """What others see of their page: `nothing`, `stamps` or `all`; likewise."""


class TransferForm(Form, frozen=True):
    """A link that carries the identity to another device, once, for ten minutes."""

    code: str
    link: str
    expires: float


class UseTransfer(Ask, frozen=True):
    code: Code
    token: bool = False


REPORT_LENGTH = 500
SaidNumber = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class Report(Ask, frozen=True):
    """Report the person in a seat, or whoever said the message of this number, to the server's host."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_LENGTH)]
    seat: SeatNumber | None = None
    said: SaidNumber | None = None


class Block(Ask, frozen=True):
    """Block or unblock the person in a seat, or whoever said the message of this number."""

    seat: SeatNumber | None = None
    said: SaidNumber | None = None
    blocked: bool = True


class SaidNumbersForm(Form, frozen=True):
    """The numbers of what the blocked person said at this table: to be hidden, or shown again."""

    said: list[int]


class BlockedPerson(Form, frozen=True):
    """Somebody the asker has blocked; `id` is only good for unblocking."""

    id: str
    name: str


class BlockedPeopleForm(Form, frozen=True):
    people: list[BlockedPerson]
