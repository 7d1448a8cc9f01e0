"""Who is in which room: how many sockets each person has here, and who is notified of arrivals."""

from __future__ import annotations

import asyncio
from collections import Counter

from cafe.server.rooms.bot_streams import BotStreams
from cafe.server.rooms.client import Client
from cafe.server.rooms.room import Room
from cafe.server.rooms.rooms import Rooms

BOTS = "bots"
"""The pseudo-room of bot accounts that listen to their events; no room's id is as short."""
SOON, SOON_EACH = 0.1, 0.005
"""Seconds until everybody is notified of who came or went: the least, and how much more per person."""


class Presence:
    """Arrivals and departures of this process's sockets; `shared` if other processes are notified of them."""

    def __init__(self, rooms: Rooms, bot_streams: BotStreams, shared: bool) -> None:
        self.unpublished: set[str] = set()
        """Rooms where somebody came or went, of which the other processes have not been notified."""
        self.waiting = asyncio.Event()
        """Set while there are some."""
        self._sockets: Counter[str] = Counter()
        self._rooms = rooms
        self._bot_streams = bot_streams
        self._shared = shared

    def sockets_of(self, person: str) -> int:
        """How many sockets a person has open here."""
        return self._sockets[person]

    def came(self, room: Room, client: Client) -> None:
        """A client has entered a room."""
        room.clients.add(client)
        self._sockets[client.person.id] += 1
        self.changed(room)

    def went(self, room: Room, client: Client) -> None:
        """A client's socket is gone."""
        room.clients.discard(client)
        self._sockets[client.person.id] -= 1
        if not self._sockets[client.person.id]:
            del self._sockets[client.person.id]
        self.changed(room)

    def publish_again(self) -> None:
        """Notify the other processes again of who is here."""
        if self._shared:
            self.unpublished |= {room.row.id for room in self._rooms.visited()}
        self.bots_changed()

    def bots_changed(self) -> None:
        """A bot account has started or stopped listening to its events here."""
        if self._shared:
            self.unpublished.add(BOTS)
            self.waiting.set()

    def people_in(self, name: str) -> frozenset[str]:
        """Who is in a room through this process; in `BOTS`, the bot accounts that listen here."""
        return self._bot_streams.listening if name == BOTS else self._rooms.people_in(name)

    def changed(self, room: Room) -> None:
        """Send soon who is there, once for everybody who comes and goes meanwhile.

        The more people there are, the later that happens: in a crowd many come and go.
        """
        if not room.presence_pending:
            room.presence_pending = True
            wait = max(SOON, SOON_EACH * len(room.clients))
            asyncio.get_running_loop().call_later(wait, self._tell, room)
        if self._shared:
            self.unpublished.add(room.row.id)
            self.waiting.set()

    def _tell(self, room: Room) -> None:
        room.presence_pending = False
        self._rooms.tell_room(room, room.clients)
