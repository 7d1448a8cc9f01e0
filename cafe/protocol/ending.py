"""Games that ended before their time: what a record says about it, and whether that is correct."""

from __future__ import annotations

from cafe.rules.errors import RecordError
from cafe.rules.events import Over
from cafe.rules.record import Record
from cafe.rules.scoring import result
from cafe.rules.state import State

AGREED = "agreed"
ENDED = "Ended"
"""The header of such a record."""
BY_AGREEMENT = "by agreement"
FORFEIT = "Forfeit"
"""The header of a game of the arena that somebody lost before its end: who, why, and what was expected."""


def agreed(state: State) -> Over:
    """The result of a game that ends as it stands."""
    return result(state.draft(), AGREED)


def ended_text(over: Over) -> str:
    """What the header says: that people agreed, and the final points."""
    return f"{BY_AGREEMENT}, {' '.join(map(str, over.final))}"


def forfeit_text(record: Record) -> str | None:
    """Who lost the game before its end and why, if the record says so."""
    said = record.extra.get(FORFEIT)
    return None if said is None else f"forfeited by {said}"


def check_ending(record: Record, state: State) -> Over | None:
    """The result, if people ended the game in its last state; RecordError if the points are different."""
    said = record.extra.get(ENDED)
    if said is None:
        return None
    if state.over is not None:
        raise RecordError(f"the game is over ({state.over.reason}); the header Ended says {said!r}")
    over = agreed(state)
    if said != ended_text(over):
        raise RecordError(f"as it stands the game ends {ended_text(over)!r}; the header Ended says {said!r}")
    return over
