"""The protocol, request by request."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from cafe import __version__
from cafe.bots import BOTS
from cafe.rules import EDITIONS, edition
from cafe.rules.guests import GUESTS, NATIONS
from tests.engine.talk import Talk
from tests.rules.games import SETUPS, Setup

BOARD_BAG = [GUESTS[tile] for tile in edition("board").tiles]
CARD_BAG = [GUESTS[tile] for tile in edition("card").tiles]
TABLES = list(NATIONS) * 2


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_hello(talk: Talk) -> None:
    assert talk("hello") == {
        "ok": True,
        "protocol": 1,
        "version": __version__,
        "editions": list(EDITIONS),
        "variants": ["parties", "bar-stepped", "exact-swap"],
        "bots": list(BOTS),
    }


@pytest.mark.parametrize("given", ["x", 7, None, [1, {"a": 2}], 1.5, True])
def test_the_id_is_repeated(talk: Talk, given: object) -> None:
    assert talk("hello", id=given)["id"] == given
    assert talk("nonsense", id=given)["id"] == given
    assert "id" not in talk("hello")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "json"),
        (b"   ", "json"),
        (b"hello", "json"),
        (b"\xff\xfe", "json"),
        (b"[]", "json"),
        (b"null", "json"),
        (b'"hello"', "json"),
        (b"[" * 100_000, "json"),
        (b'{"cmd":"hello","x":' + b"[" * 100_000, "json"),
        (b'{"cmd":"hello"', "json"),
        (b'{"cmd":"hello","pad":"' + b"x" * (1 << 20) + b'"}', "json"),
        (b"{}", "request"),
        (b'{"cmd":"fly"}', "request"),
        (b'{"cmd":7}', "request"),
        (b'{"cmd":null}', "request"),
        (b'{"cmd":["hello"]}', "request"),
        (b'{"cmd":"hello","more":1}', "request"),
        (b'{"cmd":"new"}', "request"),
        (b'{"cmd":"new","edition":"board"}', "request"),
        (b'{"cmd":"new","edition":"board","players":"3"}', "request"),
        (b'{"cmd":"new","edition":"board","players":true}', "request"),
        (b'{"cmd":"new","edition":7,"players":3}', "request"),
        (b'{"cmd":"new","edition":"board","players":3,"variants":"parties"}', "request"),
        (b'{"cmd":"new","edition":"board","players":3,"seed":"7"}', "request"),
        (b'{"cmd":"new","edition":"board","players":3,"seed":1.5}', "request"),
        (b'{"cmd":"view"}', "request"),
        (b'{"cmd":"view","player":"0"}', "request"),
        (b'{"cmd":"load"}', "request"),
        (b'{"cmd":"load","state":7}', "request"),
        (b'{"cmd":"apply"}', "request"),
        (b'{"cmd":"apply","action":"done"}', "request"),
        (b'{"cmd":"perft"}', "request"),
        (b'{"cmd":"perft","depth":-1}', "request"),
        (b'{"cmd":"go"}', "request"),
        (b'{"cmd":"replay","record":7}', "request"),
    ],
)
def test_bad_lines_get_an_error_and_change_nothing(talk: Talk, line: bytes, code: str) -> None:
    talk.good("new", edition="board", players=2, seed=1)
    before = talk("state")
    answer = talk.line(line)
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert talk("state") == before


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "fly"},
        {"type": 7},
        {"type": "seat", "guest": "DEm"},
        {"type": "seat", "guest": 7, "chair": "d3"},
        {"type": "seat", "guest": "DEm", "chair": "d3", "as": 7},
        {"type": "seat", "guest": "DEm", "chair": "d3", "points": 7},
        {"type": "party", "table": "b2", "gender": "x"},
        {"type": "done", "guest": "DEm"},
    ],
)
def test_an_action_of_the_wrong_form_is_a_bad_request(talk: Talk, action: dict[str, Any]) -> None:
    talk.good("new", edition="board", players=2, seed=1)
    talk.bad("request", "apply", action=action)


@pytest.mark.parametrize("cmd", ["state", "legal", "turns", "record", "undo"])
def test_without_a_game_there_is_none(talk: Talk, cmd: str) -> None:
    assert talk(cmd)["error"]["code"] == "none"
    assert talk("apply", action={"type": "done"})["error"]["code"] == "none"
    assert talk("view", player=None)["error"]["code"] == "none"
    assert talk("perft", depth=1)["error"]["code"] == "none"
    assert talk("go", bot="greedy")["error"]["code"] == "none"


@pytest.mark.parametrize(
    "fields",
    [
        {"edition": "chess", "players": 2},
        {"edition": "board", "players": 1},
        {"edition": "board", "players": 5},
        {"edition": "card", "players": 6},
        {"edition": "card", "players": 0},
        {"edition": "card", "players": -1},
        {"edition": "card", "players": 2, "variants": ["bar-stepped"]},
        {"edition": "board-classic", "players": 2, "variants": ["exact-swap"]},
        {"edition": "board", "players": 2, "variants": ["no-such"]},
        {"edition": "board", "players": 2, "variants": ["parties", "parties"]},
        {"edition": "board", "players": 2, "bag": BOARD_BAG, "seed": 1},
        {"edition": "board", "players": 2, "bag": BOARD_BAG[:-1]},
        {"edition": "board", "players": 2, "bag": [*BOARD_BAG, "DEm"]},
        {"edition": "board", "players": 2, "bag": [*BOARD_BAG[:-1], "DEm"]},
        {"edition": "board", "players": 2, "bag": [*BOARD_BAG[:-1], "XXm"]},
        {"edition": "board", "players": 2, "bag": []},
        {"edition": "board", "players": 2, "bag": BOARD_BAG, "tables": TABLES},
        {"edition": "board", "players": 2, "seed": 1, "tables": TABLES},
        {"edition": "card", "players": 2, "bag": CARD_BAG},
        {"edition": "card", "players": 2, "bag": CARD_BAG, "tables": TABLES[:-1]},
        {"edition": "card", "players": 2, "bag": CARD_BAG, "tables": [*TABLES[:-1], "XX"]},
        {"edition": "card", "players": 2, "bag": CARD_BAG, "tables": ["DE"] * 24},
        {"edition": "card", "players": 2, "bag": BOARD_BAG, "tables": TABLES},
    ],
)
def test_a_game_that_cannot_be_set_up(talk: Talk, fields: dict[str, Any]) -> None:
    talk.good("new", edition="board", players=2, seed=1)
    talk.bad("setup", "new", **fields)


def test_the_bag_is_dealt_in_order(talk: Talk) -> None:
    bag = sorted(CARD_BAG, key=lambda name: name[::-1])
    state = talk.good("new", edition="card", players=3, bag=bag, tables=TABLES)["state"]
    assert [sorted(hand) for hand in state["hands"]] == [sorted(bag[i : i + 7]) for i in (0, 7, 14)]
    assert state["bag"] == bag[21:]
    assert list(state["tables"].values()) == TABLES[:5]
    assert state["table_pile"] == TABLES[5:]
    after = talk.good("apply", action={"type": "draw"})
    assert after["events"] == [
        {"type": "drawn", "player": 0, "guest": bag[21]},
        {"type": "turn", "player": 1},
    ]


def test_a_seed_gives_the_same_game_for_ever(talk: Talk) -> None:
    first = talk.good("new", edition="card", players=2, seed=7)
    assert first == talk.good("new", edition="card", players=2, seed=7)
    assert first["state"]["hands"][0] == ["CFf", "CNm", "ESm", "ESf", "FRm", "INm", "ITf"]
    assert list(first["state"]["tables"].values()) == ["FR", "CF", "CN", "GB", "IN"]
    assert "seed" not in first


def test_without_seed_or_bag_a_random_seed_is_told(talk: Talk) -> None:
    first = talk.good("new", edition="board", players=2)
    again = talk.good("new", edition="board", players=2, seed=first["seed"])
    assert again["state"] == first["state"]


@pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
def test_a_whole_game_with_undo_record_and_replay(talk: Talk, setup: Setup) -> None:
    rng = Random(3)
    answer = talk.good(
        "new", edition=setup.edition, players=setup.players, variants=list(setup.variants), seed=3
    )
    assert answer["state"]["variants"] == list(setup.variants)
    while answer["legal"]:
        before = {key: answer[key] for key in ("state", "legal")}
        action = rng.choice(answer["legal"])
        answer = talk.good("apply", action=action)
        if rng.random() < 0.3:
            undone = talk.good("undo")
            assert {key: undone[key] for key in ("state", "legal")} == before
            answer = talk.good("apply", action=action)
    assert answer["state"]["over"]["reason"]
    assert talk.good("perft", depth=3)["nodes"] == 1
    assert talk.bad("illegal", "apply", action={"type": "done"})["rule"] == "game.over"
    talk.bad("none", "go", bot="greedy")
    record = talk.good("record")["record"]
    other = Talk()
    assert other.good("replay", record=record)["state"] == answer["state"]
    assert other.good("record")["record"] == record
    assert other.good("undo")["legal"] == talk.good("undo")["legal"]
    loaded = Talk()
    assert loaded.good("load", state=answer["state"])["legal"] == []


def test_new_and_load_empty_the_history(talk: Talk) -> None:
    state = talk.good("new", edition="card", players=2, seed=7)["state"]
    talk.good("apply", action={"type": "draw"})
    talk.good("load", state=state)
    talk.bad("none", "undo")


def test_a_loaded_game_keeps_its_record(talk: Talk) -> None:
    talk.good("new", edition="board", players=2, seed=7)
    action = talk.good("go", bot="greedy", seed=1)["action"]
    state = talk.good("apply", action=action)["state"]
    talk.good("load", state=state)
    talk.good("apply", action=talk.good("go", bot="random", seed=1)["action"])
    record = talk.good("record")["record"]
    assert "[Position " in record
    other = Talk()
    other.good("replay", record=record)
    assert other("state") == talk("state")
    other.good("undo")
    assert other.good("state")["state"] == state


def test_as_where_it_does_not_belong_is_refused(talk: Talk) -> None:
    state = talk.good("new", edition="board", players=2, seed=7)["state"]
    guest = state["hands"][0][0]
    error = talk.bad("illegal", "apply", action={"type": "bar", "guest": guest, "as": "DE"})
    assert error["rule"] == "joker.as"
    error = talk.bad("illegal", "apply", action={"type": "draw", "as": "DE"})
    assert error["rule"] == "turn.action"
    talk.good("apply", action={"type": "bar", "guest": guest, "as": None})
    talk.good("undo")
    seat = next(a for a in talk.good("legal")["legal"] if a["type"] == "seat")
    assert talk.bad("illegal", "apply", action={**seat, "as": seat["guest"][:2]})["rule"] == "joker.as"
    talk.good("apply", action={**seat, "as": None})


def test_views_hide_what_a_player_may_not_know(talk: Talk) -> None:
    state = talk.good("new", edition="card", players=3, seed=7)["state"]
    seen = talk.good("view", player=1)["view"]
    assert seen["hands"] == [7, state["hands"][1], 7]
    assert (seen["bag"], seen["table_pile"], seen["hidden"]) == (75, 19, [0, [], 0])
    assert talk.good("view", player=None)["view"]["hands"] == [7, 7, 7]
    same = {key: value for key, value in state.items() if key not in ("hands", "bag", "table_pile", "hidden")}
    assert same.items() <= seen.items()
    for player in (3, -1):
        talk.bad("request", "view", player=player)
    board = talk.good("new", edition="board", players=2, seed=7)["state"]
    seen = talk.good("view", player=0)["view"]
    assert (seen["hands"], seen["bag"], seen["table_pile"]) == (board["hands"], 90, 0)


def test_turns_list_every_complete_turn(talk: Talk) -> None:
    talk.good("new", edition="board", players=2, seed=7)
    found = talk.good("turns")["turns"]
    assert len({json.dumps(turn) for turn in found}) == len(found)
    for turn in found[:: len(found) // 10]:
        for action in turn["actions"]:
            answer = talk.good("apply", action=action)
        assert answer["state"]["scores"][0] == turn["points"]
        assert answer["state"]["turn"]["player"] == 1
        for _ in turn["actions"]:
            talk.good("undo")


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_go_and_choose_answer_the_same(talk: Talk, bot: str, edition: str) -> None:
    talk.good("new", edition=edition, players=2, seed=7)
    answer = talk.good("go", bot=bot, ms=50, seed=1)
    legal = talk.good("legal")["legal"]
    assert answer["action"] in legal
    view = talk.good("view", player=0)["view"]
    alone = Talk()
    points = [0] * len(legal)
    answer = alone.good("choose", bot=bot, view=view, legal=legal, points=points, ms=50, seed=1)
    assert answer["action"] in legal


def test_choose_refuses_nonsense(talk: Talk) -> None:
    talk.good("new", edition="card", players=2, seed=7)
    legal = talk.good("legal")["legal"]
    view = talk.good("view", player=0)["view"]
    talk.bad("bot", "choose", view=view, legal=legal, bot="none-such")
    talk.bad("none", "choose", view=view, legal=[])
    talk.bad("request", "choose", view=view, legal=legal, points=[1])
    talk.bad("request", "choose", view=view, legal=[{"type": "hide", "guest": "DEm"}])
    talk.bad("position", "choose", view={**view, "bag": 7}, legal=legal)
    talk.bad("position", "choose", view=talk.good("state")["state"], legal=legal)
    talk.bad("bot", "go", bot="none-such")


@pytest.mark.parametrize("ending", ["quit", "end of input"])
def test_the_command_ends_with_status_0(ending: str) -> None:
    lines = '{"cmd":"hello"}\n\n{"cmd":"new","edition":"card","players":2,"seed":7}\n'
    lines += '{"cmd":"quit"}\n{"cmd":"hello"}\n' if ending == "quit" else '{"cmd":"state"}'
    command = [sys.executable, "-m", "cafe", "engine"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True, True]
    assert done.stderr == ""


def test_a_long_line_does_not_stop_the_command() -> None:
    lines = b"x" * (3 << 20) + b'\n{"cmd":"hello"}\n'
    command = [sys.executable, "-m", "cafe", "engine"]
    done = subprocess.run(command, input=lines, capture_output=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, True]
