"""What a bot account has to know about a room, and the events that lead there from what it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cafe.protocol import bots as event
from cafe.server.rooms.room import Room
from cafe.server.turn.new_turn import ANSWER_SECONDS


class Standing(NamedTuple):
    """The situation of a bot account in a room."""

    asked: bool = False
    plays: bool = False
    """Whether it plays in a running game."""
    turn: int | None = None
    """The version at which it is to move."""
    away: bool = False
    """Whether a house bot plays its seat."""


def standing(room: Room, bot: str, now: float) -> Standing | None:
    """The situation of a bot in a room; None if it has no part in it, or the room is over."""
    seats, asked = room.seats_of(bot), room.asked_seat(bot)
    if room.row.status == "running" and room.game is not None and seats:
        mover = room.game.state.player
        turn = room.game.version if room.may_act(bot, mover) else None
        return Standing(plays=True, turn=turn, away=any(seat.stand_in is not None for seat in seats))
    if room.row.status != "open" or not (seats or asked):
        return None
    return Standing(asked=asked is not None and now < room.settings.asked_until.get(asked.seat, 0.0))


def events_between(
    room: Room, bot: str, before: Standing, after: Standing | None, now: float
) -> Iterator[event.AnyBotEvent]:
    """The events that take a bot from its last known situation to the current one."""
    name, now_at = room.row.id, after or Standing()
    if now_at.asked and not before.asked:
        yield _challenge(room, bot)
    if before.asked and not now_at.asked and not room.seats_of(bot):
        yield event.Withdrawn(name)
    if now_at.plays and not before.plays:
        yield event.Start(name, room.players_of(bot)[0])
    if now_at.away and not before.away:
        yield event.Away(name)
    if now_at.turn is not None and now_at.turn != before.turn:
        yield event.Turn(name, now_at.turn, _seconds(room, now))
    if before.plays and not now_at.plays:
        yield event.End(name, room.ranks())


def _seconds(room: Room, now: float) -> float:
    """How long a bot account that is to move may take: it has to answer in time, with or without a clock."""
    clocks = room.clocks(now)
    return min(ANSWER_SECONDS, clocks[room.running.state.player]) if clocks else ANSWER_SECONDS


def _challenge(room: Room, bot: str) -> event.Challenge:
    row, settings, asked = room.row, room.settings, room.asked_seat(bot)
    if asked is None:
        raise AssertionError("expected a bot that is asked to take a seat")
    host = next((seat for seat in row.seats if seat.person == row.host), None)
    return event.Challenge(
        table=row.id,
        seat=asked.seat,
        by="" if host is None or host.name is None else host.name,
        author=None if host is None else host.author,
        edition=settings.edition,
        variants=settings.variants,
        players=len(row.seats),
        clock=settings.clock,
        expires=settings.asked_until[asked.seat],
    )
