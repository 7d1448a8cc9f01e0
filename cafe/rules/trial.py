"""Trying a list of actions: when a turn is over, when something is revealed, what the actions lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cafe.rules.actions import Action
from cafe.rules.errors import IllegalAction, TurnError
from cafe.rules.events import Dealt, Drawn, Event, Over, Turn
from cafe.rules.state import State
from cafe.rules.turns import apply

REVEALS: Final = frozenset((Drawn, Dealt))
"""What nobody could know before it happened: a tile drawn, a table dealt."""
BEHIND: Final = REVEALS | {Turn, Over}
"""What may not be told before it is played: it is revealed, or follows from what is."""


def is_under_way(state: State) -> bool:
    """Whether the player to move has taken a step of this turn."""
    return bool(state.taken) or state.party is not None


def turn_is_over(after: State, player: int) -> bool:
    """Whether a step of this player left the turn finished."""
    # `is_under_way` is written out: a search asks this at every step.
    return after.over is not None or after.player != player or not (after.taken or after.party)


def reveals(events: Sequence[Event]) -> bool:
    """Whether something came to light that cannot be put back unseen."""
    return not REVEALS.isdisjoint(map(type, events))


def stops(after: State, events: Sequence[Event], player: int) -> bool:
    """Whether nothing more of the turn can be decided now: it is over, or continues after a reveal."""
    return turn_is_over(after, player) or reveals(events)


class Trial(NamedTuple):
    """What actions lead to."""

    state: State
    events: tuple[Event, ...]
    ends: bool
    """The turn is over."""
    reveals: bool
    """The last action revealed something; only then can what follows be decided."""

    @property
    def stops(self) -> bool:
        """Nothing more of the turn can be decided now."""
        return self.ends or self.reveals

    @property
    def told(self) -> tuple[Event, ...]:
        """The events that may be told before the actions are played."""
        for index, event in enumerate(self.events):
            if type(event) in BEHIND:
                return self.events[:index]
        return self.events


def try_actions(state: State, actions: Sequence[Action]) -> Trial:
    """Play the actions of one turn in order; TurnError says which of them is impossible, and why."""
    player = state.player
    events: tuple[Event, ...] = ()
    ends = revealed = False
    for step, action in enumerate(actions):
        if ends or revealed:
            what = "the turn is over" if ends else "something new is shown"
            count = "1 action" if step == 1 else f"{step} actions"
            raise TurnError(f"expected {count}, after which {what}; got more", step, ends)
        try:
            state, new = apply(state, action)
        except IllegalAction as error:
            raise TurnError(str(error), step, ends, error.refusal) from None
        events += new
        revealed = reveals(new)
        ends = turn_is_over(state, player)
    return Trial(state, events, ends, revealed)
