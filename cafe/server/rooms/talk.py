"""Table talk: stored, limited, and spectators' words kept from players until the end."""

from __future__ import annotations

from collections.abc import Sequence

from cafe.protocol import messages as msg
from cafe.server.rooms.bus import Note
from cafe.server.rooms.client import Reader
from cafe.server.rooms.house import House
from cafe.server.rooms.plain_text import clean
from cafe.server.rooms.room import OpenTable, encode
from cafe.store import talk
from cafe.store.errors import Conflict
from cafe.store.people import Person
from cafe.store.talk import Word


async def say(house: House, table: OpenTable, person: Person, command: msg.Say) -> msg.Done | msg.Refused:
    """Store what was said, then tell everybody who may hear it. A known command id says it only once."""
    text = None if command.text is None else clean(command.text)
    if (text is None or not text) == (command.emote is None):
        return msg.Refused(command.id, "form", "expected either a text or an emote")
    if text is not None and len(text) > msg.TALK_LENGTH:  # some signs become several when they are cleaned
        return msg.Refused(command.id, "form", f"expected at most {msg.TALK_LENGTH} characters; got more")
    if not table.settings.talk:
        return msg.Refused(command.id, "forbidden", "expected a table with talk; here it is off")
    now = house.now()
    if not house.talk_rates.allows(person.id, now):
        return msg.Refused(command.id, "rate", "expected one message in two seconds; got more")
    seats = table.seats_of(person.id)
    seat = seats[0].seat if seats else None
    emote, name = command.emote, command.id
    try:
        word = await house.database.write(
            lambda c: talk.say(c, table.row.id, now, person.id, seat, text, emote, name)
        )
    except Conflict:
        return msg.Done(command.id)
    tell_word(house, table, word)
    house.news.tell(Note("said", table.row.id, word.number))
    return msg.Done(command.id)


def tell_word(house: House, table: OpenTable, word: Word) -> None:
    """Tell something said to everybody here who may hear it, once."""
    if house.is_new_word(word.number):
        table.words += 1
        for reader in table.readers:
            if word.number not in reader.told:
                tell_said(table, reader, (word,))


def tell_said(table: OpenTable, reader: Reader, said: Sequence[Word]) -> None:
    """Send a reader what was said, but for people whom they blocked; players hear spectators at the end."""
    for word in said:
        if word.person in reader.blocked:
            continue
        message = encode(_said(word, reader))
        if may_hear(table, reader.person.id, word.seat):
            reader.send(message)
        else:
            reader.keep(word.person, message)


def may_hear(table: OpenTable, person: str, seat: int | None) -> bool:
    """Whether a person may know yet what was said from a seat, or by a spectator."""
    return seat is not None or table.row.status == "over" or not table.seats_of(person)


def _said(word: Word, reader: Reader) -> msg.Said:
    yours = word.person == reader.person.id
    return msg.Said(word.number, word.at, word.name, word.seat, word.text, word.emote, yours)
