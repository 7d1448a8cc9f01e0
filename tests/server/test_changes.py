"""The changes sent for a turn, applied to the view before it, give the view after it."""

from __future__ import annotations

import msgspec
import pytest

from cafe.protocol.changes import view_changes
from cafe.protocol.convert import view_form
from cafe.rules.view import view
from cafe.server.turn.faces import deal_faces
from tests.rules.games import SETUPS, Setup, random_game
from tests.server.process import Json, merge


def plain(form: object) -> Json:
    """A form as a client reads it."""
    found: Json = msgspec.json.decode(msgspec.json.encode(form))
    return found


@pytest.mark.parametrize("setup", SETUPS[::3], ids=str)
def test_changes_lead_from_view_to_view(setup: Setup) -> None:
    for seed in (3, 5):
        faces = deal_faces(setup.new(seed), seed)
        for step in random_game(setup, seed):
            old, new = step.before, step.after
            later, _ = faces.after(step.events)
            for seat in (*range(new.players), None):
                changes = plain(view_changes(old, new, seat))
                seen, expected = plain(view_form(view(old, seat))), plain(view_form(view(new, seat)))
                assert all(changes[name] != seen[name] for name in changes)
                merge(seen, changes, ("tables", "seated"))
                assert seen == expected
                turned = plain(later.changes(new, faces, old, seat))
                shown, later_shown = plain(faces.form(old, seat)), plain(later.form(new, seat))
                assert all(turned[name] != shown[name] for name in turned)
                merge(shown, turned, ("seated",))
                assert shown == later_shown
            faces = later
