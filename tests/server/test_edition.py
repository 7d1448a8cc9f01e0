"""An edition that nobody prepared for, on a real server with bots in processes of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cafe.rules.record import read_record, verify
from tests.corner import CORNER, registered, write_program
from tests.server.pages import tags
from tests.server.process import Server, come_in
from tests.server.seats import FRIEND, ME, play_out


@pytest.fixture
def corner(tmp_path: Path) -> Iterator[Server]:
    program = sys.executable, str(write_program(tmp_path))
    server = Server(tmp_path / "data", program, CAFE_BOT_MS="20")
    yield server
    assert server.stop() == 0


async def test_a_game_of_an_unknown_edition(corner: Server) -> None:
    anna = await come_in(corner.address)
    told = {each["name"]: each for each in (await anna.get("/api/options"))["editions"]}[CORNER]
    assert (told["least_players"], told["most_players"], told["variants"]) == (2, 3, ["parties"])
    assert told["traits"]["title"] == "Corner café"
    assert (told["traits"]["open_hands"], told["traits"]["bar"], told["traits"]["size"]) == (
        True,
        True,
        "small",
    )
    bots = [{"kind": "bot", "bot": level} for level in ("easy", "master")]
    table = await anna.table([ME, *bots], CORNER, variants=["parties"], starter=0)
    assert table["plan"]["bar_points"] == [2, 1, -1, -3]
    await anna.post(f"/api/tables/{table['id']}/start")
    await play_out(anna, table["id"])
    replay = await anna.get(f"/api/tables/{table['id']}/replay")
    assert [(each["name"], each["bot"]) for each in replay["players"]] == [
        ("Anna", False),
        ("Lou", True),
        ("Madame Rosa", True),
    ]
    assert replay["traits"] == told["traits"]
    with registered():
        assert verify(read_record(replay["notation"])).over is not None
    uploaded = await anna.post("/api/replay", {"record": replay["notation"]})
    assert uploaded["players"] == replay["players"]
    assert uploaded["steps"][-1]["changes"]["over"] == replay["steps"][-1]["changes"]["over"]
    assert "failed" not in corner.errors.read_text(), "a bot could not play it"


async def test_a_link_to_it_has_words_and_a_picture(corner: Server) -> None:
    anna = await come_in(corner.address)
    table = await anna.table([ME, FRIEND], CORNER)
    found = await tags(corner, f"/t/{table['id']}-{table['invite']}", "de")
    assert found["og:title"] == "Spiel mit Anna"
    assert found["og:description"].startswith("Corner café. ")
    assert found["og:image"].endswith("/share/board.jpg")
