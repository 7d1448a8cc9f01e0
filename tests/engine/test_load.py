"""`load` checks what the protocol says, and never dies on what it is given."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.protocol.convert import state_form
from cafe.rules.errors import CafeError, PositionError
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.position import read_position, write_position
from cafe.rules.record import make_record, read_record, verify, write_record
from tests.engine.talk import Talk
from tests.literal.sketch import card_position, position
from tests.rules.games import SETUPS, random_game

Json = dict[str, Any]


@cache
def corpus() -> tuple[Json, ...]:
    """Positions of many kinds: every set-up, early, late, in mid-turn and at the end."""
    found: list[Json] = []
    for number, setup in enumerate(SETUPS):
        steps = list(random_game(setup, number))
        for part in (0.1, 0.5, 0.8, 1):
            step = steps[min(int(len(steps) * part), len(steps) - 1)]
            found.append(msgspec.to_builtins(state_form(step.after)))
    return tuple(found)


def board() -> Json:
    """A board position in mid-game with a seated joker."""
    return copy.deepcopy(
        next(
            state
            for state in corpus()
            if state["edition"] == "board"
            and not state["over"]
            and any("as" in who for who in state["seated"].values())
            and all(state["hands"])
        )
    )


def card() -> Json:
    """A card position in mid-game."""
    states = (s for s in corpus() if s["edition"] == "card" and not s["over"] and len(s["seated"]) > 2)
    return copy.deepcopy(next(states))


def ended() -> Json:
    """A board position at the end."""
    return copy.deepcopy(next(s for s in corpus() if s["edition"] == "board" and s["over"]))


def put(state: Json, *path: Any) -> Json:
    """Set the value at the end of the path."""
    *way, last, value = path
    here: Any = state
    for key in way:
        here = here[key]
    here[last] = value
    return state


def without(state: Json, key: str) -> Json:
    """Leave a field out."""
    del state[key]
    return state


def two_men_at_an_empty_table() -> Json:
    """A position with two gentlemen alone at a table."""
    state = Talk().good("new", edition="board", players=2, seed=1)["state"]
    for chair, guest in (("l6", "INm"), ("m7", "INm")):
        place = next(p for p in (state["bag"], *state["hands"]) if guest in p)
        place.remove(guest)
        state["seated"][chair] = {"guest": guest}
    return state  # type: ignore[no-any-return]


def a_joker_chair(state: Json) -> str:
    """A chair on which a joker sits."""
    chairs: list[str] = [chair for chair, who in state["seated"].items() if "as" in who]
    return chairs[0]


FULL_TABLE = """
.    DEm  .    .    .
DEf  DE   DEf  GB   .
.    DEm  CN   .    .
.    ES   .    FR   .
.    .    .    .    .
"""

WRONG: dict[str, Callable[[], Json]] = {
    "a guest too many": lambda: put(board(), "bag", [*board()["bag"], "DEm"]),
    "a guest missing": lambda: put(board(), "bag", board()["bag"][1:]),
    "an unknown guest": lambda: put(board(), "bag", ["XXm", *board()["bag"][1:]]),
    "an unknown chair": lambda: put(board(), "seated", "z9", {"guest": "DEm"}),
    "a table as a chair": lambda: put(board(), "seated", "b2", {"guest": "DEm"}),
    "two gentlemen alone": two_men_at_an_empty_table,
    "a joker without its nation": lambda: put(board(), "seated", a_joker_chair(board()), {"guest": "JKm"}),
    "a joker of a foreign nation": lambda: put(
        board(), "seated", a_joker_chair(board()), "as", "CN" if a_joker_chair(board()) != "e2" else "DE"
    ),
    "a nation for a guest": lambda: put(
        board(), "seated", next(c for c, w in board()["seated"].items() if "as" not in w), "as", "DE"
    ),
    "a table moved": lambda: put(board(), "tables", "b2", "DE"),
    "a table missing": lambda: put(board(), "tables", {}),
    "a pile on the board": lambda: put(board(), "table_pile", ["DE"]),
    "three tables of a nation": lambda: put(card(), "table_pile", ["DE", "DE", "DE"]),
    "an unknown edition": lambda: put(board(), "edition", "chess"),
    "a foreign variant": lambda: put(card(), "variants", ["exact-swap"]),
    "too many players": lambda: put(board(), "players", 5),
    "a hand too many": lambda: put(board(), "hands", [*board()["hands"], []]),
    "a score missing": lambda: put(board(), "scores", board()["scores"][1:]),
    "negative points": lambda: put(board(), "scores", 0, -1),
    "an unknown player": lambda: put(board(), "turn", "player", 7),
    "an out player with tiles": lambda: put(board(), "out", [0, 1]),
    "out twice": lambda: put(board(), "out", [1, 1]),
    "a full hand and more": lambda: put(
        put(board(), "hands", 0, board()["hands"][0] + board()["bag"][:5]), "bag", board()["bag"][5:]
    ),
    "no bag left": lambda: put(put(board(), "removed", board()["removed"] + board()["bag"]), "bag", []),
    "the end without its numbers": lambda: put(ended(), "over", "final", 0, 999),
    "the end with wrong ranks": lambda: put(ended(), "over", "ranks", [9, 9]),
    "an unknown end": lambda: put(ended(), "over", "reason", "fire"),
    "an end of the other game": lambda: put(ended(), "over", "reason", "closed"),
    "an end that is null": lambda: put(ended(), "over", None),
    "a party without the variant": lambda: put(card(), "turn", "party", {"table": "b2", "gender": "f"}),
    "an owed partner out of nothing": lambda: put(board(), "turn", "owes_partner", "a4"),
    "a closing hand full of tiles": lambda: put(card(), "turn", "may_close", True),
    "as many passes as players": lambda: put(board(), "turn", "passes", 4),
    "a missing field": lambda: without(board(), "bar"),
    "a field too many": lambda: put(board(), "weather", "fine"),
    "a mistyped field": lambda: put(board(), "bar", "DEm"),
    "a view": lambda: put(board(), "bag", len(board()["bag"])),
    "a full card table": lambda: card_position(FULL_TABLE, [["CFm"], ["CFf"]]),
    "three ladies at a card table": lambda: card_position(
        FULL_TABLE.replace(".    DEm  CN", ".    .    CN").replace("DEm", "DEf"), [["CFm"], ["CFf"]]
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_position_that_cannot_be(what: str) -> None:
    talk = Talk()
    talk.good("new", edition="board", players=2, seed=1)
    talk.bad("position", "load", state=WRONG[what]())


@pytest.mark.parametrize(
    ("edition", "seated", "hand", "taken"),
    [
        ("board", {"b1": "CFm", "a2": "CFm", "c2": "CFf"}, ["CFm"], ["b1"]),
        ("board", {"b1": "CFf"}, ["CFm", "CFm", "CFm", "DEm"], []),
        ("board", {"b1": "CFm"}, ["CFm", "DEm"], []),
    ],
)
def test_a_party_under_way_must_be_possible(
    edition: str, seated: dict[str, str], hand: list[str], taken: list[str]
) -> None:
    turn = {"party": {"table": "b2", "gender": "m"}, "seated": taken}
    state = position(edition, [hand, ["DEf"]], seated, variants=["parties"], turn=turn)
    talk = Talk()
    talk.good("new", edition="board", players=2, seed=1)
    talk.bad("position", "load", state=state)


def test_a_party_under_way_can_be_loaded() -> None:
    turn = {"party": {"table": "b2", "gender": "m"}, "seated": ["b1", "a2"]}
    seated = {"b1": "CFm", "a2": "CFm", "b3": "CFm"}
    state = position("board", [["CFm"], ["DEf"]], seated, variants=["parties"], turn=turn)
    assert Talk().good("load", state=state)["legal"] == [{"type": "seat", "guest": "CFm", "chair": "c2"}]


def test_nobody_wins_when_all_are_out() -> None:
    over = {"reason": "last", "penalties": [0, 0], "final": [0, 0], "winners": [], "ranks": [1, 2]}
    state = position("board", [[], []], out=[1, 0], over=over)
    assert Talk().good("load", state=state)["legal"] == []


def test_every_position_of_a_game_can_be_loaded() -> None:
    for state in corpus():
        assert Talk().good("load", state=state)["state"] == state


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [here]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += paths(inner, (*here, key))
    return found


values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 200),
        st.floats(allow_nan=False, allow_infinity=False),
        st.sampled_from(
            [*GUESTS, *NATIONS, "b2", "d3", "m6", "m", "f", "", "parties", "bag", "card", "board"]
        ),
        st.text(max_size=4),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_changed_positions_never_kill_the_engine(data: st.DataObject) -> None:
    state = copy.deepcopy(data.draw(st.sampled_from(corpus())))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths(state)[1:]))
        here: Any = state
        for key in path[:-1]:
            here = here[key]
        if data.draw(st.booleans()):
            here[path[-1]] = data.draw(values)
        elif isinstance(here, list):
            here.pop(path[-1])
        else:
            del here[path[-1]]
    talk = Talk()
    talk.good("new", edition="board", players=2, seed=1)
    before = talk("state")
    answer = talk("load", state=state)
    if answer["ok"]:
        assert (answer["legal"] == []) == (state["over"] is not None)
        for action in answer["legal"]:
            talk.good("apply", action=action)
            talk.good("undo")
    else:
        assert answer["error"]["code"] == "position"
        assert answer["error"]["message"]
        assert talk("state") == before


@given(st.one_of(st.binary(max_size=200), values.map(lambda value: json.dumps(value).encode())))
def test_no_line_kills_the_engine(line: bytes) -> None:
    answer = Talk().line(line.replace(b"\n", b" "))
    assert answer["ok"] is False
    assert answer["error"]["code"] in ("json", "request")


@cache
def records() -> tuple[str, ...]:
    """Records of several games."""
    found = []
    for number, setup in enumerate(SETUPS[::6]):
        actions = [step.action for step in random_game(setup, number)]
        names = tuple("ABCDE"[: setup.players])
        found.append(write_record(make_record(setup.new(number), actions, names, "2026-11-15")))
    return tuple(found)


pieces = st.sampled_from(
    [*'[]".+-@*=#;\n ', "A", "B", "7.", "DEm@d3", "done", "+4", "JKm=ES@d3", "party@b2=f"]
)


@given(st.data())
def test_changed_records_are_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(records()))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        to = data.draw(st.integers(at, min(len(text), at + 8)))
        text = text[:at] + data.draw(st.one_of(pieces, st.text(max_size=3))) + text[to:]
    talk = Talk()
    talk.good("new", edition="board", players=2, seed=1)
    before = talk("state")
    answer = talk("replay", record=text)
    if answer["ok"]:
        record = read_record(text)
        assert read_record(write_record(record)) == record
    else:
        assert answer["error"]["code"] == "record"
        assert answer["error"]["message"]
        assert talk("state") == before


@given(st.data())
def test_changed_lines_of_a_position_are_read_or_refused(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(corpus()))
    talk = Talk()
    talk.good("load", state=state)
    line = write_position(talk.engine._now)
    at = data.draw(st.integers(0, len(line)))
    to = data.draw(st.integers(at, min(len(line), at + 6)))
    line = line[:at] + data.draw(st.one_of(pieces, st.text(max_size=3))) + line[to:]
    with contextlib.suppress(PositionError):
        found = read_position(line)
        assert read_position(write_position(found)) == found


@pytest.mark.parametrize(
    ("change", "turn", "message"),
    [
        (lambda text: text.replace("\n20. ", "\n21. "), 20, "expected the number 20"),
        (lambda text: text.replace("\n5. A", "\n5. B"), 5, "it is A's turn, not B's"),
        (lambda text: _points(text, 9), 9, "points; the record says"),
        (lambda text: text.replace("[Result ", '[Result "1 2 bag"]\n#'), None, "the result is"),
        (lambda text: text.replace("[Result ", '[Result "*"]\n#'), None, "the record says it is running"),
        (lambda text: text + "999. A draw +0\n", None, "expected the number"),
        (lambda text: text.replace("[Edition", "[Addition"), None, "expected a header Edition"),
        (lambda text: text.replace("[Bag", "[Bad"), None, "expected either a header Bag"),
    ],
)
def test_a_record_says_at_which_turn_it_goes_wrong(
    change: Callable[[str], str], turn: int | None, message: str
) -> None:
    text = next(text for text in records() if 'Edition "board"' in text and "\n5. A" in text)
    with pytest.raises(CafeError, match=message) as caught:
        verify(read_record(change(text)))
    if turn is not None:
        assert getattr(caught.value, "turn", None) == turn


def _points(text: str, turn: int) -> str:
    """The record with one point more in a turn."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith(f"{turn}. "):
            start, _, points = line.rpartition(" ")
            lines[number] = f"{start} {int(points) + 1:+d}"
    return "\n".join(lines)


@given(st.data())
def test_changed_views_never_kill_the_engine(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from([state for state in corpus() if not state["over"]]))
    talk = Talk()
    legal = talk.good("load", state=state)["legal"]
    mover = state["turn"]["player"]
    view = talk.good("view", player=data.draw(st.sampled_from([mover, mover, None, 0, 1])))["view"]
    for _ in range(data.draw(st.integers(0, 2))):
        view[data.draw(st.sampled_from(sorted(view)))] = data.draw(values)
    answer = talk("choose", view=view, legal=legal, bot="random", seed=1)
    if answer["ok"]:
        assert answer["action"] in legal
    else:
        assert answer["error"]["code"] in ("position", "request", "none")
