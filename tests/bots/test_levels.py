"""The four opponents for people, their mistakes and their words."""

from __future__ import annotations

from random import Random

from cafe.bots import BOTS, LEVELS, Budget
from cafe.bots.levels import OVERLOOKS, EasyBot
from cafe.bots.options import options
from cafe.bots.reasons import reasons
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import view
from tests.bots.corpus import corpus


def test_four_levels_each_with_a_character() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "master"]
    assert all(level.name and level.text and level.level in BOTS for level in LEVELS.values())


def test_easy_overlooks_as_often_as_stated() -> None:
    state = new_game(edition("board"), 2, 1)
    seen, legal = view(state, 0), legal_actions(state)
    rng = Random(1)
    times = sum(EasyBot().choose(seen, legal, rng, Budget()).info["overlooks"] is True for _ in range(100))
    assert abs(times / 100 - OVERLOOKS) < 0.15


def test_easy_without_mistakes_takes_the_most_points_and_with_them_sometimes_less() -> None:
    sharp = blind = 0
    for seed in range(3):
        state = new_game(edition("board"), 2, seed)
        rng = Random(seed)
        for _ in range(30):
            legal = legal_actions(state)
            seen = view(state, state.player)
            if not state.taken and len(legal) > 1:
                best = max(option.points for option in options(seen.known))
                for overlooks in (0.0, 1.0):
                    info = EasyBot(overlooks).choose(seen, legal, Random(1), Budget()).info
                    found = info["reasons"]
                    assert isinstance(found, dict)
                    sharp += overlooks == 0.0 and found["points"] < best
                    blind += overlooks == 1.0 and found["points"] < best
            state, _ = apply(state, legal[int(rng.random() * len(legal))])
            if state.over is not None:
                break
    assert sharp == 0
    assert blind > 0


def test_reasons_add_up_and_speak() -> None:
    for position in corpus():
        known = view(position.state, position.state.player).known
        turns = options(known)
        for option in turns[:3]:
            found = reasons(known, option, turns)
            assert isinstance(found["tables"], list)
            paid = sum(table["points"] for table in found["tables"])
            if "@bar" not in str(found["turn"]):
                assert paid == option.points, position.name
            assert str(found["text"]).endswith(".")
