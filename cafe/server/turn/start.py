"""The secret beginning of a game: bag, table cards, faces and the salt of their commitment."""

from __future__ import annotations

import secrets
from random import Random

import msgspec

from cafe.protocol.convert import state_form, state_of
from cafe.protocol.fairness import commitment
from cafe.protocol.forms import StateForm
from cafe.rules.edition import Edition
from cafe.rules.setup import TABLE_CARDS, deal, shuffled
from cafe.rules.state import State


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game begins with; the log gives all the rest. Nobody is told of it before the end."""

    faces_seed: int
    salt: str = ""
    bag: list[int] = []
    tables: list[int] = []
    position: StateForm | None = None

    def state(self, edition: Edition, players: int) -> State:
        """The state before the first turn."""
        if self.position is not None:
            return state_of(self.position)
        return deal(edition, players, self.bag, self.tables)

    def commitment(self) -> str | None:
        """What is published at the start; nothing for a position that somebody set up."""
        return None if self.position is not None else commitment(self.salt, self.bag, self.tables)


def shuffle(edition: Edition) -> Start:
    """A fair beginning that nobody can guess."""
    rng = Random(secrets.randbits(256))
    return Start(
        faces_seed=secrets.randbits(62),
        salt=secrets.token_hex(16),
        bag=shuffled(edition.tiles, rng),
        tables=shuffled(TABLE_CARDS, rng) if edition.table_cards else [],
    )


def from_position(state: State) -> Start:
    """A beginning in the middle of a game."""
    return Start(faces_seed=secrets.randbits(62), position=state_form(state))
