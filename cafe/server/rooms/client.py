"""One open socket in a room: who reads it, what it has been sent, what is waiting to be sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from cafe.server.rooms.rate_limits import Caller
from cafe.store.rows import Person

MOST_KEPT: Final = 100
"""How many spectators' messages a player will get after the end; older ones are forgotten."""
MOST_WAITING: Final = 256
"""How many messages may wait for a slow client before it is disconnected, to reconnect for the whole view."""
TOO_MANY = 4429
CLOSE_CODES = {
    "who": 4401,
    "banned": 4403,
    "forbidden": 4403,
    "missing": 4404,
    "rate": TOO_MANY,
    "store": 1013,
}
"""Why a socket closes, by the code of the refusal."""
TOO_SLOW: Final = (4408, "too slow: reconnect for the whole view")
RESTART: Final = (1012, "the server is restarting: reconnect")


def cannot_write(message: bytes) -> bool:
    """A `write` that makes every message wait."""
    return False


def _gone(message: bytes) -> bool:
    return True


def _nothing() -> None:
    pass


class Client:
    """A socket's outgoing side. Sending never waits, so a slow client never slows others."""

    def __init__(
        self,
        person: Person,
        blocked: frozenset[str] = frozenset(),
        write: Callable[[bytes], bool] = cannot_write,
        on_waiting: Callable[[], None] = _nothing,
    ) -> None:
        self.person = person
        self.blocked = blocked
        self.caller = Caller("unknown")
        """The room it is in."""
        self.version: int | None = None
        """The version of the view that the client has; None before the first one."""
        self.player: int | None = None
        self.heard_before: frozenset[int] = frozenset()
        """Numbers of what had been said before this socket was opened."""
        self._held_back: tuple[tuple[str, bytes], ...] = ()
        self.close_reason: tuple[int, str] | None = None
        """Why the socket is to close, once it is: a code and a reason."""
        self._write = write
        """Sends a message at once if the client keeps up; otherwise returns false."""
        self._on_waiting = on_waiting
        """Called when something is waiting."""
        self._waiting: deque[bytes] | None = None

    def send(self, message: bytes) -> None:
        """Send a message, or queue it; too many queued messages end the socket."""
        if self._waiting is None and self._write(message):
            return
        if self.close_reason is not None:
            return
        if self._waiting is None:
            self._waiting = deque()
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self._waiting = None
            self.close_reason = TOO_SLOW
        self._on_waiting()

    def hold_back(self, speaker: str, message: bytes) -> None:
        """Hold back what somebody said until the game is over."""
        self._held_back = (*self._held_back, (speaker, message))[-MOST_KEPT:]

    def send_held_back(self) -> None:
        """The game is over: send what was held back, except from people blocked since."""
        kept, self._held_back = self._held_back, ()
        for speaker, message in kept:
            if speaker not in self.blocked:
                self.send(message)

    def end(self, close_reason: tuple[int, str] = RESTART) -> None:
        """Let the socket close once what is waiting has been sent."""
        if self.close_reason is None:
            self.close_reason = close_reason
            self._on_waiting()

    def close(self) -> None:
        """The socket is gone: release it, and accept no more messages."""
        self._write, self._on_waiting, self._waiting = _gone, _nothing, None

    @property
    def next_waiting(self) -> bytes | None:
        """The message that has waited longest."""
        return self._waiting[0] if self._waiting else None

    def pop_waiting(self) -> None:
        """Remove the message that was sent."""
        if self._waiting:
            self._waiting.popleft()
        if not self._waiting:
            self._waiting = None
