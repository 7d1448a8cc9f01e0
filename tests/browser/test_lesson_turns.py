"""Every turn of a lesson: it is content with those it is about, and with no other."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cafe.protocol.convert import state_of
from cafe.protocol.forms import AnyEvent, StateForm
from cafe.rules import CompleteTurn, State, action_text, apply, turns
from cafe.rules.events import Event
from cafe.server.turn.game import told_events

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = WEB / "node_modules" / ".lessons"
"""Where the built lessons find the libraries they import."""
ENVIRONMENT = {**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}"}
POSITIONS = """
const named = Object.values(lessons.COURSES).flatMap((course) =>
  course.lessons.map((lesson) => [lesson.key, lessons.positionOf(course, lesson)]))
console.log(JSON.stringify(Object.fromEntries(named)))"""
JUDGED = """
const all = Object.values(lessons.COURSES).flatMap((course) => course.lessons)
const told = JSON.parse(readFileSync(0, 'utf-8'))
const judge = ([key, turns]) => [key, turns.map(all.find((lesson) => lesson.key === key).done)]
console.log(JSON.stringify(Object.fromEntries(Object.entries(told).map(judge))))"""

WANTED = {
    "company": r"USf@(m1|n2|m3)",
    "between": r"USm@m3",
    "mix": r"USm@m3",
    "pair": r"^\w+@(?!bar)",
    "full": r"CFf@b3",
    "bar": r"@bar",
    "joker": r"^JKm=CF@",
    "swap": r"^CFm\*b1",
    "party": r"^party@(b2|m15)=f",
    "last": r"@bar",
    "late": r"^(?!USf)\w+@bar",
    "card.pair": r"^RU\w@",
    "card.three": r"\w@.* = (1[2-9]|2\d)",
    "card.draw": r"^draw",
    "card.clear": r"^RUf@",
    "card.hide": r"@down",
    "card.close": r" close ",
}
"""The turns that a lesson is about, as their actions and points are written."""


def answers(after: str, told: object = None) -> Any:
    """What Node prints after it has read the lessons."""
    script = f"""import {{ readFileSync }} from 'node:fs'
      import * as lessons from './node_modules/{BUILT.name}/lessons.js'
      {after}"""
    run = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        cwd=WEB,
        env=ENVIRONMENT,
        input=json.dumps(told),
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def positions() -> dict[str, State]:
    subprocess.run([ROOT / "tools" / "web"], check=True)
    build = "node_modules/.bin/vite build --logLevel error --ssr src/lib/learn/lessons.ts --outDir"
    subprocess.run([*build.split(), BUILT], cwd=WEB, env=ENVIRONMENT, check=True)
    return {key: state_of(msgspec.convert(each, StateForm)) for key, each in answers(POSITIONS).items()}


def told(state: State, turn: CompleteTurn) -> list[AnyEvent]:
    """The events of a turn, as the server tells them."""
    after = state
    events: list[Event] = []
    for action in turn.actions:
        after, happened = apply(after, action)
        events += happened
    return told_events(state, events, [None] * len(events), 0, 0)


def written(state: State, turn: CompleteTurn) -> str:
    actions = [action_text(state.edition.plan, each) for each in turn.actions]
    return f"{' '.join(actions)} = {turn.points}"


def test_lessons_are_content_with_the_turns_they_are_about_alone(
    positions: dict[str, State],
) -> None:
    assert positions.keys() == WANTED.keys()
    allowed = {key: list(turns(state)) for key, state in positions.items()}
    events = {key: [told(positions[key], turn) for turn in found] for key, found in allowed.items()}
    judged = answers(JUDGED, msgspec.to_builtins(events))
    for key, found in allowed.items():
        names = [written(positions[key], turn) for turn in found]
        content = {name for name, done in zip(names, judged[key], strict=True) if done}
        assert content, f"lesson {key!r} cannot be solved"
        assert content == {name for name in names if re.search(WANTED[key], name)}, key
