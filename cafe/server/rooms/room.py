"""A room in memory: its seats, its game and the sockets that are open in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import structs

from cafe.protocol import messages as msg
from cafe.protocol.editions import plan_form, traits_form
from cafe.protocol.forms import AnyEvent
from cafe.protocol.tables import DailyTableForm, NoAnswerForm, SeatForm, TableForm
from cafe.server.rooms.client import Client
from cafe.server.rooms.confusable_names import alike_seats
from cafe.server.rooms.seat_names import seat_names
from cafe.server.turn.daily_deal import end_of
from cafe.server.turn.game import Game, view_message, viewpoint
from cafe.server.turn.replay import Step
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.stored_room import StoredRoom
from cafe.server.turn.turn_message import TurnMessages
from cafe.store.rows import ASKED, FREE_KINDS, RoomRow, SeatRow

encode = msgspec.json.Encoder().encode


class Room(StoredRoom):
    """A room in memory, and the sockets that are open in it."""

    def __init__(self, row: RoomRow, opened: float) -> None:
        super().__init__(row, opened)
        self.lock = asyncio.Lock()
        """Held while the game or the seats change."""
        self.clients: set[Client] = set()
        self.elsewhere: frozenset[str] = frozenset()
        """People who are here through other processes."""
        self.host_name: str | None = None
        """The name of a host who does not play."""
        self.messages_told = 0
        """How many messages have been sent here."""
        self.presence_pending = False
        """Whether somebody came or went, and everybody will be notified soon."""

    @property
    def shown(self) -> tuple[object, ...]:
        """The parts of the room as it is sent that can change without a turn."""
        row = self.row
        return (
            *(row.status, row.seats, row.settings, row.rematch, row.commitment, self.elsewhere),
            *(len(self.shuffle.values), self.opening_until, self.host_name),
        )

    @property
    def here(self) -> frozenset[str]:
        """Everybody who is in this room."""
        return self.elsewhere | {client.person.id for client in self.clients}

    @property
    def seated(self) -> frozenset[str]:
        """Everybody with a seat."""
        return frozenset(
            seat.person for seat in self.row.seats if seat.person is not None and seat.kind != ASKED
        )

    def form(self, person: str, blocked: frozenset[str], here: frozenset[str], link: str) -> TableForm:
        """The room, with what a person may see, and these people present."""
        row, settings, seated = self.row, self.settings, self.seated
        watches = self.may_watch(person)
        alike = alike_seats(row.seats, self.host_name)
        return TableForm(
            id=row.id,
            link=link,
            status=row.status,  # type: ignore[arg-type]
            **settings.chosen(),
            seats=[
                self._seat_form(seat, name, person, here, blocked, seat.seat in alike)
                for seat, name in zip(row.seats, seat_names(row.seats), strict=True)
            ],
            host=row.host == person,
            watching=len(here - seated),
            plan=plan_form(settings.rules()),
            traits=traits_form(settings.rules()),
            commitment=row.commitment,
            shuffle=self.shuffle.form(row, self.opening_until),
            invite=row.invite if person == row.host or person in seated else None,
            rematch=row.rematch if watches else None,
            practice=settings.practice,
            daily=_daily_form(settings),
            declined=settings.declined,
            ranks=self.ranks() if watches else None,
        )

    def _seat_form(
        self,
        seat: SeatRow,
        name: str | None,
        person: str,
        here: frozenset[str],
        blocked: frozenset[str],
        alike: bool,
    ) -> SeatForm:
        reserved = self.settings.reserved.get(seat.seat) if seat.kind == "friend" else None
        no_answer = self.settings.no_answers.get(seat.seat) if seat.kind in FREE_KINDS else None
        return SeatForm(
            seat=seat.seat,
            kind=seat.kind,  # type: ignore[arg-type]
            name=name if reserved is None else reserved.name,
            author=seat.author,
            asked_until=self.settings.asked_until.get(seat.seat) if seat.kind == ASKED else None,
            no_answer=None if no_answer is None else NoAnswerForm(**structs.asdict(no_answer)),
            alike=alike,
            player=seat.player,
            bot=seat.bot,
            stand_in=seat.stand_in,
            resigned=seat.resigned,
            agrees=seat.agrees,
            asks_stand_in=seat.asks_stand_in,
            present=seat.kind == "bot" or seat.author is not None or seat.person in here,
            yours=seat.person == person and seat.kind != ASKED,
            blocked=seat.person in blocked,
            invite=reserved.invite if reserved is not None and person == self.row.host else None,
        )

    def tell(self, clients: Iterable[Client], link: str) -> None:
        """Send these clients the room as it is now. Everybody without a part in it gets the same."""
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
        """Send a client the whole game, if there is one, and the events that led to it."""
        if self.game is None:
            return
        client.player = self.viewpoint(client.person.id)
        client.version = self.game.version
        client.send(encode(view_message(self.game, client.player, self.times(now), events)))

    def tell_turn(self, before: Game, step: Step) -> None:
        """Send what a stored turn did: events to clients that have the view before it, the view to others."""
        after, now = step.game, step.entry.at
        messages = TurnMessages(before, step, self.times(now))
        version, players_of = before.version, self._seating.players_of
        for client in self.clients:
            players = players_of.get(client.person.id, ())
            player = viewpoint(players, after.state)
            if follows(client, version, player):
                client.version = after.version
                client.send(messages.message(player))
            else:
                missed = client.version != version
                # On a shared screen, whoever moved sees what they drew before the next player looks.
                eyes = before.state.player if before.state.player in players else player
                self.tell_view(client, now, () if missed else messages.events(eyes))


def _daily_form(settings: RoomSettings) -> DailyTableForm | None:
    daily = settings.daily
    return None if daily is None else DailyTableForm(daily.day, daily.counted, end_of(daily.day))


def follows(client: Client, before: int, player: int | None) -> bool:
    """Whether a client can get events on top of version `before`; otherwise it needs the whole view."""
    return client.version == before and client.player == player
