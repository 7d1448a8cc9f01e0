"""The rulebook's speed on one core: random games beside OpenSpiel's backgammon, turns, size, import."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from random import Random

import pyspiel

from bench.games import Work, mid_games, random_games
from bench.report import heading, spread
from cafe.rules import turns
from cafe.rules.state import Draft

ROUNDS = 12
SLICE = 0.5
"""Seconds of processor time of each measurement; the contestants take turns, so that drift hits all alike."""


def backgammon() -> Work:
    """OpenSpiel's C++ backgammon, driven from Python in the same way."""
    game = pyspiel.load_game("backgammon")
    rng = Random(1)

    def play(seconds: float) -> float:
        decisions = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(outcome(state, rng))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    decisions += 1
        return decisions / (time.process_time() - start)

    return play


def outcome(state: pyspiel.State, rng: Random) -> int:
    """A roll of the dice, found as quickly as Python can."""
    left = rng.random()
    rolled = 0
    for rolled, chance in state.chance_outcomes():  # noqa: B007  the last one, should the sum fall short of 1
        left -= chance
        if left < 0:
            break
    return rolled


def backgammon_rollouts() -> Work:
    """OpenSpiel's backgammon played by its own C++ bots, without Python between the steps."""
    game = pyspiel.load_game("backgammon")
    rng = Random(1)
    length = statistics.mean(_backgammon_length(game, Random(seed)) for seed in range(200))

    def play(seconds: float) -> float:
        games = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            bots = [pyspiel.make_uniform_random_bot(player, rng.getrandbits(30)) for player in range(2)]
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(30))
            games += 1
        return games * length / (time.process_time() - start)

    return play


def _backgammon_length(game: pyspiel.Game, rng: Random) -> int:
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        decisions += 0 if state.is_chance_node() else 1
        state.apply_action(rng.choice(state.legal_actions()))
    return decisions


def decisions() -> None:
    """Random play to the end, side by side."""
    heading("random games, decisions per second, all legal actions generated at every step", "open_spiel")
    contestants = {
        "OpenSpiel backgammon (C++ from Python)": backgammon(),
        "OpenSpiel backgammon (C++ rollouts)": backgammon_rollouts(),
        "board, 2 players": random_games("board", 2),
        "board, 3 players": random_games("board", 3),
        "board, 4 players": random_games("board", 4),
        "board-classic, 3 players": random_games("board-classic", 3),
        "card, 3 players": random_games("card", 3),
    }
    for play in contestants.values():
        play(2)
    results: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            results[name].append(play(SLICE))
    yardstick = results["OpenSpiel backgammon (C++ from Python)"]
    for name, rates in results.items():
        ratios = [rate / other for rate, other in zip(rates, yardstick, strict=True)]
        print(f"{name:40} {spread(rates, 'per second'):38} {spread(ratios, 'x', 2)}")


def complete_turns() -> None:
    """How long it takes to find every complete turn of a hand in mid-game."""
    heading("every complete turn of a mid-game hand")
    for name in ("board", "board-classic", "card"):
        times, counts = [], []
        for state in mid_games(name, 3, 100):
            start = time.process_time()
            counts.append(sum(1 for _ in turns(state)))
            times.append((time.process_time() - start) * 1000)
        slow = statistics.quantiles(times, n=20)[-1]
        print(f"{name:15} {spread(times, 'ms', 2):34} 95 %: {slow:.2f} ms; {spread(counts, 'turns')}")


def size(value: object) -> int:
    """Bytes of a state with everything that is its own; what all states of a game share is not counted."""
    if isinstance(value, tuple):
        return sys.getsizeof(value) + sum(size(item) for item in value)
    return sys.getsizeof(value)


def state_size() -> None:
    """How many bytes a state takes."""
    heading("bytes of a state, without the edition and floor plan that all states share")
    for name in ("board", "board-classic", "card"):
        sizes = [
            sys.getsizeof(state)
            + sum(size(getattr(state, field)) for field in Draft.__slots__ if field not in SHARED)
            for state in mid_games(name, 3, 50)
        ]
        print(f"{name:15} {spread(sizes, 'bytes')}")


SHARED = ("edition", "home")


def import_time() -> None:
    """How long it takes to import the rulebook, beside an empty program and the standard library it uses."""
    heading("importing, in a fresh process")
    for what in ("sys", "dataclasses", "cafe.rules"):
        program = f"import time; t = time.process_time(); import {what}; print(time.process_time() - t)"
        command = [sys.executable, "-c", program]
        times = [float(subprocess.check_output(command)) * 1000 for _ in range(15)]
        print(f"{what:15} {spread(times, 'ms', 1)}")


def main() -> None:
    """Run all of it."""
    decisions()
    complete_turns()
    state_size()
    import_time()
