"""Make a release in dist/: wheel, sdist, list of components, checksums; the same commit gives the same bytes.

usage: .venv/bin/python tools/release.py      (`make release` makes .venv first)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def main() -> None:
    """Check the tree, build, list, sum up."""
    if changed := git("status", "--porcelain"):
        fail(f"expected a tree without changes, so that the commit says what is in it; there are:\n{changed}")
    version = version_of_tree()
    # Dates inside the files are the commit's, and files are readable by everybody.
    epoch = git("log", "-1", "--format=%ct")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch}
    os.umask(0o022)
    shutil.rmtree(DIST, ignore_errors=True)
    for command in (
        ["tools/web"],
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(DIST)],
        [sys.executable, "tools/sbom.py", str(DIST / f"cafe_international-{version}.cdx.json")],
    ):
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    sums = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print("".join(sums), end="")


def version_of_tree() -> str:
    """The version, which the changelog and, if there is one, the commit's tag must name, too."""
    source = (ROOT / "cafe" / "__init__.py").read_text(encoding="utf-8")
    version: str = re.findall(r'^__version__ = "(.+)"$', source, re.MULTILINE)[0]
    if f"\n## {version}\n" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        fail(f"expected a heading ## {version} in CHANGELOG.md; there is none")
    tags = [tag for tag in git("tag", "--points-at", "HEAD").split() if re.fullmatch(r"v\d.*", tag)]
    if tags and tags != [f"v{version}"]:
        fail(f"expected the tag v{version} on this commit; it has {', '.join(tags)}")
    return version


def git(*words: str) -> str:
    """What git answers about this tree."""
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def fail(why: str) -> None:
    """Say why there is no release."""
    sys.exit(f"release: {why}")


if __name__ == "__main__":
    main()
