"""The database's files: private, locked under any name, with plain messages about what is wrong."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
import subprocess
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.server.process import LIMIT, PROGRAM, Server, come_in, environment
from tests.server.seats import BEN, ME


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def cafe(data: Path, *words: str, file_blocks: int | None = None) -> subprocess.CompletedProcess[str]:
    """A command; `file_blocks` is how much the disk takes in one file."""
    *python, program = PROGRAM
    if file_blocks is not None:
        most = f"({file_blocks * 512}, {file_blocks * 512})"
        program = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, {most}); {program}"
    return subprocess.run(
        [*python, program, *words],
        env=environment(data),
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )


async def test_the_files_are_their_owners_alone_also_those_of_an_earlier_version(tmp_path: Path) -> None:
    data = tmp_path / "data"
    first = Server(data)
    await come_in(first.address)
    first.kill()  # leaves the log of SQLite behind
    files = [data / name for name in ("cafe.db", "cafe.db-wal", "cafe.db-shm", "cafe.db.lock")]
    assert rights(data) == 0o700
    assert [rights(file) for file in files] == [0o600] * 4
    for file in files:
        file.chmod(0o644)
    second = Server(data)
    try:
        assert [rights(file) for file in files] == [0o600] * 4
        made = cafe(data, "backup", str(tmp_path / "copy.db"))
        assert made.returncode == 0, made.stderr
        assert rights(tmp_path / "copy.db") == 0o600
    finally:
        assert second.stop() == 0
    restored = cafe(tmp_path / "restored", "restore", str(tmp_path / "copy.db"))
    assert restored.returncode == 0, restored.stderr
    assert rights(tmp_path / "restored") == 0o700
    assert rights(tmp_path / "restored" / "cafe.db") == 0o600


def test_another_name_of_the_file_does_not_evade_the_lock(single: Server, tmp_path: Path) -> None:
    (tmp_path / "cafe.db").symlink_to(single.data / "cafe.db")
    refused = cafe(tmp_path, "serve")
    assert refused.returncode == 2
    assert f"process {single.process.pid} has it open" in refused.stderr


def test_a_file_with_a_second_name_is_refused(single: Server, tmp_path: Path) -> None:
    """SQLite's log is beside the name: by two names, two servers overwrite what the other has stored."""
    try:
        os.link(single.data / "cafe.db", tmp_path / "cafe.db")
        for words in (["serve"], ["admin", "tables"], ["backup", str(tmp_path / "copy.db")]):
            refused = cafe(tmp_path, *words)
            assert refused.returncode == 2
            assert "expected a file with one name; it has 2 (hard links)" in refused.stderr
            assert len(refused.stderr.splitlines()) == 1
            # `cafe backup` refuses such a file, too.
            assert "stop the server and copy cafe.db, and cafe.db-wal if there is one, to" in refused.stderr
    finally:
        (tmp_path / "cafe.db").unlink()
    assert cafe(single.data, "admin", "tables").returncode == 0


def ruin(kind: str, file: Path) -> None:
    match kind:
        case "overwritten in the middle":
            with file.open("r+b") as opened:
                opened.seek(file.stat().st_size // 2)
                opened.write(os.urandom(3000))
        case "cut short":
            os.truncate(file, file.stat().st_size // 2)
        case "overwritten":
            file.write_bytes(os.urandom(file.stat().st_size))
        case "a text":
            file.write_text("this is no database\n" * 1000)
        case _:
            file.unlink()
            file.mkdir()


@pytest.mark.parametrize(
    "kind", ["overwritten in the middle", "cut short", "overwritten", "a text", "a folder"]
)
def test_a_damaged_file_ends_the_start_with_a_sentence(tmp_path: Path, kind: str) -> None:
    data = tmp_path / "data"
    assert Server(data).stop() == 0
    ruin(kind, data / "cafe.db")
    refused = cafe(data, "serve")
    assert refused.returncode == 2
    assert refused.stderr.startswith("cafe serve: cannot use the database")
    assert ("cafe restore FILE" in refused.stderr) is (kind != "a folder")
    assert len(refused.stderr.splitlines()) == 1


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "data" / "cafe.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE note (text)")
    before = file.read_bytes()
    refused = cafe(tmp_path / "data", "serve")
    assert refused.returncode == 2
    assert "expected one made by this program; it has other tables" in refused.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize("blocks", [1, 16, 64])
def test_a_full_disk_ends_the_start_with_a_sentence(tmp_path: Path, blocks: int) -> None:
    refused = cafe(tmp_path / "data", "serve", file_blocks=blocks)
    assert refused.returncode == 2
    assert refused.stderr.startswith("cafe serve: cannot use the database")
    assert len(refused.stderr.splitlines()) == 1


def wait_for(address: str, status: int) -> dict[str, str]:
    """What /readyz says as soon as it has this status; an answer is reused for a second."""
    end = time.monotonic() + LIMIT
    with httpx.Client(base_url=address, timeout=LIMIT) as client:
        while (found := client.get("/readyz")).status_code != status:
            assert time.monotonic() < end, found.text
        told: dict[str, str] = found.json()
        return told


async def test_a_disk_that_is_full_for_a_while_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        anna = await come_in(server.address)
        table = (await anna.table([ME, BEN], "card"))["id"]
        assert wait_for(server.address, 200) == {"database": "ok"}
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, hard))  # less than a page's frame
        reason = wait_for(server.address, 503)["database"]
        assert reason in ("disk I/O error", "database or disk is full")
        refused = await anna.ask("POST", f"/api/tables/{table}/start", {})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
        assert f"the database did not store it: {reason}" in server.errors.read_text()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        assert wait_for(server.address, 200) == {"database": "ok"}
        assert (await anna.post(f"/api/tables/{table}/start"))["status"] == "running"
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.errors.read_text()
    with closing(sqlite3.connect(server.data / "cafe.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("kind", ["cut short", "gone", "replaced"])
def test_readyz_says_what_happened_to_the_file(tmp_path: Path, kind: str) -> None:
    server = Server(tmp_path / "data")
    file = server.data / "cafe.db"
    try:
        with closing(sqlite3.connect(file)) as other:  # so that there is something to cut
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert wait_for(server.address, 200) == {"database": "ok"}
        match kind:
            case "cut short":
                os.truncate(file, file.stat().st_size - 4096)
            case "gone":
                file.unlink()
            case _:
                (server.data / "new.db").write_bytes(file.read_bytes())
                (server.data / "new.db").rename(file)
        told = wait_for(server.address, 503)["database"]
        assert kind.replace("gone", "cannot be found") in told
    finally:
        server.kill()


AS_ROOT = () if os.geteuid() == 0 else ("sudo", "--preserve-env")
"""Only root may mount; whoever runs the tests may install packages, too."""
READ_ONLY = 'mount -t tmpfs none "$0" && cp -r "$1"/. "$0" && mount -o remount,ro "$0" && shift && exec "$@"'
"""Puts a copy of the second folder, on a disk that cannot be written to, over the first; runs the rest."""


def on_a_read_only_disk(place: Path, data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*AS_ROOT, "unshare", "-m", "sh", "-c", READ_ONLY, str(place), str(data), *PROGRAM, *words],
        env=environment(place),
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )


def test_a_read_only_disk_is_told(tmp_path: Path) -> None:
    data, place = tmp_path / "data", tmp_path / "place"
    assert Server(data).stop() == 0
    place.mkdir()
    for words in (["serve"], ["admin", "tables"], ["backup", str(tmp_path / "copy.db")]):
        refused = on_a_read_only_disk(place, data, *words)
        assert refused.returncode == 2
        assert "read-only" in refused.stderr.lower()
        assert len(refused.stderr.splitlines()) == 1


def test_a_file_is_no_data_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is no folder", encoding="utf-8")
    refused = cafe(tmp_path / "file", "serve")
    assert refused.returncode == 2
    assert refused.stderr == (
        f"cafe serve: expected a directory for the database at {tmp_path / 'file'}; it is not one\n"
    )
