"""The database of version 0.1.0, made by its own program, with finished, running and open tables, goes on."""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cafe.rules.record import read_record, verify
from tests.server.process import LIMIT, PROGRAM, Server, Somebody, environment

MADE_BY_0_1_0 = Path(__file__).parents[1] / "store" / "release_0_1_0"
FACTS: dict[str, Any] = json.loads((MADE_BY_0_1_0 / "facts.json").read_text(encoding="utf-8"))
"""What that program answered about its tables before it ended."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory as 0.1.0 left it."""
    (tmp_path / "data").mkdir()
    packed = (MADE_BY_0_1_0 / "cafe.db.xz").read_bytes()
    (tmp_path / "data" / "cafe.db").write_bytes(lzma.decompress(packed))
    return tmp_path / "data"


def without_names(record: str) -> list[str]:
    """The lines of a record but for who played: what bots are called may change."""
    return [line for line in record.splitlines() if not line.startswith("[Players ")]


async def play_on(who: Somebody, table: str) -> None:
    """Play to the end."""
    async with who.sit(table) as socket:
        while not (await socket.until_mine_or_over())["view"]["over"]:
            await socket.play_turn()


async def test_what_0_1_0_stored_goes_on(data: Path) -> None:
    server = Server(data)
    try:
        anna = Somebody(server.address, "Anna", FACTS["tokens"]["Anna"])
        ben = Somebody(server.address, "Ben", FACTS["tokens"]["Ben"])
        mine = await anna.get("/api/me/tables")
        assert {table["id"] for table in mine["tables"]} >= {FACTS["open"], *FACTS["running"]}
        for table, told in FACTS["finished"].items():
            record = await anna.ask("GET", f"/api/tables/{table}/record")
            assert without_names(record.text) == without_names(told["record"])
            assert verify(read_record(record.text)).over is not None
            replay = await anna.get(f"/api/tables/{table}/replay")
            assert replay["steps"][-1]["changes"]["over"]["final"] == told["final"]
        for table, told in FACTS["running"].items():
            found = await anna.get(f"/api/tables/{table}/view")
            assert found["version"] == told["version"]
            assert {name: found["view"][name] for name in told["view"]} == told["view"]
            seats = (await anna.get(f"/api/tables/{table}"))["seats"]
            people = [who for who in (anna, ben) if who.name in {seat["name"] for seat in seats}]
            await asyncio.gather(*(play_on(who, table) for who in people))
            verify(read_record((await anna.ask("GET", f"/api/tables/{table}/record")).text))
        joined = await ben.post(f"/api/tables/{FACTS['open']}/join")
        assert [seat["name"] for seat in joined["seats"]] == ["Anna", "Ben"]
        assert (await anna.post(f"/api/tables/{FACTS['open']}/start"))["status"] == "running"
    finally:
        assert server.stop() == 0


def test_an_older_program_refuses_a_newer_database(data: Path) -> None:
    with closing(sqlite3.connect(data / "cafe.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
        before = list(database.iterdump())
    done = subprocess.run(
        [*PROGRAM, "serve"], env=environment(data), capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert done.returncode == 2
    assert "it has version 9999" in done.stderr
    with closing(sqlite3.connect(data / "cafe.db")) as database:
        assert list(database.iterdump()) == before
