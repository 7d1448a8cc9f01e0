"""A position for every way a game can end, and the moves that end it."""

from __future__ import annotations

from cafe.rules.edition import EDITIONS
from cafe.rules.guests import FREE, GUESTS, nation_of, standing_for
from cafe.rules.position_check import checked
from cafe.rules.state import Draft, State
from tests.rules.drawing import drawn

CARD = """
.   RUm .   .   .
RUf RU  .   GB  .
.   RUf FR  .   .
.   ES  .   IT  .
.   .   .   .   .
"""
INDIA = """
.   .   .
.   IN  .
.   INm .
"""


def filling(rules: str) -> tuple[State, str]:
    """Every chair taken but the last one, by a café filled with what fits best."""
    base = drawn(rules, ".", ["INf DEm", "DEf"])
    plan = base.edition.plan
    draft = base.draft()
    seated = bytearray([FREE] * len(plan.chairs))
    bag = sorted([*base.bag])
    sexes = _two_and_two(base)
    for chair, sex in enumerate(sexes):
        nations = [base.tables[table] for table in plan.tables_of[chair]]
        fits = next((g for g in bag if g >> 1 in nations and g & 1 == sex and g < 24), None)
        if fits is None:
            joker = 24 + sex
            fits = standing_for(joker, nations[0] if base.edition.jokers_named else None)
            bag.remove(joker)
        else:
            bag.remove(fits)
        seated[chair] = fits
    return _free_one(base, draft, seated, bag)


def _two_and_two(state: State) -> list[int]:
    """A sex for each chair so that two and two sit at every table: found by trying."""
    plan = state.edition.plan
    sexes: list[int] = []

    def fits() -> bool:
        chair = len(sexes) - 1
        for table in plan.tables_of[chair]:
            known = [sexes[other] for other in plan.chairs_of[table] if other <= chair]
            if max(known.count(0), known.count(1)) > 2:
                return False
        return True

    def search() -> bool:
        if len(sexes) == len(plan.chairs):
            return True
        for sex in (0, 1):
            sexes.append(sex)
            if fits() and search():
                return True
            sexes.pop()
        return False

    assert search()
    return sexes


def _free_one(base: State, draft: Draft, seated: bytearray, bag: list[int]) -> tuple[State, str]:
    plan = base.edition.plan
    chair = next(c for c, who in enumerate(seated) if who < 24 and len(plan.tables_of[c]) == 1)
    guest = seated[chair]
    seated[chair] = FREE
    draft.seated = bytes(seated)
    draft.hands = ((guest, base.hands[0][0]), base.hands[1])
    rest = [*bag, *base.hands[0][1:]]
    draft.bag = bytes(rest[:6])
    draft.removed = bytes(rest[6:])
    assert nation_of(guest) is not None
    return checked(draft, None), f"{GUESTS[guest]}@{plan.chairs[chair]}"


def board(reason: str, rules: str) -> tuple[State, str]:
    """A position of a board edition and the moves that end it by that reason."""
    match reason:
        case "chairs":
            return filling(rules)
        case "bar":
            bar = "CFm CFm CFm CFm CNm CNm CNm CNm CUm CUm CUm CUm DEm DEm DEm DEm ESm ESm ESm"
            return drawn(rules, INDIA, ["FRm FRf", "GBm"], at="l5", bar=bar, scores=[40, 0]), "FRm@bar"
        case "hand":
            return drawn(rules, INDIA, ["INf", "GBm"], at="l5", one_nation_tables=[5, 0]), "INf@l6"
        case "bag":
            left = EDITIONS[rules].bag_rest + 1
            return drawn(rules, INDIA, ["INf DEm", "GBm"], at="l5", bag_size=left), "INf@l6 done"
        case "last":
            bar = "CFm CFm CFm CFm CNm"
            return drawn(rules, INDIA, ["FRm FRf", "GBm"], at="l5", bar=bar, scores=[1, 0]), "FRm@bar"
        case "stuck":
            return stuck(rules), "pass pass"
        case _:
            raise AssertionError(f"no position for {reason}")


def stuck(rules: str) -> State:
    """Two players who hold a joker each that fits nowhere: every table has two gentlemen or is one's own."""
    state, _ = filling(rules)
    plan = state.edition.plan
    free = state.seated.index(FREE)
    sex = 1 - _sex_for(state, free)
    draft = state.draft()
    hand = [tile for hand in state.hands for tile in hand]
    tiles = [*hand, *state.bag, *state.removed]
    seated = bytearray(state.seated)
    while tiles.count(24 + sex) < 2:
        chair = next(c for c, who in enumerate(seated) if who >= 24 and who != FREE and who & 1 == sex)
        nations = [state.tables[table] for table in plan.tables_of[chair]]
        other = next((g for g in tiles if g < 24 and g >> 1 in nations and g & 1 == sex), None)
        assert other is not None, "the joker cannot be replaced"
        tiles.remove(other)
        tiles.append(24 + sex)
        seated[chair] = other
    for _ in range(2):
        tiles.remove(24 + sex)
    draft.seated = bytes(seated)
    draft.hands = ((24 + sex,), (24 + sex,))
    draft.bag = bytes(tiles[:6])
    draft.removed = bytes(tiles[6:])
    return checked(draft, None)


def _sex_for(state: State, chair: int) -> int:
    """The sex of the guest who is missing on the last free chair."""
    (table,) = state.edition.plan.tables_of[chair]
    ladies = sum(state.seated[c] & 1 for c in state.edition.plan.chairs_of[table] if c != chair)
    return 1 if ladies == 1 else 0


def card(reason: str, _: str) -> tuple[State, str]:
    """A position of the card game and the moves that end it by that reason."""
    match reason:
        case "tables":
            return drawn("card", CARD, ["RUm DEm", "DEf"], pile=[]), "RUm@c2"
        case "bag":
            return drawn("card", CARD, ["RUm DEm", "DEf"], bag_size=1), "draw"
        case "closed":
            return drawn("card", CARD, ["RUm", "DEf DEm"], scores=[3, 5]), "RUm@c2 close"
        case _:
            raise AssertionError(f"no position for {reason}")
