"""Puzzles: nothing gives the solution away before the answer, one answer counts, ratings move with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import httpx
import msgspec
import pytest

from cafe.protocol.convert import action_form, state_form
from cafe.puzzles.puzzle import Puzzle
from cafe.rules.view import determinise
from cafe.server.api import puzzle_ratings, puzzles
from cafe.server.app import make_app
from cafe.server.http.connection_limits import ConnectionLimits
from cafe.server.turn import puzzle_game
from cafe.server.turn.puzzle_game import all_puzzles, game_of, verdict_on
from cafe.server.turn.stamps import MANY_PUZZLES
from cafe.store.puzzles import Rating
from tests.server.house import open_house
from tests.server.process import Json, Server, Setup, Somebody, come_in

MINUTE_AGO = Rating(1500.0, 60.0)
TOLD = {"id", "edition", "variants", "traits", "plan", "view", "rated", "theme", "day", "tried"}


def turn(puzzle: Puzzle, place: int) -> list[Json]:
    """A turn of a puzzle by its place, from the best one on, as it is sent."""
    plan = puzzle.view().known.edition.plan
    return [msgspec.to_builtins(action_form(plan, action)) for action in puzzle.actions(puzzle.turns[place])]


async def answer(who: Somebody, name: str, place: int, command: str = "c1") -> Json:
    body = {"id": command, "actions": turn(all_puzzles()[name], place)}
    found: Json = await who.post(f"/api/puzzles/{name}/answer", body)
    return found


async def todays(who: Somebody) -> str:
    return str((await who.get("/api/puzzles"))["daily"]["puzzle"])


@pytest.fixture
def other_solutions() -> Iterator[Mapping[str, Puzzle]]:
    """The same positions, in which other turns are best."""
    swapped = MappingProxyType(
        {
            name: replace(
                puzzle,
                turns=puzzle.turns[::-1],
                equal=1,
                gap=99.0,
                error=9.0,
                deals=1,
                themes=("party",),
                rating=2999,
                origin=replace(puzzle.origin, turn=puzzle.origin.turn + 1),
            )
            for name, puzzle in all_puzzles().items()
        }
    )
    yield swapped
    game_of.cache_clear()
    verdict_on.cache_clear()


async def test_nothing_told_before_the_answer_depends_on_the_solution(
    tmp_path: Path, other_solutions: Mapping[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await everything_told(tmp_path / "one.db")
    for module in (puzzle_game, puzzles):
        monkeypatch.setattr(module, "all_puzzles", lambda: other_solutions)
    game_of.cache_clear()
    second = await everything_told(tmp_path / "two.db")
    assert first.keys() == second.keys()
    for path, told in first.items():
        assert told == second[path], path


async def everything_told(database: Path) -> dict[str, Any]:
    """What every request tells somebody who has answered none of a dozen puzzles; without the clock."""
    found: dict[str, Any] = {}
    async with open_house(f"sqlite:///{database}") as house:
        transport = httpx.ASGITransport(make_app(house, ConnectionLimits(house)))
        async with httpx.AsyncClient(transport=transport, base_url=house.settings.address) as client:
            found["who"] = (await client.post("/api/me", json={"name": "Anna"})).status_code
            listed = (await client.get("/api/puzzles")).json()
            listed["daily"].pop("now")
            assert listed["daily"].pop("difficulty") in ("easy", "medium", "hard")  # no more of its rating
            for edition in listed["editions"]:
                edition.pop("themes")  # how many puzzles of a theme there are in all
            found["list"] = listed
            puzzles = list(all_puzzles().items())
            for name, puzzle in puzzles[:: len(puzzles) // 12]:
                path = f"/api/puzzles/{name}"
                told = (await client.get(path)).json()
                assert told.keys() == TOLD
                assert told["theme"] is None
                assert told["tried"] is None
                assert "rating" not in json.dumps(told)
                found[path] = told
                for offer in told["view"]["legal"]:
                    draft = {"type": "preview", "id": "p", "version": 0, "actions": [offer["action"]]}
                    key = f"{path} {offer['action']}"
                    found[key] = (await client.post(f"{path}/draft", json=draft)).json()
                    assert found[key]["type"] == "previewed"
                ask = {"type": "explain", "id": "e", "version": 0, "guest": told_guest(told)}
                found[f"{path} explain"] = (await client.post(f"{path}/draft", json=ask)).json()
                broken = {"id": "c", "actions": [*turn(puzzle, 0), {"type": "done"}]}
                refused = await client.post(f"{path}/answer", json=broken)
                assert refused.status_code == 422
                found[f"{path} refused"] = refused.json()
            export = (await client.get("/api/me/export")).json()
            assert export["puzzles"] == []
            found["profile"] = (await client.get("/api/me/profile")).json()["puzzles"]
    return found


def told_guest(told: Json) -> str:
    hand: list[str] = told["view"]["view"]["hands"][told["view"]["player"]]
    return hand[0]


async def test_a_puzzle_cannot_be_practised_before_its_answer(server: Setup) -> None:
    """Hints are given at practice tables."""
    anna = await come_in(server.address)
    for name in ("board", "card", "board-classic"):
        puzzle = next(each for each in all_puzzles().values() if each.edition == name)
        state = determinise(puzzle.view(), Random(3))
        ask = {"players": [state.player], "state": msgspec.to_builtins(state_form(state))}
        refused = await anna.ask("POST", "/api/practice", ask)
        assert (refused.status_code, puzzle.id in refused.text) == (409, True)
        await answer(anna, puzzle.id, 0, name)
        assert (await anna.post("/api/practice", ask))["practice"]


async def test_only_the_first_answer_of_a_person_counts(server: Setup) -> None:
    anna = await come_in(server.address)
    shown = await anna.post("/api/puzzles/next", {"edition": "board"})
    assert shown["rated"]
    name = shown["id"]
    code = (await anna.post("/api/me/transfer"))["code"]
    moved = await anna.post("/api/transfer", {"code": code, "token": True})
    phone = Somebody(server.address, "Anna", moved["token"])
    for who in (anna, phone, anna):
        assert (await who.post("/api/puzzles/next", {"edition": "board"}))["id"] == name
    answers = await asyncio.gather(
        *(answer(who, name, place, f"c{place}{who is phone}") for place in range(4) for who in (anna, phone))
    )
    counted = [each for each in answers if each["first"]]
    assert len(counted) == 1
    assert [each["rated"] for each in answers].count(True) == 1
    assert counted[0]["rating_before"] == round(puzzle_ratings.NEWCOMER.rating)
    assert counted[0]["tried_by"] >= 1
    solver = (await phone.get("/api/puzzles"))["solver"]
    assert solver["rating"] == counted[0]["rating"] != counted[0]["rating_before"]
    assert solver["answered"] == 1
    assert solver["deviation"] < puzzle_ratings.NEWCOMER.deviation
    (stored,) = (await phone.get("/api/me/export"))["puzzles"]
    assert round(stored["rating_before"]) == counted[0]["rating_before"]
    assert (round(stored["rating"]), round(stored["deviation"])) == (solver["rating"], solver["deviation"])
    again = await phone.get(f"/api/puzzles/{name}")
    assert not again["rated"]
    kept = {**counted[0], "tried_by": 0, "solved_by": 0, "puzzle_rating": 0}
    assert {**again["tried"], "tried_by": 0, "solved_by": 0, "puzzle_rating": 0} == kept
    after = await anna.post("/api/puzzles/next", {"edition": "board"})
    assert after["id"] != name


async def test_a_repeated_command_gets_the_first_answer_again(server: Setup) -> None:
    anna = await come_in(server.address)
    name = (await anna.post("/api/puzzles/next", {"edition": "card"}))["id"]
    worst = len(all_puzzles()[name].turns) - 1
    first = await answer(anna, name, worst, "once")
    assert (first["result"], first["rated"]) == ("worse", True)
    assert first["loss"] > 0
    assert first["rating"] < first["rating_before"]
    same = await answer(anna, name, worst, "once")
    other = await answer(anna, name, 0, "once")
    assert same == first
    assert other["played"]["events"] == first["played"]["events"]
    assert other["rating"] == first["rating"]
    solved = await answer(anna, name, 0, "twice")
    assert (solved["result"], solved["first"], solved["rated"], solved["rating"]) == (
        "best",
        False,
        False,
        None,
    )
    tally = (await anna.get("/api/puzzles"))["solver"]
    assert (tally["answered"], tally["solved"]) == (1, 0)


async def test_the_solution_is_told_with_what_it_does(single: Server) -> None:
    anna = await come_in(single.address)
    for name, puzzle in list(all_puzzles().items())[:: max(1, len(all_puzzles()) // 12)]:
        told = await anna.post(f"/api/puzzles/{name}/answer", {"id": "c", "actions": []})
        assert (told["result"], told["played"], told["rated"]) == (
            "shown",
            None,
            name == await todays(anna),
        )
        assert told["best"] == list(puzzle.turns[0].actions)
        assert told["themes"] == list(puzzle.themes)
        assert told["why"]["turn"] == told["best"]
        player = puzzle.view().known.player
        before = (await anna.get(f"/api/puzzles/{name}"))["view"]["view"]["scores"][player]
        after = told["better"]["changes"].get("scores", {player: before})[player]
        assert after - before == told["best_points"] == puzzle.turns[0].points
        assert told["better"]["by"] == player
        assert not {event["type"] for event in told["better"]["events"]} & {"drawn", "dealt", "turn", "over"}
        hand = told["better"]["changes"].get("hands", [[]] * 5)[player]
        assert isinstance(hand, list)


async def test_beside_an_equally_good_turn_stands_the_other_one(single: Server) -> None:
    anna = await come_in(single.address)
    several = [puzzle for puzzle in all_puzzles().values() if puzzle.equal > 1]
    for puzzle in several[:: len(several) // 4]:
        told = await answer(anna, puzzle.id, 1)
        assert (told["result"], told["points"]) == ("equal", puzzle.turns[1].points)
        assert told["best"] == told["why"]["turn"] == list(puzzle.turns[0].actions)
        assert told["best_points"] == puzzle.turns[0].points
        assert told["better"] != told["played"]


async def test_what_is_practised_or_opened_by_a_link_is_not_rated(server: Setup) -> None:
    anna = await come_in(server.address)
    theme = next(iter(sorted({theme for each in all_puzzles().values() for theme in each.themes})))
    edition = next(each.edition for each in all_puzzles().values() if theme in each.themes)
    asked = {"edition": edition, "theme": theme}
    practised = await anna.post("/api/puzzles/next", asked)
    assert (practised["rated"], practised["theme"]) == (False, theme)
    assert theme in all_puzzles()[practised["id"]].themes
    found = await answer(anna, practised["id"], 0)
    assert (found["rated"], found["first"]) == (False, True)
    daily = await todays(anna)
    linked = next(name for name in all_puzzles() if name not in (practised["id"], daily))
    assert not (await anna.get(f"/api/puzzles/{linked}"))["rated"]
    assert not (await answer(anna, linked, 0))["rated"]
    solver = (await anna.get("/api/puzzles"))["solver"]
    assert (solver["rating"], solver["answered"]) == (round(puzzle_ratings.NEWCOMER.rating), 2)
    rated = (await anna.post("/api/puzzles/next", {"edition": edition}))["id"]
    assert rated not in (practised["id"], linked, daily)
    # The theme of a rated puzzle is not to be found out by asking for practice.
    theme = all_puzzles()[rated].themes[0]
    alike = [each for each in all_puzzles().values() if each.edition == edition and theme in each.themes]
    for _ in alike:
        told = await anna.ask("POST", "/api/puzzles/next", {"edition": edition, "theme": theme})
        assert told.status_code == 404 or told.json()["id"] != rated
    for body in ({"edition": "chess"}, {"edition": edition, "theme": "castling"}):
        assert (await anna.ask("POST", "/api/puzzles/next", body)).status_code == 422
    assert (await anna.ask("GET", "/api/puzzles/nobody")).status_code == 404


async def test_the_puzzle_of_the_day_is_rated_and_the_same_for_everybody(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    name = await todays(anna)
    assert await todays(ben) == name
    shown = await ben.get(f"/api/puzzles/{name}")
    day = (await ben.get("/api/puzzles"))["daily"]["day"]
    assert (shown["rated"], shown["day"]) == (True, day)
    told = await answer(anna, name, 0)
    assert (told["rated"], told["day"], told["result"]) == (True, day, "best")
    assert (await anna.get("/api/puzzles"))["daily"]["solved"] is True
    assert (await ben.get("/api/puzzles"))["daily"]["solved"] is None


async def test_how_hard_the_day_s_puzzle_is_called_does_not_follow_the_answers(server: Setup) -> None:
    anna = await come_in(server.address)
    name = await todays(anna)
    before = (await anna.get("/api/puzzles"))["daily"]["difficulty"]
    for number in range(3):
        await answer(await come_in(server.address, f"Ben {number}"), name, -1)
    assert (await anna.get("/api/puzzles"))["daily"]["difficulty"] == before
    assert before == puzzle_ratings.difficulty(all_puzzles()[name])


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    names = [f"b{number}" for number in range(40)]
    days = [f"2030-01-{day:02}" for day in range(1, 32)] + [f"2030-02-{day:02}" for day in range(1, 10)]
    assert {puzzle_ratings.puzzle_of_day(names, day) for day in days} == set(names)
    assert len(puzzle_ratings.kept_for_days(names, days[0])) == 10
    assert puzzle_ratings.puzzle_of_day(names, days[3]) in puzzle_ratings.kept_for_days(names, days[0])
    assert puzzle_ratings.kept_for_days(["b1"], days[0]) == {"b1"}


def test_ratings_move_towards_what_happened() -> None:
    solver, puzzle = puzzle_ratings.rate(puzzle_ratings.NEWCOMER, MINUTE_AGO, True)
    assert solver.rating > puzzle_ratings.NEWCOMER.rating
    assert puzzle.rating < MINUTE_AGO.rating
    assert solver.deviation < puzzle_ratings.NEWCOMER.deviation
    assert solver.rating - puzzle_ratings.NEWCOMER.rating > MINUTE_AGO.rating - puzzle.rating
    beaten, harder = puzzle_ratings.rate(puzzle_ratings.NEWCOMER, MINUTE_AGO, False)
    assert beaten.rating < puzzle_ratings.NEWCOMER.rating
    assert harder.rating > MINUTE_AGO.rating
    surprise = solver.rating - puzzle_ratings.NEWCOMER.rating
    assert surprise > puzzle_ratings.NEWCOMER.rating - beaten.rating, "the weaker one won"


async def test_ten_solved_puzzles_are_a_stamp_and_all_goes_with_the_person(single: Server) -> None:
    anna = await come_in(single.address)
    names = [*all_puzzles()]
    for number, name in enumerate(names[: MANY_PUZZLES + 1]):
        place = len(all_puzzles()[name].turns) - 1 if number == 0 else 0
        await answer(anna, name, place, f"c{number}")
        stamps = [each["stamp"] for each in (await anna.get("/api/me/profile"))["stamps"]]
        assert ("puzzles" in stamps) == (number == MANY_PUZZLES)
    page = await anna.get("/api/me/profile")
    assert (page["puzzles"]["answered"], page["puzzles"]["solved"]) == (MANY_PUZZLES + 1, MANY_PUZZLES)
    await anna.ask("PATCH", "/api/me", {"shown": "all"})
    who = page["link"].rpartition("/")[2]
    stranger = await come_in(single.address, "Eve")
    assert (await stranger.get(f"/api/people/{who}"))["puzzles"] == page["puzzles"]
    export = (await anna.get("/api/me/export"))["puzzles"]
    assert [each["puzzle"] for each in export] == names[: MANY_PUZZLES + 1]
    assert export[1]["actions"] == " ".join(all_puzzles()[names[1]].turns[0].actions)
    assert (await anna.ask("DELETE", "/api/me")).status_code == 200
    assert (await stranger.ask("GET", f"/api/people/{who}")).status_code == 404


async def test_a_host_limits_puzzles_or_switches_them_off(tmp_path: Path) -> None:
    few = Server(tmp_path / "few", CAFE_PUZZLES_AN_HOUR="2")
    try:
        anna = await come_in(few.address)
        first, second, third = [*all_puzzles()][:3]
        for name in (first, second):
            await answer(anna, name, 0)
        refused = await anna.ask("POST", f"/api/puzzles/{third}/answer", {"id": "c", "actions": []})
        assert (refused.status_code, int(refused.headers["retry-after"]) > 60) == (429, True)
        assert 'cafe_refusals_total{limit="puzzles"} 1.0' in (await anna.ask("GET", "/metrics")).text
        assert 'cafe_puzzles_total{answer="solved"} 2.0' in (await anna.ask("GET", "/metrics")).text
    finally:
        assert few.stop() == 0
    off = Server(
        tmp_path / "off",
        CAFE_PUZZLES_AN_HOUR="0",
        CAFE_REVIEW_WORKERS="0",
        CAFE_DAILY_TRIES_AN_HOUR="0",
    )
    try:
        anna = await come_in(off.address)
        assert await anna.get("/api/puzzles") == {"editions": [], "daily": None, "solver": None}
        for method, path, body in (
            ("GET", f"/api/puzzles/{first}", None),
            ("POST", "/api/puzzles/next", {"edition": "board"}),
            ("POST", f"/api/puzzles/{first}/answer", {"id": "c", "actions": []}),
        ):
            assert (await anna.ask(method, path, body)).status_code == 404
        card = (await anna.get("/api/me/profile"))["card"]
        assert not {"puzzles", "review", "daily", "daily-win", "week"} & set(card)
        assert len(card) == 19
    finally:
        assert off.stop() == 0
