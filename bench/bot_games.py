"""Games for `bench.analysis`: of a bot against itself, or of `chef` with a blunder planted in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from cafe.arena.statistics import bootstrap
from cafe.bots import BOTS, Budget
from cafe.bots.regular import judged
from cafe.bots.reply import best_reply
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.names import action_from_text, action_text
from cafe.rules.record import Record, make_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view

NODES: Final = 3000
"""What a bot may think about an action. `chef` needs 2 to 5 s of processor time for a game with it."""
COST: Final = 15.0
"""Points that a blunder costs at least, by games played out."""
DEALS: Final = (4, 8, 24)
"""Games played out to find a blunder, with it and with the turn it replaces: a turn that cannot be one is
dropped after the first few."""
CONFIRMED: Final = 48
"""Other games that must then say the same: of all the turns tried, some would seem bad enough by chance."""
TRIES: Final = 4
"""Turns that are tried for a blunder in one position."""
BLUNDER: Final = "blunder"


class Task(NamedTuple):
    """A game to be played and analysed."""

    edition: str
    bot: str
    """The bot that plays it, or `blunder`."""
    seed: int


@dataclass(frozen=True)
class Game:
    """A game that was played."""

    edition: str
    bot: str
    seed: int
    bag: int
    """The seed of its bag."""
    actions: list[str]
    blunder: int | None = None
    """The number of the turn that was replaced."""

    @property
    def task(self) -> Task:
        """What was asked for."""
        return Task(self.edition, self.bot, self.seed)

    def record(self) -> Record:
        """The game as `cafe analyse` reads it."""
        start = new_game(edition(self.edition), 2, self.bag)
        actions = [action_from_text(start.edition.plan, text) for text in self.actions]
        return make_record(start, actions, tuple(f"{self.bot} {place}" for place in range(2)))


def play(task: Task) -> Game:
    """The game that is asked for; the same one every time."""
    if task.bot == BLUNDER:
        return _with_blunder(task)
    start = new_game(edition(task.edition), 2, task.seed)
    return _game(task, task.seed, _played(task.bot, start, Random(f"{task.bot}/{task.seed}")), None)


def _game(task: Task, bag: int, actions: Sequence[Action], blunder: int | None) -> Game:
    plan = edition(task.edition).plan
    return Game(*task, bag, [action_text(plan, action) for action in actions], blunder)


def _played(bot: str, state: State, rng: Random) -> list[Action]:
    """What the bot does until the game is over, in every seat."""
    seats = [BOTS[bot]() for _ in range(state.players)]
    found: list[Action] = []
    while state.over is None:
        seen, legal = view(state, state.player), legal_actions(state)
        found.append(seats[state.player].choose(seen, legal, rng, Budget(nodes=NODES)).action)
        state, _ = apply(state, found[-1])
    return found


def _with_blunder(task: Task) -> Game:
    """A game of `chef` with a blunder in it; other bags are taken until there is one."""
    rng = Random(f"{BLUNDER}/{task.seed}")
    while True:
        bag = int(rng.random() * 2**31)
        states = [new_game(edition(task.edition), 2, bag)]
        actions = _played("chef", states[0], rng)
        for action in actions:
            states.append(apply(states[-1], action)[0])
        turns = [at for at, state in enumerate(states[:-1]) if not is_under_way(state)]
        order = sorted(range(len(turns) // 5, len(turns) * 4 // 5), key=lambda _: rng.random())
        for number in order:
            at = turns[number]
            seen, good = view(states[at], states[at].player), actions[at : turns[number + 1]]
            wrong, others = _blunder(seen, good, rng), Random(f"confirm/{task.seed}/{number}")
            if wrong is not None and _is_costly(seen, good, wrong, (CONFIRMED,), others):
                after = states[at]
                for action in wrong:
                    after, _ = apply(after, action)
                game = [*actions[:at], *wrong, *_played("chef", after, rng)]
                return _game(task, bag, game, number + 1)


def _blunder(seen: View, played: Sequence[Action], rng: Random) -> tuple[Action, ...] | None:
    """A complete turn that costs enough against the one played, in every doubt; None if none was found."""
    turns = judged(seen.known, stored_weights())
    # Only turns that `regular` itself thinks this bad are played out; that says what they cost.
    bad = [turn.option for turn in turns if turn.value <= turns[0].value - COST]
    bad = [option for option in bad if not is_under_way(option.after)]
    for option in sorted(bad, key=lambda _: rng.random())[:TRIES]:
        if _is_costly(seen, played, option.actions, DEALS, rng):
            return option.actions
    return None


def _is_costly(
    seen: View, good: Sequence[Action], bad: Sequence[Action], deals: Sequence[int], rng: Random
) -> bool:
    """Whether one turn costs enough compared with another, in every doubt; clear cases take fewer deals."""
    gaps: list[float] = []
    player = seen.known.player
    for count in deals:
        for deal in (determinise(seen, rng) for _ in range(count - len(gaps))):
            gaps.append(_played_out(deal, good, player) - _played_out(deal, bad, player))
        if bootstrap(gaps, middle=0.9).high < COST:
            return False
    return bootstrap(gaps, middle=0.9).low >= COST


def _played_out(state: State, actions: Sequence[Action], player: int) -> float:
    """The margin if the game goes on as `regular` plays it."""
    for action in actions:
        if action not in legal_actions(state):
            break  # another deal showed something else in the middle of the turn
        state, _ = apply(state, action)
    while state.over is None:
        for action in best_reply(view(state, state.player).known, stored_weights(), bool).actions:
            state, _ = apply(state, action)
    final = state.over.final
    return float(final[player] - final[1 - player])
