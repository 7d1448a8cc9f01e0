"""Thinking time of the bots on one core, over positions from whole games: `python -m bench.bots`.

Two clocks: the processor's, which other work on the machine does not disturb, and the wall's, which is what a
person waits for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from bench.report import heading
from cafe.arena.statistics import percentile
from cafe.bots import BOTS, Budget
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view

GAMES = (("board", 2), ("board", 4), ("board-classic", 2), ("card", 2), ("card", 5))
BUDGET_MS = 100.0


def positions(name: str, players: int, seeds: int, every: int) -> list[State]:
    """Beginnings of turns from games of `greedy`."""
    found = []
    for seed in range(seeds):
        state = new_game(edition(name), players, seed)
        rng = Random(seed)
        bot = BOTS["greedy"]()
        turn = 0
        while state.over is None:
            if not state.taken and state.party is None:
                turn += 1
                if turn % every == 0 and len(legal_actions(state)) > 1:
                    found.append(state)
            choice = bot.choose(view(state, state.player), legal_actions(state), rng, Budget())
            state, _ = apply(state, choice.action)
    return found


def times(name: str, states: list[State], clock: Callable[[], float]) -> list[float]:
    """Milliseconds for the first action of each turn, which plans all of it."""
    bot = BOTS[name]()
    found = []
    for state in states:
        seen, legal = view(state, state.player), legal_actions(state)
        begin = clock()
        bot.choose(seen, legal, Random(1), Budget(ms=BUDGET_MS, clock=clock))
        found.append((clock() - begin) * 1000)
    return found


def main() -> None:
    """Print the middle, the 99th percentile and the longest for every bot and game."""
    heading(f"thinking time a turn, budget {BUDGET_MS:g} ms")
    together: dict[tuple[str, str], list[float]] = {}
    for name, players in GAMES:
        states = positions(name, players, seeds=8, every=5)
        for bot in ("greedy", "regular", "chef"):
            for label, clock in (("cpu", time.process_time), ("wall", time.monotonic)):
                found = times(bot, states, clock)
                together.setdefault((bot, label), []).extend(found)
                _say(f"{name:13} {players} players  {bot:8} {label:4}", found)
    for (bot, label), found in together.items():
        _say(f"all of these games        {bot:8} {label:4}", found)


def _say(what: str, found: list[float]) -> None:
    print(
        f"{what} {len(found):4} turns  median {percentile(found, 0.5):6.1f}  "
        f"99 % {percentile(found, 0.99):6.1f}  longest {max(found):6.1f} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
