"""A release made as the docs say, from a fresh clone, and clean environments to install it into."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LIMIT = 240.0
"""Seconds after which a step that hangs is given up, on however busy a machine."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command that must go well prints."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fresh_clone(target: Path) -> Path:
    """A clone with this tree's changes committed in it, and the npm packages that are here already."""
    run("git", "clone", "--quiet", ROOT, target)
    changed = run("git", "ls-files", "-z", "--modified", "--others", "--exclude-standard").split("\0")
    for name in filter(None, changed):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).unlink(missing_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target / name)
    run("git", "add", "--all", cwd=target)
    if run("git", "status", "--porcelain", cwd=target):
        who = "-c", "user.name=Anna", "-c", "user.email=anna@cafe.example"
        run("git", *who, "commit", "--quiet", "--message", "what is not committed yet", cwd=target)
    run("cp", "-al", ROOT / "web" / "node_modules", target / "web")
    return target


def make_release(tree: Path) -> Path:
    """Where `make release` leaves the files of a release; `make setup` was done before."""
    run(sys.executable, tree / "tools" / "release.py", cwd=tree)
    return tree / "dist"


def install(wheel: Path, place: Path, extra: str = "") -> Path:
    """The Python of a new environment with the wheel, what its metadata asks for, and nothing else."""
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    pip = sys.executable, "-m", "pip", "--python", python
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    ask = "from importlib.metadata import requires; print(*requires('cafe-international'), sep='\\n')"
    requirements = run(python, "-I", "-c", ask).splitlines()
    packages = Path(run(python, "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # What the wheel asks for is here already, as pinned: no need to download it again.
    for name in asked_for(requirements, {extra}, set()):
        for top in {file.parts[0] for file in distribution(name).files or [] if file.parts[0] != ".."}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    run(*pip, "check")
    return python


def asked_for(requirements: Iterable[str], extras: set[str], found: set[str]) -> set[str]:
    """The names of all that must be installed for these requirements, beside what was found before."""
    for text in requirements:
        asked = Requirement(text)
        fits = asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in {"", *extras})
        if fits and asked.name not in found:
            found.add(asked.name)
            asked_for(distribution(asked.name).requires or [], asked.extras, found)
    return found
