"""The literal rulebook alone: the worked examples of RULES 8, its hard corners, and whole random games."""

import json
import random
from collections import Counter
from itertools import chain, combinations
from typing import Any

import pytest

from tests.literal import check, legal, new, refusal, step
from tests.literal.floor import BOARD_TABLES, CHAIRS, NATIONS, PLAYERS, VARIANTS, State, tables_of, tiles
from tests.literal.sketch import card_position, position
from tests.scale import scaled

Steps = list[dict[str, Any]]


def seat(guest: str, chair: str, nation: str | None = None) -> dict[str, Any]:
    """Write a seat action."""
    said = {} if nation is None else {"as": nation}
    return {"type": "seat", "guest": guest, "chair": chair, **said}


def play(state: State, *actions: dict[str, Any]) -> tuple[State, Steps]:
    """Play actions one after the other and give all their events; every position must be one to load."""
    assert check(state) is None
    events: Steps = []
    for action in actions:
        assert action in legal(state)
        state, more = step(state, action)
        assert check(state) is None
        events += more
    return state, events


def points(events: Steps) -> list[dict[str, int]]:
    """Give what each guest seated scored, by table, leaving out tables without points."""
    seated = [event for event in events if event["type"] == "seated"]
    return [{at["table"]: at["points"] for at in event["points"] if at["points"]} for event in seated]


def named(events: Steps, kind: str) -> Steps:
    """Give the events of one type."""
    return [event for event in events if event["type"] == kind]


# The floor plan (RULES 1)


def test_the_board_has_24_tables_and_68_chairs() -> None:
    state = position("board", [[], []])
    assert Counter(BOARD_TABLES.values()) == Counter(NATIONS * 2)
    assert Counter(len(tables_of(state, chair)) for chair in CHAIRS["board"]) == {1: 40, 2: 28}
    assert CHAIRS["card"] == ["b1", "d1", "a2", "c2", "e2", "b3", "d3", "a4", "c4", "e4", "b5", "d5"]


# The worked examples of the sheets (RULES 8)


def test_example_1_three_guests_score_23() -> None:
    café = """
        .   RUm .   .   .
        .   RU  .   GB  .
        .   RUf FR  .   .
        .   ES  .   IT  .
        .   .   .   .   .
    """
    state, events = play(
        card_position(café, [["RUm", "ITm", "ITf", "DEm"], ["DEf"]]),
        seat("RUm", "c2"),
        seat("ITm", "c4"),
        seat("ITf", "d3"),
    )
    assert points(events) == [{"b2": 6, "c3": 2}, {"c3": 3, "b4": 2}, {"d4": 4, "c3": 4, "d2": 2}]
    assert state["scores"] == [23, 0]
    assert named(events, "cleared") == [
        {"type": "cleared", "tables": ["c3"], "chairs": ["c2", "b3", "d3", "c4"]}
    ]
    assert named(events, "dealt") == [{"type": "dealt", "table": "c3", "nation": "CF"}]
    assert state["seated"] == {"b1": {"guest": "RUm"}}
    assert state["removed"] == ["ITf", "ITm", "RUf", "RUm"]
    assert state["turn"]["player"] == 1


MIXED_AT_THE_INDIAN_TABLE = [seat("GBf", "c2"), seat("INf", "a2"), seat("ESm", "b3")]
SPANIARDS = [seat("ESf", "c2"), seat("ESf", "a2"), seat("ESm", "b3")]


@pytest.mark.parametrize(
    ("nation", "actions", "expected"),
    [("IN", MIXED_AT_THE_INDIAN_TABLE, [2, 3, 4]), ("ES", SPANIARDS, [4, 6, 8])],
)
def test_example_2_pair_three_and_four(nation: str, actions: Steps, expected: list[int]) -> None:
    café = f"""
        .   {nation}m .   .   .
        .   {nation}  .   GB  .
        .   .   TR  .   .
        .   ES  .   IT  .
        .   .   .   .   .
    """
    held = [action["guest"] for action in actions]
    _, events = play(card_position(café, [[*held, "DEm"], ["DEf"]]), *actions)
    assert [scored["b2"] for scored in points(events)] == expected


def test_example_3_two_germans_at_two_tables() -> None:
    café = """
        .   .   .   .   .
        .   DE  DEm GB  .
        .   .   IT  .   .
        .   ES  .   FR  .
        .   .   .   .   .
    """
    _, events = play(card_position(café, [["DEf", "DEf"], ["DEf"]]), seat("DEf", "b3"))
    assert points(events) == [{"b2": 4, "c3": 2}]


def test_example_4_a_chinese_joins_two_germans() -> None:
    café = """
        .   DEm .   .   .
        .   DE  DEf GB  .
        .   .   CN  .   .
        .   ES  .   FR  .
        .   .   .   .   .
    """
    _, events = play(card_position(café, [["CNm", "DEf"], ["DEf"]]), seat("CNm", "b3"))
    assert points(events) == [{"b2": 3, "c3": 2}]


RUSSIAN_TABLE = """
    .   RUm .   .   .
    .   RU  .   GB  .
    .   .   FR  .   .
    .   ES  .   IT  .
    .   .   .   .   .
"""


def test_example_5_two_and_three_guests_at_one_table() -> None:
    state = card_position(RUSSIAN_TABLE, [["RUf", "GBm", "RUf", "RUm"], ["DEf"]])
    _, events = play(state, seat("RUf", "a2"), seat("GBm", "c2"))
    assert points(events) == [{"b2": 4}, {"b2": 3}]
    _, events = play(state, seat("RUf", "a2"), seat("RUm", "c2"), seat("RUf", "b3"))
    assert [scored["b2"] for scored in points(events)] == [4, 6, 8]
    assert points(events)[2] == {"b2": 8, "c3": 2}


def test_example_6_an_english_lady_between_two_tables() -> None:
    café = """
        .   CFm .   GBm .
        CFf CF  .   GB  .
        .   .   FR  .   .
        .   ES  .   IT  .
        .   .   .   .   .
    """
    state = card_position(café, [["GBf", "GBm"], ["DEf"]])
    _, events = play(state, seat("GBf", "c2"))
    assert points(events) == [{"b2": 3, "d2": 4}]
    assert refusal(state, seat("GBm", "c2")) == "seat.mix"


TWO_TABLES_LACK_ONE = """
    .   RUm .   .   .
    RUf RU  .   GB  .
    .   RUm FR  GBm .
    .   ES  ESf IT  .
    .   .   .   .   .
"""


def test_example_7_two_tables_cleared_at_once() -> None:
    state, events = play(card_position(TWO_TABLES_LACK_ONE, [["GBf", "DEm"], ["DEf"]]), seat("GBf", "c2"))
    assert points(events) == [{"b2": 4, "d2": 4, "c3": 4}]
    chairs = ["b1", "a2", "c2", "b3", "d3", "c4"]
    assert named(events, "cleared") == [{"type": "cleared", "tables": ["b2", "c3"], "chairs": chairs}]
    assert [event["table"] for event in named(events, "dealt")] == ["b2", "c3"]
    assert state["seated"] == {}
    assert set(state["tables"]) == {"b2", "d2", "c3", "b4", "d4"}
    assert legal(state)[0] == {"type": "done"}


@pytest.mark.parametrize(
    ("nation", "gender", "guests", "expected"),
    [("FR", "f", ["FRf", "FRf", "FRf", "ITf"], 20), ("DE", "m", ["DEm", "DEm", "DEm", "DEm"], 40)],
)
def test_example_8_parties(nation: str, gender: str, guests: list[str], expected: int) -> None:
    other = "m" if gender == "f" else "f"
    café = f"""
        .   .   .   .   .
        .   {nation}  .   GB  .
        .   .   IT  .   .
        .   ES  IT{other} TR  .
        .   .   .   .   .
    """
    state = card_position(café, [[*guests, "TRm"], ["DEf"]], variants=["parties"])
    announced = {"type": "party", "table": "b2", "gender": gender}
    steps = [seat(guest, chair) for guest, chair in zip(guests, ["b1", "a2", "c2", "b3"], strict=True)]
    state, events = play(state, announced, *steps)
    assert named(events, "partied") == [{"type": "partied", "player": 0, "table": "b2", "points": expected}]
    assert all("b2" not in scored for scored in points(events))
    assert points(events)[2:] == [{"c3": 2}, {"c3": 3, "b4": 2}]
    assert state["scores"][0] == expected + 7
    assert named(events, "cleared")[0]["chairs"] == ["b1", "a2", "c2", "b3"]


def test_example_9_classic_from_the_empty_café() -> None:
    hands = ["USm USf TRm TRm TRm", "INm INf TRm TRf TRf", "USm TRf TRf DEm DEm", "USm USf DEm DEm DEf"]
    dealt = [guest for held in hands for guest in held.split()]
    rest = list((Counter(tiles("board-classic")) - Counter(dealt)).elements())
    state, events = play(
        new("board-classic", 4, [], dealt + rest, None),
        seat("USm", "l2"),
        seat("USf", "m1"),
        seat("INm", "m7"),
        seat("INf", "m5"),
        seat("USm", "l4"),
        {"type": "done"},
        seat("USm", "m3"),
        seat("USf", "n2"),
    )
    assert points(events) == [{}, {"m2": 2}, {}, {"m6": 2}, {"m4": 2}, {"m2": 3, "m4": 3}, {"m2": 8}]
    assert state["scores"] == [2, 2, 2, 14]
    assert state["one_nation_tables"] == [0, 0, 0, 1]
    assert [len(held) for held in state["hands"]] == [5, 5, 5, 4]
    lady = next(event for event in named(events, "seated") if event["chair"] == "m5")
    assert lady["points"][0] == {"table": "m4", "guests": 1, "one_nation": False, "points": 0}


@pytest.mark.parametrize(
    ("sitting", "last", "expected"),
    [
        ("p6:RUm", "o7:RUf", 4),
        ("p6:RUm o7:RUf", "n6:RUm", 6),
        ("p6:RUm o7:RUf n6:RUm", "o5:RUf", 8),
        ("p6:RUm", "n6:INf", 2),
        ("p6:RUm n6:INf", "o7:RUm", 3),
        ("p6:RUm o7:RUf n6:INm", "o5:ITf", 4),
        ("p6:RUm n6:INf", "o7:JKm=RU", 3),
        ("p6:RUm o7:RUf", "n6:JKm=RU", 6),
        ("p6:RUm o7:RUf", "n6:JKm=IN", 3),
        ("p6:RUm o7:RUf n6:RUm", "o5:JKf=RU", 8),
        ("p6:JKm=RU o7:JKf=RU n6:JKm=RU", "o5:JKf=RU", 8),
        ("p6:JKm=RU o7:JKf=RU n6:JKm=IN", "o5:JKf=RU", 4),
    ],
)
def test_example_10_pairs_threes_fours_and_jokers(sitting: str, last: str, expected: int) -> None:
    seated = dict(word.split(":") for word in sitting.split())
    chair, text = last.split(":")
    guest, _, nation = text.partition("=")
    state = position("board", [[guest, "DEm"], ["DEf"]], seated)
    _, events = play(state, seat(guest, chair, nation or None))
    assert points(events)[0]["o6"] == expected


def test_example_11_swapping_a_joker_between_two_tables() -> None:
    state = position("board", [["ESm", "CNm", "ESf", "DEm", "JKm"], ["DEf"]], {"e2": "JKm=ES"})
    swaps = {guest: {"type": "swap", "guest": guest, "chair": "e2"} for guest in state["hands"][0]}
    after, events = play(state, swaps["CNm"])
    assert events == [
        {"type": "swapped", "player": 0, "guest": "CNm", "chair": "e2", "joker": "JKm"},
        {"type": "turn", "player": 1},
    ]
    assert after["hands"][0] == ["DEm", "ESf", "ESm", "JKm", "JKm"]
    assert after["seated"] == {"e2": {"guest": "CNm"}}
    refused = {guest: refusal(state, action) for guest, action in swaps.items()}
    assert refused == {
        "ESm": None,
        "CNm": None,
        "ESf": "swap.joker",
        "DEm": "swap.match",
        "JKm": "swap.match",
    }
    state["variants"] = ["exact-swap"]
    assert refusal(state, swaps["CNm"]) == "swap.match"
    assert refusal(state, swaps["ESm"]) is None


def test_example_12_the_count_at_the_end() -> None:
    hands = [["DEm"], ["ITf", "ITm", "GBf"], ["DEf", "JKf"]]
    state = position("board", hands, scores=[60, 67, 50], one_nation_tables=[5, 0, 0])
    after, events = play(state, {"type": "bar", "guest": "DEm"})
    assert events[0] == {"type": "barred", "player": 0, "guest": "DEm", "place": 1, "points": 1}
    assert after["over"] == {
        "reason": "hand",
        "penalties": [0, 15, 15],
        "final": [61, 52, 35],
        "winners": [0],
        "ranks": [1, 2, 3],
    }
    assert events[1:] == [{"type": "over", **after["over"]}]
    assert after["scores"] == [61, 67, 50]
    assert legal(after) == []
    assert refusal(after, {"type": "draw"}) == "game.over"


# Hard corners


def test_opening_needs_no_partner_and_only_for_the_starting_player() -> None:
    state = position("board", [["DEm", "ITm"], ["DEm", "ITm"]])
    after, events = play(state, seat("DEm", "b5"))
    assert after["turn"]["owes_partner"] is None
    assert points(events) == [{}]
    assert legal(after) == [{"type": "done"}]
    state["turn"]["player"] = 1
    assert refusal(state, seat("DEm", "b5")) == "seat.alone"


def test_a_table_for_two_owes_the_partner() -> None:
    state = position("board", [[], ["DEm", "DEf", "GBf", "ITf"]], {"p6": "RUm"}, turn={"player": 1})
    after, _ = play(state, seat("DEm", "b5"))
    assert after["turn"]["owes_partner"] == "b5"
    assert refusal(after, {"type": "done"}) == "turn.action"
    assert refusal(after, seat("DEf", "b14")) == "seat.partner"
    assert refusal(after, seat("GBf", "a4")) == "seat.nation"
    assert {(action["guest"], action["chair"]) for action in legal(after)} == {
        ("DEf", "a4"),
        ("DEf", "b3"),
        ("DEf", "c4"),
        ("GBf", "c4"),
    }


def test_classic_seats_a_single_guest_only_where_nothing_scores() -> None:
    state = position("board-classic", [["DEm", "ITm"], ["DEf"]])
    after, events = play(state, seat("DEm", "b5"))
    assert [event["type"] for event in events][-1] == "turn"
    assert after["turn"]["player"] == 1
    state = position("board-classic", [["DEm", "ITm", "ITf"], ["DEf"]])
    assert refusal(state, seat("DEm", "b5")) == "seat.alone"
    assert refusal(state, seat("ITm", "p4")) is None


def bar_guests(number: int) -> list[str]:
    """Take some guests that the tests of the bar do not need."""
    return [guest for guest in tiles("card") if guest[:2] in ("CF", "CN", "CU", "ES")][:number]


def test_who_cannot_pay_is_out_in_board() -> None:
    state = position("board", [["DEm", "ITm"], ["DEf"], ["GBm"]], bar=bar_guests(9), scores=[3, 0, 0])
    after, events = play(state, {"type": "bar", "guest": "DEm"})
    assert events == [
        {"type": "barred", "player": 0, "guest": "DEm", "place": 10, "points": -3},
        {"type": "out", "player": 0},
        {"type": "turn", "player": 1},
    ]
    assert (after["out"], after["hands"][0], after["removed"]) == ([0], [], ["ITm"])
    after, events = play(after, {"type": "bar", "guest": "DEf"})
    assert named(events, "barred")[0]["points"] == 0
    assert after["over"]["reason"] == "last"
    assert (after["over"]["winners"], after["over"]["ranks"]) == ([2], [3, 2, 1])
    assert (after["over"]["penalties"], after["over"]["final"]) == ([0, 0, 5], [0, 0, -5])


def test_who_pays_exactly_stays_in_and_classic_only_loses_the_guest() -> None:
    state = position("board", [["DEm", "ITm"], ["DEf"]], bar=bar_guests(9), scores=[10, 0])
    after, _ = play(state, {"type": "bar", "guest": "DEm"})
    assert (after["out"], after["scores"]) == ([], [0, 0])
    state = position("board-classic", [["DEm", "ITm"], ["DEf"]], bar=bar_guests(9), scores=[9, 0])
    after, events = play(state, {"type": "bar", "guest": "DEm"})
    assert events[0] == {"type": "left", "player": 0, "guest": "DEm"}
    assert (len(after["bar"]), after["removed"], after["scores"], len(after["hands"][0])) == (
        9,
        ["DEm"],
        [9, 0],
        5,
    )


def test_an_empty_hand_may_close() -> None:
    asked, events = play(card_position(TWO_TABLES_LACK_ONE, [["GBf"], ["DEf"]]), seat("GBf", "c2"))
    assert events[-1]["type"] == "dealt"
    assert (asked["turn"]["may_close"], asked["turn"]["seated"]) == (True, ["c2"])
    assert legal(asked) == [{"type": "done"}, {"type": "close"}]
    after, events = play(asked, {"type": "close"})
    assert [event["type"] for event in events] == ["closed", "over"]
    assert (after["over"]["reason"], after["over"]["penalties"]) == ("closed", [0, 2])
    after, _ = play(asked, {"type": "done"}, {"type": "draw"})
    assert legal(after) == [{"type": "draw"}]


def test_too_few_table_cards_end_the_card_game() -> None:
    state = card_position(TWO_TABLES_LACK_ONE, [["GBf"], ["DEf"]], table_pile=["TR"])
    after, events = play(state, seat("GBf", "c2"))
    assert [event["type"] for event in events] == ["seated", "cleared", "over"]
    assert (after["over"]["reason"], after["table_pile"]) == ("tables", ["TR"])
    assert set(after["tables"]) == {"d2", "b4", "d4"}
    assert after["turn"]["may_close"] is False


def test_a_party_is_refused_where_it_cannot_be_completed() -> None:
    café = """
        .   .   .   .   .
        .   DE  .   GB  .
        .   .   IT  .   .
        .   ES  {}  TR  .
        .   .   .   .   .
    """
    germans = ["DEm", "DEm", "DEm", "DEm", "GBm"]
    party = {"type": "party", "table": "b2", "gender": "m"}
    state = card_position(café.format("."), [germans, ["DEf"]], variants=["parties"])
    assert refusal(state, party) == "party.complete"
    state = card_position(café.format("ITf"), [germans, ["DEf"]], variants=["parties"])
    after, events = play(state, party)
    assert events == []
    assert refusal(after, seat("GBm", "d1")) == "party.complete"
    assert refusal(after, seat("GBm", "b1")) == "seat.nation"
    assert refusal(after, {"type": "done"}) == "turn.action"
    assert refusal({**state, "variants": []}, party) == "turn.action"
    assert {action["chair"] for action in legal(after)} == {"b1", "a2", "c2", "b3"}


def test_jokers_that_fit_nowhere_pass_until_the_game_is_stuck() -> None:
    state = position("board", [["JKm"], ["JKm"]], {"p6": "RUm"}, scores=[12, 12])
    assert refusal(state, {"type": "bar", "guest": "JKm"}) == "bar.joker"
    assert refusal(state, seat("JKm", "o7", "RU")) == "seat.mix"
    assert refusal(state, seat("JKm", "o7", "DE")) == "joker.as"
    assert legal(state) == [{"type": "pass"}]
    after, events = play(state, {"type": "pass"})
    assert events == [{"type": "passed", "player": 0}, {"type": "turn", "player": 1}]
    assert after["turn"]["passes"] == 1
    after, events = play(after, {"type": "pass"})
    assert [event["type"] for event in events] == ["passed", "over"]
    assert after["over"] == {
        "reason": "stuck",
        "penalties": [10, 10],
        "final": [2, 2],
        "winners": [0, 1],
        "ranks": [1, 1],
    }


def test_among_equals_in_the_card_game_fewer_minus_points_win() -> None:
    hands = [["DEf"], ["DEf", "DEf"], ["DEf"]]
    state = card_position(RUSSIAN_TABLE, hands, scores=[2, 4, 4], hidden=[[], [], []])
    state["removed"], state["bag"] = state["bag"][1:], state["bag"][:1]
    after, _ = play(state, {"type": "draw"})
    assert after["over"]["reason"] == "bag"
    assert (after["over"]["final"], after["over"]["ranks"]) == ([-2, 0, 2], [3, 2, 1])
    state["scores"] = [6, 6, 4]
    after, _ = play(state, {"type": "draw"})
    assert (after["over"]["final"], after["over"]["ranks"]) == ([2, 2, 2], [2, 2, 1])
    assert after["over"]["winners"] == [2]


def test_the_first_rule_of_the_list_is_named() -> None:
    state = position("board", [["DEm", "JKm"], ["DEf"]], {"b5": "DEm"})
    assert refusal(state, {"type": "draw"}) == "turn.action"
    assert refusal(state, {"type": "hide", "guest": "DEm"}) == "turn.action"
    assert refusal(state, {"type": "close"}) == "turn.action"
    assert refusal(state, seat("ITm", "b4")) == "cell.unknown"
    assert refusal(state, seat("XXm", "b5")) == "hand.missing"
    assert refusal(state, seat("DEm", "b5", "DE")) == "chair.taken"
    assert refusal(state, seat("DEm", "b3", "DE")) == "joker.as"
    assert refusal(state, seat("JKm", "b3")) == "joker.as"
    assert refusal(state, seat("JKm", "b3", "XX")) == "joker.as"
    assert refusal(state, seat("DEm", "m1")) == "seat.nation"
    assert refusal(state, seat("DEm", "b3")) == "seat.mix"
    assert refusal(state, seat("DEm", "b12")) == "seat.alone"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"removed": ["DEm"]}, "not every tile once"),
        ({"seated": {"b1": {"guest": "DEm"}}}, "a guest of a foreign nation on b1"),
        ({"seated": {"b4": {"guest": "DEm"}}}, "no such chair"),
        ({"seated": {"b5": {"guest": "DEm", "as": "DE"}}}, "a nation said for the guest on b5"),
        ({"seated": {"b5": {"guest": "JKm"}}}, "the joker on b5 stands for no nation of its tables"),
        ({"seated": {"b5": {"guest": "DEm"}, "a4": {"guest": "DEm"}}}, "0 ladies and 2 gentlemen at b4"),
        ({"scores": [-1, 0]}, "points below 0"),
        ({"out": [1]}, "tiles of a player who is out"),
        ({"hands": [["DEm"] * 3 + ["ITm"] * 3, []]}, "a hand too large"),
        ({"bag": ["USm"] * 3}, "the game would be over: bag"),
        ({"one_nation_tables": [0, 5], "hands": [["DEm"], []]}, "the game would be over: hand"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], wrong: str) -> None:
    state = {**position("board", [["ITm"], ["ITf"]]), **change}
    named_tiles = [sitting["guest"] for sitting in state["seated"].values()]
    named_tiles += [guest for held in state["hands"] for guest in held]
    rest = list((Counter(tiles("board")) - Counter(named_tiles)).elements())
    if change.get("bag"):
        state["bag"] = rest[:3]
        state["removed"] = rest[3:]
    else:
        state["bag"] = rest
    assert check(state) == wrong


# Whole games

SETS = [
    (edition, players, list(variants))
    for edition in PLAYERS
    for players in PLAYERS[edition]
    for variants in chain.from_iterable(combinations(VARIANTS[edition], n) for n in range(4))
]


def choose(state: State, chance: random.Random) -> dict[str, Any]:
    """Choose the kind of action first, so that rare ones are played too."""
    actions = legal(state)
    kind = chance.choice(sorted({action["type"] for action in actions}))
    return chance.choice([action for action in actions if action["type"] == kind])


def event_points(events: Steps, player: int) -> int:
    """Add up the points of a player in events."""
    total = 0
    for event in events:
        if event.get("player") == player and "points" in event:
            scored = event["points"]
            total += scored if isinstance(scored, int) else sum(at["points"] for at in scored)
    return total


def tiles_in(state: State) -> list[str]:
    """List all tiles of a state, wherever they are."""
    guests = [sitting["guest"] for sitting in state["seated"].values()]
    guests += state["bar"] + state["bag"] + state["removed"]
    return sorted(guests + [guest for held in state["hands"] + state["hidden"] for guest in held])


@pytest.mark.parametrize(("edition", "players", "variants"), SETS)
def test_random_games_end_and_keep_every_tile(edition: str, players: int, variants: list[str]) -> None:
    for seed in range(scaled(1)):
        chance = random.Random(f"{edition} {players} {variants} {seed}")
        bag, cards = tiles(edition), list(NATIONS * 2)
        chance.shuffle(bag)
        chance.shuffle(cards)
        state = new(edition, players, variants, bag, cards if edition == "card" else None)
        history: Steps = []
        while state["over"] is None:
            before = json.loads(json.dumps(state))
            after, events = step(state, choose(state, chance))
            assert state == before
            assert tiles_in(after) == tiles(edition)
            history += events
            assert after["scores"] == [event_points(history, player) for player in range(players)]
            for chair in set(state["seated"]) & set(after["seated"]):
                around = tables_of(state, chair)
                assert around == tables_of(after, chair)
                assert all(state["tables"][table] == after["tables"][table] for table in around)
            if chance.random() < 0.1:
                assert check(after) is None
            state = after
        assert check(state) is None
        assert legal(state) == []
        assert history[-1] == {"type": "over", **state["over"]}
