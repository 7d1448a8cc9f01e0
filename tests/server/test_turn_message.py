"""A turn's message is put together from pieces of JSON: it says what the message made whole would say."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.protocol.changes import view_changes
from cafe.protocol.convert import action_form
from cafe.protocol.forms import BarredForm, PartiedForm, SeatedForm, TurnForm
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.server.turn.clock import Times
from cafe.server.turn.faces import deal_faces
from cafe.server.turn.game import Game, told_events
from cafe.server.turn.judge import drafted, previewed
from cafe.server.turn.replay import TURN, Step
from cafe.server.turn.turn_message import TurnMessages
from cafe.store.rows import Entry

PLAYERS = 3


@pytest.mark.parametrize("name", ["board", "card"])
def test_a_message_of_pieces_is_the_message_made_whole(name: str) -> None:
    rng = Random(7)
    state = new_game(edition(name, ("parties",)), PLAYERS, 7)
    game = Game(state, deal_faces(state, 7))
    while game.state.over is None:
        before = game
        state, events = apply(before.state, rng.choice(legal_actions(before.state)))
        game, faces = before.after(state, events)
        entry = Entry(game.version, TURN, 1000.5, 1.0, before.state.player, None, None, "[]")
        messages = TurnMessages(before, Step(entry, events, faces, game), Times([1.5, 2.0, 3.0], 4.0))
        for player in (None, *range(PLAYERS)):
            whole = msg.Events(
                version=game.version,
                player=player,
                at=1000.5,
                by=before.state.player,
                events=told_events(state, events, faces, player, before.turn_points),
                changes=view_changes(before.state, state, player),
                faces=game.faces.changes(state, before.faces, before.state, player),
                outlook=game.outlook,
                legal=game.legal(player),
                clocks=[1.5, 2.0, 3.0],
                patience=4.0,
            )
            assert messages.message(player) == msgspec.json.encode(whole)


@pytest.mark.parametrize("name", ["board", "card"])
def test_events_and_previews_tell_the_sums_of_their_turn(name: str) -> None:
    rng = Random(7)
    state = new_game(edition(name, ("parties",)), PLAYERS, 7)
    game, so_far = Game(state, deal_faces(state, 7)), 0
    went_on = False
    while game.state.over is None:
        before, action = game, rng.choice(legal_actions(game.state))
        ask = cmd.Preview(before.version, [action_form(before.state.edition.plan, action)], id="c")
        answer = previewed(drafted(before, before.state.player, before.state, ask), ask)
        went_on |= so_far > 0
        assert answer.turn_total == so_far + answer.total
        state, events = apply(before.state, action)
        game, faces = before.after(state, events)
        for event in told_events(state, events, faces, None, before.turn_points):
            if isinstance(event, SeatedForm):
                points = sum(paid.points for paid in event.points)
                assert event.total == points
                so_far += points
            elif isinstance(event, PartiedForm | BarredForm):
                so_far += event.points
            if isinstance(event, SeatedForm | PartiedForm | BarredForm):
                assert event.turn_total == so_far
            elif isinstance(event, TurnForm):
                so_far = 0
    assert went_on
