"""Install a wheel into an empty environment and run it: how long each step takes, and how large it is.

usage: python3 tools/first_run.py dist/*.whl      (Python alone is needed; pip must find the libraries)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RULES = """
import time
begin, used = time.perf_counter(), time.process_time()
import cafe.rules
print(time.perf_counter() - begin, time.process_time() - used)
"""


def main(wheel: Path) -> None:
    """Light first, then with the server."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        programs = place / "venv" / "bin"
        with timed("empty environment"):
            venv.create(place / "venv", with_pip=True)
        empty = size(place / "venv")
        for what, extra in (("light", ""), ("with the server", "[server]")):
            with timed(f"installed, {what}"):
                subprocess.run([programs / "pip", "install", "--quiet", f"{wheel}{extra}"], check=True)
            print(f"{'':24} {(size(place / 'venv') - empty) / 2**20:8.1f} MiB")
        times = [output(programs / "python", "-c", RULES).split() for _ in range(5)]
        wall, used = (1000 * min(map(float, column)) for column in zip(*times, strict=True))
        print(f"{'import cafe.rules':24} {wall:8.1f} ms, {used:.1f} ms of the processor; the least of five")
        with timed("cafe play"):
            play(programs, place)
        serve(programs, place)


def play(programs: Path, place: Path) -> None:
    """A move and goodbye."""
    command: list[str | Path] = [programs / "cafe", "play", "--players", "Anna,greedy"]
    command += ["--save", place / "game.cafe"]
    subprocess.run(command, input=b"1\nq\ny\n", stdout=subprocess.DEVNULL, check=True)


def serve(programs: Path, place: Path) -> None:
    """From the command to the page of the game."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    command: list[str | Path] = [programs / "cafe", "serve", "--port", "0"]
    command += ["--data-directory", place / "data"]
    for state in ("first start", "second start"):
        with timed(f"cafe serve, {state}"):
            server = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=kept
            )
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with urllib.request.urlopen(address) as page:
                shown = b'<script type="module"' in page.read()
        server.terminate()
        if server.wait() or not shown:
            sys.exit("first_run: expected the page of the game and a quiet end; something else came")


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long it took."""
    begin = time.perf_counter()
    yield
    print(f"{what:24} {time.perf_counter() - begin:8.2f} s", flush=True)


def output(*command: str | Path) -> str:
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def size(place: Path) -> int:
    """Bytes of all files below."""
    return sum(path.lstat().st_size for path in place.rglob("*") if path.is_file())


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        print("usage: python3 tools/first_run.py WHEEL", file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]).resolve())
