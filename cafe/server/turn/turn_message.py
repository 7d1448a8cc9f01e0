"""What a stored turn did, as a message for each client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cafe.protocol import messages as msg
from cafe.protocol.changes import view_changes
from cafe.protocol.forms import AnyEvent
from cafe.rules.events import Event
from cafe.server.turn.draft import offers_json
from cafe.server.turn.faces import EventFaces
from cafe.server.turn.game import Game, told_events

encode = msgspec.json.Encoder().encode
PLAYER: Final = b'"player":null'
LEGAL: Final = b'"legal":[]'
"""The two fields in which messages of one turn differ. Nothing before the first, or behind the last of them,
can look like it."""
EYES: Final = {None: PLAYER} | {player: b'"player":%d' % player for player in range(5)}


class TurnMessages:
    """A turn from one game to the next; what is the same for several clients is made once."""

    def __init__(
        self,
        before: Game,
        after: Game,
        events: Sequence[Event],
        faces: Sequence[EventFaces],
        forms: Sequence[AnyEvent] | None,
        by: int,
        at: float,
        clocks: list[float],
    ) -> None:
        self._before = before
        self._after = after
        self._events = events
        self._faces = faces
        self._forms = forms
        self._by = by
        self._at = at
        self._clocks = clocks
        self._made: dict[int | None, tuple[bytes, bytes, bytes]] = {}

    def events(self, player: int | None) -> list[AnyEvent]:
        """What happened, as a player may know it."""
        return told_events(self._after.state, self._events, self._faces, player, self._forms)

    def message(self, player: int | None) -> bytes:
        """The message for who sees through these eyes; who is to move gets the offers."""
        state = self._after.state
        key = None if state.edition.open_hands else player
        head, body, tail = self._made.get(key) or self._make(key, player)
        legal = offers_json(state) if player is not None and player == state.player else b"[]"
        return b"".join((head, EYES[player], body, b'"legal":', legal, tail))

    def _make(self, key: int | None, player: int | None) -> tuple[bytes, bytes, bytes]:
        """The message of all who see the same, cut where theirs differ."""
        head, _, rest = encode(self._message(player)).partition(PLAYER)
        body, _, tail = rest.rpartition(LEGAL)
        self._made[key] = found = head, body, tail
        return found

    def _message(self, player: int | None) -> msg.Events:
        before, after = self._before, self._after
        return msg.Events(
            version=after.version,
            player=None,
            at=self._at,
            by=self._by,
            events=self.events(player),
            changes=view_changes(before.state, after.state, player),
            faces=after.faces.changes(after.state, before.faces, before.state, player),
            legal=[],
            clocks=self._clocks,
        )
