"""A real server in a process of its own, on a free port and an empty data directory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen

FAST = (
    "--bot-ms 20 --log-level warning --commands-a-second 10000 --requests-a-second 10000 "
    "--people-an-hour 10000"
).split()


class House:
    """A server that can be killed and come back on its port with its data."""

    def __init__(
        self,
        directory: Path,
        python: str | Path = sys.executable,
        program: Sequence[str | Path] = ("-m", "cafe"),
        bot_pause_ms: int = 0,
    ) -> None:
        self.directory = directory
        self._program = python, *program
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.seconds_ahead = 0.0
        """By how much it will live in the future when it is started again."""
        self._bot_pause_ms = bot_pause_ms
        self.start()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            *self._program,
            "serve",
            "--port",
            str(self.port),
            "--bot-pause-ms",
            str(self._bot_pause_ms),
        ]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
        environment["CAFE_TEST_SECONDS_AHEAD"] = str(self.seconds_ahead)
        self._process = subprocess.Popen(
            [*command, "--data-directory", str(self.directory), *FAST],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, f"expected the server's address; got {line!r}"
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])
        with urlopen(f"{self.address}/readyz") as answer:
            assert answer.status == 200

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(timeout=30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
