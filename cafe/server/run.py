"""Run a server until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

import uvicorn
import uvloop

from cafe.bots.runtime import missing_library
from cafe.server import logs
from cafe.server.app import make_app
from cafe.server.cluster.due_work import run_due_work
from cafe.server.cluster.heartbeat import heartbeat, send_heartbeats
from cafe.server.cluster.retention import run_retention
from cafe.server.cluster.reviews import run_reviews
from cafe.server.cluster.revocation import check_credentials
from cafe.server.cluster.synchronisation import on_notice, poll_store, publish_presence
from cafe.server.cluster.time_keeping import keep_time
from cafe.server.http.connection_limits import ConnectionLimits, LimitedConfig
from cafe.server.http.http_protocol import BoundedHeadProtocol
from cafe.server.http.static_files import build_name
from cafe.server.live.socket import MOST_BYTES
from cafe.server.live.websocket_protocol import TextFrameProtocol
from cafe.server.rooms.bus import Bus
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.settings import BadSetting, Settings
from cafe.store import crash_points, processes
from cafe.store.database import Database
from cafe.store.errors import StoreError

STOP_SECONDS = 10
MOST_FILES = 65_536


def serve(settings: Settings, opened: Callable[[str], None] | None = None) -> int:
    """Serve until SIGINT or SIGTERM, and pass the address to `opened`; returns the exit status."""
    logs.set_up(settings.log_level)
    # Turns leave no cycles behind; only sockets that are gone do. Looking for them at every 2,000 new
    # objects took 7 % of a busy server's time.
    gc.set_threshold(50_000)
    sys.setswitchinterval(0.001)  # how long the thread that stores turns waits for Python's lock at each step
    _allow_many_sockets()
    try:
        with (
            _listen(settings) as listening,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            bound = replace(settings, port=listening.getsockname()[1])
            return runner.run(_serve(bound, listening, opened))
    except (BadSetting, StoreError) as error:
        print(f"cafe serve: {error}", file=sys.stderr)
        return 2


def _allow_many_sockets() -> None:
    """Allow as many open files as the system permits; its default, often 1024, is soon used up."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted and soft != resource.RLIM_INFINITY:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _listen(settings: Settings) -> socket.socket:
    """The socket of the address and port; raises BadSetting if they are not available."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise BadSetting(f"cannot listen on {settings.host}, port {settings.port}: {reason}") from None


async def _serve(settings: Settings, listening: socket.socket, opened: Callable[[str], None] | None) -> int:
    database = await Database.open(settings.database)
    server = ServerParts(settings, database, build_name(), _bus(settings.redis_url))
    if database.is_new:
        server.process.log.info("new database", database=database.name)
    try:
        await heartbeat(server, None if database.shared else 0.0)
    except StoreError:  # it can be read, but not written
        await server.close()
        raise
    web = _WebServer(_config(settings, server), server, opened)
    loops = [run_due_work, send_heartbeats, keep_time, check_credentials, poll_store, run_retention]
    loops += [run_reviews, publish_presence] if database.shared else [run_reviews]
    tasks = [asyncio.create_task(_run_until_end(server, loop)) for loop in loops]
    bus = asyncio.create_task(server.bus.run(partial(on_notice, server)))
    server.process.log.info(
        "serving",
        address=settings.address,
        port=settings.port,
        process=server.process.name,
        database=database.name,
    )
    if (lacks := missing_library()) is not None:
        server.process.log.warning("the level master plays as chef", because=lacks)
    try:
        await web.serve([listening])
    finally:
        server.process.ending.set()
        await asyncio.gather(*tasks)
        bus.cancel()
        await asyncio.gather(bus, return_exceptions=True)
        with suppress(StoreError):
            await database.write(lambda c: processes.leave(c, server.process.name, server.process.now()))
        await server.close()
        server.process.log.info("stopped")
    return 0


def _bus(redis_url: str) -> Bus:
    """The connection between this process and the others, if there is a Redis."""
    if not redis_url:
        return Bus()
    from cafe.server.cluster.redis_bus import RedisBus  # only a server with Redis loads its driver

    return RedisBus(redis_url)


async def _run_until_end(server: ServerParts, loop: Callable[[ServerParts], Awaitable[None]]) -> None:
    """Keep a loop running until the server ends, whatever happens to it."""
    while not server.process.ending.is_set():
        try:
            await loop(server)
        except Exception:  # a server without clocks or presence is worse than one that tries again
            server.process.log.exception("failed", loop=getattr(loop, "__name__", "loop"))
            await server.process.wait(1.0)


def _config(settings: Settings, server: ServerParts) -> uvicorn.Config:
    limits = ConnectionLimits(server)
    config = LimitedConfig(
        make_app(server, limits),
        http=BoundedHeadProtocol,
        ws=TextFrameProtocol,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="off",
        log_level="error",  # it warns about whatever strangers send, as often as they send it
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    config.connection_limits = limits
    return config


class _WebServer(uvicorn.Server):
    """Says where it listens, and lets sockets end before it stops."""

    def __init__(
        self, config: uvicorn.Config, server: ServerParts, opened: Callable[[str], None] | None
    ) -> None:
        super().__init__(config)
        self._parts = server
        self._opened = opened

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM, but stay alive to close the store."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say where."""
        await super().startup(sockets)
        print(f"Café International: {self._parts.settings.address}", flush=True)
        crash_points.arm()
        gc.freeze()  # what exists now stays
        if self._opened is not None:
            await asyncio.to_thread(self._opened, self._parts.settings.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every client to reconnect, then stop."""
        self._parts.end_sockets()
        await super().shutdown(sockets)
