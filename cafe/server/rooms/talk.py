"""Table talk: stored, limited, and held back from players until the end if it comes from spectators."""

from __future__ import annotations

from collections.abc import Sequence

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.server.rooms.bus import Notice
from cafe.server.rooms.client import Client
from cafe.server.rooms.confusable_names import are_alike
from cafe.server.rooms.plain_text import clean_text
from cafe.server.rooms.room import Room, encode
from cafe.server.rooms.seat_names import seat_names
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import talk
from cafe.store.errors import Conflict
from cafe.store.rows import Person
from cafe.store.talk import Message


async def say(server: ServerParts, room: Room, person: Person, command: cmd.Say) -> msg.Done | msg.Refused:
    """Store what was said, then send it to everybody who may see it. A known command id says it only once."""
    text = None if command.text is None else clean_text(command.text)
    if (text is None or not text) == (command.emote is None):
        return msg.Refused(command.id, "form", "expected either a text or an emote")
    if text is not None and len(text) > cmd.TALK_LENGTH:  # cleaning turns some characters into several
        return msg.Refused(command.id, "form", f"expected at most {cmd.TALK_LENGTH} characters; got more")
    if not room.settings.talk:
        return msg.Refused(command.id, "forbidden", "expected a table with talk; it is off here")
    now = server.process.now()
    server.limits.talk.check(person.id)
    seats = room.seats_of(person.id)
    seat = seats[0].seat if seats else None
    if seat is None:
        server.limits.spectators_talk.check(room.row.id)
    emote, name = command.emote, command.id
    try:
        word = await server.database.write(
            lambda c: talk.add_message(c, room.row.id, now, person.id, seat, text, emote, name)
        )
    except Conflict:
        return msg.Done(command.id)
    tell_message(server, room, word)
    server.bus.publish(Notice("said", room.row.id, word.number))
    return msg.Done(command.id)


def tell_message(server: ServerParts, room: Room, word: Message) -> None:
    """Send a message to everybody here who may see it, once."""
    if server.told_messages.is_new(word.number):
        room.messages_told += 1
        for client in room.clients:
            if word.number not in client.heard_before:
                tell_said(room, client, (word,))


def tell_said(room: Room, client: Client, said: Sequence[Message]) -> None:
    """Send a client what was said, except by people they blocked; players get spectators' words later."""
    for word in said:
        if word.person in client.blocked:
            continue
        message = encode(_said(room, word, client))
        if may_hear(room, client.person.id, word.seat):
            client.send(message)
        else:
            client.hold_back(word.person, message)


def may_hear(room: Room, person: str, seat: int | None) -> bool:
    """Whether a person may already see what was said from a seat, or by a spectator."""
    return seat is not None or room.row.status == "over" or not room.seats_of(person)


def _said(room: Room, word: Message, client: Client) -> msg.Said:
    yours = word.person == client.person.id
    others = seat_names(room.row.seats)
    if word.person != room.row.host:
        others.append(room.host_name)
    alike = word.seat is None and any(name is not None and are_alike(word.name, name) for name in others)
    return msg.Said(word.number, word.at, word.name, word.seat, word.text, word.emote, yours, alike)
