"""Random games and mid-game turns through the public interface of the rules, so any commit can be measured.

    python bench/games.py

Run as a program, it measures whichever `cafe` is on its path: each line of its input names a workload and a
number of seconds, and is answered with a rate.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from cafe.rules import Bar, State, apply, edition, legal_actions, new_game, turns

Work = Callable[[float], float]
"""Works for this many seconds of processor time and says how much was done per second."""


def random_games(name: str, players: int) -> Work:
    """Random games of an edition, all legal actions generated at every step; decisions per second."""
    rules = edition(name)
    rng = Random(1)

    def play(seconds: float) -> float:
        decisions = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            state = new_game(rules, players, rng.getrandbits(32))
            while state.over is None:
                state, _ = apply(state, rng.choice(legal_actions(state)))
                decisions += 1
        return decisions / (time.process_time() - start)

    return play


def mid_games(name: str, players: int, count: int) -> list[State]:
    """States at the start of a turn, halfway through random games in which guests are mostly seated."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        starts: list[State] = []
        state = new_game(edition(name), players, seed)
        mover = -1
        while state.over is None:
            if state.player != mover:
                mover = state.player
                starts.append(state)
            actions = legal_actions(state)
            seats = [action for action in actions if not isinstance(action, Bar)] or actions
            state, _ = apply(state, rng.choice(seats))
        found.append(starts[len(starts) // 2])
    return found


def all_turns(name: str, players: int) -> Work:
    """Every complete turn of mid-game hands; turns per second."""
    states = mid_games(name, players, 40)

    def search(seconds: float) -> float:
        found = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            found += sum(1 for state in states for _ in turns(state))
        return found / (time.process_time() - start)

    return search


WORKLOADS: dict[str, Callable[[], Work]] = {
    "board, 2 players": lambda: random_games("board", 2),
    "board, 4 players": lambda: random_games("board", 4),
    "board-classic, 3 players": lambda: random_games("board-classic", 3),
    "card, 3 players": lambda: random_games("card", 3),
    "all turns, board": lambda: all_turns("board", 3),
    "all turns, card": lambda: all_turns("card", 3),
}


def main() -> None:
    """Answer each line of input."""
    ready: dict[str, Work] = {}
    for line in sys.stdin:
        name, _, seconds = line.rstrip().rpartition("\t")
        if name not in ready:
            ready[name] = WORKLOADS[name]()
        print(ready[name](float(seconds)), flush=True)


if __name__ == "__main__":
    main()
