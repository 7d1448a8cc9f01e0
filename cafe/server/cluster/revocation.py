"""Who may not be here any more: signed out, deleted, or kept out by the host."""

from __future__ import annotations

from functools import partial

from cafe.server.live.socket import CLOSE_CODES
from cafe.server.rooms.bus import Note
from cafe.server.rooms.house import House
from cafe.store import people
from cafe.store.errors import StoreError

ORDER_SECONDS = 10.0
MOST_AT_ONCE = 500
UNKNOWN = (CLOSE_CODES["who"], "this identity does not work any more")
BANNED = (CLOSE_CODES["banned"], "the host of this server keeps you out")


async def keep_order(house: House) -> None:
    """Look now and then at everybody here: the host bans in the database, and news may be lost."""
    while not house.ending.is_set():
        await house.wait(ORDER_SECONDS)
        try:
            await _look(house, {reader.person.key for reader in house.readers()})
        except StoreError as error:
            house.log.error("the store does not answer", reason=str(error))


def send_away(house: House, who: str, but: str = "") -> None:
    """The secrets of a person do not work any more, but perhaps one: end the sockets that they opened."""
    for reader in house.readers():
        if reader.person.id == who and reader.person.key != but:
            reader.end(UNKNOWN)
    house.news.tell(Note("left", who, 0))


async def look_at(house: House, who: str) -> None:
    """Another process knows that secrets of a person do not work any more: see which."""
    await _look(house, {reader.person.key for reader in house.readers() if reader.person.id == who})


async def _look(house: House, keys: set[str]) -> None:
    asked = list(keys)
    for first in range(0, len(asked), MOST_AT_ONCE):
        some = asked[first : first + MOST_AT_ONCE]
        proven = await house.database.read(partial(people.proven, keys=some))
        gone = {key: BANNED if key in proven else UNKNOWN for key in some if proven.get(key, True)}
        for reader in house.readers() if gone else ():
            if reader.person.key in gone:
                reader.end(gone[reader.person.key])
