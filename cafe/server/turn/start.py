"""The secret beginning of a game: bag, table cards, faces, and the salt if the server shuffled alone."""

from __future__ import annotations

import secrets
from random import Random

import msgspec

from cafe.protocol.convert import state_form, state_of
from cafe.protocol.fairness import commitment
from cafe.protocol.forms import StateForm
from cafe.protocol.shuffle import shuffle as shuffle_by
from cafe.rules.edition import Edition
from cafe.rules.setup import TABLE_CARDS, deal, shuffled
from cafe.rules.state import State


class Start(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game begins with; the log has all the rest. It stays secret until the end."""

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
        """The published commitment to a bag that the server shuffled alone; nothing for a position set up."""
        return None if self.position is not None else commitment(self.salt, self.bag, self.tables)


def shuffle(edition: Edition) -> Start:
    """A beginning that the server shuffles alone and nobody can guess."""
    rng = Random(secrets.randbits(256))
    return Start(
        faces_seed=secrets.randbits(62),
        salt=secrets.token_hex(16),
        bag=shuffled(edition.tiles, rng),
        tables=shuffled(TABLE_CARDS, rng) if edition.table_cards else [],
    )


def shuffle_together(edition: Edition, seed: str) -> Start:
    """The beginning that follows from all contributions; faces are decoration, drawn by the server alone."""
    bag, tables = shuffle_by(edition, seed)
    return Start(faces_seed=secrets.randbits(62), bag=bag, tables=tables)


def from_position(state: State) -> Start:
    """A beginning in the middle of a game."""
    return Start(faces_seed=secrets.randbits(62), position=state_form(state))
