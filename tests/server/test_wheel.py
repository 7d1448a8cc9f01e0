"""The wheel holds all that the server needs: unpacked elsewhere, it serves a game."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.server.process import Server, environment

ROOT = Path(__file__).parents[2]


def test_a_game_is_played_on_a_server_from_the_wheel(tmp_path: Path) -> None:
    built = tmp_path / "dist"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = built.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    paths = {"PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"}
    found = subprocess.run(
        [sys.executable, "-c", "import cafe; print(cafe.__file__)"],
        env=environment(tmp_path / "data", **paths),
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(found.stdout.strip()) == unpacked / "cafe" / "__init__.py"
    server = Server(tmp_path / "data", **paths)
    try:
        played = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "plain_bot.py"), server.address],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        assert "final points: [" in played.stdout
    finally:
        assert server.stop() == 0
