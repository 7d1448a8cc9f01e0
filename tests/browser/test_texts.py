"""Texts in every language: present on the main screens, and not wider than their place."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from cafe.bots.levels import LEVELS
from cafe.rules.errors import Rule
from tests.browser.player import Player, Seat
from tests.languages import LANGUAGES, TEXTS
from tests.rules.positions import india

SCREENS = (("board", (390, 844)), ("card", (390, 844)), ("board", (1280, 800)), ("board", (1024, 768)))
TOO_WIDE = """() => {
  const isText = (each) => {
    const style = getComputedStyle(each)
    const cut = style.textOverflow === 'ellipsis'
    const shown = style.display !== 'inline' && style.visibility !== 'hidden' && !cut
    return shown && !each.closest('.unseen, .log, svg') && !each.querySelector('svg, [class*=tile]')
  }
  const wide = [...document.querySelectorAll('button, a, h1, h2, p, label, legend, th, td, .turn span')]
    .filter((each) => isText(each) && each.clientWidth && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent.trim().slice(0, 60))
  if (document.documentElement.scrollWidth > innerWidth) wide.push('the page itself')
  return wide
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_words(language: str) -> None:
    text = (TEXTS / f"{language}.ts").read_text(encoding="utf-8")
    keys = set(re.findall(r"^  'rule\.([\w.]+)'", text, re.MULTILINE))
    assert keys == {str(rule.value) for rule in Rule}


def test_opponents_are_told_of_as_the_house_does() -> None:
    text = re.sub(r"\n\s+", " ", (TEXTS / "en.ts").read_text(encoding="utf-8"))
    characters = dict(re.findall(r"'character\.([\w-]+)':\s*'([^']*)'", text))
    assert characters == {name: level.character for name, level in LEVELS.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit(sit: Seat, language: str) -> None:
    anna = sit(phone=True)
    liked = json.dumps(json.dumps({"language": language}))
    anna.page.add_init_script(f"localStorage.setItem('cafe.settings', {liked})")
    wide = {}
    for path in ("/", "/new/friends", "/new/screen", "/lobby", "/games", "/rules/board", "/rules/card"):
        anna.page.goto(path)
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        anna.page.get_by_role("main").wait_for()
        if path.startswith("/new"):
            anna.page.locator("button.big:enabled").wait_for()
        wide[path] = anna.page.evaluate(TOO_WIDE)
    anna.page.goto("/new/friends")
    anna.press(anna.page.locator("button.big:enabled"))
    anna.page.wait_for_url("**/t/*")
    anna.page.locator("main li").first.wait_for()
    wide["gathering"] = anna.page.evaluate(TOO_WIDE)
    wide |= end_and_replay(anna)
    for game, size in SCREENS:
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        anna.page.goto(f"/learn/{game}")
        anna.wait()
        name = f"{game} {size}"
        wide[name] = anna.page.evaluate(TOO_WIDE)
        anna.choose(0)
        wide[f"{name}, chosen"] = anna.page.evaluate(TOO_WIDE)
    assert {name: each for name, each in wide.items() if each} == {}


def end_and_replay(player: Player) -> dict[str, list[str]]:
    """The room's settings, the result of a game that ends at once, its replay, and one's own page."""
    wide = {}
    player.practise(india("INf", one_nation_tables=[5, 0]))
    player.press(player.page.locator(".top button").last)
    wide["settings"] = player.page.evaluate(TOO_WIDE)
    player.page.keyboard.press("Escape")
    player.press(player.guest("INf"))
    player.seat("l6")
    player.send()
    player.page.get_by_test_id("result").wait_for()
    wide["end"] = player.page.evaluate(TOO_WIDE)
    player.page.goto(player.page.url.replace("/t/", "/replay/"))
    player.page.get_by_role("slider").wait_for()
    wide["replay"] = player.page.evaluate(TOO_WIDE)
    player.page.goto("/me")
    player.page.locator("[data-stamp]").first.wait_for()
    wide["me"] = player.page.evaluate(TOO_WIDE)
    return wide
