"""What the bots' own evaluations make of a position for one player, with every hand open.

Somebody looking back at a game may see the hands that were hidden while it was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import inf
from operator import mul
from typing import Final, NamedTuple, Protocol

from cafe.analysis.playing_on import Expected, ask, expectation, play_on
from cafe.bots.evaluation import value
from cafe.bots.guess import ready, replies
from cafe.bots.reply import best_reply
from cafe.bots.runtime import FAMILIES, missing_library
from cafe.bots.standing import final
from cafe.bots.weights import stored_weights
from cafe.rules.edition import Edition
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import view

Asked = Sequence[tuple[State, int]]
"""Positions of running games, each with the player for whom it is evaluated."""


@dataclass(frozen=True)
class Again:
    """A second look at two turns: everybody plays on before the positions are valued."""

    loss: float
    """From how many points on a turn seems costly."""
    rounds: int
    """Turns that everybody plays."""
    deals: int
    most: int
    """Turns of a game that are looked at again, the costliest ones."""


@dataclass(frozen=True)
class Care:
    """How many turns are compared over how many deals."""

    width: int
    """Turns compared at first; if there are more, those that promise most at once."""
    rounds: tuple[tuple[int, int], ...]
    """How many more deals follow, and how many turns stay in besides the one that was played."""
    deals: int
    """How many other deals then compare the best turn and the one that was played."""
    draws: int
    """How many orders of bag and pile V is averaged over."""
    again: Again
    """How a turn that seems costly is looked at a second time."""


NEVER: Final = Again(inf, 0, 0, 0)
OPEN: Final = Care(40, ((2, 8), (6, 4), (12, 3)), 20, 20, Again(3.0, 2, 96, 24))
HIDDEN: Final = Care(8, ((2, 3), (3, 2)), 8, 4, Again(2.0, 2, 24, 12))


class Said(NamedTuple):
    """What an evaluation expects for a player, as a margin at the end."""

    own: float
    """From what that player sees."""
    others: float = 0.0
    """From what the others see at their next turns, on average; only where hands are hidden."""


class Evaluation(Protocol):
    """What a valuation is based on."""

    @property
    def name(self) -> str:
        """What it is called in the calibration."""
        ...

    @property
    def care(self) -> Care:
        """What it leaves time for: 20 seconds for a board game, 5 for a card game."""
        ...

    @property
    def follows(self) -> bool:
        """Whether it plays on with what is still to be drawn, so that the order of bag and pile matters."""
        ...

    @property
    def plain(self) -> Said:
        """How much of each part counts in a game that has not been calibrated."""
        ...

    def margins(self, asked: Asked, eye: int | None = None) -> list[Said]:
        """The final margin that each player can expect.

        Where hands are hidden: by all views together, or as `eye` sees it, who has just chosen a turn.
        """
        ...

    def play_on(self, states: Sequence[State], rounds: int) -> list[State]:
        """Each position after so many more turns of everybody, or at the end of the game."""
        ...


class Replies:
    """The evaluation of `regular` after the turn that it likes best for the player to move."""

    name: Final = "replies"
    follows: Final = False
    care: Final = Care(12, ((1, 5), (4, 3), (4, 2)), 6, 4, NEVER)
    plain: Final = Said(1.0)

    def margins(self, asked: Asked, eye: int | None = None) -> list[Said]:
        """What the position after the reply is worth to each."""
        known: dict[State, State] = {}
        found = []
        for state, player in asked:
            if state not in known:
                known[state] = best_reply(view(state, state.player).known, stored_weights(), bool).after
            found.append(Said(self._worth(known[state], state, player)))
        return found

    def play_on(self, states: Sequence[State], rounds: int) -> list[State]:
        """The positions as they are: playing on would take too long, so nothing is looked at twice."""
        return list(states)

    def _worth(self, after: State, state: State, player: int) -> float:
        if not state.edition.open_hands:
            # The reply was found without the others' cards; they are what this player goes by.
            mover = state.player
            hands = [hand if place == mover else state.hands[place] for place, hand in enumerate(after.hands)]
            after = after.but(hands=tuple(hands))
        if after.over is not None or player in after.out:
            return _at_the_end(after)[player]
        return value(view(after, player).known, player, stored_weights())


class NetworkValues:
    """The network of `maestro`, which sees what its player sees: with open hands, everything."""

    name: Final = "network"
    care: Final = OPEN
    follows: Final = False
    plain: Final = Said(1.0)

    def __init__(self, edition: Edition) -> None:
        from cafe.bots.judge import judge_for

        self._judge = judge_for(edition)

    def margins(self, asked: Asked, eye: int | None = None) -> list[Said]:
        """The network's expectation for each."""
        states = list(dict.fromkeys(state for state, _ in asked))
        answers = self._judge.ask(states, [legal_actions(state) for state in states])
        known = dict(zip(states, answers, strict=True))
        return [Said(expectation(known[state], state)[player]) for state, player in asked]

    def play_on(self, states: Sequence[State], rounds: int) -> list[State]:
        """As the network's policy plays."""
        return play_on(self._judge, states, rounds)


class HiddenValues:
    """The network of `maestro` and the evaluation of `chef`, where hands are hidden.

    A player is asked at the beginning of their own next turn, the policy playing until then. Asked at once,
    as if it were their turn, they would count on the chairs that a turn leaves to the others.
    """

    name: Final = "network"
    care: Final = HIDDEN
    follows: Final = True
    plain: Final = Said(0.5, 0.5)

    def __init__(self, edition: Edition) -> None:
        from cafe.bots.judge import judge_for

        self._judge = judge_for(edition)

    def margins(self, asked: Asked, eye: int | None = None) -> list[Said]:
        """What everybody expects, who together know all hands; or what `eye` thinks of having come here."""
        states = list(dict.fromkeys(state for state, _ in asked))
        if eye is not None:
            opinions = dict(zip(states, self._opinions(states, eye), strict=True))
            return [Said(opinions[state][player], opinions[state][player]) for state, player in asked]
        heard = dict(zip(states, self._heard(states), strict=True))
        found = []
        for state, player in asked:
            others = [said[player] for other, said in heard[state].items() if other != player]
            found.append(Said(heard[state][player][player], sum(others) / len(others)))
        return found

    def play_on(self, states: Sequence[State], rounds: int) -> list[State]:
        """As the network's policy plays; everybody goes by what they see."""
        return play_on(self._judge, states, rounds)

    def _heard(self, states: Sequence[State]) -> list[dict[int, Expected]]:
        """For each position what every player, once asked, expects for everybody."""
        heard: list[dict[int, Expected]] = [{} for _ in states]
        running = dict(enumerate(states))
        while running:
            following = {}
            for place, (said, action) in ask(self._judge, running).items():
                at = running[place]
                heard[place].setdefault(at.player, said)
                if len(heard[place]) == at.players:
                    continue
                after, _ = apply(at, action)
                if after.over is None:
                    following[place] = after
                else:
                    heard[place] = dict.fromkeys(range(at.players), _at_the_end(after)) | heard[place]
            running = following
        return heard

    def _opinions(self, states: Sequence[State], eye: int) -> list[Expected]:
        """What a player expects for everybody, having chosen a turn: half by the network, half by `chef`."""
        done: dict[int, State] = {}
        expected: dict[int, Expected] = {}
        running = dict(enumerate(states))
        while running:
            following = {}
            for place, (said, action) in ask(self._judge, running).items():
                at = running[place]
                if at.player != eye or not is_under_way(at):
                    done.setdefault(place, at)
                if place in done and at.player == eye:
                    expected[place] = said
                    continue
                after, _ = apply(at, action)
                if after.over is None:
                    following[place] = after
                else:
                    done.setdefault(place, after)
                    expected[place] = _at_the_end(after)
            running = following
        return [_with_chef(expected[place], done[place], eye) for place in range(len(states))]


def _with_chef(expected: Expected, state: State, player: int) -> Expected:
    """Halfway to what `chef` thinks of a position for a player who has just moved; `replies` are those of
    the hands as they lie here, not of guessed ones."""
    if state.over is not None:
        return expected
    weights = stored_weights("search.json")
    hands = [state.hands[(player + step) % state.players] for step in range(1, state.players)]
    guesses = [*replies(state, hands), *ready(state, player)]
    chef = value(view(state, player).known, player, weights)
    chef += sum(map(mul, weights.guesses_of(state), guesses))
    shift = (chef - expected[player]) / 2
    rest = shift / (state.players - 1)
    return tuple(own + shift if place == player else own - rest for place, own in enumerate(expected))


def _at_the_end(state: State) -> Expected:
    """The margins of a game that is over."""
    finals = [final(state, player) for player in range(state.players)]
    return tuple(
        float(own - max(finals[:player] + finals[player + 1 :])) for player, own in enumerate(finals)
    )


def evaluation_of(edition: Edition) -> Evaluation:
    """The strongest evaluation available here for this game."""
    family = next((family for family, names in FAMILIES.items() if edition.name in names), None)
    has_network = family is not None and files("cafe.bots").joinpath("networks", f"{family}.npz").is_file()
    if not has_network or missing_library() is not None:
        return Replies()
    return NetworkValues(edition) if edition.open_hands else HiddenValues(edition)
