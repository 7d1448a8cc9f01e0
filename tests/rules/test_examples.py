"""The worked examples of the printed sheets, each with its number in the rules page (RULES 8)."""

from __future__ import annotations

import pytest

from cafe.rules.errors import IllegalAction, Rule
from cafe.rules.events import Cleared, Dealt, Partied
from cafe.rules.seating import legal_actions
from cafe.rules.turns import apply
from tests.rules.drawing import action, drawn, paid, play


def refused(state: object, move: str) -> Rule:
    """The rule by which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, action(state, move))  # type: ignore[arg-type]
    return caught.value.refusal.rule


def test_example_1_three_guests_score_23() -> None:
    cafe = drawn(
        "card",
        """
        .    RUm  .    .    .
        .    RU   .    GB   .
        .    RUf  FR   .    .
        .    ES   .    IT   .
        .    .    .    .    .
        """,
        ["RUm ITm ITf DEm", "DEf"],
    )
    after, events = play(cafe, "RUm@c2 ITm@c4 ITf@d3")
    assert paid(after, events) == [{"b2": 6, "c3": 2}, {"c3": 3, "b4": 2}, {"d2": 2, "c3": 4, "d4": 4}]
    assert after.scores == (23, 0)
    plan = after.edition.plan
    cleared = next(event for event in events if isinstance(event, Cleared))
    assert [plan.tables[table] for table in cleared.tables] == ["c3"]
    assert [plan.chairs[chair] for chair in cleared.chairs] == ["c2", "b3", "d3", "c4"]


def test_example_2_mixed_guests_score_2_3_4_and_one_nation_4_6_8() -> None:
    india = drawn(
        "card",
        """
        .    INm  .    .    .
        .    IN   .    GB   .
        .    .    FR   .    .
        .    ES   .    IT   .
        .    .    .    .    .
        """,
        ["FRf FRm INf DEm", ""],
    )
    _, events = play(india, "FRf@b3 FRm@c2 INf@a2")
    assert [points.get("b2") for points in paid(india, events)] == [2, 3, 4]
    spain = drawn(
        "card",
        """
        .    .    .    .    .
        .    IN   .    GB   .
        .    .    FR   .    .
        .    ES   .    IT   .
        .    ESm  .    .    .
        """,
        ["ESf ESm ESf DEm", ""],
    )
    _, events = play(spain, "ESf@a4 ESm@c4 ESf@b3")
    assert [points.get("b4") for points in paid(spain, events)] == [4, 6, 8]


def test_example_3_a_pair_at_two_tables_scores_at_both() -> None:
    cafe = drawn(
        "card",
        """
        .    .    .    .    .
        .    DE   DEm  GB   .
        .    .    IT   .    .
        .    ES   .    FR   .
        .    .    .    .    .
        """,
        ["DEf RUm", ""],
    )
    after, events = play(cafe, "DEf@b3")
    assert paid(after, events) == [{"b2": 4, "c3": 2}]


def test_example_4_a_third_guest_with_one_of_them_at_another_table() -> None:
    cafe = drawn(
        "card",
        """
        .    DEm  .    .    .
        .    DE   DEf  GB   .
        .    .    CN   .    .
        .    ES   .    FR   .
        .    .    .    .    .
        """,
        ["CNm RUm", ""],
    )
    after, events = play(cafe, "CNm@b3")
    assert paid(after, events) == [{"b2": 3, "c3": 2}]


def test_example_5_guests_at_one_table_score_one_by_one() -> None:
    cafe = drawn(
        "card",
        """
        .    DEm  .    .    .
        .    DE   .    GB   .
        .    .    CN   .    .
        .    ES   .    FR   .
        .    .    .    .    .
        """,
        ["DEf CNm RUm", ""],
    )
    _, events = play(cafe, "DEf@a2 CNm@b3")
    assert [points["b2"] for points in paid(cafe, events)] == [4, 3]
    alike = drawn(
        "card",
        """
        .    DEm  .    .    .
        .    DE   .    GB   .
        .    .    CN   .    .
        .    ES   .    FR   .
        .    .    .    .    .
        """,
        ["DEf DEm DEf RUm", ""],
    )
    _, events = play(alike, "DEf@a2 DEm@c2 DEf@b3")
    assert [points["b2"] for points in paid(alike, events)] == [4, 6, 8]


def test_example_6_a_lady_between_the_english_and_the_african_table() -> None:
    cafe = drawn(
        "board",
        """
        CN  .    TR  .    CN
        .   .    .   .    .
        FR  CFf  CF  .    GB   GBm
        .   .    CFm .    .
        """.replace("CN  .    TR  .    CN", "ES  .    TR  .    CN"),
        ["GBf GBm", "DEm"],
        at="k13",
    )
    after, events = play(cafe, "GBf@n15")
    assert paid(after, events) == [{"m15": 3, "o15": 4}]
    assert refused(cafe, "GBm@n15") is Rule.SEAT_MIX


def test_example_7_two_tables_filled_by_one_guest_are_both_cleared() -> None:
    cafe = drawn(
        "card",
        """
        .    DEm  .    .    .
        DEf  DE   DEf  GB   .
        .    .    CN   CNm  .
        .    ES   CNf  FR   .
        .    .    .    .    .
        """,
        ["DEm RUm", ""],
        pile=["TR", "US", "IN"],
    )
    after, events = play(cafe, "DEm@b3")
    plan = after.edition.plan
    cleared = next(event for event in events if isinstance(event, Cleared))
    assert [plan.tables[table] for table in cleared.tables] == ["b2", "c3"]
    assert [plan.tables[event.table] for event in events if isinstance(event, Dealt)] == ["b2", "c3"]
    assert len(after.pile) == 1
    assert after.free == plan.all_chairs


@pytest.mark.parametrize(
    ("nation", "sex", "hand", "moves", "points"),
    [
        ("FR", "f", "FRf FRf FRf CNf DEm", "FRf@b1 FRf@a2 FRf@c2 CNf@b3", 20),
        ("DE", "m", "DEm DEm DEm DEm DEf", "DEm@b1 DEm@a2 DEm@c2 DEm@b3", 40),
    ],
)
def test_example_8_a_party_pays_20_or_40(nation: str, sex: str, hand: str, moves: str, points: int) -> None:
    other = "CNm" if sex == "f" else "CNf"
    cafe = drawn(
        "card+parties",
        f"""
        .    .        .    .    .
        .    {nation} .    GB   .
        .    .        CN   .    .
        .    ES       {other} IT .
        .    .        .    .    .
        """,
        [hand, ""],
    )
    after, events = play(cafe, f"party@b2={sex} {moves}")
    partied = [event for event in events if isinstance(event, Partied)]
    assert [(event.table, event.points) for event in partied] == [(0, points)]
    assert after.tallies[0] == 0, "the full table is cleared"


def test_example_9_the_classic_opening_scores_14() -> None:
    cafe = drawn(
        "board-classic",
        """
        .  .   .   .  .
        .  US  .   CU .
        .  .   .   .  .
        .  US  .   IT .
        """,
        ["USm USf", "INm INf", "USm DEm", "USm USf"],
        at="l1",
    )
    after, events = play(cafe, "USm@l2 USf@m1")
    assert paid(after, events) == [{}, {"m2": 2}]
    after, events = play(after, "INm@m7 INf@m5")
    assert paid(after, events) == [{}, {"m6": 2}]
    after, events = play(after, "USm@l4 done")
    assert paid(after, events) == [{"m4": 2}]
    after, events = play(after, "USm@m3 USf@n2")
    assert paid(after, events) == [{"m2": 3, "m4": 3}, {"m2": 8}]
    assert after.scores == (2, 2, 2, 14)


@pytest.mark.parametrize(
    ("drawing", "move", "points"),
    [
        ("INm:m7", "INf@l6", 4),
        ("INm:m7 INf:l6", "INm@n6", 6),
        ("INm:m7 INf:l6 INm:n6", "INf@m5", 8),
        ("INm:m7", "USf@m5", 2),
        ("INm:m7 USf:m5", "INm@n6", 3),
        ("INm:m7 USf:m5 INm:n6", "INf@l6", 4),
        ("INm:m7 USf:m5", "JKm=IN@n6", 3),
        ("INm:m7 INf:l6", "JKm=IN@n6", 6),
        ("INm:m7 INf:l6 INm:n6", "JKf=IN@m5", 8),
        ("JKm=IN:m7 JKf=IN:l6 JKm=IN:n6", "JKf=IN@m5", 8),
        ("JKm=IN:m7 JKf=IN:l6 JKm=RU:n6", "JKf=IN@m5", 4),
    ],
)
def test_example_10_guests_and_jokers_at_the_indian_table(drawing: str, move: str, points: int) -> None:
    seats = dict(part.split(":")[::-1] for part in drawing.split())
    cafe = drawn(
        "board",
        f"""
        .  {seats.get("m5", ".")}  .
        {seats.get("l6", ".")}  IN  {seats.get("n6", ".")}
        .  {seats.get("m7", ".")}  .
        """,
        [f"{move.split('@')[0].split('=')[0]} DEm", "DEf"],
        at="l5",
    )
    after, events = play(cafe, move)
    assert paid(after, events)[0]["m6"] == points


def test_example_11_a_spaniard_or_a_chinese_gentleman_may_replace_the_joker() -> None:
    cafe = drawn(
        "board",
        """
        .  .        .
        ES JKm=ES   CN
        .  .        .
        """,
        ["ESm CNm ESf DEm", ""],
        at="d1",
    )
    legal = legal_actions(cafe)
    assert action(cafe, "ESm*e2") in legal
    assert action(cafe, "CNm*e2") in legal
    assert refused(cafe, "ESf*e2") is Rule.SWAP_JOKER
    assert refused(cafe, "DEm*e2") is Rule.SWAP_MATCH


def test_example_12_the_sums_at_the_end() -> None:
    cafe = drawn(
        "board",
        """
        .   INf  .
        .   IN   .
        .   .    .
        """,
        ["DEm DEf CFm", "GBm JKf", "INm"],
        at="l5",
        scores=[67, 50, 57],
        one_nation_tables=[0, 0, 5],
        player=2,
    )
    after, _ = play(cafe, "INm@m7")
    assert after.over is not None
    assert (after.over.reason, after.over.penalties) == ("hand", (15, 15, 0))
    assert after.over.final == (52, 35, 61)
    assert (after.over.winners, after.over.ranks) == ((2,), (2, 3, 1))
