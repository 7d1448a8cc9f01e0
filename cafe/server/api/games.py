"""Requests about everybody's games: the finished public ones."""

from __future__ import annotations

from cafe.bots.names import bots_called
from cafe.protocol.exports import ACCOUNT
from cafe.protocol.replays import FindGames, FinishedGameForm, FinishedGamesForm, GamePlayerForm
from cafe.rules.edition import EDITIONS
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.plain_text import clean_text
from cafe.server.rooms.seat_names import seat_names
from cafe.server.turn.room_settings import read_settings
from cafe.store import public_games
from cafe.store.public_games import Place, Search
from cafe.store.rows import RoomRow

PAGE = 25
"""How many games one answer lists."""


async def list_games(call: Call) -> FinishedGamesForm:
    """List the finished public games that no player keeps out, the most recent first."""
    asked: FindGames = call.body
    wanted = search_of(asked)
    call.server.limits.games.check(caller(call.request))
    rows, last = await call.server.database.read(
        lambda c: public_games.newest(c, wanted, place_of(asked.after), PAGE)
    )
    return FinishedGamesForm([_game(row) for row in rows], None if last is None else f"{last[0]}-{last[1]}")


def search_of(asked: FindGames) -> Search:
    """The search for what was asked; raises Refused if there is no such edition."""
    if asked.edition is not None and asked.edition not in EDITIONS:
        raise Refused("setup", f"expected an edition, {', '.join(EDITIONS)}; got {asked.edition!r}")
    name = None if asked.name is None else clean_text(asked.name)
    bots, at_least = bots_called(name or "")
    return Search(
        edition=asked.edition,
        players=asked.players,
        seats=asked.seats,
        name=name,
        bots=bots,
        bots_at_least=at_least,
        since=asked.since,
        until=asked.until,
    )


def place_of(text: str | None) -> Place | None:
    """What `next` of an answer says."""
    if text is None:
        return None
    ended, _, name = text.partition("-")
    return float(ended), name


def _game(row: RoomRow) -> FinishedGameForm:
    settings = read_settings(row)
    return FinishedGameForm(
        id=row.id,
        edition=settings.edition,
        variants=settings.variants,
        players=game_players(row),
        ended=row.changed,
    )


def game_players(row: RoomRow) -> list[GamePlayerForm]:
    """The players in order."""
    names = seat_names(row.seats)
    return [
        GamePlayerForm(names[seat.seat], seat.bot if seat.author is None else ACCOUNT)
        for seat in sorted(row.seats, key=lambda seat: seat.player or 0)
    ]
