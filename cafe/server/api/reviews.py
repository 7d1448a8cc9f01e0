"""Requests about reviews: ask for one, see its progress, read it, share it by a link."""

from __future__ import annotations

from math import ceil

import msgspec
from msgspec import structs
from starlette.responses import Response

from cafe.protocol.reviews import ReviewForm, ReviewLinkForm, ReviewState
from cafe.server.api.profile import give_stamp
from cafe.server.api.records import check_finished, review_link, room_replay
from cafe.server.errors import OverLimit, Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.pseudonyms import pseudonym, seat_place
from cafe.server.rooms.room import Room, encode
from cafe.server.turn.stamps import REVIEW
from cafe.store import exports, log, public_games, reviews
from cafe.store.reviews import Link, ReviewRow
from cafe.store.rows import RoomRow, SeatRow

MOST_WAITING = 200
"""How many reviews may wait on a server; anybody who asks for another has to try again later."""
FULL_SECONDS = 60
LONGEST_CODE = 22
OFF = "expected a server that reviews games; this one does not"


async def ask_for_review(call: Call) -> Response:
    """Ask for the review of a finished game; it is made once and stored."""
    server, who = call.server, call.person.id
    room = await _finished_room(call)
    if not server.settings.review_workers:
        raise Refused("state", OFF)
    name, now = room.row.id, server.process.now()
    known = await server.database.read(lambda c: reviews.find(c, name))
    if known is None or known.has_failed:
        limit, where = server.limits.reviews_of_address, caller(call.request)
        if limit.missing(where):
            limit.check(where)
        if await server.database.read(reviews.waiting) >= MOST_WAITING:
            message = f"expected a shorter queue; too many reviews are waiting: try again in {FULL_SECONDS} s"
            raise OverLimit("reviews", message, FULL_SECONDS, full=True)
        a_day = server.settings.reviews_a_day
        wait = ceil(await server.database.write(lambda c: reviews.ask(c, name, who, now, a_day)))
        if wait:
            message = f"expected at most {a_day} reviews within 24 hours; got more: try again in {wait} s"
            raise OverLimit("reviews", message, wait)
        limit.wait(where)
        server.reviews.wanted.set()
    return await _told(call, room)


async def show_review(call: Call) -> Response:
    """Show the review of a finished game, or its progress."""
    return await _told(call, await _finished_room(call))


async def share_review(call: Call) -> ReviewLinkForm:
    """Make a link that shows the review of one's game to people with the link; others' names are hidden."""
    server, who = call.server, call.person.id
    room = await _finished_room(call)
    _check_played(room, who)
    name = room.row.id
    known = await server.database.read(lambda c: reviews.find(c, name))
    if known is None or known.content is None:
        raise Refused("state", "expected a finished review; this one is not")
    code = await server.database.write(lambda c: reviews.share(c, name, who, server.process.now()))
    return ReviewLinkForm(review_link(server.settings, code))


async def take_back_review(call: Call) -> dict[str, str]:
    """Withdraw one's link to a review."""
    server, who = call.server, call.person.id
    room = await server.rooms.get(call.part("table"))
    _check_played(room, who)
    await server.database.write(lambda c: reviews.take_back(c, room.row.id, who))
    return {}


async def show_shared_review(call: Call) -> Response:
    """Show the review behind a link, with the replay it is about."""
    server, code = call.server, call.part("code")
    link = None
    if len(code) <= LONGEST_CODE:
        link = await server.database.read(lambda c: reviews.shared(c, code))
    found = None if link is None else await server.database.read(lambda c: reviews.find(c, link.game))
    if link is None or found is None or found.content is None:
        raise Refused("missing", "expected a link to a review; there is none, or it was withdrawn")
    room = await server.rooms.get(link.game)
    check_finished(server, room)

    async def replay() -> bytes:
        key = await server.database.write(exports.pseudonym_key)
        entries = await server.database.read(lambda c: log.entries(c, link.game))
        return encode(room_replay(_without_others(room.row, link, key), entries))

    told = await server.finished.answer((link.game, room.row.revision, f"shared by {link.person}"), replay)
    content = encode({"replay": msgspec.Raw(told), "review": msgspec.Raw(found.content.encode())})
    return Response(content, media_type="application/json")


async def _finished_room(call: Call) -> Room:
    """A game that is over: for everybody if it is public, otherwise for those who played in it."""
    room = await call.server.rooms.get(call.part("table"))
    if not _has_played(room, call.someone.id if call.someone else "") and not await call.server.database.read(
        lambda c: public_games.is_public(c, room.row.id)
    ):
        raise Refused("forbidden", "expected somebody who played; the review of this game is not public")
    check_finished(call.server, room)
    return room


def _has_played(room: Room, who: str) -> bool:
    return who == room.row.host or who in room.seated


def _check_played(room: Room, who: str) -> None:
    if not _has_played(room, who):
        raise Refused("forbidden", "expected somebody who played this game")


async def _told(call: Call, room: Room) -> Response:
    server, name = call.server, room.row.id
    who = call.someone.id if call.someone else ""
    played = _has_played(room, who)
    found, place, code = await server.database.read(
        lambda c: (reviews.find(c, name), reviews.place(c, name), reviews.link_of(c, name, who))
    )
    form = ReviewForm(
        state=_state(found, server.settings.review_workers > 0),
        place=place if found is not None and found.is_waiting else None,
        done=0 if found is None else found.done,
        steps=0 if found is None else found.steps,
        shareable=played,
        link=None if code is None else review_link(server.settings, code),
    )
    content = structs.asdict(form)
    if found is not None and found.content is not None:
        content["review"] = msgspec.Raw(found.content.encode())
        if call.someone is not None:
            await give_stamp(server, call.someone, REVIEW)
    return Response(encode(content), media_type="application/json")


def _state(found: ReviewRow | None, is_on: bool) -> ReviewState:
    if found is not None and found.content is not None:
        return "done"
    if not is_on:
        return "off"
    if found is None:
        return "none"
    if found.has_failed:
        return "failed"
    return "waiting" if found.is_waiting else "running"


def _without_others(row: RoomRow, link: Link, key: bytes) -> RoomRow:
    """The room with the names of its bots and of the person sharing it; everybody else gets a pseudonym."""

    def hidden(seat: SeatRow) -> SeatRow:
        if seat.kind == "bot" or (seat.kind == "person" and seat.person == link.person):
            return seat
        return structs.replace(seat, name=pseudonym(key, seat_place(row, seat)), author=None)

    return structs.replace(row, seats=tuple(map(hidden, row.seats)))
