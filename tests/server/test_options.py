"""What the server offers, so that nobody has to guess: editions by their traits, bots by name."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cafe.bots import LEVELS
from cafe.bots.names import STRANGERS
from cafe.protocol.options import LocalNetworkForm
from cafe.server.api import lobby
from cafe.server.settings import Settings
from cafe.server.start_command import start_command
from tests.server.process import Json, Server, come_in
from tests.server.seats import ME


def bot(name: str) -> Json:
    return {"kind": "bot", "bot": name}


async def test_levels_are_told_with_their_characters_in_order(single: Server) -> None:
    anna = await come_in(single.address)
    levels = (await anna.get("/api/options"))["levels"]
    assert [level["level"] for level in levels] == list(LEVELS)
    assert [level["name"] for level in levels] == ["Toni", "Lou", "Vera", "Carlo", "Madame Rosa"]
    assert all(level["character"].startswith(level["name"]) for level in levels)
    assert all(level["names"][0] == level["name"] for level in levels)


async def test_editions_say_what_they_are_like(single: Server) -> None:
    anna = await come_in(single.address)
    traits = {each["name"]: each["traits"] for each in (await anna.get("/api/options"))["editions"]}
    assert traits["board"] == {
        "title": "Board game",
        "open_hands": True,
        "bar": True,
        "copies": 4,
        "jokers": 2,
        "table_cards": False,
        "draws": False,
        "opening": True,
        "size": "large",
    }
    assert traits["card"] == {
        "title": "Card game",
        "open_hands": False,
        "bar": False,
        "copies": 4,
        "jokers": 0,
        "table_cards": True,
        "draws": True,
        "opening": False,
        "size": "small",
    }
    table = await anna.table([ME, bot("easy")], "card")
    assert (table["traits"], table["plan"]["size"]) == (traits["card"], "small")


async def test_several_bots_of_a_level_have_different_names(single: Server) -> None:
    anna = await come_in(single.address)
    table = await anna.table([ME, bot("medium"), bot("greedy"), bot("random")], "board")
    names = [seat["name"] for seat in table["seats"]]
    assert names == ["Anna", *LEVELS["medium"].names[:2], STRANGERS[0]]
    changed = await anna.ask("PUT", f"/api/tables/{table['id']}/seats/1", bot("master"))
    assert changed.json()["seats"][1]["name"] == "Madame Rosa"
    lines = (await anna.get("/api/me/tables"))["tables"]
    assert lines[0]["names"] == ["Anna", "Madame Rosa", "Vera", STRANGERS[0]]


def test_who_looks_from_the_same_machine_learns_its_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lobby, "own_address", lambda host: "192.168.1.7")
    alone, open_to_all = Settings(), Settings(host="0.0.0.0")
    installed, source = tmp_path / "bin" / "cafe", tmp_path / "source"
    for program in (installed, source / ".venv" / "bin" / "cafe"):
        program.parent.mkdir(parents=True)
        program.touch(0o755)
    monkeypatch.setenv("PATH", str(installed.parent))
    monkeypatch.chdir(source)
    monkeypatch.setattr(sys, "argv", [str(installed), "serve"])
    assert lobby.local_network(alone, "127.0.0.1") == LocalNetworkForm("192.168.1.7", False, "cafe serve")
    monkeypatch.setattr(sys, "argv", [".venv/bin/cafe", "serve", "--open"])
    assert lobby.local_network(open_to_all, "::1") == LocalNetworkForm(
        "192.168.1.7", True, ".venv/bin/cafe serve"
    )
    monkeypatch.setattr(sys, "argv", ["/elsewhere/cafe/__main__.py", "serve"])
    monkeypatch.setattr(sys, "executable", str(source / ".venv" / "bin" / "python"))
    monkeypatch.setenv("CAFE_DATA_DIRECTORY", "my games")
    found = lobby.local_network(alone, "127.0.0.1")
    assert found is not None
    assert found.command == ".venv/bin/python -m cafe serve --data-directory 'my games'"
    assert lobby.local_network(open_to_all, "192.168.1.9") is None
    assert lobby.local_network(Settings(public_address="https://cafe.example"), "127.0.0.1") is None


@pytest.mark.parametrize(
    ("words", "variables", "command"),
    [
        ("--open --config my.env --port=1 --bot-ms 500", {}, "--config my.env --bot-ms 500"),
        ("--host ::1 --bot-ms=50", {"CAFE_BOT_MS": "7", "CAFE_PORT": "1"}, "--bot-ms 50"),
        ("", {"CAFE_BOT_MS": "7", "CAFE_DATA_DIRECTORY": "a b"}, "--data-directory 'a b' --bot-ms 7"),
        ("--database-url sqlite:///a.db", {}, "--database-url sqlite:///a.db"),
        ("--database-url postgresql://me:secret@db/cafe", {"CAFE_REDIS_URL": "redis://:secret@r/0"}, ""),
        ("--database-url postgresql://db/cafe?password=secret", {"CAFE_TEST_X": "1"}, ""),
    ],
)
def test_the_command_that_starts_it_again_keeps_the_hosts_settings(
    monkeypatch: pytest.MonkeyPatch, words: str, variables: dict[str, str], command: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["/elsewhere/cafe", "serve", *words.split()])
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert start_command() == f"/elsewhere/cafe serve {command}".rstrip()
