"""A room in memory: its seats, its game and the sockets that are open at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from cafe.protocol import messages as msg
from cafe.protocol.editions import plan_form, traits_form
from cafe.protocol.forms import AnyEvent
from cafe.protocol.tables import ClockForm, SeatForm, TableForm
from cafe.rules.edition import Edition, edition
from cafe.rules.events import Event
from cafe.server.rooms.client import Client
from cafe.server.rooms.seat_names import seat_names
from cafe.server.turn.clock import new_clock
from cafe.server.turn.faces import EventFaces, deal_faces
from cafe.server.turn.game import Game, view_message, viewpoint
from cafe.server.turn.replay import Step, replay
from cafe.server.turn.start import Start
from cafe.server.turn.turn_message import TurnMessages
from cafe.store.log import Entry
from cafe.store.rooms import FREE_KINDS, RoomRow, SeatRow

encode = msgspec.json.Encoder().encode


class Reservation(msgspec.Struct, frozen=True):
    """Somebody for whom a seat is kept, and what lets them sit down there."""

    name: str
    invite: str


class RoomSettings(msgspec.Struct, frozen=True):
    """What was chosen when the room was opened, and who may sit where."""

    edition: str
    variants: list[str]
    starter: int | str = "random"
    public: bool = False
    spectators: bool = True
    talk: bool = True
    clock: ClockForm | None = None
    practice: bool = False
    languages: str = ""
    """What the host's browser asked for, as in Accept-Language."""
    friends: list[int] = []
    """Seats kept for friends where one has sat down; who stands up leaves them to a friend again."""
    reserved: dict[int, Reservation] = {}
    """Friends' seats that the room's own invitation does not open."""
    sent_away: list[str] = []
    """People whom the host sent away from a seat; they may sit only where one is reserved for them."""

    def rules(self) -> Edition:
        """The rules of this room."""
        return edition(self.edition, self.variants)


def read_settings(row: RoomRow) -> RoomSettings:
    """The settings of a stored room."""
    return msgspec.json.decode(row.settings, type=RoomSettings)


def first_game(row: RoomRow, settings: RoomSettings) -> tuple[Start, Game]:
    """The beginning of a stored game that has started."""
    start = msgspec.json.decode(row.start or "", type=Start)
    state = start.state(settings.rules(), len(row.seats))
    return start, Game(state, deal_faces(state, start.faces_seed))


class _Seating:
    """Who plays where, looked up at every turn."""

    def __init__(self, seats: tuple[SeatRow, ...]) -> None:
        self.seats = seats
        self.by_player: dict[int, SeatRow] = {}
        self.players_of: dict[str, list[int]] = {}
        for seat in seats:
            if seat.player is not None:
                self.by_player[seat.player] = seat
                if seat.person is not None:
                    self.players_of.setdefault(seat.person, []).append(seat.player)


class Room:
    """A room that somebody looks at or plays at. What it holds is what the store holds."""

    def __init__(self, row: RoomRow) -> None:
        self.row = row
        self.settings = read_settings(row)
        self.lock = asyncio.Lock()
        """Held while the game or the seats change."""
        self.clients: set[Client] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """People who are here through other processes."""
        self.words = 0
        """How often something that was said here has been told."""
        self.presence_pending = False
        """Somebody came or went, and everybody will be told soon."""
        self.game: Game | None = None
        self.commands: dict[tuple[str | None, str], int] = {}
        self.clock = new_clock(self.settings.clock, len(row.seats))
        self.last_at = row.changed
        self._last_seating = _Seating(row.seats)

    def take(
        self, row: RoomRow, entries: Sequence[Entry], deadline: float | None, elsewhere: frozenset[str]
    ) -> list[tuple[Game, Step]]:
        """Take what the store holds, `entries` behind the last known one; what they did, in order."""
        if row.settings != self.row.settings:
            self.settings = read_settings(row)
        self.row, self.elsewhere = row, elsewhere
        news: list[tuple[Game, Step]] = []
        if row.start is None:
            return news
        if self.game is None:
            _, self.game = first_game(row, self.settings)
            self.last_at = row.changed
        for step in replay(self.game, entries):
            news.append((self.game, step))
            mover, entry = self.game.state.player, step.entry
            self.game, self.last_at = step.game, entry.at
            self.clock = self.clock.spent(mover, entry.took, step.game.state.player != mover)
            if entry.command is not None:
                self.commands[entry.person, entry.command] = entry.version
        self.clock = replace(self.clock, deadline=deadline)
        return news

    @property
    def shown(self) -> tuple[object, ...]:
        """What can change of the room as it is told, without the turns."""
        row = self.row
        return row.status, row.seats, row.settings, row.rematch, row.commitment, self.elsewhere

    def seat_of(self, player: int) -> SeatRow:
        """The seat of a player."""
        return self._seating.by_player[player]

    def seats_of(self, person: str) -> list[SeatRow]:
        """The seats that a person plays for."""
        return [seat for seat in self.row.seats if seat.person == person]

    def players_of(self, person: str) -> list[int]:
        """The players whose views a person has."""
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
        """Whether a person may look in this room."""
        return self.settings.spectators or self.row.host == person or bool(self.seats_of(person))

    def viewpoint(self, person: str) -> int | None:
        """Whose eyes a person has at this moment."""
        if self.game is None:
            return None
        return viewpoint(self.players_of(person), self.game.state)

    def clocks(self, now: float) -> list[float]:
        """Seconds left to each player."""
        return [] if self.game is None else self.clock.all_left(self.game.state.player, now)

    @property
    def here(self) -> frozenset[str]:
        """Everybody who is in this room."""
        return self.elsewhere | {client.person.id for client in self.clients}

    @property
    def seated(self) -> frozenset[str]:
        """Everybody who sits."""
        return frozenset(seat.person for seat in self.row.seats if seat.person is not None)

    def form(self, person: str, blocked: frozenset[str], here: frozenset[str], link: str) -> TableForm:
        """The room as a person may see it, with these people here."""
        row, settings, seated = self.row, self.settings, self.seated
        return TableForm(
            id=row.id,
            link=link,
            status=row.status,  # type: ignore[arg-type]
            edition=settings.edition,
            variants=settings.variants,
            seats=[
                self._seat_form(seat, name, person, here, blocked)
                for seat, name in zip(row.seats, seat_names(row.seats), strict=True)
            ],
            starter=settings.starter,  # type: ignore[arg-type]
            public=settings.public,
            spectators=settings.spectators,
            talk=settings.talk,
            clock=settings.clock,
            host=row.host == person,
            watching=len(here - seated),
            plan=plan_form(settings.rules()),
            traits=traits_form(settings.rules()),
            commitment=row.commitment,
            invite=row.invite if person == row.host or person in seated else None,
            rematch=row.rematch,
            practice=settings.practice,
            ranks=self.ranks(),
        )

    def _seat_form(
        self, seat: SeatRow, name: str | None, person: str, here: frozenset[str], blocked: frozenset[str]
    ) -> SeatForm:
        reserved = self.settings.reserved.get(seat.seat) if seat.kind == "friend" else None
        return SeatForm(
            seat=seat.seat,
            kind=seat.kind,  # type: ignore[arg-type]
            name=name if reserved is None else reserved.name,
            player=seat.player,
            bot=seat.bot,
            stand_in=seat.stand_in,
            resigned=seat.resigned,
            agrees=seat.agrees,
            present=seat.kind == "bot" or seat.person in here,
            yours=seat.person == person,
            blocked=seat.person in blocked,
            invite=reserved.invite if reserved is not None and person == self.row.host else None,
        )

    def ranks(self) -> list[int] | None:
        """By player, after the end: who resigned or was away in the end comes behind everybody else."""
        over = None if self.game is None else self.game.state.over
        if over is None:
            return None
        absent = [
            self.seat_of(p).resigned or self.seat_of(p).stand_in is not None for p in range(len(over.ranks))
        ]
        merits = [(gone, rank) for gone, rank in zip(absent, over.ranks, strict=True)]
        return [1 + sum(other < merit for other in merits) for merit in merits]

    def kind_when_free(self, place: int) -> str:
        """For whom a seat is when its person stands up."""
        return "anybody" if self.settings.public and place not in self.settings.friends else "friend"

    def is_free(self, place: int) -> bool:
        """Whether nobody has that seat."""
        return self.row.seats[place].kind in FREE_KINDS

    def tell(self, clients: Iterable[Client], link: str) -> None:
        """Send these clients the room as it is now. All who have no part in it are told the same."""
        here, seated = self.here, self.seated
        known = seated | {self.row.host}
        made: dict[tuple[str, frozenset[str]], bytes] = {}
        for client in clients:
            who = client.person.id if client.person.id in known else ""
            key = who, client.blocked & seated
            if key not in made:
                made[key] = encode(msg.Table(self.form(*key, here, link)))
            client.send(made[key])
            if self.row.status == "over":
                client.send_held_back()

    def tell_view(self, client: Client, now: float, events: Sequence[AnyEvent] = ()) -> None:
        """Send a client the whole game, if there is one, and the events that it stands for."""
        if self.game is None:
            return
        client.player = self.viewpoint(client.person.id)
        client.version = self.game.version
        client.send(encode(view_message(self.game, client.player, self.clocks(now), events)))

    def tell_turn(
        self,
        before: Game,
        events: Sequence[Event],
        faces: Sequence[EventFaces],
        by: int,
        now: float,
        forms: Sequence[AnyEvent] | None = None,
    ) -> None:
        """Tell what a stored turn did: events to who has the view before it, the whole view to others.

        `forms` are the events', if they are made.
        """
        after = self.game
        if after is None:
            raise AssertionError("told of a turn before the game began")
        news = TurnMessages(before, after, events, faces, forms, by, now, self.clocks(now))
        version, players_of = before.version, self._seating.players_of
        for client in self.clients:
            player = viewpoint(players_of.get(client.person.id, ()), after.state)
            if follows(client, version, player):
                client.version = after.version
                client.send(news.message(player))
            else:
                missed = client.version != version
                self.tell_view(client, now, () if missed else news.events(player))


def follows(client: Client, before: int, player: int | None) -> bool:
    """Whether a client can be told events on top of version `before`; otherwise the whole view is needed."""
    return client.version == before and client.player == player
