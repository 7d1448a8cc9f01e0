"""A game in memory: the state, the faces and how many turns are stored; and how it is sent to clients."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cafe.protocol import messages as msg
from cafe.protocol.convert import event_form, view_form
from cafe.protocol.forms import AnyEvent, StateForm
from cafe.protocol.outlook import OutlookForm, outlook_form
from cafe.rules.events import Event
from cafe.rules.outlook import outlook
from cafe.rules.price import points_of, turn_totals
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.view import view, view_events
from cafe.server.turn.clock import Times
from cafe.server.turn.draft import offers
from cafe.server.turn.faces import Face, Faces

Seen = tuple[StateForm, msg.FacesForm]


class Game(msgspec.Struct, frozen=True):
    """A game after `version` stored turns."""

    state: State
    faces: Faces
    version: int = 0
    turn_points: int = 0
    """What the turn under way has brought so far; 0 where none has begun."""
    _seen: dict[int | None, Seen] = {}  # a new one for each game

    def after(
        self, state: State, events: Sequence[Event], chosen: Sequence[Face] = ()
    ) -> tuple[Game, list[Face | None]]:
        """The game after one more turn, and the faces of its events."""
        faces, told = self.faces.after(events, chosen)
        points = self.turn_points + points_of(events) if is_under_way(state) else 0
        return Game(state, faces, self.version + 1, points), told

    def seen(self, player: int | None) -> Seen:
        """The view and faces of a player or a spectator; made once."""
        key = None if self.state.edition.open_hands else player
        found = self._seen.get(key)
        if found is None:
            found = view_form(view(self.state, player)), self.faces.form(self.state, player)
            self._seen[key] = found
        return found

    @property
    def outlook(self) -> OutlookForm:
        """What can end the game and how near that is."""
        return outlook_form(outlook(self.state))

    def legal(self, player: int | None) -> list[msg.OfferForm]:
        """The offers for the player to move; none for everybody else."""
        return offers(self.state) if player is not None and player == self.state.player else []


def viewpoint(players: Sequence[int], state: State) -> int | None:
    """Whose view somebody with these players has: that of the one to move, or of the one who moves next."""
    if len(players) < 2:
        return players[0] if players else None
    return min(players, key=lambda player: (player - state.player) % state.players)


def view_message(game: Game, player: int | None, times: Times, events: Sequence[AnyEvent] = ()) -> msg.View:
    """The whole game for a client."""
    seen, faces = game.seen(player)
    return msg.View(game.version, player, seen, faces, game.outlook, game.legal(player), *times, list(events))


def told_events(
    state: State,
    events: Sequence[Event],
    faces: Sequence[Face | None],
    player: int | None,
    turn_points: int,
) -> list[AnyEvent]:
    """Events with their faces, without what the client may not know.

    `turn_points`: what their turn had brought before them.
    """
    plan, totals = state.edition.plan, turn_totals(events, turn_points)
    seen = view_events(state, tuple(events), player)
    return [
        event_form(plan, event, face, total) for event, face, total in zip(seen, faces, totals, strict=True)
    ]
