"""The beginning of a game: a bag in order, dealt hands, dealt tables (RULES 4, 5; PROTOCOL, `new`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from cafe.rules.derived import derive
from cafe.rules.edition import Edition
from cafe.rules.errors import SetupError
from cafe.rules.guests import FREE, GUESTS, NATIONS, Guest, Nation
from cafe.rules.seating import open_chairs
from cafe.rules.state import Draft, State

T = TypeVar("T")

TABLE_CARDS = tuple(nation for nation in range(len(NATIONS)) for _ in range(2))


def shuffled(items: Sequence[T], rng: Random) -> list[T]:
    """The items in random order, the same for a given seed on every machine and version of Python."""
    # Only Random.random() promises to stay the same for ever; Random.shuffle() does not.
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


def new_game(edition: Edition, players: int, seed: int) -> State:
    """A game with a bag and table cards shuffled by the seed."""
    check_players(edition, players)
    if not isinstance(seed, int):
        raise SetupError(f"expected a whole number as the seed; got {seed!r}")
    rng = Random(seed)
    bag = shuffled(edition.tiles, rng)
    tables = shuffled(TABLE_CARDS, rng) if edition.table_cards else []
    return _deal(edition, players, bag, tables)


def deal(edition: Edition, players: int, bag: Sequence[Guest], tables: Sequence[Nation] = ()) -> State:
    """A game with this bag: player 0's whole hand first, then the others', then the draws."""
    check_players(edition, players)
    _check_set("the bag", Counter(edition.tiles), Counter(bag), GUESTS)
    cards = Counter(TABLE_CARDS) if edition.table_cards else Counter[Nation]()
    _check_set("the table cards", cards, Counter(tables), NATIONS)
    return _deal(edition, players, bag, tables)


def _deal(edition: Edition, players: int, bag: Sequence[Guest], tables: Sequence[Nation]) -> State:
    size = edition.first_hand
    plan = edition.plan
    open_tables = plan.nations or tuple(tables[: len(plan.tables)])
    draft = Draft()
    draft.edition = edition
    draft.tables = bytes(open_tables)
    draft.seated = bytes([FREE]) * len(plan.chairs)
    draft.bar = b""
    draft.hands = tuple(tuple(sorted(bag[size * p : size * (p + 1)])) for p in range(players))
    draft.bag = bytes(bag[size * players :])
    draft.pile = bytes(tables[len(plan.tables) :])
    draft.hidden = ((),) * players
    draft.removed = b""
    draft.scores = (0,) * players
    draft.one_nation_tables = (0,) * players
    draft.out = ()
    draft.player = 0
    draft.taken = ()
    draft.owes = None
    draft.party = None
    draft.may_close = False
    draft.passes = 0
    draft.over = None
    derive(draft)
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def check_players(edition: Edition, players: int) -> None:
    """SetupError unless the edition is for that many players; TypeError for the mere name of one."""
    if not isinstance(edition, Edition):
        raise TypeError(f'expected an edition, such as edition("board"); got {edition!r}')
    is_number = hasattr(players, "__index__")  # also NumPy's whole numbers
    if not is_number or not edition.least_players <= players <= edition.most_players:
        raise SetupError(
            f"edition {edition.name} is for {edition.least_players} to {edition.most_players} players; "
            f"got {players if is_number else repr(players)}"
        )


def _check_set(what: str, expected: Counter[int], given: Counter[int], names: Sequence[str]) -> None:
    for item, count in ((expected - given) + (given - expected)).items():
        if expected[item] != given[item]:
            raise SetupError(
                f"{what} must contain {names[item]} {expected[item]} times; it does so {given[item]} times "
                f"({count} {'too many' if given[item] > expected[item] else 'missing'})"
            )
