"""The host's commands, on the database of a server that runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cafe.cli import app
from tests.server.process import Server, come_in

ME = {"kind": "me"}
BEN = {"kind": "local", "name": "Ben"}


def cafe(data: Path, *words: str) -> Result:
    """A command of the host, in this process: starting one for each takes long."""
    return CliRunner().invoke(app, words, env={"CAFE_DATA_DIRECTORY": str(data)})


async def test_a_backup_of_a_running_server_can_be_restored_and_played_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    anna = await come_in(server.address)
    table = (await anna.table([ME, BEN], "card"))["id"]
    await anna.post(f"/api/tables/{table}/start")
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.ask("submit", version=0, actions=[{"type": "draw"}])
        made = cafe(server.data, "backup", str(tmp_path / "copy.db"))
        assert made.exit_code == 0, made.stderr
        await socket.ask("submit", version=1, actions=[{"type": "draw"}])
    again = cafe(server.data, "backup", str(tmp_path / "copy.db"))
    assert (again.exit_code, "expected" in again.stderr) == (2, True)
    assert cafe(server.data, "restore", str(tmp_path / "copy.db")).exit_code == 2
    assert server.stop() == 0
    restored = cafe(tmp_path / "other", "restore", str(tmp_path / "copy.db"))
    assert restored.exit_code == 0, restored.stderr
    server = Server(tmp_path / "other")
    anna.address = server.address
    async with anna.sit(table) as socket:
        assert (await socket.until_version(0))["version"] == 1
        assert (await socket.ask("submit", version=1, actions=[{"type": "draw"}]))["version"] == 2
    assert server.stop() == 0


@pytest.mark.parametrize("content", ["", "no database\n" * 500])
def test_other_files_are_no_backups(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.db").write_text(content)
    done = cafe(tmp_path / "data", "restore", str(tmp_path / "x.db"))
    assert done.exit_code == 2
    assert "expected a database of this program" in done.stderr
    assert not (tmp_path / "data" / "cafe.db").exists()


async def test_the_host_can_list_close_ban_and_read_reports(server: Server) -> None:
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    table = await anna.table([ME, {"kind": "friend"}], "card", starter=0)
    name = table["id"]
    await eve.post(f"/api/tables/{name}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{name}/start")
    await anna.post(f"/api/tables/{name}/report", {"seat": 1, "text": "rude"})
    (reported,) = [line for line in cafe(server.data, "admin", "reports").stdout.splitlines() if name in line]
    number, culprit = reported.split()[0], reported.split("about ")[1].split(":")[0]
    assert cafe(server.data, "admin", "close-report", number).exit_code == 0
    assert name not in cafe(server.data, "admin", "reports").stdout
    listed = cafe(server.data, "admin", "tables", "--status", "running").stdout
    assert f"Eve ({culprit})" in next(line for line in listed.splitlines() if line.startswith(name))
    assert cafe(server.data, "admin", "ban", culprit).exit_code == 0
    assert (await eve.ask("GET", "/api/me")).json()["error"]["code"] == "banned"
    async with anna.sit(name) as socket:
        await socket.until_version(0)
        assert cafe(server.data, "admin", "close", name).exit_code == 0
        answer = await socket.ask("submit", version=0, actions=[{"type": "draw"}])
        assert (answer["type"], answer["code"]) == ("refused", "state")
    assert cafe(server.data, "admin", "close", name).exit_code == 1
    assert cafe(server.data, "admin", "unban", culprit).exit_code == 0
    assert (await eve.ask("GET", "/api/me")).status_code == 200
    assert "deleted 0 tables" in cafe(server.data, "admin", "prune").stdout
