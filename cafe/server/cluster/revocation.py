"""People who may no longer be here: signed out, deleted, or banned by the host."""

from __future__ import annotations

from functools import partial

from cafe.server.rooms.bus import Notice
from cafe.server.rooms.client import CLOSE_CODES
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import people
from cafe.store.errors import StoreError

CHECK_SECONDS = 10.0
MOST_AT_ONCE = 500
UNKNOWN = (CLOSE_CODES["who"], "this identity no longer works")
BANNED = (CLOSE_CODES["banned"], "you have been banned from this server")


async def check_credentials(server: ServerParts) -> None:
    """Check everybody here from time to time: the host bans in the database, and notices may be lost."""
    while not server.process.ending.is_set():
        await server.process.wait(CHECK_SECONDS)
        try:
            await _close_revoked(server, {client.person.key for client in server.rooms.clients()})
        except StoreError as error:
            server.process.log.error("the store does not answer", reason=str(error))


def close_sockets_of(server: ServerParts, who: str, but: str = "") -> None:
    """A person's secrets, except perhaps one, are no longer valid: close the sockets opened with them."""
    for client in server.rooms.clients():
        if client.person.id == who and client.person.key != but:
            client.end(UNKNOWN)
    server.bot_streams.look(who)
    server.bus.publish(Notice("left", who, 0))


async def check_credentials_of(server: ServerParts, who: str) -> None:
    """Another process says that secrets of a person are no longer valid: find out which."""
    await _close_revoked(
        server, {client.person.key for client in server.rooms.clients() if client.person.id == who}
    )


async def _close_revoked(server: ServerParts, keys: set[str]) -> None:
    asked = list(keys)
    for first in range(0, len(asked), MOST_AT_ONCE):
        some = asked[first : first + MOST_AT_ONCE]
        valid = await server.database.read(partial(people.valid_keys, keys=some))
        gone = {key: BANNED if key in valid else UNKNOWN for key in some if valid.get(key, True)}
        for client in server.rooms.clients() if gone else ():
            if client.person.key in gone:
                client.end(gone[client.person.key])
