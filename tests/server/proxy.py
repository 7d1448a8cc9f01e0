"""A reverse proxy without sticky sessions: every connection goes to the next server."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress


class Proxy:
    """Listens on a free port and hands connections on, in turn, in a thread of its own."""

    def __init__(self) -> None:
        self._targets: list[str] = []
        self._turn = 0
        self._changed = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def use(self, targets: list[str]) -> None:
        """Hand connections to these addresses from now on, or hold them until there is one."""

        def change() -> None:
            self._targets = targets
            self._changed.set()

        self._loop.call_soon_threadsafe(change)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other = await self._next()
        await asyncio.gather(_pump(reader, other[1]), _pump(other[0], writer))

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the next server that takes one, as soon as one does."""
        while True:
            self._changed.clear()
            for _ in self._targets:
                self._turn += 1
                target = self._targets[self._turn % len(self._targets)]
                host, _, port = target.removeprefix("http://").partition(":")
                with suppress(OSError):
                    return await asyncio.open_connection(host, int(port))
            await self._changed.wait()

    def close(self) -> None:
        """Stop listening and drop every connection."""
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
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()
