"""The puzzle in a game between bots, if there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from cafe.bots.bot import Bot, Budget
from cafe.bots.chef import ChefBot
from cafe.bots.greedy import GreedyBot
from cafe.bots.options import Option
from cafe.bots.regular import RegularBot
from cafe.puzzles.comparing import CHOSEN, MARGIN, MOST_EQUAL, Comparison, all_turns, compare
from cafe.puzzles.difficulty import rating_of
from cafe.puzzles.evaluations import evaluation_of, quick_evaluation_of
from cafe.puzzles.judging import result_key
from cafe.puzzles.puzzle import EvaluatedTurn, Origin, Puzzle
from cafe.puzzles.themes import THEMES, themes_of
from cafe.rules.edition import edition
from cafe.rules.names import action_text
from cafe.rules.position import write_position
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import turn_is_over
from cafe.rules.turns import apply
from cafe.rules.view import View, view

BOTS: Final = {"greedy": GreedyBot, "regular": RegularBot, "chef": ChefBot}
NODES: Final = 400
"""How many nodes a bot may use for a turn of a game."""
PREFIX: Final = {"board": "b", "card": "c", "board-classic": "k"}
"""How the ids of an edition's puzzles begin."""
PLAYERS: Final = (2,) * 18 + (3, 4)
"""How many play, drawn at random for each game."""
FEWEST: Final = 5
MOST: Final = 90
"""How many different turns a position may have."""
LOOKED_AT: Final = 30
"""Positions of a game that are looked at quickly,"""
QUICK_DEALS: Final = (4,)
TRIED: Final = 4
"""and how many of them are tried, the most promising first, until one is chosen."""
PAYING: Final = 0.3
"""In how many games the best turn may be the one that pays most."""
WANTED: Final = 20.0
"""Points by which a position is more promising if it has the theme that is wanted of its game, and less if it
has none, or the bar alone, which is the most frequent."""
DIGITS: Final = 2


@dataclass(frozen=True)
class _Position:
    seen: View
    turn: int
    """Turns played before."""
    turns: list[Option]


def find_puzzle(name: str, game: int) -> Puzzle | None:
    """The puzzle in the game of this number; the same number gives the same puzzle."""
    rng = Random(f"puzzle/{name}/{game}")
    known = [variant for variant in ("parties", "bar-stepped") if variant in edition(name).known_variants]
    rules = edition(
        name, [variant for variant in known if rng.random() < (0.4 if variant == "parties" else 0.1)]
    )
    players = rng.choice(PLAYERS)
    evaluation, quick = evaluation_of(rules, players), quick_evaluation_of(rules, players)
    bots = [rng.choice(tuple(BOTS)) for _ in range(players)]
    start = new_game(rules, players, int(rng.random() * 2**32))
    positions = list(_positions(start, [BOTS[bot]() for bot in bots], rng))
    wanted, may_pay = rng.choice(THEMES), rng.random() < PAYING
    rng.shuffle(positions)
    promising: list[tuple[float, _Position]] = []
    for position in positions[:LOOKED_AT]:
        first = compare(position.seen, position.turns, quick, rng, QUICK_DEALS)
        promise = _promise(first, position, wanted, may_pay)
        if promise is not None:
            promising.append((promise, position))
    promising.sort(key=lambda one: -one[0])
    for _, position in promising[:TRIED]:
        found = compare(
            position.seen,
            position.turns,
            evaluation,
            rng,
            goes_on=lambda found: _may_be_chosen(found, may_pay),
        )
        if found.equal <= MOST_EQUAL and found.gap.least >= CHOSEN and (may_pay or not _pays_most(found)):
            origin = Origin(game, position.turn, tuple(bots), evaluation.name)
            return _puzzle(f"{PREFIX[name]}{game}", position, found, origin)
    return None


def _positions(state: State, bots: list[Bot], rng: Random) -> Iterator[_Position]:
    """The positions at the beginning of a turn in which there is something to choose, but not too much."""
    turn = 0
    while state.over is None:
        seen = view(state, state.player)
        turns = all_turns(seen.known)
        if FEWEST <= len(turns) <= MOST:
            yield _Position(seen, turn, turns)
        player = state.player
        while True:
            choice = bots[player].choose(view(state, player), legal_actions(state), rng, Budget(nodes=NODES))
            state, _ = apply(state, choice.action)
            if turn_is_over(state, player):
                break
        turn += 1


def _pays_most(found: Comparison) -> bool:
    points = [line.option.points for line in found.lines]
    return max(points[: found.equal]) == max(points)


def _promise(quick: Comparison, position: _Position, wanted: str, may_pay: bool) -> float | None:
    """How promising a position is; None if it is not."""
    if quick.equal > MOST_EQUAL or quick.gap.points < MARGIN or (_pays_most(quick) and not may_pay):
        return None
    found = _themes(quick, position)
    return min(quick.gap.points, WANTED) + WANTED * (wanted in found) - WANTED * (found in ((), ("bar",)))


def _may_be_chosen(found: Comparison, may_pay: bool) -> bool:
    """Whether more deals could still show that a position is a puzzle."""
    if _pays_most(found) and not may_pay:
        return False
    runner_up = found.losses[min(MOST_EQUAL, len(found.losses) - 1)]
    gap = found.gap
    return runner_up.points + 2 * runner_up.error > CHOSEN and gap.points + 2 * gap.error > CHOSEN


def _themes(found: Comparison, position: _Position) -> tuple[str, ...]:
    options = [line.option for line in found.lines]
    return themes_of(position.seen.known.player, options[0], options[found.equal :])


def _puzzle(name: str, position: _Position, found: Comparison, origin: Origin) -> Puzzle:
    known = position.seen.known
    plan, player = known.edition.plan, known.player
    best = [line.option for line in found.lines[: found.equal]]
    keys = {result_key(player, option.after) for option in best}
    value = found.lines[0].value
    return Puzzle(
        id=name,
        edition=known.edition.name,
        variants=known.edition.variants,
        players=known.players,
        position=write_position(position.seen),
        turns=tuple(
            EvaluatedTurn(
                tuple(action_text(plan, action) for action in line.option.actions),
                line.option.points,
                round(value - loss.points, DIGITS),
                round(loss.error, DIGITS),
            )
            for line, loss in zip(found.lines, found.losses, strict=True)
        ),
        equal=found.equal,
        gap=round(found.gap.points, DIGITS),
        error=round(found.gap.error, DIGITS),
        deals=found.deals,
        themes=_themes(found, position),
        rating=rating_of(position.seen, best, lambda after: result_key(player, after) in keys),
        origin=origin,
    )
