"""A reverse proxy that forgets: every connection goes to the next server, whoever comes."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress


class Proxy:
    """Listens on a free port and hands connections on, in turn, in a thread of its own."""

    def __init__(self) -> None:
        self.targets: list[str] = []
        """Addresses such as http://127.0.0.1:1234."""
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other = await self._next()
        if other is not None:
            await asyncio.gather(_pump(reader, other[1]), _pump(other[0], writer))
        writer.close()

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the next server that takes one."""
        for _ in range(len(self.targets)):
            self._turn += 1
            host, _, port = (
                self.targets[self._turn % len(self.targets)].removeprefix("http://").partition(":")
            )
            with suppress(OSError):
                return await asyncio.open_connection(host, int(port))
        return None

    def close(self) -> None:
        """Stop listening."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()
