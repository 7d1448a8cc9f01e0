"""The five opponents for people, their mistakes and their words."""

from __future__ import annotations

from random import Random

import pytest

from cafe.bots import BOTS, LEVELS, Budget
from cafe.bots.easy import MISTAKES, TABLE, EasyBot
from cafe.bots.options import options
from cafe.bots.reasons import reasons
from cafe.rules.actions import CLOSE, DONE, DRAW, Bar
from cafe.rules.edition import edition
from cafe.rules.guests import NATION_NAMES, NATIONS
from cafe.rules.names import action_from_text
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.bots.corpus import corpus
from tests.rules.positions import card


def test_five_levels_each_with_a_character() -> None:
    assert list(LEVELS) == ["beginner", "easy", "medium", "hard", "master"]
    assert all(level.name and level.character and level.level in BOTS for level in LEVELS.values())


def test_easy_makes_each_mistake_as_often_as_stated() -> None:
    state = new_game(edition("board"), 2, 1)
    seen, legal = view(state, 0), legal_actions(state)
    rng = Random(1)
    made: dict[str, float] = dict.fromkeys(MISTAKES, 0.0)
    for _ in range(200):
        info = EasyBot().choose(seen, legal, rng, Budget(nodes=100_000)).info
        mistakes, tables = info["mistakes"], info["tables"]
        assert isinstance(mistakes, list)
        assert isinstance(tables, list)
        for name in mistakes:
            made[name] += 1
        made[TABLE] += len(tables) / len(state.tables)
    assert {name: made[name] / 200 for name in MISTAKES} == pytest.approx(dict(MISTAKES), abs=0.1)


def _lost(mistake: str | None) -> tuple[int, int]:
    """In how many turns of a few games easy gives away points, of how many; always or never mistaken."""
    bot = EasyBot({} if mistake is None else {mistake: 1.0})
    lost = turns = 0
    for seed in range(6):
        state = new_game(edition("board"), 2, seed)
        rng = Random(seed)
        while state.over is None:
            legal = legal_actions(state)
            seen = view(state, state.player)
            if not state.taken and len(legal) > 1:
                info = bot.choose(seen, legal, Random(1), Budget(nodes=100_000)).info["reasons"]
                assert isinstance(info, dict)
                lost += info["points"] < max(option.points for option in options(seen.known))
                turns += 1
            state, _ = apply(state, legal[int(rng.random() * len(legal))])
    return lost, turns


def test_without_mistakes_easy_takes_the_most_points() -> None:
    lost, turns = _lost(None)
    assert lost == 0
    assert turns > 50


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_of_easy_costs_points_now_and_then(mistake: str) -> None:
    lost, turns = _lost(mistake)
    assert 0 < lost < turns


def test_easy_who_overlooks_the_second_guest_stops_after_one() -> None:
    state = new_game(edition("board"), 2, 1)
    bot, rng = EasyBot({"second guest": 1.0}), Random(1)
    guests: list[int] = []
    while state.over is None:
        action = bot.choose(
            view(state, state.player), legal_actions(state), rng, Budget(nodes=100_000)
        ).action
        after, _ = apply(state, action)
        if state.taken and state.owes is None:
            guests.append(len(state.taken) + (action != DONE))
        state = after
    assert set(guests) == {1}


def test_reasons_add_up_and_speak() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        turns = options(known)
        for option in turns[:3]:
            found = reasons(known, option, turns)
            assert isinstance(found["tables"], list)
            paid = sum(table["points"] for table in found["tables"])
            gained = option.after.scores[known.player] - known.scores[known.player]
            assert found["points"] == gained, position.name
            assert paid == (0 if "@bar" in str(found["turn"]) else gained), position.name
            text = str(found["text"])
            assert f": {gained} point" in text, position.name
            for table in found["tables"]:
                nation = NATION_NAMES[NATIONS.index(table["nation"])]
                assert f"{table['points']} at the table of {nation}" in text, position.name


def test_reasons_say_what_drawing_does_without_and_what_closing_brings() -> None:
    waits = view(card("RUf CNm"), 0).known
    turns = options(waits)
    draw = next(option for option in turns if DRAW in option.actions)
    assert reasons(waits, draw, turns)["instead"] == 4
    assert reasons(waits, draw, [draw])["instead"] is None
    ends = view(apply(card("RUf", scores=[9, 4]), action_from_text(waits.edition.plan, "RUf@a2"))[0], 0).known
    for option in options(ends):
        expected = 13 - (4 - 2) if CLOSE in option.actions else None
        assert reasons(ends, option)["lead"] == expected


def test_reasons_say_what_the_bar_will_cost_and_that_the_end_is_near() -> None:
    begun = new_game(edition("board"), 2, seed=7)
    for taken, costs in ((3, None), (6, {"now": -4, "later": -8}), (16, {"now": -24, "later": -28})):
        bar = bytes(begun.bag[:taken])
        state = view(begun.but(bar=bar, bag=begun.bag[taken:], scores=(90, 90)), 0).known
        to_the_bar = next(option for option in options(state) if isinstance(option.actions[0], Bar))
        found = reasons(state, to_the_bar)
        assert found["bar"] == costs
        assert found["rounds"] == (2 if taken == 16 else None)
        assert ("The game can end within 2 rounds." in str(found["text"])) == (taken == 16)
