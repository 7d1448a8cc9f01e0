"""A release: what is in it, that it can be repeated, and what a light installation gives."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.release import LIMIT, ROOT, fresh_clone, install, make_release, run

PLAYTHROUGH = ROOT / "tests" / "playthroughs" / "card.cafe"


@pytest.fixture(scope="module")
def light(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the commands of an installation without extras."""
    (wheel,) = release.glob("*.whl")
    return install(wheel, tmp_path_factory.mktemp("light")).parent


def test_wheel_and_sdist_hold_the_browser_app(release: Path) -> None:
    (wheel,), (sdist,) = release.glob("*.whl"), release.glob("*.tar.gz")
    assert wheel.name.endswith("-py3-none-any.whl"), "no compiler is needed to install it"
    built = {
        path.relative_to(release.parent).as_posix()
        for path in (release.parent / "cafe" / "web").rglob("*")
        if path.is_file()
    }
    assert "cafe/web/index.html" in built
    assert built <= set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as packed:
        assert built <= {name.partition("/")[2] for name in packed.getnames()}


def test_the_sdist_gives_the_same_wheel(release: Path, tmp_path: Path) -> None:
    (wheel,), (sdist,) = release.glob("*.whl"), release.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist", cwd=tree)
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(tmp_path / "dist" / wheel.name) as second:
        assert {name: first.read(name) for name in first.namelist()} == {
            name: second.read(name) for name in second.namelist()
        }


def test_the_same_commit_gives_the_same_bytes(release: Path, tmp_path: Path) -> None:
    run("git", "clone", "--quiet", release.parent, tmp_path / "again")
    run("cp", "-al", release.parent / "web" / "node_modules", tmp_path / "again" / "web")
    again = make_release(tmp_path / "again")
    files = sorted(path.name for path in release.iterdir())
    assert [name.rpartition(".")[2] for name in files] == ["SHA256SUMS", "whl", "json", "gz"]
    for name in files:
        assert (release / name).read_bytes() == (again / name).read_bytes(), name
    sums = dict(line.split()[::-1] for line in (release / "SHA256SUMS").read_text().splitlines())
    assert sums == {
        name: sha256((release / name).read_bytes()).hexdigest() for name in files if name != "SHA256SUMS"
    }


def test_the_list_of_components_names_all_that_runs(release: Path) -> None:
    (file,) = release.glob("*.cdx.json")
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["bomFormat"] == "CycloneDX"
    parts = {part["purl"] for part in found["components"]}
    pins = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements-run.txt").read_text(), re.MULTILINE)
    assert {f"pkg:pypi/{name}@{version}" for name, version in pins} <= parts
    optional = {part["name"] for part in found["components"] if part.get("scope") == "optional"}
    extras = {"gymnasium", "jax", "open-spiel", "pettingzoo"}
    assert extras <= optional
    assert not optional & {"pgx", *(name for name, _ in pins)}
    shipped = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert {f"pkg:npm/{name.replace('@', '%40')}@{version}" for name, version in shipped.items()} <= parts
    assert all(part["licenses"] for part in found["components"])


def test_a_build_without_the_browser_app_of_its_sources_fails(tmp_path: Path) -> None:
    tree = fresh_clone(tmp_path / "clone")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path / "dist")]
    for state in ("there is none", "it is older"):
        done = subprocess.run(build, cwd=tree, capture_output=True, text=True, timeout=LIMIT, check=False)
        assert done.returncode != 0
        assert state in done.stderr
        assert "make setup" in done.stderr
        shutil.copytree(ROOT / "cafe" / "web", tree / "cafe" / "web", dirs_exist_ok=True)
        with (tree / "web" / "index.html").open("a") as page:
            page.write("<!-- changed -->\n")
    assert not (tmp_path / "dist").exists() or not list((tmp_path / "dist").iterdir())
    done = subprocess.run(
        [sys.executable, "tools/release.py"],
        cwd=tree,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 1
    assert "expected a tree without changes" in done.stderr
    assert "web/index.html" in done.stderr


def test_a_light_installation_has_three_libraries_of_its_own_asking(light: Path) -> None:
    ask = "from importlib.metadata import requires; print(*requires('cafe-international'), sep='\\n')"
    asked = [line for line in run(light / "python", "-I", "-c", ask).splitlines() if "extra ==" not in line]
    assert [re.split(r"[<>=]", line)[0] for line in asked] == ["msgspec", "rich", "typer"]


def test_a_light_installation_has_rules_records_bots_engine_and_terminal(light: Path, tmp_path: Path) -> None:
    assert run(light / "cafe", "verify", PLAYTHROUGH).startswith("correct: 28 turns")
    assert run(light / "cafe", "replay", PLAYTHROUGH).rstrip().endswith("25")
    requests = [
        {"cmd": "new", "edition": "board", "players": 2, "seed": 7},
        {"cmd": "go", "bot": "chef", "ms": 20, "seed": 1},
    ]
    done = subprocess.run(
        [light / "cafe", "engine"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, True]
    played = subprocess.run(
        [light / "cafe", "play", "--players", "Anna,greedy", "--seed", "7", "--save", tmp_path / "game.cafe"],
        input="1\nq\ny\n",
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert "The game is saved." in played.stdout
    assert (tmp_path / "game.cafe").exists()


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "server"),
        ("admin tables", "server"),
        ("backup copy.db", "server"),
        ("arena greedy random", "arena"),
        ("train board --out run", "train"),
    ],
)
def test_a_command_that_misses_its_extra_says_which(light: Path, command: str, extra: str) -> None:
    done = subprocess.run(
        [light / "cafe", *command.split()], capture_output=True, text=True, timeout=LIMIT, check=False
    )
    first = command.split()[0]
    assert done.returncode == 2
    assert done.stdout == ""
    assert (
        done.stderr == f"cafe {first} needs the extra '{extra}': pip install 'cafe-international[{extra}]'\n"
    )
