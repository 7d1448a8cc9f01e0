"""Positions to try things in: a corner of the board, a small card game, and one for every refusal."""

from __future__ import annotations

from typing import Any

from cafe.rules.errors import Facts, Rule
from cafe.rules.state import State
from tests.rules.drawing import drawn, play


def india(hand: str, drawing: str = "", **more: Any) -> State:
    """The corner of the board with the Indian table m6; player 0's hand is given, and others'."""
    others = more.pop("others", ["DEf"])
    rules = more.pop("rules", "board")
    return drawn(
        rules,
        drawing
        or """
        .  .    .
        .  US   .
        .  .    .
        .  IN   .
        .  INm  .
        """,
        [hand, *others],
        at="l3",
        **more,
    )


def card(hand: str, **more: Any) -> State:
    """A card game in which a Russian gentleman sits at the first table."""
    others = more.pop("others", ["CFf"])
    rules = more.pop("rules", "card")
    return drawn(
        rules,
        """
        .  RUm .  .  .
        .  RU  .  GB .
        .  .   FR .  .
        .  ES  .  IT .
        .  .   .  .  .
        """,
        [hand, *others],
        **more,
    )


def over() -> State:
    """A game that has just ended."""
    cafe = india("INf", one_nation_tables=[5, 0])
    return play(cafe, "INf@l6")[0]


JOKER = """
.  .    .
.  US   .
.  .    .
.  IN   JKm=IN
.  INf  .
"""

POSITIONS: dict[Rule, list[tuple[Any, str, Facts]]] = {
    Rule.GAME_OVER: [(over, "INf@l6", Facts())],
    Rule.TURN_ACTION: [
        (lambda: india("INf DEm"), "draw", Facts(expected=("seat", "bar", "swap"))),
        (lambda: india("INf DEm"), "done", Facts(expected=("seat", "bar", "swap"))),
        (lambda: india("INf DEm"), "pass", Facts(expected=("seat", "bar", "swap"))),
        (lambda: india("INf DEm"), "party@m6=m", Facts(expected=("seat", "bar", "swap"))),
        (lambda: play(india("INf DEm CFf"), "INf@l6")[0], "DEm@bar", Facts(expected=("seat", "done"))),
        (lambda: play(india("DEm DEf INf"), "DEm@a4")[0], "done", Facts(expected=("seat",))),
        (lambda: card("RUf"), "RUf@bar", Facts(expected=("seat", "draw", "hide"))),
        (lambda: play(card("RUf"), "RUf@a2")[0], "RUf@a2", Facts(expected=("close", "done"))),
    ],
    Rule.CELL_UNKNOWN: [
        (lambda: india("INf"), "INf@z9", Facts()),
        (lambda: india("INf"), "INf@m6", Facts()),
        (lambda: india("INf"), "INf*f6", Facts()),
        (lambda: card("RUf", rules="card+parties"), "party@a1=f", Facts()),
    ],
    Rule.HAND_MISSING: [
        (lambda: india("INf"), "ITf@l6", Facts(guest="ITf")),
        (lambda: india("INf"), "XYf@l6", Facts()),
        (lambda: india("INf"), "ITf@bar", Facts(guest="ITf")),
        (lambda: card("RUf"), "ITf@down", Facts(guest="ITf")),
    ],
    Rule.CHAIR_TAKEN: [(lambda: india("INf"), "INf@m7", Facts(guest="INm", chair="m7"))],
    Rule.JOKER_AS: [
        (lambda: india("JKf"), "JKf@l6", Facts(guest="JKf", chair="l6", nations=("IN",))),
        (lambda: india("JKf"), "JKf=DE@m5", Facts(guest="JKf", chair="m5", nations=("US", "IN"))),
        (lambda: india("INf"), "INf=IN@l6", Facts(guest="INf", chair="l6", nations=())),
        (
            lambda: india("JKf", rules="board-classic"),
            "JKf=IN@l6",
            Facts(guest="JKf", chair="l6", nations=()),
        ),
    ],
    Rule.SWAP_JOKER: [
        (lambda: india("INf", JOKER), "INf*n6", Facts(guest="INf", chair="n6")),
        (lambda: india("INm", JOKER), "INm*l6", Facts(guest="INm", chair="l6")),
        (lambda: india("INm", JOKER), "INm*m7", Facts(guest="INm", chair="m7")),
    ],
    Rule.SWAP_MATCH: [
        (lambda: india("DEm", JOKER), "DEm*n6", Facts(guest="DEm", chair="n6", nations=("IN", "RU"))),
        (lambda: india("JKm", JOKER), "JKm*n6", Facts(guest="JKm", chair="n6", nations=("IN", "RU"))),
        (
            lambda: india("RUm", JOKER, rules="board+exact-swap"),
            "RUm*n6",
            Facts(guest="RUm", chair="n6", nations=("IN",)),
        ),
    ],
    Rule.BAR_JOKER: [(lambda: india("JKm"), "JKm@bar", Facts(guest="JKm"))],
    Rule.CARD_DRAW: [
        (lambda: card("CFm CFm CFm CFm CNm CNm CNm CNm CUm CUm CUm CUm"), "draw", Facts(hand=12)),
    ],
    Rule.CARD_HIDE: [(lambda: card("CFm"), "CFm@down", Facts(hand=1))],
    Rule.PARTY_COMPLETE: [
        (
            lambda: india("INm INm", rules="board+parties"),
            "party@m6=m",
            Facts(guest="m", table="m6", gentlemen=1, ladies=0, hand=2),
        ),
        (
            lambda: india("INf INf INf INf", rules="board+parties"),
            "party@m6=f",
            Facts(guest="f", table="m6", gentlemen=1, ladies=0, hand=4),
        ),
        (
            lambda: play(india("INm INm INm DEm", rules="board+parties"), "party@m6=m")[0],
            "DEm@a4",
            Facts(guest="m", table="m6", gentlemen=1, ladies=0, hand=4),
        ),
    ],
    Rule.SEAT_NATION: [
        (lambda: india("ITf"), "ITf@m5", Facts(guest="ITf", chair="m5", nations=("US", "IN"))),
    ],
    Rule.SEAT_MIX: [
        (
            lambda: india("INm"),
            "INm@l6",
            Facts(guest="INm", chair="l6", table="m6", gentlemen=2, ladies=0),
        ),
    ],
    Rule.SEAT_PARTNER: [
        (
            lambda: play(india("DEm DEf INf"), "DEm@a4")[0],
            "INf@l6",
            Facts(guest="INf", chair="a4"),
        ),
    ],
    Rule.SEAT_ALONE: [
        (lambda: india("DEm INf"), "DEm@a4", Facts(guest="DEm", chair="a4")),
        (lambda: play(india("DEm DEf INf"), "INf@l6")[0], "DEm@a4", Facts(guest="DEm", chair="a4")),
    ],
}
