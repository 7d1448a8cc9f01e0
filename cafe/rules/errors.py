"""Everything the rules refuse.

CafeError
├── SetupError      a game that cannot be set up: edition, variants, players, bag
├── PositionError   an impossible position
├── RecordError     a record that cannot be read, or has a mistake at some turn
├── IllegalAction   an action that the rules do not allow now; carries a Refusal
└── TurnError       a list of actions that goes wrong at some step; may carry a Refusal
"""

from __future__ import annotations

from enum import StrEnum

from cafe.rules.value import value

MOST_QUOTED = 60
"""How many characters of the input an error repeats."""


class CafeError(Exception):
    """Says what was expected and what came."""


def quoted(text: str) -> str:
    """The input as an error shows it: in quotes, and short enough to fit on a line."""
    return repr(text) if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]!r}..."


class SetupError(CafeError):
    """A game that cannot be set up."""


class PositionError(CafeError):
    """A position that cannot be."""


class RecordError(CafeError):
    """A record that cannot be read or does not follow the rules; `turn` counts from 1 where it is known."""

    def __init__(self, message: str, turn: int | None = None) -> None:
        super().__init__(f"turn {turn}: {message}" if turn is not None else message)
        self.turn = turn


class Rule(StrEnum):
    """The rule ids of refusals; if several apply, the first in this list is named."""

    GAME_OVER = "game.over"
    TURN_ACTION = "turn.action"
    CELL_UNKNOWN = "cell.unknown"
    HAND_MISSING = "hand.missing"
    CHAIR_TAKEN = "chair.taken"
    JOKER_AS = "joker.as"
    SWAP_JOKER = "swap.joker"
    SWAP_MATCH = "swap.match"
    BAR_JOKER = "bar.joker"
    CARD_DRAW = "card.draw"
    CARD_HIDE = "card.hide"
    PARTY_COMPLETE = "party.complete"
    SEAT_NATION = "seat.nation"
    SEAT_MIX = "seat.mix"
    SEAT_PARTNER = "seat.partner"
    SEAT_ALONE = "seat.alone"


@value
class Facts:
    """What a refusal is about, by name; which fields are set depends on the rule."""

    guest: str | None = None
    chair: str | None = None
    table: str | None = None
    nations: tuple[str, ...] | None = None
    """Nations that would have fitted."""
    gentlemen: int | None = None
    ladies: int | None = None
    """Who would sit at the table afterwards."""
    hand: int | None = None
    """Cards or fitting guests in the hand."""
    expected: tuple[str, ...] | None = None
    """The kinds of actions that are possible now."""


@value
class Refusal:
    """Why an action is not legal: the rule and the facts behind it."""

    rule: Rule
    facts: Facts


class IllegalAction(CafeError):
    """An action that the rules do not allow now."""

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class TurnError(CafeError):
    """A list of actions, one of which is illegal or comes after the end of the turn or a reveal."""

    def __init__(self, message: str, step: int, ended: bool, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.step = step
        """The index of that action."""
        self.ended = ended
        """The turn was over before it."""
        self.refusal = refusal
        """Why it is illegal, if it is."""
