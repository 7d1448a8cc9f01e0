"""A finished game, turn by turn: what would have been better, where it turned, luck against skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import msgspec

from cafe.bots.bot import Budget
from cafe.bots.chef import Line, search, settings_for
from cafe.bots.evaluation import value
from cafe.bots.meter import Meter
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.names import action_text
from cafe.rules.record import Record, replay
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import reveals
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view

DEALS: Final = 12
"""Deals that a draw is compared with."""
SHOWN: Final = 3


class Alternative(msgspec.Struct, frozen=True):
    """A turn that could have been played."""

    turn: list[str]
    points: int
    worth: float
    """The margin at the end that the search expects."""


class TurnAnalysis(msgspec.Struct, frozen=True):
    """One turn of the game."""

    number: int
    player: int
    played: list[str]
    points: int
    worth: float
    loss: float
    """How much more the best turn was worth; 0 if the best was played."""
    luck: float
    """How much better the draw was than the average one."""
    alternatives: list[Alternative]


class PlayerAnalysis(msgspec.Struct, frozen=True):
    """One player over the whole game."""

    name: str
    final: int
    loss: float
    luck: float
    turns: int
    best_turns: int


class Analysis(msgspec.Struct, frozen=True):
    """The whole game."""

    edition: str
    variants: list[str]
    nodes: int
    seed: int
    players: list[PlayerAnalysis]
    turns: list[TurnAnalysis]
    turning_points: list[int]
    """The turns, by number, that cost most, worst first."""


Turn = tuple[int, State, tuple[Action, ...], tuple[Event, ...], State]


def analyse(record: Record, nodes: int, seed: int) -> Analysis:
    """The analysis of a record; the same number of nodes and the same seed give the same one."""
    turns = [_turn(turn, nodes, Random(f"{seed}/{turn[0]}")) for turn in _turns(record)]
    last = record.start()
    for played in replay(record):
        last = played.state
    finals = last.over.final if last.over is not None else last.scores
    players = []
    for player, name in enumerate(record.players):
        own = [turn for turn in turns if turn.player == player]
        players.append(
            PlayerAnalysis(
                name=name,
                final=finals[player],
                loss=round(sum(turn.loss for turn in own), 1),
                luck=round(sum(turn.luck for turn in own), 1),
                turns=len(own),
                best_turns=sum(turn.loss == 0 for turn in own),
            )
        )
    worst = sorted((turn for turn in turns if turn.loss), key=lambda turn: -turn.loss)
    return Analysis(
        edition=record.edition.name,
        variants=list(record.edition.variants),
        nodes=nodes,
        seed=seed,
        players=players,
        turns=turns,
        turning_points=[turn.number for turn in worst[:SHOWN]],
    )


def _turns(record: Record) -> Iterator[Turn]:
    """Every turn: its number, the state before, its actions, its events, the state after."""
    before = state = record.start()
    number = 1
    actions: list[Action] = []
    events: list[Event] = []
    for played in replay(record):
        if played.turn != number:
            yield number, before, tuple(actions), tuple(events), state
            number, before, actions, events = played.turn, state, [], []
        actions.append(played.action)
        events += played.events
        state = played.state
    if actions:
        yield number, before, tuple(actions), tuple(events), state


def _turn(turn: Turn, nodes: int, rng: Random) -> TurnAnalysis:
    number, before, actions, events, after = turn
    seen = view(before, before.player)
    meter = Meter(Budget(nodes=nodes))
    lines = search(
        seen, legal_actions(before), rng, meter, stored_weights("search.json"), settings_for(before)
    )
    played = _played(lines, before, actions)
    best = lines[0]
    worth = best.worth if played is None else played.worth
    return TurnAnalysis(
        number=number,
        player=before.player,
        played=_texts(before, actions),
        points=after.scores[before.player] - before.scores[before.player],
        worth=round(worth, 1),
        loss=round(max(0.0, best.worth - worth), 1),
        luck=round(luck(before, actions, events, rng), 1),
        alternatives=[
            Alternative(
                _texts(before, line.judged.option.actions), line.judged.option.points, round(line.worth, 1)
            )
            for line in lines
            if line is not played
        ][:SHOWN],
    )


def _texts(state: State, actions: Sequence[Action]) -> list[str]:
    return [action_text(state.edition.plan, action) for action in actions]


def _played(lines: Sequence[Line], before: State, actions: tuple[Action, ...]) -> Line | None:
    """The line that leads where the played actions led; None if the search did not look at it."""
    state = view(before, before.player).known
    for action in actions:
        state, events = apply(state, action)
        if reveals(events):
            break
    for line in lines:
        option = line.judged.option
        if (
            option.after.seated == state.seated
            and option.after.hands == state.hands
            and option.after.bar == state.bar
        ):
            return line
    return None


def luck(before: State, actions: Sequence[Action], events: Sequence[Event], rng: Random) -> float:
    """How much more the turn's draws and dealt tables are worth to the player than average ones.

    The same actions are played with other deals of what the player could not know; turns that other deals
    make impossible are left out.
    """
    if not reveals(events):
        return 0.0
    player = before.player
    real = _worth_after(before, actions, player)
    if real is None:
        return 0.0
    seen = view(before, player)
    others = [_worth_after(determinise(seen, rng), actions, player) for _ in range(DEALS)]
    compared = [other for other in others if other is not None]
    return real - sum(compared) / len(compared) if compared else 0.0


def _worth_after(state: State, actions: Sequence[Action], player: int) -> float | None:
    for action in actions:
        if action not in legal_actions(state):
            return None
        state, _ = apply(state, action)
    return value(view(state, player).known, player, stored_weights())
