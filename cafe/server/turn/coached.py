"""The last turn of somebody who plays against bots alone, and what the coach says about it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cafe.protocol import messages as msg
from cafe.protocol.forms import AnyAction, AnyEvent, StateForm
from cafe.protocol.hints import Label, ReasonsForm
from cafe.rules.actions import Action
from cafe.rules.price import points_of
from cafe.rules.trial import try_actions
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.game import Game, told_events
from cafe.server.turn.new_turn import actions_of
from cafe.server.turn.stored_room import OwnStep, StoredRoom


class CoachChoice(msgspec.Struct, frozen=True):
    """What a player saw and did."""

    view: StateForm
    actions: list[AnyAction]


class CoachAdvice(msgspec.Struct, frozen=True):
    """What was missed: which of the choices cost most, how much, and what was best there."""

    costliest: int = 0
    label: Label = "best"
    loss: float = 0.0
    best: list[AnyAction] = []
    why: ReasonsForm | None = None
    error: str | None = None


def turn_for_coach(room: StoredRoom, person: str) -> list[OwnStep]:
    """The turn for the coach; raises NotPossible where no coach may help, or nothing was played."""
    if room.settings.is_counted:
        raise NotPossible("state", "expected a game in which a coach may help; today's café counts")
    if room.alone != person:
        raise NotPossible("state", "expected a game of one person against the house's bots alone")
    if room.row.status != "running" or not room.last_turn:
        raise NotPossible("state", "expected a running game in which you have played a turn")
    return room.last_turn


def coached(command: str, turn: Sequence[OwnStep], advice: CoachAdvice) -> msg.Coached:
    """What the coach says; of both turns it shows only what was known before they were played."""
    game, actions = turn[advice.costliest]
    played, points = _told(game, actions)
    is_best = advice.label == "best"
    better, better_points = ([], points) if is_best else _told(game, actions_of(game.state, advice.best))
    seen, faces = game.seen(game.state.player)
    if advice.why is None:
        raise AssertionError("expected reasons of a turn")
    return msg.Coached(
        command, advice.label, advice.loss, played, points, better, better_points, seen, faces, advice.why
    )


def _told(game: Game, actions: Sequence[Action]) -> tuple[list[AnyEvent], int]:
    """What actions do, as far as nothing is revealed, and their points."""
    told = try_actions(game.state, actions).told
    _, faces = game.faces.after(told)
    return told_events(game.state, told, faces, game.state.player, game.turn_points), points_of(told)
