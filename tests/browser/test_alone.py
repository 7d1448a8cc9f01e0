"""Alone, one's own way: against whom, by which rules, who starts; remembered, and a level suggested."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from cafe.bots import BOTS
from tests.browser.axe import serious_findings
from tests.browser.player import Player, Seat

SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
IDS = re.compile(rf"(?<!At )\b({'|'.join(BOTS)})\b")


def room_of(player: Player) -> dict[str, Any]:
    """The room that the page shows, as the server knows it."""
    player.page.wait_for_url("**/t/*")
    player.wait_version(0)
    found: dict[str, Any] = player.page.request.get(
        f"/api/tables/{player.page.url.rpartition('/')[2]}"
    ).json()
    return found


def chosen(room: dict[str, Any]) -> tuple[str, list[str], list[str], int | str]:
    """Edition, bots, variants and who starts."""
    bots = [seat["bot"] for seat in room["seats"] if seat["kind"] == "bot"]
    return room["edition"], bots, room["variants"], room["starter"]


@SIZES
def test_a_game_alone_is_as_one_likes_it_and_is_remembered(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    anna.page.goto("/")
    anna.press(anna.page.get_by_role("link", name="Change"))
    anna.press(anna.page.get_by_text("Card game", exact=True))
    anna.press(anna.page.get_by_role("group", name="Bots").get_by_text("3", exact=True))
    expect(anna.page.get_by_role("group", name="Opponent 3")).to_contain_text(
        "Lou is already coming, so Basil comes too and plays the same way."
    )
    anna.press(anna.page.get_by_role("group", name="Opponent 2").get_by_text("Vera", exact=True))
    first = anna.page.get_by_role("group", name="Opponent 1")
    anna.press(first.get_by_text("Lou", exact=True))
    expect(first).to_contain_text("Lou is here for the company.")
    expect(first.locator("img")).to_have_count(5)
    anna.press(anna.page.get_by_role("group", name="Opponent 3").get_by_text("Madame Rosa"))
    expect(anna.page.get_by_text("Madame Rosa runs the café.")).to_be_visible()
    anna.press(anna.page.get_by_role("group", name="Who starts").get_by_text("Lou"))
    anna.press(anna.page.get_by_text("House rules"))
    anna.press(anna.page.get_by_role("switch", name="Parties"))
    assert serious_findings(anna.page) == []
    assert not IDS.search(anna.page.locator("main").inner_text())
    anna.press(anna.button("Play now"))
    wanted = "card", ["easy", "medium", "master"], ["parties"], 1
    assert chosen(room_of(anna)) == wanted
    names = " ".join(anna.page.locator("[data-player] .name").all_inner_texts())
    assert all(name in names for name in ("Lou", "Vera", "Madame Rosa"))
    assert not IDS.search(names)

    anna.page.goto("/")
    expect(anna.page.get_by_text("Card game (Parties), against Lou, Vera, and Madame Rosa.")).to_be_visible()
    anna.press(anna.button("Play now"))
    assert chosen(room_of(anna)) == wanted, "one tap, the same again"
    anna.page.goto("/")
    anna.press(anna.button("The board game"))
    assert chosen(room_of(anna))[:2] == ("board", ["easy", "medium", "master"])


def test_whom_one_met_first_come_again_and_are_named(sit: Seat) -> None:
    """A game that is over makes the next one no harder."""
    anna = sit()
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    assert chosen(room_of(anna)) == ("board", ["easy", "easy"], [], 0)
    lost = {"streak": {"level": "easy", "won": False, "count": 1}, "finished": True}
    anna.page.evaluate(
        """(lost) => {
          const kept = JSON.parse(localStorage.getItem('cafe.alone') ?? '{}')
          localStorage.setItem('cafe.alone', JSON.stringify({ ...kept, ...lost }))
        }""",
        lost,
    )
    anna.page.goto("/")
    expect(anna.page.get_by_text("Board game, against Lou and")).to_be_visible(timeout=10_000)
    anna.press(anna.button("Play now"))
    assert chosen(room_of(anna))[1] == ["easy", "easy"]


@SIZES
def test_another_level_is_suggested_where_one_chooses(sit: Seat, phone: bool) -> None:
    anna = sit(phone=phone)
    remember(anna, {"level": "medium", "won": True, "count": 3}, bots=["medium", "medium"])
    anna.page.goto("/new/alone")
    suggestion = anna.page.get_by_test_id("suggestion")
    expect(suggestion).to_contain_text("3 wins in a row against Vera. Would you like to try Carlo?")
    assert serious_findings(anna.page) == []
    anna.press(anna.button("Choose Carlo"))
    expect(suggestion).to_have_count(0)
    anna.press(anna.button("Play now"))
    assert chosen(room_of(anna)) == ("board", ["hard", "hard"], [], 0)
    remember(anna, {"level": "medium", "won": True, "count": 2}, bots=["medium", "medium"])
    anna.page.goto("/new/alone")
    expect(anna.button("Play now")).to_be_enabled()
    expect(suggestion).to_have_count(0)


def test_another_level_is_suggested_beside_the_result(sit: Seat) -> None:
    """A whole game; who is not the last one in it is told nothing."""
    anna = sit(phone=True, look="letters")
    remember(anna, {"level": "master", "won": False, "count": 2}, bots=["master"])
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    while anna.wait()["turn"] != "over":
        anna.rush()
    anna.page.get_by_test_id("result").wait_for()
    over = anna.page.request.get(f"/api/tables/{anna.page.url.rpartition('/')[2]}/view").json()["view"][
        "over"
    ]
    lost = over["ranks"][0] == 2
    suggestion = anna.page.get_by_test_id("suggestion")
    expect(suggestion).to_have_count(1 if lost else 0)
    if lost:
        expect(suggestion).to_contain_text("3 defeats in a row against Madame Rosa. Carlo is gentler company")
        anna.press(anna.button("Play against Carlo"))
        anna.page.wait_for_function("() => !document.querySelector('[data-testid=result]')")
        assert chosen(room_of(anna)) == ("board", ["hard"], [], 0)


def remember(player: Player, streak: dict[str, Any], **choice: Any) -> None:
    """How the last games went, and perhaps what was chosen, as the page keeps it."""
    player.page.goto("/")
    kept: dict[str, Any] = {"streak": streak}
    if choice:
        kept["choice"] = {"edition": "board", "variants": [], "starter": 0, **choice}
    player.page.evaluate("(kept) => localStorage.setItem('cafe.alone', kept)", json.dumps(kept))
    player.page.reload()
