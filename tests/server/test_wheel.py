"""The wheel names and holds all that the server needs: installed in a clean environment, it serves a game."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

from tests.server.process import Server

ROOT = Path(__file__).parents[2]


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=240)
    return done.stdout


def asked_for(requirements: Sequence[str], extras: set[str], found: set[str]) -> set[str]:
    """The names of all that must be installed for these requirements, beside what was found before."""
    for text in requirements:
        asked = Requirement(text)
        fits = asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in {"", *extras})
        if fits and asked.name not in found:
            found.add(asked.name)
            asked_for(distribution(asked.name).requires or [], asked.extras, found)
    return found


def test_a_game_is_played_on_a_server_from_the_wheel(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "clean", symlinks=True)
    python = tmp_path / "clean" / "bin" / "python"
    pip = sys.executable, "-m", "pip", "--python", python
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    ask = "from importlib.metadata import requires; print(*requires('cafe-international'), sep='\\n')"
    requirements = run(python, "-I", "-c", ask).splitlines()
    packages = Path(run(python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # What the wheel asks for is here already: no need to download it again.
    for name in asked_for(requirements, set(), set()):
        for top in {file.parts[0] for file in distribution(name).files or [] if file.parts[0] != ".."}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    run(*pip, "check")
    server = Server(tmp_path / "data", [str(python.with_name("cafe"))])
    try:
        played = run(sys.executable, ROOT / "examples" / "plain_bot.py", server.address)
        assert "final points: [" in played
    finally:
        assert server.stop() == 0
