"""The host's commands, on the database of a server that runs."""

from __future__ import annotations

import asyncio
from errno import ENOSPC
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cafe.cli import app
from cafe.store.migration import migrate
from cafe.store.sqlite import opened
from tests.databases import Postgres
from tests.server.process import Server, Setup, Somebody, come_in
from tests.server.seats import BEN, ME

DRAW = [{"type": "draw"}]


def cafe(variables: dict[str, str], *words: str) -> Result:
    """A command of the host: starting a process for each takes long."""
    return CliRunner().invoke(app, words, env=variables)


def sqlite(folder: Path) -> dict[str, str]:
    """A place where no database is yet."""
    return {"CAFE_DATA_DIRECTORY": str(folder)}


async def test_a_backup_goes_from_any_database_to_any_other_while_it_is_played_on(
    server: Setup, tmp_path: Path, postgres: Postgres
) -> None:
    anna = await come_in(server.address)
    table = (await anna.table([ME, BEN], "card"))["id"]
    await anna.post(f"/api/tables/{table}/start")
    copy = tmp_path / "copy.db"
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.ask("say", text="hello")
        await socket.ask("submit", version=0, actions=DRAW)
        made = await asyncio.to_thread(cafe, server.variables, "backup", str(copy))
        assert made.exit_code == 0, made.stderr
        await socket.ask("submit", version=1, actions=DRAW)
    for wrong in (("backup", str(copy)), ("restore", str(copy))):
        refused = await asyncio.to_thread(cafe, server.variables, *wrong)
        assert (refused.exit_code, "expected" in refused.stderr) == (2, True)
    other = {"CAFE_DATABASE_URL": postgres.new_database()}
    for number, place in enumerate((sqlite(tmp_path / "one"), other, sqlite(tmp_path / "two"))):
        restored = await asyncio.to_thread(cafe, place, "restore", str(copy))
        assert restored.exit_code == 0, restored.stderr
        await play_on(anna, table, number + 1, place, tmp_path)
        copy = tmp_path / f"copy{number}.db"
        made = await asyncio.to_thread(cafe, place, "backup", str(copy))
        assert made.exit_code == 0, made.stderr


async def play_on(anna: Somebody, table: str, version: int, place: dict[str, str], folder: Path) -> None:
    """A server on a restored database goes on with the game and the talk."""
    server = Server(folder / "server", **place)
    anna.address = server.address
    async with anna.sit(table) as socket:
        assert (await socket.until_version(0))["version"] == version
        assert (await socket.ask("submit", version=version, actions=DRAW))["version"] == version + 1
        assert (await socket.ask("say", text=f"again {version}"))["type"] == "done"
        await socket.until(lambda: sum(m["type"] == "said" for m in socket.messages) == version + 1)
    assert server.stop() == 0


@pytest.mark.parametrize("content", ["", "no database\n" * 500])
def test_other_files_are_no_backups(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.db").write_text(content)
    done = cafe(sqlite(tmp_path / "data"), "restore", str(tmp_path / "x.db"))
    assert done.exit_code == 2
    assert "expected a database made by this program" in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_backup_of_a_newer_program_is_refused(tmp_path: Path, postgres: Postgres) -> None:
    copy = tmp_path / "copy.db"
    with opened(copy) as connection:
        migrate(connection)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for place in (sqlite(tmp_path / "data"), {"CAFE_DATABASE_URL": postgres.new_database()}):
        done = cafe(place, "restore", str(copy))
        assert done.exit_code == 2
        assert f"or earlier; {copy} has version 9999: install the newer release" in done.stderr
    assert not (tmp_path / "data").exists()


async def admin(server: Setup, *words: str) -> Result:
    return await asyncio.to_thread(cafe, server.variables, "admin", *words)


async def test_a_bot_plays_for_who_is_kept_out(server: Setup) -> None:
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    table = await anna.table([ME, {"kind": "friend"}], "card", starter=1)
    name = table["id"]
    await eve.post(f"/api/tables/{name}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{name}/start")
    listed = next(
        line for line in (await admin(server, "tables")).stdout.splitlines() if line.startswith(name)
    )
    async with anna.sit(name) as socket:
        await socket.until_version(0)
        assert (await admin(server, "ban", listed.split("Eve (")[1].split(")")[0])).exit_code == 0
        await socket.until_mine_or_over()
        await socket.until(lambda: socket.table["seats"][1]["stand_in"] == "greedy")


async def test_the_host_can_list_close_ban_and_read_reports(server: Setup) -> None:
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    table = await anna.table([ME, {"kind": "friend"}], "card", starter=0)
    name = table["id"]
    await eve.post(f"/api/tables/{name}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{name}/start")
    await anna.post(f"/api/tables/{name}/report", {"seat": 1, "text": "rude"})
    (reported,) = [line for line in (await admin(server, "reports")).stdout.splitlines() if name in line]
    number, culprit = reported.split()[0], reported.split("about Eve (")[1].split(")")[0]
    assert (await admin(server, "close-report", number)).exit_code == 0
    assert name not in (await admin(server, "reports")).stdout
    listed = (await admin(server, "tables", "--status", "running")).stdout
    assert f"Eve ({culprit})" in next(line for line in listed.splitlines() if line.startswith(name))
    assert (await admin(server, "ban", culprit)).exit_code == 0
    assert f"Eve ({culprit})" in (await admin(server, "bans")).stdout
    assert (await eve.ask("GET", "/api/me")).json()["error"]["code"] == "banned"
    async with anna.sit(name) as socket:
        await socket.until_version(0)
        assert (await admin(server, "close", name)).exit_code == 0
        await socket.until(lambda: socket.table["status"] == "closed")
        answer = await socket.ask("submit", version=0, actions=DRAW)
        assert (answer["type"], answer["code"]) == ("refused", "state")
    assert (await admin(server, "close", name)).exit_code == 1
    assert (await admin(server, "unban", culprit)).exit_code == 0
    assert (await eve.ask("GET", "/api/me")).status_code == 200
    assert "deleted 0 tables" in (await admin(server, "prune")).stdout


async def test_the_host_is_told_of_a_status_that_no_table_has(single: Server) -> None:
    found = await admin(single, "tables", "--status", "nonsense")
    assert (found.exit_code, "'nonsense' is not one of" in found.stderr) == (2, True)


def test_the_host_is_told_what_there_is_none_of(tmp_path: Path) -> None:
    place = sqlite(tmp_path)
    with opened(tmp_path / "cafe.db") as connection:
        migrate(connection)
    for words, expected in (
        (("close", "nosuch"), "a table nosuch that waits or runs"),
        (("ban", "nobody"), "a person with the id nobody"),
        (("unban", "nobody"), "a person with the id nobody"),
        (("close-report", "7"), "a report 7"),
    ):
        done = cafe(place, "admin", *words)
        assert (done.exit_code, done.stderr) == (1, f"cafe admin: expected {expected}; there is none\n")
    done = cafe(place, "admin", "tables")
    assert (done.exit_code, done.stdout) == (0, "no tables\n")
    done = cafe(place, "admin", "tables", "--status", "running")
    assert (done.exit_code, done.stdout) == (0, "no tables that are running\n")
    done = cafe(place, "admin", "reports")
    assert (done.exit_code, done.stdout) == (0, "no open reports\n")
    done = cafe(place, "admin", "bans")
    assert (done.exit_code, done.stdout) == (0, "nobody is banned\n")
    done = cafe(place, "admin", "prune", "--days", "0")  # it would delete games that were opened just now
    assert (done.exit_code, "0 is not in the range" in done.stderr) == (2, True)
    done = cafe(place, "admin", "tables", "--config", str(tmp_path / "none.env"))
    assert (done.exit_code, done.stderr.startswith("cafe admin: --config: expected")) == (2, True)


def test_a_missing_backup_leaves_nothing_behind(tmp_path: Path) -> None:
    done = cafe(sqlite(tmp_path / "data"), "restore", str(tmp_path / "none.db"))
    assert (done.exit_code, "expected a backup at" in done.stderr) == (2, True)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", [("backup",), ("admin", "export")])
def test_a_file_that_cannot_be_written_is_named_as_it_was_given(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = sqlite(tmp_path / "data")
    (tmp_path / "data").mkdir()
    with opened(tmp_path / "data" / "cafe.db") as connection:
        migrate(connection)
    prefix = f"cafe {command[0]}: "
    done = cafe(place, *command, "-")
    assert (done.exit_code, done.stderr) == (
        2,
        f"{prefix}expected the name of a file; got -, and standard output cannot be written to\n",
    )
    target = tmp_path / "nowhere" / "copy"
    done = cafe(place, *command, str(target))
    assert (done.exit_code, done.stderr) == (
        2,
        f"{prefix}{target} cannot be written: No such file or directory\n",
    )

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("cafe.store.whole_file.os.fsync", full)
    target = tmp_path / "copy"
    done = cafe(place, *command, str(target))
    assert (done.exit_code, done.stderr) == (
        2,
        f"{prefix}{target} cannot be written: No space left on device\n",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["data"]
