"""The coach: finds what somebody missed in a turn, in a process of its own, serving people in turn."""

from __future__ import annotations

import msgspec

from cafe.analysis.coach import Choice, advise
from cafe.protocol.convert import action_form, action_of, view_form, view_of
from cafe.protocol.hints import Label, ReasonsForm
from cafe.rules.view import view
from cafe.server.errors import OverLimit
from cafe.server.rooms.bot_workers import seed_of
from cafe.server.rooms.fair_queue import FairQueue
from cafe.server.rooms.worker_pool import WorkerPool
from cafe.server.rooms.worker_process import Tell, WorkerFailed, place_of
from cafe.server.turn.coached import CoachAdvice, CoachChoice
from cafe.server.turn.stored_room import OwnStep

SECONDS = 10.0
"""How long one answer may take; on a core of its own it takes a tenth of a second."""
MOST_WAITING = 50
RETRY_SECONDS = 5


def answer_task(data: bytes, tell: Tell) -> bytes:
    """What the worker process does: the choices of a turn in, the advice out. It gets only views."""
    try:
        advice = _advice(msgspec.json.decode(data, type=list[CoachChoice]))
    except Exception as error:
        advice = CoachAdvice(error=place_of(error))
    return msgspec.json.encode(advice)


def _advice(asked: list[CoachChoice]) -> CoachAdvice:
    choices = []
    for each in asked:
        seen = view_of(each.view)
        choices.append(Choice(seen, [action_of(seen.known.edition.plan, form) for form in each.actions]))
    # Asking again gives the same answer.
    found = advise(choices, seed_of(asked[0].view))
    plan, comparison = choices[0].seen.known.edition.plan, found.comparison
    return CoachAdvice(
        costliest=found.costliest,
        label=msgspec.convert(found.label, Label),
        loss=round(comparison.loss, 1),
        best=[action_form(plan, action) for action in comparison.best.actions],
        why=msgspec.convert(comparison.why, ReasonsForm),
    )


class Coach(WorkerPool):
    """The process that finds what people missed, and the people waiting for it."""

    def __init__(self) -> None:
        super().__init__(answer_task, "cafe-coach", 1)
        self._queue = FairQueue(1)

    async def advise(self, who: str, turn: list[OwnStep]) -> CoachAdvice:
        """What this person missed in a turn; raises Refused if too many ask, or WorkerFailed."""
        if self._queue.waiting >= MOST_WAITING:
            message = f"expected a free coach; too many people are asking: try again in {RETRY_SECONDS} s"
            raise OverLimit("coach", message, RETRY_SECONDS, full=True)
        asked = []
        for step in turn:
            state = step.before.state
            forms = [action_form(state.edition.plan, action) for action in step.actions]
            asked.append(CoachChoice(view_form(view(state, state.player)), forms))
        await self._queue.take(who)
        try:
            data = await self.ask(msgspec.json.encode(asked), SECONDS)
        finally:
            self._queue.give_back()
        advice = msgspec.json.decode(data, type=CoachAdvice)
        if advice.error is not None:
            raise WorkerFailed(advice.error)
        return advice
