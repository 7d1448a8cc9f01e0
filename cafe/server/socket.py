"""The socket of a table: the whole view first, then whatever happens; commands in, answers out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cafe import __version__
from cafe.protocol import messages as msg
from cafe.server.commands import carry_out
from cafe.server.endpoint import check_origin
from cafe.server.errors import Refused
from cafe.server.house import House
from cafe.server.identity import find_person
from cafe.server.reader import Reader
from cafe.server.table import OpenTable, encode
from cafe.server.talk import tell_said
from cafe.store import people
from cafe.store.errors import StoreError

MOST_BYTES = 16 * 1024
CLOSE_CODES = {"who": 4401, "banned": 4403, "forbidden": 4403, "missing": 4404, "store": 1013}
TOO_SLOW = 4408
TOO_MANY = 4429
RESTART = 1012
HANG_UP_SECONDS = 1.0
PATIENCE = 100
"""Refusals in a row after which a socket is closed."""

_command = msgspec.json.Decoder(msg.AnyCommand)


async def serve_socket(house: House, socket: WebSocket) -> None:
    """Serve one socket from its opening to its end."""
    try:
        check_origin(house.settings, socket.headers.get("origin"), socket.headers.get("host"))
    except Refused:
        await socket.close()  # before it is accepted: HTTP 403
        return
    await socket.accept()
    try:
        table, reader = await _admit(house, socket)
    except Refused as error:
        await socket.close(CLOSE_CODES.get(error.code, 1008), str(error)[:120])
        return
    except StoreError:
        await socket.close(CLOSE_CODES["store"], "the database does not answer")
        return
    house.metrics.sockets.inc()
    try:
        await _converse(house, table, reader, socket)
    finally:
        house.metrics.sockets.dec()
        table.readers.discard(reader)
        house.tell_table(table)


async def _admit(house: House, socket: WebSocket) -> tuple[OpenTable, Reader]:
    """Let somebody in: hello, the table, the game, what was said."""
    person = await find_person(house, socket)
    if person is None:
        raise Refused("who", "expected an identity: POST /api/me first")
    table = await house.table(socket.path_params["table"])
    if not table.may_watch(person.id):
        raise Refused("forbidden", "this table is closed to spectators")
    reader = Reader(person, await house.database.read(lambda c: people.blocked_by(c, person.id)))
    reader.send(encode(msg.Hello(msg.PROTOCOL, __version__, house.build, person.name, house.now())))
    await tell_said(house, table, reader)
    # From here on nothing waits, so that nothing can happen between the view and being told of events.
    table.readers.add(reader)
    house.tell_table(table)
    table.tell_view(reader, house.now())
    return table, reader


async def _converse(house: House, table: OpenTable, reader: Reader, socket: WebSocket) -> None:
    """Send what waits and listen, until one of the two ends or the client is too slow."""
    tasks = [
        asyncio.create_task(_send(reader, socket)),
        asyncio.create_task(_listen(house, table, reader, socket)),
        asyncio.create_task(reader.too_slow.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for error in results:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
            house.log.error("socket failed", table=table.row.id, exc_info=error)
    if reader.too_slow.is_set():
        await _hang_up(socket, TOO_SLOW, "too slow: come back for the whole view")


async def _hang_up(socket: WebSocket, code: int, reason: str) -> None:
    """Close the socket, without waiting long for a client that does not read."""
    if socket.client_state is WebSocketState.CONNECTED:
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(HANG_UP_SECONDS):
                await socket.close(code, reason)


async def _send(reader: Reader, socket: WebSocket) -> None:
    while True:
        message = await reader.next()
        if message is None:
            await _hang_up(socket, RESTART, "the server restarts: come back")
            return
        await socket.send({"type": "websocket.send", "text": message.decode()})


async def _listen(house: House, table: OpenTable, reader: Reader, socket: WebSocket) -> None:
    refusals = 0
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        data = event.get("text") or event.get("bytes") or b""
        answer = await answer_message(house, table, reader, data)
        refusals = refusals + 1 if isinstance(answer, msg.Refused) else 0
        reader.send(encode(answer))
        if isinstance(answer, msg.Refused) and answer.code == "version":
            table.tell_view(reader, house.now())
        if refusals > PATIENCE:
            await _hang_up(socket, TOO_MANY, "too many messages that are refused")
            return


async def answer_message(house: House, table: OpenTable, reader: Reader, data: str | bytes) -> msg.AnyMessage:
    """Carry out one message; whatever it is, it is answered."""
    try:
        command = _command.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return msg.Refused(_id_of(data), "form", f"expected a command: {error}")
    name = type(command).__name__.lower()
    if not house.command_rates.allows(reader.person.id, house.now()):
        rate = house.settings.commands_a_second
        return msg.Refused(command.id, "rate", f"expected at most {rate} commands a second; got more")
    answer: msg.AnyMessage
    try:
        answer = await carry_out(house, table, reader, command)
    except StoreError as error:
        house.log.error("the store does not answer", reason=str(error))
        answer = msg.Refused(command.id, "store", "the database does not answer; nothing was stored")
    except Exception:  # every command gets an answer, also one that finds a fault of ours
        house.log.exception("command failed", table=table.row.id, command=name)
        answer = msg.Refused(command.id, "failed", "the server failed; ask again with the same id")
    house.metrics.commands.labels(name, type(answer).__name__.lower()).inc()
    return answer


def _id_of(data: str | bytes) -> str | None:
    """The id of a message that is no command, if it has one."""
    try:
        found = msgspec.json.decode(data, type=dict[str, object]).get("id")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None
