"""A first visit: nothing goes wrong behind the page, and the app has icons for every system."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Response, expect

from cafe.bots.levels import LEVELS
from tests.browser.player import Seat

ROOT = Path(__file__).parents[2]
NAMES = ROOT / "web" / "src" / "lib" / "table" / "names.ts"


def test_a_first_visit_asks_for_nothing_it_may_not_have(sit: Seat) -> None:
    anna = sit()
    wrong: list[str] = []

    def note_answer(answer: Response) -> None:
        if answer.status >= 400:
            wrong.append(f"{answer.status} {answer.url}")

    def note_error(said: ConsoleMessage) -> None:
        if said.type == "error":
            wrong.append(said.text)

    anna.page.on("response", note_answer)
    anna.page.on("console", note_error)
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    anna.wait()
    assert wrong == []
    name = anna.page.locator("[data-player]", has_text="you").locator(".name").inner_text()
    anna.page.goto("/")
    anna.page.get_by_role("heading", name="Your games").wait_for()
    assert anna.page.get_by_label("Your name").input_value() in name
    assert wrong == []


def test_the_suggested_name_stays_and_is_none_of_the_house(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/")
    field = anna.page.get_by_label("Your name")
    expect(field).not_to_have_value("")
    name = field.input_value()
    for _ in range(4):
        anna.page.reload()
        expect(field).to_have_value(name, timeout=10_000)
    suggested = set(re.findall(r"^  '(\w+)',$", NAMES.read_text(encoding="utf-8"), re.MULTILINE))
    house = {word for level in LEVELS.values() for each in level.names for word in each.split()}
    assert suggested
    assert suggested & house == set()


def test_the_app_has_icons_for_every_system(sit: Seat) -> None:
    page = sit().page
    manifest = page.request.get("/manifest.webmanifest").json()
    pictures = {icon["src"]: icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert set(pictures.values()) >= {"192x192", "512x512"}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    apple = re.search('rel="apple-touch-icon" href="/([^"]+)"', page.request.get("/").text())
    assert apple
    for name, sizes in (pictures | {apple[1]: "180x180"}).items():
        answer = page.request.get(f"/{name}")
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
        width, height = struct.unpack(">II", answer.body()[16:24])
        assert f"{width}x{height}" == sizes
