"""Matches: mirrored seats, repeated bags, results that can be gone on with, and reports that repeat."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from msgspec import structs
from rich.console import Console

from cafe.arena.contestant import ContestantError, lineup
from cafe.arena.match import Game, Match, games, seatings
from cafe.arena.page import page
from cafe.arena.play import Outcome, Played, play
from cafe.arena.report import Report, duel_numbers, report
from cafe.arena.results import Results, ResultsError, read_results
from cafe.arena.run import Effort, decided, run
from cafe.arena.running_contestants import RunningContestants
from cafe.arena.show import print_report, show
from cafe.arena.statistics import bootstrap, percentile
from cafe.rules.errors import SetupError

QUICK = Match(contestants=lineup(["greedy", "random"]), nodes=200)


def _without_ms(found: Report) -> object:
    """The report but for what the clock says."""
    plain = msgspec.to_builtins(found)
    for standing in plain["standings"]:
        del standing["ms_mean"], standing["ms_p99"]
    return plain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_contestant_sits_on_every_seat_as_often(players: int) -> None:
    ways = seatings(Match(contestants=lineup(["greedy", "random"]), players=players))
    for seat in range(players):
        sitting = [way[seat] for way in ways]
        assert sitting.count(0) == sitting.count(1)


def test_all_together_is_every_rotation() -> None:
    match = Match(contestants=lineup(["greedy", "random", "easy"]), players=3, together=True)
    assert seatings(match) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_a_round_robin_plays_every_two() -> None:
    match = Match(contestants=lineup(["greedy", "random", "easy"]))
    assert len(list(games(match, 5))) == 5 * 3 * 2


@pytest.mark.parametrize(
    ("match", "error"),
    [
        (Match(contestants=lineup(["greedy"])), ValueError),
        (Match(contestants=lineup(["greedy", "nobody"])), ContestantError),
        (Match(contestants=lineup(["greedy", "random"]), players=5), SetupError),
        (Match(contestants=lineup(["greedy", "random"]), edition="chess"), SetupError),
        (Match(contestants=lineup(["greedy", "random"]), clock="sun"), ValueError),
        (Match(contestants=lineup(["greedy", "random"]), players=3, together=True), ValueError),
    ],
)
def test_impossible_matches_are_refused(match: Match, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"got|knows"):
        match.check()


def test_same_seed_same_report_on_one_core_or_two() -> None:
    match = Match(contestants=lineup(["chef", "greedy"]), nodes=40, edition="card")
    found = []
    for workers in (1, 2):
        results = Results(match)
        run(results, Effort(bags=2, workers=workers))
        found.append(_without_ms(report(results)))
    assert found[0] == found[1]


def test_the_report_is_cut_nowhere_at_80_columns() -> None:
    results = Results(Match(contestants=lineup(["a-rather-long-name=greedy", "random"]), nodes=200))
    run(results, Effort(bags=1))
    text = StringIO()
    print_report(report(results), Console(width=80, file=text))
    lines = text.getvalue().splitlines()
    assert not any("…" in line for line in lines)
    assert any("(100.0–100.0)" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = Results(QUICK)
    run(whole, Effort(bags=3))
    folder = tmp_path / "match"
    run(Results(QUICK, folder), Effort(bags=1))
    with (folder / "games.jsonl").open("ab") as file:
        file.write(b'{"bag":1,"seats":[0,')  # a run that was broken off while writing
    again = Results(QUICK, folder)
    asked: list[int] = []
    run(again, Effort(bags=3), lambda done, total: asked.append(done))
    assert asked == [3, 4, 5, 6]
    assert _without_ms(report(read_results(folder))) == _without_ms(report(whole))


def test_a_folder_with_more_bags_than_asked_for_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "match"
    run(Results(QUICK, folder), Effort(bags=2))
    for bags, told in ((1, True), (2, False)):
        assert show(QUICK, Effort(bags=bags), folder, None, None) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert ("has games of 2 bags, more than --bags 1 asks for: all of them count" in said) is told


def test_results_of_another_match_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    Results(QUICK, folder).make_folder()
    with pytest.raises(ResultsError, match=r"the same match; seed there 1, here 2; choose another folder"):
        Results(structs.replace(QUICK, seed=2), folder)
    (folder / "match.json").write_text("nonsense\n")
    with pytest.raises(ResultsError, match="expected a folder with the settings"):
        read_results(folder)
    file = tmp_path / "file"
    file.write_text("an older version kept a file")
    with pytest.raises(ResultsError, match="expected a folder with the settings"):
        Results(QUICK, file)


def test_stops_when_decided() -> None:
    results = Results(QUICK)
    run(results, Effort(bags=40, stop_at=0.5))
    assert len({game.bag for game in results.games.values()}) == 20
    assert decided(results, 20, 0.5)
    assert not decided(results, 20, 1.0)


def test_an_outside_program_plays_through_the_protocol() -> None:
    command = f"program:{sys.executable} -c 'from cafe.cli import main; main()' engine"
    match = Match(contestants=lineup(["random", command]), edition="card", ms=10_000)
    with RunningContestants(match) as running:
        assert play(running, Game(0, (0, 1))).played.ranks == (2, 1)


def _game(bag: int, seats: tuple[int, ...], final: tuple[int, ...]) -> Played:
    most = max(final)
    winners = tuple(seat for seat, points in enumerate(final) if points == most)
    ranks = tuple(1 + sum(other > points for other in final) for points in final)
    turns = tuple(10 for _ in seats)
    return Played(bag, seats, final, ranks, winners, "chairs", turns, final, tuple((1.0,) for _ in seats))


def test_numbers_of_a_duel() -> None:
    played = [
        _game(0, (0, 1), (50, 30)),
        _game(0, (1, 0), (40, 40)),
        _game(1, (0, 1), (10, 20)),
        _game(1, (1, 0), (30, 20)),
    ]
    assert duel_numbers(played, 0, 1) == ([0.75, 0.0], [10.0, -10.0])
    results = Results(Match(contestants=lineup(["greedy", "random"])))
    for game in played:
        results.add(Outcome(game, ""))
    found = report(results)
    assert found.duels[0].share.mean == 0.375
    assert found.standings[0].name == "random"
    assert found.standings[0].points_a_turn == 3.0
    assert found.reasons == {"chairs": 1.0}


def test_an_interval_holds_its_mean_and_narrows() -> None:
    few, many = bootstrap([0.0, 1.0] * 5), bootstrap([0.0, 1.0] * 200)
    assert few.low <= few.mean <= few.high
    assert many.high - many.low < few.high - few.low
    surer = bootstrap([0.0, 1.0] * 200, middle=0.99)
    assert surer.low < many.low < many.high < surer.high
    assert percentile([1, 2, 3, 4], 0.99) == 4


def test_the_page_loads_nothing() -> None:
    results = Results(QUICK)
    run(results, Effort(bags=2))
    text = page(report(results))
    assert "<svg" in text
    assert "http" not in text
    assert "src=" not in text
