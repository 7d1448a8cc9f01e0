"""Real PostgreSQL and Redis for the tests: own processes on free loopback ports, in folders of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT = 240.0
_numbers = count()


def programs() -> tuple[Path, Path]:
    """The folder of PostgreSQL's programs, and redis-server."""
    found = subprocess.run([ROOT / "tools" / "databases"], check=True, capture_output=True, text=True)
    postgres, redis = found.stdout.splitlines()
    return Path(postgres), Path(redis)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Daemon:
    """A process that says when it is ready, and can be ended and started again on its port."""

    ready = ""
    end_signal = signal.SIGTERM

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"cafe-{name}-"))
        self.port = free_port()
        self._process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        """What is run, in the foreground."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it and wait until it is ready."""
        self._process = process = subprocess.Popen(
            self.command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder
        )
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if self.ready in line:
                break
        else:
            raise AssertionError(f"{self.command()[0]} did not start:\n{''.join(said)}")
        self._reading = threading.Thread(target=process.stdout.read, daemon=True)
        self._reading.start()

    def stop(self) -> None:
        """Let it end in order."""
        self._end(self.end_signal)

    def kill(self) -> None:
        """End it at once."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self._process.stdout is not None:
            self._process.send_signal(how)
            self._process.wait(LIMIT)
            self._reading.join(LIMIT)
            self._process.stdout.close()
            self._process = None

    def close(self) -> None:
        """End it and remove what it wrote."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis(Daemon):
    """A Redis with a password that keeps nothing."""

    ready = "Ready to accept connections"

    def __init__(self) -> None:
        super().__init__("redis")
        self._program = programs()[1]
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://:sesame@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        """Only this machine, nothing on the disk."""
        return [
            str(self._program),
            *f"--port {self.port} --bind 127.0.0.1 --appendonly no --requirepass sesame".split(),
            "--save",
            "",
        ]


class Postgres(Daemon):
    """A PostgreSQL as it is delivered; only the connections it takes are more."""

    ready = "database system is ready to accept connections"
    end_signal = signal.SIGINT
    """PostgreSQL's fast shutdown."""

    def __init__(self) -> None:
        super().__init__("postgres")
        self._programs = programs()[0]
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        made = [str(self._programs / "initdb"), "--no-sync", "-A", "trust", "-U", "cafe", "-E", "UTF8"]
        subprocess.run(
            [*self._as_postgres(), *made, "--locale=C", "-D", str(self.folder / "data")],
            check=True,
            capture_output=True,
            cwd=self.folder,
        )
        self.start()

    def _as_postgres(self) -> list[str]:
        """PostgreSQL refuses to run as root; it ends with the process that started it."""
        if os.getuid() != 0:
            return []
        return "setpriv --reuid=postgres --regid=postgres --init-groups --reset-env --pdeathsig=INT".split()

    def command(self) -> list[str]:
        """Only this machine, no socket file; fsync stays on."""
        server = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-h", "127.0.0.1"]
        port = ["-p", str(self.port), "-c", "unix_socket_directories=", "-c", "max_connections=300"]
        return [*self._as_postgres(), *server, *port]

    def kill(self) -> None:
        """End it at once: its immediate shutdown, so that no child of it lives on."""
        self._end(signal.SIGQUIT)

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"cafe{next(_numbers)}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "cafe"]
        subprocess.run([str(self._programs / "createdb"), *where, name], check=True, timeout=LIMIT)
        return f"postgresql+asyncpg://cafe@127.0.0.1:{self.port}/{name}"
