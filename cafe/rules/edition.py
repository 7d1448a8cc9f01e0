"""Editions are data: the switches and numbers in which the games differ (RULES 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cafe.rules.errors import SetupError, quoted
from cafe.rules.events import TablePoints
from cafe.rules.floorplan import BOARD, CARD, FloorPlan, Mask, Table
from cafe.rules.guests import GUESTS, NATIONS, Guest, tile_set
from cafe.rules.interned_actions import InternedActions
from cafe.rules.tally import OF_NATION, SITTING
from cafe.rules.value import but, value


@value
class Terms:
    """One set of rules, variants included."""

    name: str
    title: str
    """What people call it, in English, unless they have their own words for it."""
    variants: tuple[str, ...]
    known_variants: tuple[str, ...]
    plan: FloorPlan
    least_players: int
    most_players: int
    copies: int
    """Tiles of each nation and sex; only nations that can have a table are in the bag."""
    jokers_a_sex: int
    first_hand: int
    most_in_hand: int
    seats_a_turn: int
    mixed_points: tuple[int, ...]
    one_nation_points: tuple[int, ...]
    penalty: int
    joker_penalty: int

    bag_rest: int
    """The game ends when this many tiles are left in the bag."""
    refills: bool
    """The hand is refilled after seating and the bar, less one for each one-nation table (4.4)."""
    draws: bool
    """Drawing a card, or laying one down, takes a whole turn (5)."""
    table_cards: bool
    """Full tables are cleared and new ones dealt (5)."""
    open_hands: bool
    jokers_named: bool
    """Whoever seats a joker says which nation it stands for (2.1)."""
    swap_exact: bool
    """A joker can be swapped only for the nation it stands for (4.3)."""
    opening: bool
    """The first player may start with a single guest (4.1)."""
    lone_guest: bool
    """A player who cannot score may seat a single guest for no points (4.1)."""
    debt_is_out: bool
    """A player who cannot pay the bar is out; otherwise only the guest leaves (4.2)."""
    bar_points: tuple[int, ...]
    """What each place at the bar pays or costs; empty without a bar (4.2)."""
    stepped_bar_points: tuple[int, ...]
    """The same with the variant `bar-stepped` (6)."""
    parties: bool
    party_least: int
    """Fewest guests that a party lays (6)."""
    party_points: tuple[int, int]
    endings: tuple[str, ...]
    """The ways a game can end; if two apply at once, the earlier one is named."""
    ties_by_penalty: bool
    """Among equals, fewer penalty points win (5)."""


class Edition(Terms):
    """Terms and what follows from them: plain attributes, because they are read at every step.

    `edition()` gives the same object for the same names.
    """

    __slots__ = ("chairs_at", "copies_of", "interned", "prices", "tables_of", "tiles")

    tiles: tuple[Guest, ...]
    """Every tile of the game."""
    copies_of: tuple[int, ...]
    """How many tiles there are of each kind."""
    interned: InternedActions
    """Every action there can be."""
    prices: tuple[tuple[TablePoints, ...], ...]
    """What each table scores, by its tally once a guest has sat down (3)."""
    tables_of: tuple[tuple[Table, ...], ...]
    """The plan's, a step nearer."""
    chairs_at: tuple[tuple[Mask, ...], tuple[Mask, ...]]
    """The plan's, a step nearer."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return edition, (self.name, self.variants)

    def __init__(self, terms: Terms) -> None:
        plan = terms.plan
        nations = sorted(set(plan.nations)) or range(len(NATIONS))
        tiles = tile_set(nations, terms.copies, terms.jokers_a_sex)
        for name, found in (
            *((name, getattr(terms, name)) for name in Terms.__match_args__),
            ("tiles", tiles),
            ("copies_of", tuple(tiles.count(guest) for guest in range(len(GUESTS)))),
            ("interned", InternedActions(plan, terms.jokers_named)),
            ("tables_of", plan.tables_of),
            ("chairs_at", plan.chairs_at),
        ):
            object.__setattr__(self, name, found)
        prices = (
            tuple(self._price(table, tally) for tally in range(len(SITTING)))
            for table in range(len(plan.tables))
        )
        object.__setattr__(self, "prices", tuple(prices))

    def _price(self, table: int, tally: int) -> TablePoints:
        guests = SITTING[tally]
        one_nation = tally // OF_NATION == guests
        points = self.one_nation_points if one_nation else self.mixed_points
        return TablePoints(table, guests, one_nation, points[guests] if guests < len(points) else 0)


# `_CLASSIC` and `_CARD` take over whatever they do not name themselves.
_BOARD: Final = Terms(
    name="board",
    title="Board game",
    variants=(),
    known_variants=("parties", "bar-stepped", "exact-swap"),
    plan=BOARD,
    least_players=2,
    most_players=4,
    copies=4,
    jokers_a_sex=2,
    first_hand=5,
    most_in_hand=5,
    seats_a_turn=2,
    mixed_points=(0, 0, 2, 3, 4),
    one_nation_points=(0, 0, 4, 6, 8),
    penalty=5,
    joker_penalty=10,
    bag_rest=3,
    refills=True,
    draws=False,
    table_cards=False,
    open_hands=True,
    jokers_named=True,
    swap_exact=False,
    opening=True,
    lone_guest=False,
    debt_is_out=True,
    bar_points=(1, 2, 3, 4, 5, *range(-2, -32, -2)),
    stepped_bar_points=(1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14),
    parties=False,
    party_least=3,
    party_points=(20, 40),
    endings=("chairs", "bar", "hand", "bag", "last", "stuck"),
    ties_by_penalty=False,
)

_CLASSIC: Final = but(
    _BOARD,
    name="board-classic",
    title="Board game, classic",
    known_variants=("parties", "bar-stepped"),
    one_nation_points=(0, 0, 2, 3, 8),
    bag_rest=4,
    jokers_named=False,
    opening=False,
    lone_guest=True,
    debt_is_out=False,
    endings=("chairs", "bar", "hand", "bag", "stuck"),
)

_CARD: Final = but(
    _BOARD,
    name="card",
    title="Card game",
    known_variants=("parties",),
    plan=CARD,
    most_players=5,
    jokers_a_sex=0,
    first_hand=7,
    most_in_hand=12,
    seats_a_turn=3,
    penalty=2,
    joker_penalty=0,
    bag_rest=0,
    refills=False,
    draws=True,
    table_cards=True,
    open_hands=False,
    jokers_named=False,
    opening=False,
    bar_points=(),
    stepped_bar_points=(),
    party_least=2,
    endings=("tables", "bag", "closed"),
    ties_by_penalty=True,
)

EDITIONS: Final[dict[str, Terms]] = {terms.name: terms for terms in (_BOARD, _CLASSIC, _CARD)}
"""Every edition that can be played, by name; `registration.register` adds one."""
VARIANTS: Final = ("parties", "bar-stepped", "exact-swap")
_made: dict[tuple[str, tuple[str, ...]], Edition] = {}


def edition(name: str, variants: Iterable[str] = ()) -> Edition:
    """The edition of that name with these variants; SetupError names what is unknown."""
    if name not in EDITIONS:
        raise SetupError(f"expected one of the editions {', '.join(EDITIONS)}; got {quoted(name)}")
    if isinstance(variants, str):
        raise SetupError(f"expected a list of variants, such as ['parties']; got the text {quoted(variants)}")
    asked = tuple(variants)
    known = EDITIONS[name].known_variants
    for variant in asked:
        if variant not in known:
            raise SetupError(f"edition {name} has the variants {', '.join(known)}; got {quoted(variant)}")
    if len(set(asked)) != len(asked):
        raise SetupError(f"each variant can be named only once; got {', '.join(asked)}")
    found = _made.get((name, asked))
    if found is None:
        found = _made[name, asked] = _with_variants(EDITIONS[name], asked)
    return found


def _with_variants(base: Terms, variants: tuple[str, ...]) -> Edition:
    terms = but(
        base,
        variants=variants,
        parties="parties" in variants,
        bar_points=base.stepped_bar_points if "bar-stepped" in variants else base.bar_points,
        swap_exact="exact-swap" in variants,
    )
    return Edition(terms)


def forget(name: str) -> None:
    """Rebuild the edition of that name the next time it is asked for."""
    for key in [key for key in _made if key[0] == name]:
        del _made[key]
