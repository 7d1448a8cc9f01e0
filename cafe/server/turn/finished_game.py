"""A finished game from the side of one of the people who played in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from cafe.bots.levels import LEVELS
from cafe.rules.edition import Edition
from cafe.rules.events import Barred, Event, Partied, Seated
from cafe.rules.trial import try_actions
from cafe.server.turn.daily_deal import streak
from cafe.server.turn.replay import AGREED, read_actions
from cafe.server.turn.room_settings import read_settings
from cafe.server.turn.start import Start
from cafe.server.turn.stored_room import ranks_of
from cafe.store.rows import Entry, RoomRow, SeatRow

_LEVELS = {name: level.level for level in LEVELS.values() for name in (level.level, level.engine) if name}


@dataclass(frozen=True)
class Result:
    """How well somebody did."""

    rank: int
    """1 is best; anybody who resigned or was away at the end comes last."""
    points: int
    margin: int
    """The person's points minus those of the best other player."""


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, seen from one person's seat."""

    edition: Edition
    players: int
    result: Result | None
    """None for games that do not count: practice, several people on one screen, an end by agreement."""
    levels: frozenset[str] = frozenset()
    """The levels of the house bots that played."""
    others: int = 0
    """Other people, on screens of their own."""
    on_one_screen: bool = False
    """Several people shared the screen, and played to the end."""
    turns: tuple[tuple[Event, ...], ...] = ()
    """What happened in each of the turns that this person played, if the game counts."""
    most_behind: int = 0
    """The most points by which somebody else was ahead."""
    streak: int = 0
    """Days in a row up to this one on which a café of the day was finished; 0 for other games."""

    @property
    def is_won(self) -> bool:
        """Whether nobody did better."""
        return self.result is not None and self.result.rank == 1

    def events(self) -> list[Event]:
        """What happened in this person's turns."""
        return [event for turn in self.turns for event in turn]


def level_of(bot: str) -> str:
    """The level of a house bot; for any other bot its own name."""
    return _LEVELS.get(bot, bot)


def names_of_level(level: str) -> list[str]:
    """What the bots of a level are called in a seat."""
    return [level, *(name for name, found in _LEVELS.items() if found == level and name != level)]


def turn_points(events: Sequence[Event]) -> int:
    """What a turn scored, or cost."""
    found = 0
    for event in events:
        if isinstance(event, Seated):
            found += sum(each.points for each in event.points)
        elif isinstance(event, Partied | Barred):
            found += event.points
    return found


def finished_game(
    row: RoomRow, entries: Sequence[Entry], who: str, finished_days: Collection[str]
) -> FinishedGame:
    """A game from a person's side; `finished_days` are those whose café they finished in time."""
    settings = read_settings(row)
    own = [seat for seat in row.seats if seat.person == who]
    edition, players = settings.rules(), len(row.seats)
    if settings.practice or not own or any(entry.kind == AGREED for entry in entries):
        return FinishedGame(edition, players, None)
    if any(seat.kind == "local" for seat in row.seats):
        return FinishedGame(edition, players, None, on_one_screen=len(own) > 1)
    player = own[0].player or 0
    start = msgspec.json.decode(row.start or "", type=Start)
    state = start.state(edition, players)
    turns, behind = [], 0
    for entry in entries:
        mover = state.player
        state, events = try_actions(state, read_actions(edition.plan, entry.actions))[:2]
        behind = max(behind, max(state.scores) - state.scores[player])
        if mover == player and entry.person == who:
            turns.append(events)
    if state.over is None:
        raise AssertionError("a game that is over has no result")
    final = list(state.over.final)
    points = final.pop(player)
    seats = sorted(row.seats, key=lambda seat: seat.player or 0)
    day = "" if settings.daily is None else settings.daily.day
    return FinishedGame(
        edition,
        players,
        Result(ranks_of(state.over.ranks, seats)[player], points, points - max(final)),
        frozenset(level_of(seat.bot) for seat in row.seats if seat.kind == "bot" and seat.bot is not None),
        sum(_is_other(seat, who) for seat in row.seats),
        turns=tuple(turns),
        most_behind=behind,
        streak=streak(finished_days, day) if day in finished_days else 0,
    )


def _is_other(seat: SeatRow, who: str) -> bool:
    return seat.kind == "person" and seat.person != who and seat.author is None
