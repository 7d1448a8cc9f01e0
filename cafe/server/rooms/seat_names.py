"""The names of everybody in a room: people have their own, bots get theirs from the server."""

from __future__ import annotations

from collections.abc import Sequence

from cafe.bots.names import house_names
from cafe.store.rows import SeatRow


def seat_names(seats: Sequence[SeatRow]) -> list[str | None]:
    """The name of each seat's player; None where nobody sits. A bot that has a name keeps it."""
    named = [seat.name for seat in seats if seat.kind == "bot" and seat.name is not None]
    unnamed = [
        seat.bot for seat in seats if seat.kind == "bot" and seat.bot is not None and seat.name is None
    ]
    of_bots = iter(house_names(unnamed, named))
    return [
        next(of_bots) if seat.kind == "bot" and seat.bot is not None and seat.name is None else seat.name
        for seat in seats
    ]
