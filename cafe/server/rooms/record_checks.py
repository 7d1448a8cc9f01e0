"""Reading records that people send, in a separate process, with a time limit, one at a time per person."""

from __future__ import annotations

import msgspec

from cafe.bots.names import read_record_names
from cafe.protocol.convert import state_form
from cafe.protocol.ending import check_ending
from cafe.protocol.forms import StateForm
from cafe.protocol.replays import ReplayForm, ReplayPlayerForm
from cafe.rules.errors import CafeError, RecordError
from cafe.rules.record import Record, read_record, replay, verify
from cafe.rules.state import State
from cafe.server.errors import OverLimit, Refused
from cafe.server.rooms.worker_pool import WorkerPool
from cafe.server.rooms.worker_process import Tell, WorkerFailed
from cafe.server.turn.replay_form import make_replay

SECONDS = 10.0
"""How long reading one record may take; the longest game takes a tenth of a second."""
MOST_WAITING = 20
RETRY_SECONDS = 5


class RecordTask(msgspec.Struct, frozen=True):
    """A record to be replayed, or to be played up to a turn (None: to its end)."""

    record: str
    tell: bool
    turns: int | None = None


class RecordResult(msgspec.Struct, frozen=True):
    replay: msgspec.Raw = msgspec.Raw(b"null")
    """A `ReplayForm` in JSON."""
    position: StateForm | None = None
    players: list[tuple[str, str | None]] = []
    """The players' names, each with its bot, if it is one."""
    error: str | None = None
    turn: int | None = None


def answer_task(data: bytes, tell: Tell) -> bytes:
    """What the worker process does: a task in, a result out."""
    return msgspec.json.encode(_result(msgspec.json.decode(data, type=RecordTask)))


def _result(task: RecordTask) -> RecordResult:
    try:
        if task.tell:
            return RecordResult(replay=msgspec.Raw(msgspec.json.encode(_told(task.record))))
        record = read_record(task.record)
        return RecordResult(
            position=state_form(_position(record, task.turns)), players=read_record_names(record.players)
        )
    except RecordError as error:
        return RecordResult(error=str(error), turn=error.turn)
    except CafeError as error:
        return RecordResult(error=str(error))


def _told(text: str) -> ReplayForm:
    record = read_record(text)
    check_ending(record, verify(record))
    players = [
        ReplayPlayerForm(name, seat, bot is not None)
        for seat, (name, bot) in enumerate(read_record_names(record.players))
    ]
    return make_replay(record, players, 0)


def _position(record: Record, turns: int | None) -> State:
    state = record.start()
    for played in replay(record):
        if turns is not None and played.turn > turns:
            break
        state = played.state
    return state


class RecordChecks(WorkerPool):
    """The process that reads records, and the people waiting for it."""

    def __init__(self) -> None:
        super().__init__(answer_task, "cafe-records", 1)
        self._asking: set[str] = set()

    async def check(self, who: str, task: RecordTask) -> RecordResult:
        """The content of a person's record; raises Refused if it takes too long, or another is being read."""
        if who in self._asking or len(self._asking) >= MOST_WAITING:
            message = f"expected a record when others have been read: try again in {RETRY_SECONDS} s"
            raise OverLimit("records", message, RETRY_SECONDS)
        self._asking.add(who)
        try:
            data = await self.ask(msgspec.json.encode(task), SECONDS)
        except WorkerFailed:
            raise Refused("record", f"expected a record that is read within {SECONDS:.0f} s") from None
        finally:
            self._asking.discard(who)
        return msgspec.json.decode(data, type=RecordResult)
