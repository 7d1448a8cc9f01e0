"""Contestants by name: bots, plug-ins, any module's class, programs; times of their own; records of all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cafe.arena.contestant import Contestant, ContestantError, lineup
from cafe.arena.match import Game, Match
from cafe.arena.play import play
from cafe.arena.report import budget_text
from cafe.arena.results import Results
from cafe.arena.run import Effort, run
from cafe.arena.running_contestants import RunningContestants
from cafe.bots.greedy import GreedyBot
from cafe.bots.registry import UnknownBot, bot_maker
from cafe.cli import app
from tests.arena.programs import program

MODULE = """
from cafe.bots.bot import Choice

class First:
    def choose(self, view, legal, rng, budget):
        return Choice(legal[0])

class Timed(First):
    def choose(self, view, legal, rng, budget):
        assert 60 < budget.ms <= 70 or view.known.taken
        return super().choose(view, legal, rng, budget)

class Rude:
    def choose(self, view, legal, rng, budget):
        return Choice("checkmate")

class Bare:
    def choose(self, view, legal, rng, budget):
        return legal[0]

class Silent:
    def choose(self, view, legal, rng, budget):
        return None

class Broken:
    def choose(self, view, legal, rng, budget):
        raise RuntimeError("out of ideas")

class Mute:
    pass

class Choosy(First):
    def __init__(self, depth):
        self.depth = depth

class Unmade:
    def __init__(self):
        raise RuntimeError("no weights")

number = 3
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of bots, and with a package installed in it that registers one of them."""
    name = f"bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    info = tmp_path / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[cafe.bots]\nplugged = {name}:First\nlame = {name}:Gone\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / f"{name}.py"


def test_names_and_times() -> None:
    found = lineup(
        ["greedy", "mine=program:./bot --depth=3", "greedy", "slow=a.b:C"], ["slow=500", "greedy-2=7"]
    )
    assert found == (
        Contestant("greedy", "greedy"),
        Contestant("mine", "program:./bot --depth=3"),
        Contestant("greedy-2", "greedy", 7),
        Contestant("slow", "a.b:C", 500),
    )
    assert [one.command for one in found] == [None, "./bot --depth=3", None, None]
    match = Match(contestants=found, ms=40)
    assert [match.ms_of(who) for who in range(4)] == [40, 40, 7, 500]
    assert budget_text(match) == "40 ms per turn, greedy-2 7 ms, slow 500 ms, wall clock"


@pytest.mark.parametrize(
    ("texts", "times", "message"),
    [
        (["a=greedy", "a=random"], [], "expected each name once; got 'a' twice"),
        (["greedy", "random"], ["chef=3"], "expected a time for one of greedy, random"),
        (["greedy", "random"], ["greedy=soon"], "expected 1 to 3600000 milliseconds; got 'soon'"),
        (["greedy", "random"], ["greedy=nan"], "milliseconds; got 'nan'"),
        (["my bot=greedy", "random"], [], "at most 40 letters, digits, .* before the =; got 'my bot=greedy'"),
        ([f"{'x' * 41}=program:./bot", "random"], [], "expected a name of at most 40 letters"),
    ],
)
def test_what_cannot_be_is_refused(texts: list[str], times: list[str], message: str) -> None:
    with pytest.raises(ContestantError, match=message):
        lineup(texts, times)


@pytest.mark.parametrize("text", ["nobody", "program: ", "no_such_module:Bot", "cafe.bots:NoBot", ":Bot"])
def test_who_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(ContestantError, match="expected"):
        Match(contestants=lineup([text, "greedy"])).check()


def test_a_bot_by_name_plugin_or_class(bench: Path) -> None:
    assert bot_maker("greedy") is GreedyBot
    first = bot_maker(f"{bench.stem}:First")
    assert bot_maker("plugged") is first
    with pytest.raises(UnknownBot, match="that can be imported; got 'lame'"):
        bot_maker("lame")
    with pytest.raises(UnknownBot, match="expected a class"):
        bot_maker(f"{bench.stem}:number")
    with pytest.raises(
        UnknownBot, match=r"expected one of the bots random, .*lame, plugged, or module:Class"
    ):
        bot_maker("nobody")


def test_bots_of_a_module_play_with_their_own_time(bench: Path) -> None:
    match = Match(contestants=lineup(["plugged", f"mine={bench.stem}:Timed"], ["mine=70"]), ms=60)
    match.check()
    with RunningContestants(match) as running:
        assert play(running, Game(0, (0, 1))).played.lost is None


@pytest.mark.parametrize(("bot", "why"), [("Rude", "illegal"), ("Broken", "error"), ("Unmade", "error")])
def test_a_bot_that_fails_loses_the_game(bench: Path, bot: str, why: str) -> None:
    match = Match(contestants=lineup([f"{bench.stem}:{bot}", "random"]))
    with RunningContestants(match) as running:
        lost = play(running, Game(0, (1, 0))).played.lost
    assert lost is not None
    assert (lost.contestant, lost.why) == (0, why)
    if why == "error":
        raised = MODULE[: MODULE.index("out of ideas" if bot == "Broken" else "no weights")].count("\n") + 1
        assert lost.text.endswith(f"in {bench.name}, line {raised}")


@pytest.mark.parametrize(("bot", "came"), [("Bare", "Seat("), ("Silent", "None")])
def test_a_bot_that_returns_no_choice_is_told_so(bench: Path, bot: str, came: str) -> None:
    match = Match(contestants=lineup([f"{bench.stem}:{bot}", "random"]))
    with RunningContestants(match) as running:
        lost = play(running, Game(0, (1, 0))).played.lost
    assert lost is not None
    assert lost.why == "answer"
    assert lost.text.startswith(f"expected a Choice from choose; got {came}")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Unmade", r"expected a bot that can be made; RuntimeError\('no weights'\) in .*, line "),
        ("Mute", "expected a bot with a method choose; got <bots_"),
        ("Choosy", r"expected a bot that can be made; TypeError\(.*depth'.*\)$"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_before_the_match(bench: Path, bot: str, message: str) -> None:
    results = Results(Match(contestants=lineup([f"{bench.stem}:{bot}", "random"])), bench.parent / "games")
    with pytest.raises(ContestantError, match=message):
        run(results, Effort(bags=1))
    assert not (bench.parent / "games").exists()


def test_a_plugin_with_the_name_of_a_bot_is_told(bench: Path) -> None:
    options = ["greedy", "random", "--bags", "1", "--workers", "1", "--nodes", "1"]
    assert CliRunner().invoke(app, ["arena", *options]).stderr == ""
    (info,) = bench.parent.glob("*.dist-info")
    (info / "entry_points.txt").write_text(f"[cafe.bots]\ngreedy = {bench.stem}:First\n")
    done = CliRunner().invoke(app, ["arena", *options])
    assert done.exit_code == 0
    expected = "cafe arena: expected a plug-in's own name; got greedy, which stays this package's bot\n"
    assert done.stderr == expected


@pytest.mark.parametrize("ms", [["--ms", "500"], ["--ms", "random=500"]])
def test_nodes_and_time_are_not_given_together(ms: list[str]) -> None:
    done = CliRunner().invoke(app, ["arena", "greedy", "random", "--nodes", "50", *ms])
    assert done.exit_code == 2
    assert "cafe arena: expected --nodes or --ms: bots in Python count nodes" in done.stderr


def test_a_program_gets_time_where_others_count_nodes(tmp_path: Path) -> None:
    who = ["random", f"other={program(tmp_path)}"]
    options = ["--nodes", "50", "--ms", "other=10000", "--bags", "1", "--workers", "1"]
    assert CliRunner().invoke(app, ["arena", *who, *options]).exit_code == 0


def test_the_command_keeps_whole_records(bench: Path, tmp_path: Path) -> None:
    """A bot against itself and against a program, from the folder of its module."""
    cafe = [sys.executable, "-m", "cafe"]
    command = [
        *cafe,
        "arena",
        f"{bench.stem}:First",
        f"twin={bench.stem}:First",
        f"other={program(tmp_path)}",
    ]
    options = ["--bags", "1", "--workers", "2", "--ms", "10000", "--ms", "twin=60", "--out", "match"]
    done = subprocess.run(
        [*command, *options, "--json", "report.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "twin 60 ms" in done.stdout
    lines = [json.loads(line) for line in (tmp_path / "match" / "games.jsonl").read_text().splitlines()]
    assert len(lines) == 6
    names = (f"{bench.stem}:First", "twin", "other")
    found = json.loads((tmp_path / "report.json").read_text())
    assert {one["name"] for one in found["standings"]} == set(names)
    for game in lines:
        record = tmp_path / "match" / "records" / f"{game['bag']}-{'-'.join(map(str, game['seats']))}.cafe"
        players = "; ".join(names[who] for who in game["seats"])
        assert f'[Players "{players}"]' in record.read_text()
        verdict = subprocess.run([*cafe, "verify", record], capture_output=True, text=True, check=False)
        assert verdict.returncode == 0
        assert verdict.stdout.startswith("correct: ")
        shown = subprocess.run(
            [*cafe, "replay", record], input="n\nq\n", capture_output=True, text=True, check=False
        )
        assert shown.returncode == 0
        assert all(names[who] in shown.stdout for who in game["seats"])


WITHOUT_EXTRAS = """
import sys
sys.modules["numpy"] = sys.modules["openskill"] = None
sys.argv = ["cafe", "arena", "chef", "greedy", "maestro"]
from cafe.cli import main
main()
"""


def test_without_the_extra_of_the_arena_that_is_named_first() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_EXTRAS], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "cafe arena needs the extra 'arena': pip install 'cafe-international[arena]'\n"
