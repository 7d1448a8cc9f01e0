"""The socket of a room: the whole view first, then whatever happens; commands in, answers out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cafe import __version__
from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.server.errors import OverLimit, Refused
from cafe.server.http.authentication import check_bots_allowed, find_person, stranger
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import MOST_MESSAGE
from cafe.server.http.origin import check_origin
from cafe.server.live.commands import execute
from cafe.server.live.websocket_protocol import EXTENSION
from cafe.server.rooms.client import CLOSE_CODES, TOO_MANY, Client, cannot_write
from cafe.server.rooms.room import Room, encode
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.rooms.talk import tell_said
from cafe.store import people, talk
from cafe.store.errors import StoreError
from cafe.store.rows import Person

MOST_BYTES = 16 * 1024
HANG_UP_SECONDS = 1.0
PATIENCE = 100
"""After how many refusals in a row a socket is closed."""
FULL_SECONDS = 5
"""After how many seconds somebody whose socket was refused or closed by a limit may try again."""


class _Name(msgspec.Struct):
    id: str | None = None


_command = msgspec.json.Decoder(cmd.AnyCommand)
_name = msgspec.json.Decoder(_Name)


async def serve_socket(server: ServerParts, socket: WebSocket) -> None:
    """Serve one socket from its opening to its end."""
    try:
        check_origin(server, socket)
    except Refused:
        await socket.close()  # before it is accepted: HTTP 403
        return
    await socket.accept()
    try:
        room, client = await _admit(server, socket)
    except Refused as error:
        server.metrics.answered_with(error)
        await socket.close(CLOSE_CODES.get(error.code, 1008), str(error)[:120])
        return
    except StoreError:
        await socket.close(CLOSE_CODES["store"], "the database does not answer")
        return
    server.metrics.sockets.inc()
    try:
        await _listen(server, room, client, socket)
    except asyncio.CancelledError:
        if client.close_reason is None:
            raise  # not caused by our code
    except Exception:  # an error for one client must end only its own socket
        server.process.log.exception("socket failed", table=room.row.id)
    finally:
        server.metrics.sockets.dec()
        client.close()
        server.presence.went(room, client)


async def _admit(server: ServerParts, socket: WebSocket) -> tuple[Room, Client]:
    """Let somebody in: hello, the room, the game, what was said."""
    person = await find_person(server, socket)
    if person is None:
        raise stranger(socket)
    if person.author is not None:
        check_bots_allowed(server)
    server.limits.requests.check(person.id)
    room = await server.rooms.get(socket.path_params["table"])
    name, told = room.row.id, -1
    while told != room.messages_told:  # otherwise something was sent meanwhile that is not in what was read
        told = room.messages_told
        blocked, said = await server.database.read_inline(
            lambda c: (people.blocked_by(c, person.id), talk.last_messages(c, name))
        )
        room = await server.rooms.get(name)  # it may have changed, or been dropped from memory, meanwhile
    if not room.may_watch(person.id):
        raise Refused("forbidden", "this table is closed to spectators")
    most = server.settings.sockets_a_person
    if server.presence.sockets_of(person.id) >= most:
        message = f"expected at most {most} sockets per person: close one, or try again in {FULL_SECONDS} s"
        raise OverLimit("sockets", message, FULL_SECONDS)
    client = _Outbox(socket).client(person, blocked)
    client.caller = caller(socket)
    client.heard_before = frozenset(word.number for word in said)
    client.send(encode(msg.Hello(msg.PROTOCOL, __version__, server.build, person.name, server.process.now())))
    # From here on nothing awaits, so that nothing can happen between sending the view and the events.
    tell_said(room, client, said)
    server.presence.came(room, client)
    server.rooms.tell_room(room, (client,))
    room.tell_view(client, server.process.now())
    return room, client


class _Outbox:
    """Sends a client's messages to its socket.

    While the client keeps up they are written at once. When it does not, or under a server without a wire, a
    task sends what is waiting; it ends when nothing is.
    """

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._listening = asyncio.current_task()
        self._sending: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    def client(self, person: Person, blocked: frozenset[str]) -> Client:
        """The client at the other end."""
        wire = self._socket.scope.get("extensions", {}).get(EXTENSION)
        write = cannot_write if wire is None else wire.write
        found = Client(person, blocked, write, lambda: self._take(found))
        return found

    def _take(self, client: Client) -> None:
        """Called when something is waiting: a message, or the end."""
        if client.close_reason is None:
            if self._sending is None:
                self._sending = asyncio.create_task(self._send(client))
        elif self._ending is None:
            self._ending = asyncio.create_task(self._end(*client.close_reason))

    async def _send(self, client: Client) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the socket is gone, and the listener knows
            while (message := client.next_waiting) is not None:
                await self._socket.send({"type": "websocket.send", "text": message.decode()})
                client.pop_waiting()
        self._sending = None

    async def _end(self, code: int, reason: str) -> None:
        """Close the socket after what is waiting; stop listening to a client that does not read."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=HANG_UP_SECONDS)
        if not await _hang_up(self._socket, code, reason) and self._listening is not None:
            self._listening.cancel()


async def _hang_up(socket: WebSocket, code: int, reason: str) -> bool:
    """Close the socket without waiting long for a client that does not read; returns whether it is closed."""
    with suppress(WebSocketDisconnect, RuntimeError):  # it is already closed
        try:
            async with asyncio.timeout(HANG_UP_SECONDS):
                await socket.close(code, reason)
        except TimeoutError:
            return False
    return True


async def _listen(server: ServerParts, room: Room, client: Client, socket: WebSocket) -> None:
    refusals = 0
    while True:
        event = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return
        if client.close_reason is not None:
            continue  # it is closing; a client that reconnects asks again
        data = event.get("text") or event.get("bytes") or b""
        answer = await answer_message(server, room, client, data)
        refusals = refusals + 1 if isinstance(answer, msg.Refused) else 0
        client.send(encode(answer))
        if isinstance(answer, msg.Refused) and answer.code == "version":
            room.tell_view(client, server.process.now())
        if refusals > PATIENCE:
            server.metrics.refused("refusals")
            await _hang_up(socket, TOO_MANY, f"too many refused messages: try again in {FULL_SECONDS} s")
            return


async def answer_message(
    server: ServerParts, room: Room, client: Client, data: str | bytes
) -> msg.AnyMessage:
    """Carry out one message; it is always answered, whatever it is."""
    try:
        server.limits.commands.check(client.person.id)
        server.limits.commands_of_address.check(client.caller)
    except Refused as error:
        server.metrics.answered_with(error)
        return msg.Refused(_id_of(data), error.code, str(error), retry_after=error.retry_after)
    try:
        command = _command.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return msg.Refused(_id_of(data), "form", f"expected a command: {error}"[:MOST_MESSAGE])
    answer: msg.AnyMessage
    try:
        answer = await execute(server, room, client, command)
    except Refused as error:
        server.metrics.answered_with(error)
        answer = msg.Refused(command.id, error.code, str(error), retry_after=error.retry_after)
    except StoreError as error:
        server.process.log.error("the store does not answer", reason=str(error))
        answer = msg.Refused(command.id, "store", "the database does not answer; ask again with the same id")
    except Exception:  # every command gets an answer, even one that runs into an error in our code
        server.process.log.exception(
            "command failed", table=room.row.id, command=type(command).__name__.lower()
        )
        answer = msg.Refused(command.id, "failed", "the server failed; ask again with the same id")
    server.metrics.answered(type(command), type(answer))
    return answer


def _id_of(data: str | bytes) -> str | None:
    """The id of a message that is not a command, if it has one."""
    try:
        found = _name.decode(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found if found is not None and len(found) <= 64 else None
