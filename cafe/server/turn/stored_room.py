"""A stored room, read into memory: who sits where, the game so far, the clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from cafe.rules.actions import Action
from cafe.rules.trial import is_under_way
from cafe.server.turn.clock import Times, new_clock
from cafe.server.turn.faces import deal_faces
from cafe.server.turn.game import Game, viewpoint
from cafe.server.turn.replay import Step, read_actions, replay
from cafe.server.turn.room_settings import RoomSettings, read_settings
from cafe.server.turn.room_shuffle import read_shuffle
from cafe.server.turn.start import Start
from cafe.store.rows import ASKED, FREE_KINDS, Entry, RoomRow, SeatRow


def first_game(row: RoomRow, settings: RoomSettings) -> tuple[Start, Game]:
    """The beginning of a stored game that has started."""
    start = msgspec.json.decode(row.start or "", type=Start)
    state = start.state(settings.rules(), len(row.seats))
    return start, Game(state, deal_faces(state, start.faces_seed))


def ranks_of(ranks: Sequence[int], seats: Sequence[SeatRow]) -> list[int]:
    """By player, after the end: those who resigned or were away in the end come after everybody else."""
    merits = [
        (seat.resigned or seat.stand_in is not None, rank) for seat, rank in zip(seats, ranks, strict=True)
    ]
    return [1 + sum(other < merit for other in merits) for merit in merits]


class OwnStep(NamedTuple):
    """A step of somebody playing against house bots alone: the game before it, and the actions."""

    before: Game
    actions: tuple[Action, ...]


class _Seating:
    """Who plays where, looked up at every turn."""

    def __init__(self, seats: tuple[SeatRow, ...]) -> None:
        self.seats = seats
        self.by_player: dict[int, SeatRow] = {}
        self.players_of: dict[str, list[int]] = {}
        staying = {seat.person for seat in seats if not seat.resigned}
        for seat in seats:
            if seat.player is not None:
                self.by_player[seat.player] = seat
                if seat.person is not None and not (seat.resigned and seat.person in staying):
                    self.players_of.setdefault(seat.person, []).append(seat.player)
        people = [seat for seat in seats if seat.kind != "bot"]
        self.alone = people[0].person if len(people) == 1 and people[0].author is None else None


class StoredRoom:
    """A room with its game, just as the store has it."""

    def __init__(self, row: RoomRow, opened: float) -> None:
        self.row = row
        self.opened = opened
        """Since when this process has known who is here."""
        self.settings = read_settings(row)
        self.shuffle = read_shuffle(row)
        self.opening_until: float | None = None
        """When the bag is dealt without those who have not opened what they contributed."""
        self.game: Game | None = None
        self.commands: dict[tuple[str | None, str], int] = {}
        """The versions that commands led to, by person and command id."""
        self.last_turn: list[OwnStep] = []
        """The last turn of somebody playing against house bots alone, in its steps; for the coach."""
        self.clock = new_clock(self.settings.clock, len(row.seats))
        self.last_at = row.changed
        self._last_seating = _Seating(row.seats)

    def read(self, row: RoomRow, entries: Sequence[Entry], deadline: float | None) -> list[tuple[Game, Step]]:
        """Take what is stored, with the `entries` after the last known one; returns what they did."""
        if row.settings != self.row.settings:
            self.settings = read_settings(row)
        if row.shuffle != self.row.shuffle:
            self.shuffle = read_shuffle(row)
        self.opening_until = deadline if row.status == "open" else None
        if row.start is None:
            self.row = row
            return []
        if self.game is None:
            _, self.game = first_game(row, self.settings)
            self.last_at = row.changed
        return self.take(row, replay(self.game, entries), deadline)

    def take(self, row: RoomRow, steps: Iterable[Step], deadline: float | None) -> list[tuple[Game, Step]]:
        """Apply stored turns, made here or loaded; each comes with the game before it."""
        self.row = row
        taken = []
        for step in steps:
            before, entry = self.running, step.entry
            taken.append((before, step))
            mover = before.state.player
            self.game, self.last_at = step.game, entry.at
            self.clock = self.clock.spent(mover, entry.took, step.game.state.player != mover)
            if entry.person is not None and entry.person == self.alone:
                if not is_under_way(before.state):
                    self.last_turn = []
                actions = read_actions(before.state.edition.plan, entry.actions)
                self.last_turn.append(OwnStep(before, actions))
            if entry.command is not None:
                self.commands[entry.person, entry.command] = entry.version
        self.clock = replace(self.clock, deadline=deadline)
        return taken

    @property
    def running(self) -> Game:
        """The game that has begun."""
        if self.game is None:
            raise AssertionError("expected a game that has started")
        return self.game

    @property
    def alone(self) -> str | None:
        """The person, if one plays here against house bots alone."""
        return self._seating.alone

    def seat_of(self, player: int) -> SeatRow:
        """The seat of a player."""
        return self._seating.by_player[player]

    def seats_of(self, person: str) -> list[SeatRow]:
        """The seats that a person plays for."""
        return [seat for seat in self.row.seats if seat.person == person and seat.kind != ASKED]

    def asked_seat(self, person: str) -> SeatRow | None:
        """The seat that a bot account is asked to take."""
        asked = (seat for seat in self.row.seats if seat.person == person and seat.kind == ASKED)
        return next(asked, None)

    def players_of(self, person: str) -> list[int]:
        """The players whose views a person has: of several on one screen, those who have not given up."""
        return self._seating.players_of.get(person, [])

    @property
    def _seating(self) -> _Seating:
        found = self._last_seating
        if found.seats is not self.row.seats:  # turns leave them as they are
            found = self._last_seating = _Seating(self.row.seats)
        return found

    def may_act(self, person: str, player: int) -> bool:
        """Whether a person may move for a player now."""
        seat = self.seat_of(player)
        return seat.person == person and not seat.resigned and seat.stand_in is None

    def may_watch(self, person: str) -> bool:
        """Whether a person may watch this room."""
        if self.settings.spectators or self.row.host == person:
            return True
        return any(seat.person == person for seat in self.row.seats)

    def viewpoint(self, person: str) -> int | None:
        """The player whose view a person has now."""
        if self.game is None:
            return None
        return viewpoint(self.players_of(person), self.game.state)

    def clocks(self, now: float) -> list[float]:
        """Seconds that each player has left."""
        return [] if self.game is None else self.clock.all_left(self.game.state.player, now)

    def patience(self, now: float) -> float:
        """Seconds until the others may let a bot play for the player to move, if that person is away.

        Nobody counts as away while the server is down: the time starts again with the process.
        """
        if self.row.status != "running":
            return 0.0
        return max(0.0, max(self.last_at, self.opened) + self.clock.patience - now)

    def move_time(self, seconds: float) -> None:
        """The clock was changed by this much: nobody has more or less time than before."""
        self.opened += seconds
        self.last_at += seconds
        if self.opening_until is not None:
            self.opening_until += seconds
        if self.clock.deadline is not None:
            self.clock = replace(self.clock, deadline=self.clock.deadline + seconds)

    def times(self, now: float) -> Times:
        """What a message sent now says about time."""
        return Times(self.clocks(now), round(self.patience(now), 2))

    def ranks(self) -> list[int] | None:
        """By player, after the end: those who resigned or were away in the end come after everybody else."""
        over = None if self.game is None else self.game.state.over
        if over is None:
            return None
        return ranks_of(over.ranks, [self.seat_of(player) for player in range(len(over.ranks))])

    def kind_when_free(self, place: int) -> str:
        """Whom a seat is for when its person leaves."""
        return "anybody" if self.settings.public and place not in self.settings.friends else "friend"

    def is_free(self, place: int) -> bool:
        """Whether nobody has that seat."""
        return self.row.seats[place].kind in FREE_KINDS
