"""A turn that was judged: what is to be stored, and the room after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from cafe.protocol.convert import action_of
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.events import Event
from cafe.rules.state import State
from cafe.rules.trial import Trial
from cafe.server.turn.clock import Clock
from cafe.server.turn.faces import Face
from cafe.server.turn.replay import AGREED, TURN, Step, agreed, write_faces
from cafe.server.turn.stored_room import StoredRoom
from cafe.store.rows import Due, Entry, RoomRow, SeatRow, dues_of_mover

ANSWER_SECONDS = 60.0
"""How long a bot account may take for a turn, or each stored part of one, before a house bot takes over."""

encode = msgspec.json.Encoder().encode


class Moment(NamedTuple):
    """When a turn is taken, and when a bot that moves next will move."""

    now: float
    bot_at: float


class Command(NamedTuple):
    """Who submitted a turn, and the id of the command."""

    person: str
    id: str


class NewTurn(NamedTuple):
    """A turn to be stored after a revision of its room; `row` is the room after it."""

    revision: int
    row: RoomRow
    step: Step
    deadline: float | None
    """When the time of the next player to move is up."""
    dues: tuple[Due, ...]


def actions_of(state: State, forms: Sequence[AnyAction]) -> list[Action]:
    """The actions of their JSON forms."""
    return [action_of(state.edition.plan, form) for form in forms]


def played_turn(
    room: StoredRoom,
    trial: Trial,
    actions: Sequence[AnyAction],
    moment: Moment,
    faces: Sequence[Face] = (),
    command: Command | None = None,
) -> NewTurn:
    """The turn of a person's command, or a bot's; raises UnknownFace if a chosen guest is not in the hand."""
    return _new_turn(room, TURN, actions, trial.state, trial.events, moment, faces, command)


def agreed_end(room: StoredRoom, moment: Moment) -> NewTurn:
    """The end of the game as it stands, because everybody still playing wants that."""
    state, events = agreed(room.running.state)
    return _new_turn(room, AGREED, (), state, events, moment)


def _new_turn(
    room: StoredRoom,
    kind: str,
    actions: Sequence[AnyAction],
    state: State,
    events: tuple[Event, ...],
    moment: Moment,
    faces: Sequence[Face] = (),
    command: Command | None = None,
) -> NewTurn:
    before, now = room.running, moment.now
    mover = before.state.player
    after, event_faces = before.after(state, events, faces)
    entry = Entry(
        version=after.version,
        kind=kind,
        at=now,
        took=_time_used(room, mover, now),
        player=mover,
        person=None if command is None else command.person,
        command=None if command is None else command.id,
        actions=encode(actions).decode(),
        faces=write_faces(faces),
    )
    step = Step(entry, events, event_faces, after)
    if state.over is not None:
        row = room.row.after_turn(after.version, None, now, "over")
        return NewTurn(room.row.revision, row, step, None, ())
    seat, clock = room.seat_of(state.player), room.clock
    if state.player != mover:
        clock = clock.running(state.player, now)
    deadline, dues = dues_of_seat(room.row.id, after.version, seat, clock, moment)
    row = room.row.after_turn(after.version, seat.seat, now, "running")
    return NewTurn(room.row.revision, row, step, deadline, dues)


def _time_used(room: StoredRoom, mover: int, now: float) -> float:
    if room.clock.form is None:
        return max(0.0, now - room.last_at)
    return room.clock.banks[mover] - room.clock.left(mover, mover, now)


def dues_of_seat(
    room: str, version: int, seat: SeatRow, clock: Clock, moment: Moment
) -> tuple[float | None, tuple[Due, ...]]:
    """When a person's time is up, and what is due once it is this seat's turn."""
    is_bot = seat.acting_bot is not None
    bot_at, deadline = (moment.bot_at, None) if is_bot else (None, clock.deadline)
    return deadline, dues_of_mover(room, version, bot_at, deadline, answer_by(seat, moment.now))


def answer_by(seat: SeatRow, now: float) -> float | None:
    """When a bot account must have moved whose turn begins now; None for everybody else."""
    return None if seat.author is None else now + ANSWER_SECONDS
