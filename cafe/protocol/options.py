"""What the server's HTTP interface says about what can be chosen, to the field name."""

from __future__ import annotations

from cafe.protocol.forms import Form
from cafe.protocol.tables import TraitsForm


class EditionForm(Form, frozen=True):
    name: str
    variants: list[str]
    least_players: int
    most_players: int
    traits: TraitsForm


class LevelForm(Form, frozen=True):
    """An opponent for people: `level` is what a seat's `bot` is called, `name` the character that plays so.

    `names` are the character's and those of others of the house, in the order in which they sit down.
    """

    level: str
    name: str
    character: str
    names: list[str]


class LocalNetworkForm(Form, frozen=True):
    """This machine in its local network: its address there, and whether the server listens to it.

    `command` starts this server again, with the data that it has now; options can be added at its end.
    """

    host: str
    open: bool
    command: str


class OptionsForm(Form, frozen=True):
    """What can be chosen here."""

    version: str
    build: str
    protocol: int
    editions: list[EditionForm]
    bots: list[str]
    emotes: list[str]
    levels: list[LevelForm]
    """From the weakest to the strongest."""
    profiles: bool
    """Whether people have a page here."""
    local_network: LocalNetworkForm | None = None
    """Told to whoever looks from this very machine, where the server has no public address."""
