"""Requests that try or play a turn: what a socket's commands do, for programs without one."""

from __future__ import annotations

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.server.errors import Refused
from cafe.server.http.endpoint import Call
from cafe.server.rooms.turns import submit
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.judge import preview


async def try_turn(call: Call) -> msg.Previewed:
    """Try a draft of a turn: what its steps do, and what may follow. Nothing is stored."""
    asked: cmd.TryTurn = call.body
    room = await call.server.rooms.get(call.part("table"))
    command = cmd.Preview(
        id=asked.id, version=asked.version, actions=asked.actions, faces=asked.faces, plan=asked.plan
    )
    try:
        return preview(room, call.person.id, command)
    except NotPossible as error:
        rule = None if error.refusal is None else str(error.refusal.rule)
        raise Refused(error.code, str(error), rule=rule, step=error.step) from None


async def play_turn(call: Call) -> msg.Done:
    """Play a turn. The same `id` again gets the first answer again."""
    asked: cmd.PlayTurn = call.body
    room = await call.server.rooms.get(call.part("table"))
    command = cmd.Submit(id=asked.id, version=asked.version, actions=asked.actions, faces=asked.faces)
    answer = await submit(call.server.rooms, room, call.person, command)
    if isinstance(answer, msg.Refused):
        rule = None if answer.refusal is None else answer.refusal.rule
        raise Refused(answer.code, answer.message, rule=rule, step=answer.step)
    return answer
