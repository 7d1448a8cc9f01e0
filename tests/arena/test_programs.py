"""Outside programs in the arena: who does not play as one should loses that game, and the match goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cafe.arena.contestant import ContestantError, lineup
from cafe.arena.match import Game, Match, games
from cafe.arena.play import Outcome, play
from cafe.arena.processor_time import processor_time
from cafe.arena.report import report
from cafe.arena.results import Results
from cafe.arena.run import Effort, run
from cafe.arena.running_contestants import RunningContestants
from cafe.arena.show import print_report
from cafe.rules.record import read_record, verify
from tests.arena.programs import program

FIRST = Game(0, (0, 1))
HUGE = "sys.stdout.write('x' * (1 << 21)); sys.stdout.flush(); time.sleep(600)"


def one_game(contestant: str, ms: float = 10_000, clock: str = "wall") -> Outcome:
    """The game of a contestant, who begins, against `random`."""
    match = Match(contestants=lineup([contestant, "random"]), ms=ms, clock=clock)
    with RunningContestants(match) as running:
        return play(running, FIRST)


@pytest.mark.parametrize(
    ("choose", "ms", "why"),
    [
        pytest.param("pass", 10, "time", id="silent"),
        pytest.param("time.sleep(600)", 10, "time", id="asleep"),
        pytest.param("time.sleep(0.3); say(first)", 10, "time", id="slow"),
        pytest.param("sys.exit('tired')", 10_000, "ended", id="crashes"),
        pytest.param("print('hm?', flush=True)", 10_000, "answer", id="nonsense"),
        pytest.param("print('[1]', flush=True)", 10_000, "answer", id="no object"),
        pytest.param(
            "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", 10_000, "answer", id="no text"
        ),
        pytest.param("print('[' * 100000, flush=True)", 10_000, "answer", id="nested"),
        pytest.param(HUGE, 10_000, "answer", id="huge line"),
        pytest.param("say({'ok': False, 'error': {'code': 'bot'}})", 10_000, "answer", id="refuses"),
        pytest.param("say(first); say(first)", 10_000, "answer", id="says it twice"),
        pytest.param("say({**first, 'id': None})", 10_000, "answer", id="no id"),
        pytest.param("say({'ok': True})", 10_000, "illegal", id="no action"),
        pytest.param("say({'ok': True, 'action': {'type': 'close'}})", 10_000, "illegal", id="illegal"),
        pytest.param("say({'ok': True, 'action': {'type': 'fly'}})", 10_000, "illegal", id="unknown"),
    ],
)
def test_who_does_not_play_as_one_should_loses_the_game(
    tmp_path: Path, choose: str, ms: float, why: str
) -> None:
    outcome = one_game(program(tmp_path, choose), ms)
    played = outcome.played
    assert played.lost is not None
    assert (played.lost.contestant, played.lost.why) == (0, why)
    assert "expected" in played.lost.text
    assert (played.reason, played.winners, played.ranks) == ("forfeit", (1,), (2, 1))
    assert played.final[0] == 0
    record = read_record(outcome.record)
    assert record.extra["Forfeit"].startswith(f"{record.players[0]}, {why}: expected")
    assert verify(record).over is None


def test_silence_names_the_limit_that_was_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that waits uses no processor time, so it loses by the wall clock."""
    monkeypatch.setattr("cafe.arena.process.SILENT_S", 0.2)
    lost = one_game(program(tmp_path, "pass"), 50, "cpu").played.lost
    assert lost is not None
    assert lost.why == "time"
    assert "expected an answer within 1.7 s by the wall clock; got none, with " in lost.text
    assert " of 150 ms of processor time used" in lost.text


def test_a_second_line_that_comes_late_is_told_as_one(tmp_path: Path) -> None:
    again = "print(json.dumps({'id': request['id'] - 1, **first}), flush=True)"
    lost = one_game(program(tmp_path, f"asked == 2 and {again}; say(first)")).played.lost
    assert lost is not None
    assert (lost.why, lost.text) == ("answer", "expected one line per answer; got more than one for the id 2")


def test_a_lost_game_does_not_end_the_match(tmp_path: Path) -> None:
    """It crashes in its third question and is started again for the next game."""
    flaky = program(tmp_path, "sys.exit('tired') if asked == 3 else say(first)")
    match = Match(contestants=lineup([f"flaky={flaky}", "random"]), ms=10_000)
    results = Results(match)
    run(results, Effort(bags=3))
    assert len(results.games) == 6
    assert {game.reason for game in results.games.values()} == {"forfeit"}
    assert all(sum(game.turns) >= 2 for game in results.games.values())
    flaky_standing = next(one for one in report(results).standings if one.name == "flaky")
    assert flaky_standing.forfeits == {"ended": 6}
    text = StringIO()
    print_report(report(results), Console(width=200, file=text))
    first = (
        "forfeited by flaky: 6 ended; the first: expected an answer; the program has ended with status 1\n"
    )
    assert first in text.getvalue()
    assert "the turn of a forfeit is not among them" in text.getvalue()
    assert "rating±2σ" in text.getvalue()
    assert flaky_standing.win_share.mean == 0


def test_every_seat_of_the_loser_is_last(tmp_path: Path) -> None:
    match = Match(contestants=lineup([program(tmp_path, "pass"), "random"]), players=4, ms=10)
    with RunningContestants(match) as running:
        played = play(running, Game(0, (1, 0, 1, 0))).played
    assert played.ranks == (1, 3, 1, 3)
    assert played.winners == (0, 2)


@pytest.mark.parametrize("workers", [1, 2])
def test_one_process_serves_many_games_and_is_ended_gently(tmp_path: Path, workers: int) -> None:
    """At its end, and only when it was asked to end, it writes down how often it was asked."""
    note = f"open({str(tmp_path)!r} + '/ended-' + str(os.getpid()), 'w').write(str(asked))"
    match = Match(contestants=lineup([program(tmp_path, end=note), "random"]), ms=10_000)
    results = Results(match)
    run(results, Effort(bags=4, workers=workers))
    assert {game.lost for game in results.games.values()} == {None}
    asked = [int(path.read_text()) for path in tmp_path.glob("ended-*")]
    playing = [count for count in asked if count]
    assert 1 <= len(playing) <= workers
    assert len(asked) - len(playing) == (workers > 1)  # the one that only said hello before the match
    assert sum(playing) >= sum(sum(game.turns) // 2 for game in results.games.values()) > 8


def test_the_start_is_not_counted(tmp_path: Path) -> None:
    outcome = one_game(program(tmp_path, hello="compute(0.5); say(hello)"), ms=100, clock="cpu")
    assert outcome.played.lost is None
    assert outcome.played.reason != "forfeit"


def test_the_processor_clock_counts_the_program_and_what_it_starts(tmp_path: Path) -> None:
    """Sleeping costs nothing; computing does, in the program, a child of it or one that has ended."""
    sleeper = one_game(program(tmp_path, "asked == 1 and time.sleep(0.3); say(first)"), 50, "cpu").played
    assert sleeper.lost is None
    for choose in (
        "compute(0.3); say(first)",
        "os.spawnv(os.P_WAIT, sys.executable, [sys.executable, '-Ic', 'sum(range(30_000_000))']); say(first)",
    ):
        lost = one_game(program(tmp_path, choose), 50, "cpu").played.lost
        assert lost is not None
        assert lost.why == "time"
    computes = "import os, time\nwhile time.process_time() < 0.2: pass\nprint(flush=True); os.read(0, 1)"
    shell = subprocess.Popen(
        ["sh", "-c", '"$0" -Ic "$1"; :', sys.executable, computes],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with shell:
        assert shell.stdout is not None
        shell.stdout.readline()
        assert processor_time(shell.pid) >= 0.2


@pytest.mark.parametrize(
    ("hello", "message"),
    [
        ("say({**hello, 'protocol': 2})", "expected protocol 1; it speaks 2"),
        ("say({'ok': True, 'protocol': 1})", "expected protocol and editions"),
        (
            "say({**hello, 'editions': ['card']})",
            "expected board among the editions in the answer to hello; got 'card'",
        ),
        (
            "say({**hello, 'variants': []})",
            "expected parties among the variants in the answer to hello; got none",
        ),
        ("print('Welcome!', flush=True)", "expected one JSON object per line; got b'Welcome!'"),
        ("say({'ok': False})", "expected an answer to hello"),
        ("sys.exit()", "the program has ended"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_that_does_not_play_this_game_is_told_before_the_match(
    tmp_path: Path, hello: str, message: str, workers: int
) -> None:
    match = Match(contestants=lineup([program(tmp_path, hello=hello), "random"]), variants=("parties",))
    results = Results(match, tmp_path / "games")
    with pytest.raises(ContestantError, match="program-0") as error:
        run(results, Effort(bags=1, workers=workers))
    assert message in str(error.value)
    assert results.games == {}
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("command", ["/no/such/program", "sh -c 'unclosed"])
def test_a_command_that_cannot_be_started_is_told(command: str) -> None:
    match = Match(contestants=lineup([f"program:{command}", "random"]))
    with pytest.raises(ContestantError, match="expected a program that can be started"):
        run(Results(match), Effort(bags=1))


def test_a_program_that_does_not_want_to_end_is_ended(tmp_path: Path) -> None:
    seen = tmp_path / "pid"
    tell = f"open({str(seen)!r}, 'w').write(str(os.getpid()))"
    stubborn = program(
        tmp_path,
        hello=f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {tell}; say(hello)",
        end="time.sleep(600)",
    )
    with RunningContestants(Match(contestants=lineup([stubborn, "random"]))) as running:
        running.start()
        os.kill(int(seen.read_text()), 0)
    with pytest.raises(ProcessLookupError):
        os.kill(int(seen.read_text()), 0)


def test_choose_brings_the_points_of_every_legal_action(tmp_path: Path) -> None:
    """Greed by the points alone beats chance, also in the card game."""
    best = "say({'ok': True, 'action': legal[points.index(max(points))]}) if len(points) == len(legal) else 0"
    for edition in ("board", "card"):
        match = Match(
            contestants=lineup([f"best={program(tmp_path, best)}", "random"]), edition=edition, ms=10_000
        )
        with RunningContestants(match) as running:
            played = [play(running, game).played for game in games(match, 3)]
        assert {game.lost for game in played} == {None}
        won = sum(seat in game.winners for game in played for seat, who in enumerate(game.seats) if who == 0)
        assert won >= 5


def test_an_interrupt_ends_the_programs_too(tmp_path: Path) -> None:
    note = f"open({str(tmp_path / 'ended')!r}, 'w').write('gently')"
    told = f"asked == 1 and open({str(tmp_path / 'began')!r}, 'w').close(); say(first)"
    os.mkfifo(tmp_path / "began")
    # A shell's background job ignores interrupts.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{heed}; from cafe.cli import main; main()", "arena"]
    arena = subprocess.Popen(
        [*command, program(tmp_path, told, end=note), "random", "--workers", "1", "--ms", "10000"],
        stderr=subprocess.PIPE,
    )
    (tmp_path / "began").open().close()
    arena.send_signal(signal.SIGINT)
    _, errors = arena.communicate()
    assert b"stopped" in errors
    assert arena.returncode == 130
    assert (tmp_path / "ended").read_text() == "gently"
