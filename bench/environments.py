"""The environments' speed on one core, observation and mask at every step, beside OpenSpiel's backgammon."""

from __future__ import annotations

import time
from random import Random

import gymnasium
import numpy as np
import pyspiel

import cafe.env.open_spiel
from bench.games import Work
from bench.report import heading, spread
from bench.rules import ROUNDS, SLICE, backgammon
from bench.rules import outcome as drawn
from cafe.env import cafe_v0


def pettingzoo(edition: str) -> Work:
    """Steps of the PettingZoo environment: `last()`, a random legal action, `step()`."""
    env = cafe_v0.env(edition=edition)
    rng = Random(1)

    def play(seconds: float) -> float:
        steps = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            env.reset(seed=rng.getrandbits(30))
            while True:
                seen, _, over, _, _ = env.last()
                if over:
                    break
                env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        return steps / (time.process_time() - start)

    return play


def learner(edition: str) -> Work:
    """The learner's steps in the Gymnasium environment, against a bot that plays at random."""
    env = gymnasium.make("cafe.env:CafeInternational-v0", edition=edition, opponents=["random"]).unwrapped
    rng = Random(1)

    def play(seconds: float) -> float:
        steps = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            seen, _ = env.reset(seed=rng.getrandbits(30))
            over = False
            while not over:
                seen, _, over, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        return steps / (time.process_time() - start)

    return play


def open_spiel(edition: str) -> Work:
    """Steps in OpenSpiel, draws included; at every decision the legal actions and an observation."""
    game = pyspiel.load_game(cafe.env.open_spiel.NAME, {"edition": edition})
    observer = game.make_py_observer()
    rng = Random(1)

    def play(seconds: float) -> float:
        steps = 0
        start = time.process_time()
        while time.process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(drawn(state, rng))
                else:
                    observer.set_from(state, state.current_player())
                    state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps / (time.process_time() - start)

    return play


def main() -> None:
    """Random play to the end, side by side, taking turns."""
    heading("environments, steps per second", "open_spiel", "pettingzoo", "gymnasium")
    contestants = {
        "OpenSpiel backgammon (C++), no observation": backgammon(),
        **{f"PettingZoo {name}, 2 players": pettingzoo(name) for name in ("board", "card")},
        **{f"Gymnasium {name}, the learner's steps": learner(name) for name in ("board", "card")},
        **{f"OpenSpiel {name}, 2 players": open_spiel(name) for name in ("board", "card")},
    }
    for play in contestants.values():
        play(1)
    results: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, play in contestants.items():
            results[name].append(play(SLICE))
    yardstick = results["OpenSpiel backgammon (C++), no observation"]
    for name, rates in results.items():
        ratios = [rate / other for rate, other in zip(rates, yardstick, strict=True)]
        print(f"{name:44} {spread(rates, 'per second'):38} {spread(ratios, 'x', 2)}")
