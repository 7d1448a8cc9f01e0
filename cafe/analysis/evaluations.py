"""What the bots' own evaluations make of a position for one player, with every hand open.

Somebody looking back at a game may see the hands that were hidden while it was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, NamedTuple, Protocol

from cafe.bots.evaluation import value
from cafe.bots.reply import best_reply
from cafe.bots.runtime import FAMILIES, missing_library
from cafe.bots.standing import final
from cafe.bots.weights import stored_weights
from cafe.rules.edition import Edition
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.view import on_turn, view

Asked = Sequence[tuple[State, int]]
"""Positions of running games, each with the player for whom it is evaluated."""


@dataclass(frozen=True)
class Care:
    """How many turns are compared over how many deals."""

    width: int
    """Turns that are compared at first; of more, those that promise most at once."""
    rounds: tuple[tuple[int, int], ...]
    """How many deals more are looked at, and how many turns stay besides the one that was played."""
    deals: int
    """How many other deals then tell what the best one and the one that was played are worth."""


class Said(NamedTuple):
    """What an evaluation expects for a player, as a margin at the end."""

    own: float
    """From what that player sees."""
    others: float = 0.0
    """From what the others see, on the average; only where hands are hidden."""
    public: float = 0.0
    """What it is by now to who sees no hand: both know this, so that it must not count twice."""


class Evaluation(Protocol):
    """What a valuation rests on."""

    @property
    def name(self) -> str:
        """What it is called in the calibration."""
        ...

    @property
    def care(self) -> Care:
        """What it leaves time for: 20 seconds for a board game, 5 for a card game."""
        ...

    @property
    def plain(self) -> Said:
        """How much of what is said counts in a game that nobody has calibrated."""
        ...

    def margins(self, asked: Asked) -> list[Said]:
        """The margin at the end that each may expect, by this evaluation."""
        ...


class Replies:
    """The evaluation of `regular` after the turn that it likes best for the player to move."""

    name: Final = "replies"
    care: Final = Care(12, ((1, 5), (4, 3), (4, 2)), 6)
    plain: Final = Said(1.0)

    def margins(self, asked: Asked) -> list[Said]:
        """What the position after the reply is worth to each."""
        known: dict[State, State] = {}
        found = []
        for state, player in asked:
            if state not in known:
                known[state] = best_reply(view(state, state.player).known, stored_weights(), bool).after
            found.append(Said(self._worth(known[state], state, player)))
        return found

    def _worth(self, after: State, state: State, player: int) -> float:
        if not state.edition.open_hands:
            # The reply was found without the others' cards; they are what this player goes by.
            mover = state.player
            hands = [hand if place == mover else state.hands[place] for place, hand in enumerate(after.hands)]
            after = after.but(hands=tuple(hands))
        if after.over is not None or player in after.out:
            finals = [final(after, place) for place in range(after.players)]
            return float(finals[player] - max(finals[:player] + finals[player + 1 :]))
        return value(view(after, player).known, player, stored_weights())


class NetworkValues:
    """The network of `maestro`, which sees what its player sees.

    Where hands are hidden everybody is asked, as if it were their turn: together they know all hands.
    """

    name: Final = "network"

    def __init__(self, edition: Edition) -> None:
        from cafe.bots.judge import judge_for

        self._judge = judge_for(edition)
        self._open = edition.open_hands
        self.care: Final = OPEN if self._open else HIDDEN
        self.plain: Final = Said(1.0) if self._open else Said(1.0, 1.0, -1.0)

    def margins(self, asked: Asked) -> list[Said]:
        """What the network expects for each."""
        eyes = {(state, eye): self._seen(state, eye) for state, _ in asked for eye in self._eyes(state)}
        views = list(dict.fromkeys(eyes.values()))
        answers = self._judge.ask(views, [legal_actions(seen) for seen in views])
        known = dict(zip(views, answers, strict=True))

        def says(state: State, eye: int, player: int) -> float:
            margin: float = known[eyes[state, eye]].expected((player - eye) % state.players)[1]
            return margin

        found = []
        for state, player in asked:
            all_eyes = self._eyes(state)
            own = player if player in all_eyes else state.player
            others = [says(state, eye, player) for eye in all_eyes if eye != own]
            if others:
                mean = sum(others) / len(others)
                found.append(Said(says(state, own, player), mean, _public(state, player)))
            else:
                found.append(Said(says(state, own, player)))
        return found

    def _eyes(self, state: State) -> list[int]:
        """Who is asked."""
        if self._open:
            return [state.player]
        return [player for player in range(state.players) if player not in state.out]

    def _seen(self, state: State, eye: int) -> State:
        if self._open:
            return state
        seen = view(state, eye)
        return seen.known if eye == state.player else on_turn(seen)


def _public(state: State, player: int) -> float:
    """How far a player is ahead by now, as far as everybody can see."""
    known = view(state, None).known
    finals = [final(known, place) for place in range(known.players)]
    return float(finals[player] - max(finals[:player] + finals[player + 1 :]))


OPEN: Final = Care(40, ((2, 8), (6, 4), (12, 3)), 20)
HIDDEN: Final = Care(12, ((2, 5), (4, 3)), 8)


def evaluation_of(edition: Edition) -> Evaluation:
    """The strongest evaluation for this game that can be asked here."""
    family = next((family for family, names in FAMILIES.items() if edition.name in names), None)
    has_network = family is not None and files("cafe.bots").joinpath("networks", f"{family}.npz").is_file()
    return NetworkValues(edition) if has_network and missing_library() is None else Replies()
