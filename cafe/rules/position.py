"""A position on one line, and the names that positions from outside use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from cafe.rules.edition import edition
from cafe.rules.errors import PositionError, SetupError, quoted
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import (
    BLANK,
    FREE,
    GUEST_INDEX,
    GUESTS,
    JOKERS,
    NATION_INDEX,
    NATIONS,
    NO_NATION,
    SEXES,
    guest_of,
    nation_of,
    standing_for,
)
from cafe.rules.position_check import checked
from cafe.rules.state import Draft, Hand, State
from cafe.rules.view import View, view

T = TypeVar("T")

MOST_TEXT: Final = 4_000
"""Characters in a position on one line; no position comes near it."""


def write_position(position: State | View) -> str:
    """The whole position on one line; `read_position` takes it back.

    Of a view: what its reader knows, tiles that are not known as their number (`?90`), and the reader as a
    last field; equal for all states that look the same to the reader. `read_view` takes that back;
    `read_position` refuses it, because a game cannot go on from there.
    """
    if isinstance(position, View):
        return f"{write_position(position.known)} {'-' if position.seat is None else position.seat}"
    state = position
    plan = state.edition.plan
    party = state.party
    turn = (
        str(state.player),
        _list(plan.chairs[chair] for chair in state.taken),
        "-" if state.owes is None else plan.chairs[state.owes],
        "-" if party is None else f"{plan.tables[party[0]]}={SEXES[party[1]]}",
        "close" if state.may_close else "-",
        str(state.passes),
    )
    return " ".join(
        (
            "+".join((state.edition.name, *state.edition.variants)),
            "-" if plan.nations else _list(_nation(nation) for nation in state.tables),
            _list(_seated(plan, chair, who) for chair, who in enumerate(state.seated) if who != FREE),
            _tiles(state.bar),
            "/".join(_tiles(hand) for hand in state.hands),
            _tiles(state.bag),
            _unknown(state.pile) or _list(_nation(nation) for nation in state.pile),
            "/".join(_tiles(hand) for hand in state.hidden),
            _tiles(state.removed),
            "/".join(str(score) for score in state.scores),
            "/".join(str(count) for count in state.one_nation_tables),
            _list(str(player) for player in state.out),
            ";".join(turn),
            "-" if state.over is None else state.over.reason,
        )
    )


def _list(items: Iterable[str]) -> str:
    return ",".join(items) or "-"


def _tiles(tiles: Sequence[int]) -> str:
    return _unknown(tiles) or _list(GUESTS[tile] for tile in tiles)


def _unknown(tiles: Sequence[int]) -> str:
    """The number of unknown tiles; a view knows all of a kind or none."""
    return f"?{len(tiles)}" if BLANK in tiles else ""


def _nation(nation: int) -> str:
    return "--" if nation == NO_NATION else NATIONS[nation]


def _seated(plan: FloorPlan, chair: int, occupant: int) -> str:
    nation = nation_of(occupant)
    as_nation = f"={NATIONS[nation]}" if guest_of(occupant) >= JOKERS and nation is not None else ""
    return f"{plan.chairs[chair]}:{GUESTS[guest_of(occupant)]}{as_nation}"


def read_position(text: str) -> State:
    """The position on a line of `write_position`; PositionError says what was expected."""
    return _read(text, _FIELDS)


def read_view(text: str) -> View:
    """The view on a line of `write_position`; PositionError says what was expected."""
    state = _read(text, _FIELDS_OF_VIEW)
    viewer = text.split()[-1]
    seat = None if viewer == "-" else _number(viewer)
    if seat is not None and seat >= state.players:
        raise PositionError(f"expected a viewer from 0 to {state.players - 1}, or -; got {seat}")
    seen = view(state, seat)
    if seen.known.but(open_to=state.open_to) != state:
        raise PositionError("expected a view; got tiles that its reader cannot see")
    return seen


def _read(text: str, names: Sequence[str]) -> State:
    if len(text) > MOST_TEXT:
        raise PositionError(f"expected a position of at most {MOST_TEXT} characters; got {len(text)}")
    fields = text.split()
    if len(fields) != len(names):
        of_view = names is _FIELDS and len(fields) == len(_FIELDS_OF_VIEW)
        hint = ", as a view has, which read_view reads" if of_view else ""
        raise PositionError(f"expected {len(names)} fields ({', '.join(names)}); got {len(fields)}{hint}")
    field = dict(zip(names, fields, strict=True))
    is_view = names is _FIELDS_OF_VIEW
    name, *variants = field["edition"].split("+")
    try:
        rules = edition(name, variants)
    except SetupError as error:
        raise PositionError(str(error)) from None
    plan = rules.plan
    draft = Draft()
    draft.edition = rules
    draft.tables = bytes(plan.nations or _split(field["tables"], named_nation))
    if len(draft.tables) != len(plan.tables):
        raise PositionError(f"expected {len(plan.tables)} tables; got {len(draft.tables)}")
    draft.seated = _read_seated(plan, field["seated"])
    draft.bar = bytes(_split(field["bar"], named_guest))
    draft.hands = _read_hands(field["hands"], is_view)
    draft.bag = bytes(_hidden(field["bag"], named_guest, is_view))
    draft.pile = bytes(_hidden(field["table_pile"], named_nation, is_view))
    draft.hidden = _read_hands(field["hidden"], is_view)
    draft.removed = bytes(_split(field["removed"], named_guest))
    draft.scores = tuple(_number(part) for part in field["scores"].split("/"))
    draft.one_nation_tables = tuple(_number(part) for part in field["one_nation_tables"].split("/"))
    draft.out = tuple(_split(field["out"], _number))
    _read_turn(draft, field["turn"])
    return checked(draft, None if field["over"] == "-" else field["over"])


_FIELDS = (
    *("edition", "tables", "seated", "bar", "hands", "bag", "table_pile", "hidden", "removed"),
    *("scores", "one_nation_tables", "out", "turn", "over"),
)
_FIELDS_OF_VIEW = (*_FIELDS, "viewer")


def _read_turn(draft: Draft, text: str) -> None:
    plan = draft.edition.plan
    parts = text.split(";")
    if len(parts) != 6:
        raise PositionError(f"expected a turn of player;chairs;owes;party;close;passes; got {quoted(text)}")
    player, taken, owes, party, close, passes = parts
    draft.player = _number(player)
    draft.taken = tuple(_split(taken, lambda cell: named_chair(plan, cell)))
    draft.owes = None if owes == "-" else named_chair(plan, owes)
    table, _, sex = party.partition("=")
    draft.party = None if party == "-" else (named_table(plan, table), named_sex(sex))
    if close not in ("-", "close"):
        raise PositionError(f"expected close or -; got {quoted(close)}")
    draft.may_close = close == "close"
    draft.passes = _number(passes)


def _read_seated(plan: FloorPlan, text: str) -> bytes:
    seated = bytearray([FREE] * len(plan.chairs))
    for item in _split(text, str):
        cell, _, who = item.partition(":")
        name, named, nation = who.partition("=")
        seat(seated, plan, cell, name, nation if named else None)
    return bytes(seated)


def seat(seated: bytearray, plan: FloorPlan, cell: str, name: str, nation: str | None) -> None:
    """Put a guest, by names, on a chair of a café that is being set up; PositionError if it cannot be."""
    chair = named_chair(plan, cell)
    guest = named_guest(name)
    if seated[chair] != FREE:
        raise PositionError(f"there are two guests on chair {cell}")
    if nation is not None and guest < JOKERS:
        raise PositionError(f"only a joker can stand for a nation; {name} on {cell} stands for {nation}")
    seated[chair] = standing_for(guest, None if nation is None else named_nation(nation))


def _read_hands(text: str, is_view: bool) -> tuple[Hand, ...]:
    return tuple(tuple(_hidden(hand, named_guest, is_view)) for hand in text.split("/"))


def _hidden(text: str, read: Callable[[str], int], is_view: bool) -> list[int]:
    """Tiles or table cards that a view may know as a number only."""
    if not is_view or not text.startswith("?"):
        return _split(text, read)
    return [BLANK] * min(_number(text[1:]), MOST_TEXT)


def _split(text: str, read: Callable[[str], T]) -> list[T]:
    return [] if text == "-" else [read(part) for part in text.split(",")]


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise PositionError(f"expected a number; got {quoted(text)}")
    return int(text)


def named_guest(name: str) -> int:
    """The guest of a name such as DEm or JKf."""
    return _named(GUEST_INDEX, name, "a guest such as DEm or JKf")


def named_nation(name: str) -> int:
    """The nation of a code; `--` is a place without a table."""
    return (
        NO_NATION if name == "--" else _named(NATION_INDEX, name, f"one of the nations {', '.join(NATIONS)}")
    )


def named_sex(name: str) -> int:
    """The sex of m or f."""
    return _named({sex: index for index, sex in enumerate(SEXES)}, name, "m or f")


def named_chair(plan: FloorPlan, name: str) -> int:
    """The chair of a cell name."""
    return _named(plan.chair_index, name, "a chair of the floor plan")


def named_table(plan: FloorPlan, name: str) -> int:
    """The table of a cell name."""
    return _named(plan.table_index, name, "a table of the floor plan")


def _named(index: dict[str, int], name: str, expected: str) -> int:
    if name not in index:
        raise PositionError(f"expected {expected}; got {quoted(name)}")
    return index[name]
