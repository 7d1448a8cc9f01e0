"""The database's files: private, locked by whatever name, and in trouble told plainly."""

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


def ruin(kind: str, file: Path) -> None:
    match kind:
        case "cut short":
            os.truncate(file, file.stat().st_size // 2)
        case "overwritten":
            file.write_bytes(os.urandom(file.stat().st_size))
        case "a text":
            file.write_text("this is no database\n" * 1000)
        case _:
            file.unlink()
            file.mkdir()


@pytest.mark.parametrize("kind", ["cut short", "overwritten", "a text", "a folder"])
def test_a_damaged_file_ends_the_start_with_a_sentence(tmp_path: Path, kind: str) -> None:
    data = tmp_path / "data"
    assert Server(data).stop() == 0
    ruin(kind, data / "cafe.db")
    refused = cafe(data, "serve")
    assert refused.returncode == 2
    assert refused.stderr.startswith("cafe serve: cannot use the database")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("blocks", [1, 16, 64])
def test_a_full_disk_ends_the_start_with_a_sentence(tmp_path: Path, blocks: int) -> None:
    refused = cafe(tmp_path / "data", "serve", file_blocks=blocks)
    assert refused.returncode == 2
    assert refused.stderr.startswith("cafe serve: cannot use the database")
    assert len(refused.stderr.splitlines()) == 1


def wait_for(address: str, status: int) -> dict[str, str]:
    """What /readyz says as soon as it has this status; an answer is kept for a second."""
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
        assert wait_for(server.address, 503)["database"] in ("disk I/O error", "database or disk is full")
        refused = await anna.ask("POST", f"/api/tables/{table}/start", {})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store")
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
