"""Whole positions from a small drawing of the café: what is not drawn or named is in the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.events import Event, Seated
from cafe.rules.floorplan import cell_name, cell_place
from cafe.rules.guests import FREE, GUEST_INDEX, NATION_INDEX, guest_of
from cafe.rules.names import action_from_text
from cafe.rules.position import seat
from cafe.rules.position_check import checked
from cafe.rules.setup import TABLE_CARDS
from cafe.rules.state import Draft, State
from cafe.rules.turns import apply


def drawn(
    rules: str,
    drawing: str,
    hands: Sequence[str],
    *,
    at: str = "a1",
    bar: str = "",
    removed: str = "",
    hidden: Sequence[str] | None = None,
    scores: Sequence[int] | None = None,
    one_nation_tables: Sequence[int] | None = None,
    out: Sequence[int] = (),
    player: int = 0,
    taken: str = "",
    party: tuple[str, str] | None = None,
    bag_size: int | None = None,
    pile: Sequence[str] | None = None,
) -> State:
    """A position of an edition such as `board+parties`.

    The drawing's first word stands on the cell `at`: `DE` is a table, `DEm` a guest, `JKm=ES` a joker that
    stands for a nation, `.` anything else. With `bag_size` the rest of the bag has left the game.
    """
    name, *variants = rules.split("+")
    chosen = edition(name, variants)
    plan = chosen.plan
    draft = Draft()
    draft.edition = chosen
    seated = bytearray([FREE] * len(plan.chairs))
    tables = dict(zip(plan.tables, plan.nations, strict=False))
    top, left = cell_place(at)
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, word in enumerate(line.split()):
            cell = cell_name(left + column, top + row)
            if len(word) == 2:
                assert plan.table_index[cell] >= 0
                assert tables.setdefault(cell, NATION_INDEX[word]) == NATION_INDEX[word], cell
            elif word != ".":
                guest, named, nation = word.partition("=")
                seat(seated, plan, cell, guest, nation if named else None)
    draft.tables = bytes(tables[cell] for cell in plan.tables)
    draft.seated = bytes(seated)
    draft.bar = bytes(_tiles(bar))
    draft.hands = tuple(_tiles(hand) for hand in hands)
    draft.hidden = tuple(_tiles(hand) for hand in hidden or [""] * len(hands))
    draft.scores = tuple(scores or [0] * len(hands))
    draft.one_nation_tables = tuple(one_nation_tables or [0] * len(hands))
    draft.out = tuple(out)
    draft.player = player
    draft.taken = tuple(plan.chair_index[cell] for cell in taken.split())
    draft.owes = None
    draft.party = None if party is None else (plan.table_index[party[0]], "mf".index(party[1]))
    draft.may_close = False
    draft.passes = 0
    left_over = Counter(chosen.tiles)
    left_over.subtract(guest_of(occupant) for occupant in seated if occupant != FREE)
    for place in (*draft.hands, *draft.hidden, draft.bar, _tiles(removed)):
        left_over.subtract(place)
    assert min(left_over.values()) >= 0, "a tile too many"
    bag = list(left_over.elements())
    size = len(bag) if bag_size is None else bag_size
    draft.bag = bytes(bag[:size])
    draft.removed = bytes((*_tiles(removed), *bag[size:]))
    cards = Counter(TABLE_CARDS)
    cards.subtract(draft.tables)
    rest = [NATION_INDEX[nation] for nation in pile] if pile is not None else list(cards.elements())
    draft.pile = bytes(rest) if chosen.table_cards else b""
    return checked(draft, None)


def _tiles(text: str) -> tuple[int, ...]:
    return tuple(GUEST_INDEX[name] for name in text.split())


def play(state: State, moves: str) -> tuple[State, list[Event]]:
    """Play actions in the notation one after the other; the last state and all events."""
    events: list[Event] = []
    for move in moves.split():
        state, more = apply(state, action(state, move))
        events += more
    return state, events


def action(state: State, move: str) -> Action:
    """An action from the notation."""
    return action_from_text(state.edition.plan, move)


def paid(state: State, events: list[Event]) -> list[dict[str, int]]:
    """What each seated guest scored, table by table; tables that pay nothing are left out."""
    tables = state.edition.plan.tables
    return [
        {tables[at.table]: at.points for at in event.points if at.points}
        for event in events
        if isinstance(event, Seated)
    ]
