"""The pages in `docs/`: links lead somewhere, every refusal is explained, every example is true."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cafe.arena.contestant import lineup
from cafe.arena.match import Game, Match
from cafe.arena.play import play as play_in_arena
from cafe.arena.running_contestants import RunningContestants
from cafe.bots import Bot, Budget
from cafe.engine.engine import Engine
from cafe.protocol.convert import action_form
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.errors import Rule
from cafe.rules.names import action_from_text
from cafe.rules.position import read_position, write_position
from cafe.rules.record import read_record, verify, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.literal.sketch import position

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
RULES = {"board": ROOT / "docs" / "rules-board.md", "card": ROOT / "docs" / "rules-card.md"}
PROTOCOL = ROOT / "docs" / "protocol.md"
ADDING_A_BOT = ROOT / "docs" / "adding-a-bot.md"
NOTATION = ROOT / "docs" / "notation.md"

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS = re.compile(r"^```text cafe\n(.*?)^```$|((?:^\|[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")


def read(path: Path) -> str:
    """The text of a page."""
    return path.read_text(encoding="utf-8")


def prose(path: Path) -> str:
    """A page without its code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", read(path)))


def blocks(path: Path, *kinds: str) -> list[tuple[str, str]]:
    """The code blocks of these kinds with their text, in order."""
    return [(kind, text) for kind, text in FENCE.findall(read(path)) if kind in kinds]


def anchors(path: Path) -> set[str]:
    """Every anchor of a page: headings as they are commonly slugged, and explicit ones."""
    text = FENCE.sub("", read(path))
    found = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
        number = 0
        while (name := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found


# Links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target in LINK.findall(FENCE.sub("", read(page))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            broken.append(target)
    for found in PICTURE.findall(prose(page)):
        target = "".join(found)
        if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
            broken.append(target)
    assert broken == []


# The rules pages


def test_every_refusal_is_explained() -> None:
    explained = {name: anchors(page) for name, page in RULES.items()}
    for rule in Rule:
        anchor = rule.replace(".", "-")
        pages = [name for name, found in explained.items() if anchor in found]
        assert pages, f"no rules page explains {rule}"
        for name in pages:
            assert f'<a id="{anchor}"></a>`{rule}`' in read(RULES[name])


def test_the_pages_list_refusals_in_the_order_of_precedence() -> None:
    order = [str(rule) for rule in Rule]
    for page in RULES.values():
        listed = re.findall(r'<a id="[a-z-]+"></a>`([a-z.]+)`', read(page))
        assert listed == sorted(listed, key=order.index)


Drawing = tuple[dict[str, str], dict[str, str]]


def read_drawing(text: str) -> Drawing:
    """Tables and guests of a drawn café, by cell."""
    header, *rows = text.rstrip("\n").split("\n")
    columns = {match.start(): match[0] for match in re.finditer(r"[a-p]", header)}
    tables, seated = {}, {}
    for row in rows:
        label, *words = re.finditer(r"\S+", row)
        for word in words:
            middle = (word.start() + word.end() - 1) / 2
            column = columns[min(columns, key=lambda start: abs(start - middle))]
            cell = column + label[0]
            if word[0].startswith("["):
                tables[cell] = word[0].strip("[]")
            elif word[0] != ".":
                seated[cell] = word[0]
    return tables, seated


def examples(page: Path) -> Iterator[tuple[str, Drawing, list[list[str]]]]:
    """Each table of steps below a worked example: heading, the last drawing above it, rows of cells."""
    for section in re.split(r"^### (?=Example)", read(page), flags=re.MULTILINE)[1:]:
        heading = section.split("\n", 1)[0]
        drawing: Drawing = ({}, {})
        section = section.split("\n## ", 1)[0]
        for part in STEPS.finditer(section):
            if part[1] is not None:
                drawing = read_drawing(part[1])
            else:
                rows = [
                    [cell.strip() for cell in line.strip("|").split("|")] for line in part[2].splitlines()
                ]
                yield heading, drawing, [rows[0], *rows[2:]]


def tile(action: str) -> str:
    """The guest of an action in the notation, or nothing."""
    found = re.match(r"([A-Z]{2}[mf])", action)
    return found[1] if found else ""


def play(name: str, drawing: Drawing, steps: list[tuple[int, str]]) -> list[int | str]:
    """What each step of a new game from the drawing scores, or the rule that refuses it."""
    tables, seated = drawing
    players = max(2, 1 + max(player for player, _ in steps))
    # One more tile each, so that no hand becomes empty.
    hands = [[tile(text) for who, text in steps if who == player] + ["TRm"] for player in range(players)]
    parts: dict[str, Any] = {"variants": ["parties"]} if steps[0][1].startswith("party") else {}
    if name == "card":
        pile = [nation for nation in ("CF", "CN", "CU", "DE", "US", "TR") if nation not in tables.values()]
        parts |= {"tables": tables, "table_pile": pile}
    state = position(name, [[guest for guest in hand if guest] for hand in hands], seated, **parts)
    assert all(state["tables"][cell] == nation for cell, nation in tables.items())
    engine = Engine()
    answer = ask(engine, {"cmd": "load", "state": state})
    assert answer["ok"], answer
    found: list[int | str] = []
    for player, text in steps:
        plan = EDITIONS[name].plan
        before = answer["state"]
        assert before["turn"]["player"] == player
        action = action_form(plan, action_from_text(plan, text))
        tried = ask(engine, {"cmd": "apply", "action": json.loads(json_of(action))})
        if tried["ok"]:
            found.append(tried["state"]["scores"][player] - before["scores"][player])
            answer = tried
        else:
            found.append(tried["error"]["rule"])
    return found


def expected(cell: str) -> int | str:
    """What the last cell of a row promises: points, or a rule."""
    return int(cell) if cell.isdecimal() else re.findall(r"`([a-z.]+)`", cell)[0]


@pytest.mark.parametrize("game", RULES)
def test_worked_examples_come_out(game: str) -> None:
    played = 0
    for heading, drawing, (header, *rows) in examples(RULES[game]):
        name = "board-classic" if "board-classic" in heading else game
        texts = [row[0].strip("`") for row in rows]
        if header[0] == "step":
            players = ["ABCD".index(row[1]) if header[1] == "by" else 0 for row in rows]
            got = play(name, drawing, list(zip(players, texts, strict=True)))
        elif header[0] == "choice":
            got = [play(name, drawing, [(0, text)])[0] for text in texts]
        elif header[0] == "sitting":
            got = []
            for sitting, joins, _ in rows:
                guests = [word.split("@") for word in sitting.strip("`").split()]
                seated = {chair: guest for guest, chair in guests}
                got += play(name, ({}, seated), [(0, joins.strip("`"))])
        else:
            continue
        assert got == [expected(row[-1]) for row in rows], heading
        played += 1
    assert played >= {"board": 3, "card": 10}[game]


# The protocol


def json_of(form: Any) -> str:
    """JSON text of a form of the protocol."""
    return msgspec.json.encode(form).decode()


def ask(engine: Engine, request: Any) -> Any:
    """The answer to a request."""
    return json.loads(engine.answer_line(json.dumps(request).encode()))


def differs(shown: Any, given: Any, where: str = "answer") -> str | None:
    """Where an answer is not what the page shows; `"..."` on the page stands for anything, or for more."""
    if shown == "...":
        return None
    if isinstance(shown, dict) and isinstance(given, dict):
        more = "..." in shown
        if not more and set(shown) != set(given):
            return f"{where} has the fields {sorted(given)}"
        for name, value in shown.items():
            if name != "..." and name not in given:
                return f"{where} has no {name}"
            found = None if name == "..." else differs(value, given[name], f"{where}.{name}")
            if found:
                return found
        return None
    if isinstance(shown, list) and isinstance(given, list):
        if "..." in shown or (where.endswith(".legal") and len(shown) == len(given)):  # in no promised order
            left = list(given)
            for item in shown:
                match = None if item == "..." else next((g for g in left if not differs(item, g)), None)
                if item != "..." and match is None:
                    return f"{where} does not hold {item}"
                if match is not None:
                    left.remove(match)
            return None
        if len(shown) != len(given):
            return f"{where} has {len(given)} entries"
        pairs = enumerate(zip(shown, given, strict=True))
        all_found = (differs(one, other, f"{where}[{n}]") for n, (one, other) in pairs)
        return next((text for text in all_found if text), None)
    return None if shown == given and type(shown) is type(given) else f"{where} is {given!r}, not {shown!r}"


def test_the_protocol_page_shows_real_answers() -> None:
    engine = Engine()
    exchanges = blocks(PROTOCOL, "json request", "text request", "json answer")
    assert len(exchanges) > 40
    for (asked, request), (answered, shown) in zip(exchanges[::2], exchanges[1::2], strict=True):
        assert (asked in ("json request", "text request"), answered) == (True, "json answer"), request
        line = request.strip() if asked == "text request" else json.dumps(json.loads(request))
        assert differs(json.loads(shown), json.loads(engine.answer_line(line.encode()))) is None, request
    assert engine.ended


def test_a_page_that_shows_something_else_is_found() -> None:
    assert differs({"ok": True}, {"ok": True}) is None
    assert differs({"ok": True, "...": "..."}, {"ok": True, "id": 1}) is None
    assert differs([2, "..."], [1, 2, 3]) is None
    assert differs({"ok": True}, {"ok": True, "id": 1})
    assert differs({"ok": True}, {"ok": 1})
    assert differs([2, 2, "..."], [1, 2, 3])
    assert differs([1, 2], [1, 3])


# The notation


def test_the_example_records_verify() -> None:
    records = blocks(NOTATION, "text record")
    assert records
    for _, text in records:
        record = read_record(text)
        state = verify(record)
        assert read_record(write_record(record)) == record
        assert (state.over is None) == (record.result == "*")


def test_the_example_positions_are_positions() -> None:
    positions = blocks(NOTATION, "text position")
    assert positions
    for _, text in positions:
        assert write_position(read_position(" ".join(text.split()))) == " ".join(text.split())


# Python


@pytest.mark.parametrize("name", ["encoding", "environments"])
def test_the_examples_in_python_run(name: str) -> None:
    for _, code in blocks(ROOT / "docs" / f"{name}.md", "python"):
        exec(compile(code, f"{name}.md", "exec"), {})


def test_the_session_in_python_runs_as_printed() -> None:
    page = ROOT / "docs" / "python-api.md"
    text = "\n".join(code for _, code in blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said = StringIO()
    failed, tried = doctest.DocTestRunner().run(test, out=said.write)
    assert tried > 40
    assert not failed, said.getvalue()


# Bots


def python_block(page: Path, mark: str) -> str:
    """The Python code of a page that holds the mark."""
    return next(text for _, text in blocks(page, "python") if mark in text)


def test_the_example_bot_plays() -> None:
    names: dict[str, Any] = {}
    exec(compile(python_block(ADDING_A_BOT, "class HastyBot"), "adding-a-bot.md", "exec"), names)
    state = new_game(edition("board"), 2, 7)
    bot: Bot = names["HastyBot"]()
    while state.over is None:
        legal = legal_actions(state)
        choice = bot.choose(view(state, state.player), legal, Random(1), Budget())
        assert choice.action in legal
        state, _ = apply(state, choice.action)


def test_the_example_bot_in_another_language_plays_in_the_arena(tmp_path: Path) -> None:
    program = tmp_path / "hasty.py"
    program.write_text(python_block(ADDING_A_BOT, "for line in sys.stdin"), encoding="utf-8")
    command = shlex.join([sys.executable, str(program)])
    match = Match(contestants=lineup([f"hasty=program:{command}", "random"]), edition="card", ms=10_000)
    with RunningContestants(match) as running:
        played = play_in_arena(running, Game(0, (0, 1))).played
    assert played.lost is None
    assert played.winners == (0,)


def test_the_example_bot_in_another_language_answers() -> None:
    engine = Engine()
    legal = ask(engine, {"cmd": "new", "edition": "card", "players": 2, "seed": 7})["legal"]
    seen = ask(engine, {"cmd": "view", "player": 0})["view"]
    requests = [
        {"cmd": "hello", "id": 1},
        {"cmd": "choose", "view": seen, "legal": legal, "seed": 1},
        {"cmd": "dance"},
    ]
    done = subprocess.run(
        [sys.executable, "-c", python_block(ADDING_A_BOT, "for line in sys.stdin")],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        check=True,
    )
    hello, chosen, refused = (json.loads(line) for line in done.stdout.splitlines())
    assert (hello["ok"], hello["protocol"], hello["id"]) == (True, 1, 1)
    assert chosen["action"] in legal
    assert refused["error"]["code"] == "request"
