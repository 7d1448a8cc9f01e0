"""Lists in `docs/` that follow the code: prices of the bar, requests, forms, events."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from cafe.arena.contestant import Contestant
from cafe.arena.match import Match
from cafe.arena.play import Lost, Played
from cafe.arena.report import Duel, Report, Standing
from cafe.bots.levels import LEVELS
from cafe.protocol.forms import AnyEvent
from cafe.protocol.profile import OwnProfileForm
from cafe.protocol.replays import FindGames, FinishedGamesForm
from cafe.protocol.tables import ClockForm, NewTable, TableForm, TableLineForm
from cafe.puzzles.puzzle import EDITIONS as PUZZLE_EDITIONS
from cafe.puzzles.puzzle import shipped_puzzles
from cafe.puzzles.themes import THEMES
from cafe.rules.edition import EDITIONS
from cafe.server.app import ENDPOINTS
from cafe.server.turn.stamps import STAMPS

DOCS = Path(__file__).parents[1] / "docs"
BOARD, API, BOTS, PROTOCOL = (
    (DOCS / f"{name}.md").read_text(encoding="utf-8")
    for name in ("rules-board", "server-api", "bots-on-a-server", "protocol")
)
TOLD_BY_SERVERS = {"face", "total", "turn_total"}
"""What a server adds to events; the engine, whose events the page lists, does not."""


def rows_after(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table after a line, without its head."""
    table = re.search(r"(?:^\|.*\n)+", page[page.index(heading) :], re.MULTILINE)
    assert table is not None
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table[0].splitlines()[2:]]


def json_after(text: str) -> Any:
    """The first block of JSON after some words."""
    block = re.search(r"```json\n(.*?)```", API[API.index(text) :], re.DOTALL)
    assert block is not None
    return json.loads(block[1])


@pytest.mark.parametrize("name", ["board", "board-classic"])
def test_the_bar_pays_and_costs_what_the_page_says(name: str) -> None:
    ((_, *points),) = rows_after(BOARD, "\n## The bar\n")
    assert tuple(int(price.replace("−", "-")) for price in points) == EDITIONS[name].bar_points
    told = re.search(r"\*\*`bar-stepped`\.\*\*(.*?)\n\n", BOARD, re.DOTALL)
    assert told is not None
    stepped: list[int] = []
    for first, last, verb, prices in re.findall(r"places (\d+)-(\d+) (pay|cost)((?:\s+\d+)+)", told[1]):
        assert (int(first), int(last)) == (len(stepped) + 1, len(stepped) + len(prices.split()))
        stepped += [int(price) * (1 if verb == "pay" else -1) for price in prices.split()]
    assert tuple(stepped) == EDITIONS[name].stepped_bar_points


def test_the_pages_list_every_request_and_no_other() -> None:
    listed = re.findall(r"^\| `([A-Z]+) (/api/[^`?]*)(?:\?[^`]*)?` \|", API + BOTS, re.MULTILINE)
    paths = {f"{method} {re.sub(r'/(ID|N|DAY|CODE)(?=/|$)', '/*', path)}" for method, path in listed}
    assert paths == {f"{each.method} {re.sub(r'{[^}]*}', '*', each.path)}" for each in ENDPOINTS}


def test_a_new_table_has_the_fields_that_the_page_shows() -> None:
    shown = json_after("\nA new table:\n")
    msgspec.convert(shown, NewTable)
    assert set(shown) == set(NewTable.__struct_encode_fields__)
    assert set(shown["clock"]) == set(ClockForm.__struct_encode_fields__)


def test_the_page_says_what_every_kind_of_clock_does() -> None:
    kinds = get_args(get_type_hints(ClockForm)["kind"])
    runs = re.search(r"`clock` is null, or(.*?); `then`", API, re.DOTALL)
    waits = re.search(r"two minutes without a clock,(.*?)\.", API)
    assert runs is not None
    assert waits is not None
    assert re.findall(r"`(\w+)` \(seconds", runs[1]) == list(kinds)
    assert re.findall(r"`(\w+)` clock", waits[1]) == list(kinds)


def test_a_table_has_the_fields_that_the_page_shows() -> None:
    shown = json_after("\nA table (in answers")
    assert msgspec.to_builtins(msgspec.convert(shown, TableForm)) == shown
    line = re.search(r"^A line of a list: `\{(.*)\}`", API, re.MULTILINE)
    assert line is not None
    assert set(re.findall(r'"(\w+)"(?=:|,|$)', line[1])) - {"Anna"} == set(
        TableLineForm.__struct_encode_fields__
    )


def test_finished_games_have_the_fields_that_the_page_shows() -> None:
    words = API[API.index("\n`GET /api/games` lists") :].partition("```json")[0]
    fields = set(FindGames.__struct_encode_fields__) - {"after"}
    assert fields <= set(re.findall(r"`(\w+)`", words))
    shown = json_after("\n`GET /api/games` lists")
    assert msgspec.to_builtins(msgspec.convert(shown, FinishedGamesForm)) == shown


def test_a_persons_page_has_the_fields_and_stamps_that_the_pages_show() -> None:
    shown = json_after("\n## A person's page\n")
    assert msgspec.to_builtins(msgspec.convert(shown, OwnProfileForm)) == shown
    page = (DOCS / "your-page.md").read_text(encoding="utf-8")
    listed = [
        name for names, _ in rows_after(page, "\n## Stamps\n") for name in re.findall(r"`([\w-]+)`", names)
    ]
    assert listed == list(STAMPS)


def test_the_page_on_puzzles_counts_them_as_they_are() -> None:
    page = (DOCS / "puzzles.md").read_text(encoding="utf-8")
    told = re.search(
        r"\nThe package contains (.*?)\. The best .* in (.*?) of them\. By theme.*?:\n(.*?)\.\n", page
    )
    assert told is not None
    sets = {edition: shipped_puzzles(edition).values() for edition in PUZZLE_EDITIONS}
    assert re.findall(r"(\d+) for `([\w-]+)`", told[1]) == [
        (str(len(puzzles)), edition) for edition, puzzles in sets.items()
    ]
    assert re.findall(r"\d+", told[2]) == [
        str(sum(puzzle.pays_most for puzzle in puzzles)) for puzzles in sets.values()
    ]
    assert dict(re.findall(r"`([\w-]+)` ([\d, ]+)", told[3])) == {
        theme: ", ".join(str(sum(theme in puzzle.themes for puzzle in puzzles)) for puzzles in sets.values())
        for theme in THEMES
    }


def test_events_have_the_fields_that_the_page_lists() -> None:
    listed = {
        kind.strip("`"): (
            set(re.findall(r"`(\w+)`", re.sub(r"in `board`", "", fields))),
            "no `player`" in more,
        )
        for kind, fields, more in rows_after(PROTOCOL, "\n## Events\n")
    }
    assert listed == {
        str(form.__struct_config__.tag): (
            set(form.__struct_encode_fields__) - {"player"} - TOLD_BY_SERVERS,
            "player" not in form.__struct_encode_fields__,
        )
        for form in AnyEvent.__args__
    }


def test_the_pages_for_players_name_every_level() -> None:
    terminal, browser = (
        (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("terminal", "browser")
    )
    names = [level.name for level in LEVELS.values()]
    told = re.search(r"^(`.*`) are bots: (.*?)\.", terminal, re.MULTILINE)
    assert told is not None
    assert re.findall(r"`([^`]+) \(bot\)`", told[1]) == names
    assert re.split(", | and ", told[2]) == list(LEVELS)
    told = re.search(r"who they are \((.*?), from the weakest to the strongest\)", browser, re.DOTALL)
    assert told is not None
    assert re.split(r",\s+", told[1]) == names


def test_the_page_on_bots_lists_the_fields_of_the_arenas_files() -> None:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    games, report = rows_after(page, "| field of a game |"), rows_after(page, "| field of the report |")
    assert [name.strip("`") for name, _ in games] == list(Played.__struct_fields__)
    assert [name for cell, _ in report for name in re.findall(r"`(\w+)`", cell)] == list(
        Report.__struct_fields__
    )
    told = dict(
        zip(
            (name.strip("`") for name, _ in games + report), (text for _, text in games + report), strict=True
        )
    )
    for name, parts in {
        "lost": (Lost,),
        "match": (Contestant, Match),
        "standings": (Standing,),
        "duels": (Duel,),
    }.items():
        listed = set(re.findall(r"`(\w+)`", told[name])) - {"null"}
        assert listed == {field for part in parts for field in part.__struct_fields__}, name
