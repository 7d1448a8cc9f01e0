"""Turns that seem costly are looked at a second time, everybody playing on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cafe.analysis.analysis import analyse
from cafe.analysis.coach import Choice, advise
from cafe.analysis.decision import compare, look_again
from cafe.analysis.evaluations import NetworkValues
from cafe.analysis.playing_on import play_on
from cafe.analysis.valuation import Valuation
from cafe.bots.judge import Judgement, judge_for
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.names import action_from_text
from cafe.rules.position import read_position
from cafe.rules.record import make_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import view

LATE = read_position(
    "board - b1:CFm,d1:ESf,f1:CNf,m1:USm,o1:CUf,a2:CFf,c2:CFm,e2:ESm,g2:JKm=CN,l2:USf,n2:CUf,p2:CUm,b3:DEf,"
    "d3:GBf,f3:CNf,m3:USm,o3:CUm,a4:DEm,c4:GBm,e4:FRm,g4:FRf,l4:USf,n4:USf,p4:ITm,b5:DEf,d5:GBf,f5:FRm,"
    "m5:INm,o5:ITf,l6:INf,n6:INm,p6:RUf,m7:INf,o7:RUm,b10:RUm,d10:CUm,a11:RUm,c11:RUf,e11:CUf,b12:RUf,"
    "d12:CUm,m12:TRf,o12:CNf,a13:DEm,c13:DEf,e13:INf,n13:CNm,p13:CNm,b14:DEm,d14:INm,k14:FRf,m14:TRm,"
    "a15:TRm,c15:TRf,e15:ITm,j15:JKm=FR,l15:FRm,n15:GBf,p15:GBm,b16:TRf,d16:ITf,k16:JKf=FR,m16:CFf,o16:GBm "
    "CFm,ITf,DEm,ESm,FRm,ESm,ITm,ESm,DEf,CNm,GBm,INm,CNm,CFf,INf,USm,ITf CNf,ESf,GBf,TRm,USm/FRf "
    "TRf,CFf,ESf,CFm,RUm,ITm,TRm,CUf,FRf,ESf,RUf,USf,JKf - -/- - 9/105 0/4 - 0;-;-;-;-;0 -"
)
"""Played out, a Chinese lady at the bar costs 5 points, whatever is drawn; the network said 21."""


class Watched:
    """A network that is watched while it plays."""

    def __init__(self, name: str) -> None:
        self.judge = judge_for(edition(name))
        self.begun: list[int] = []
        """Who was asked at the beginning of a turn."""

    def ask(self, states: Sequence[State], legal: Sequence[Sequence[Action]]) -> list[Judgement]:
        self.begun += [state.player for state in states if not is_under_way(state)]
        return self.judge.ask(states, legal)


@pytest.mark.parametrize("name", ["board", "card"])
def test_everybody_plays_so_many_turns(name: str) -> None:
    state = new_game(edition(name), 3, 5)
    watched = Watched(name)
    (reached,) = play_on(watched, [state], 2)  # type: ignore[arg-type]
    assert watched.begun == [0, 1, 2, 0, 1, 2]
    assert reached.player == 0
    assert not is_under_way(reached)


def test_a_turn_under_way_is_finished_first() -> None:
    state = new_game(edition("board"), 2, 5)
    while not is_under_way(state):
        state, _ = apply(state, legal_actions(state)[0])
    watched = Watched("board")
    (reached,) = play_on(watched, [state], 1)  # type: ignore[arg-type]
    assert watched.begun == [1 - state.player, state.player]
    assert reached.player == 1 - state.player


def test_the_end_of_a_game_is_played_out() -> None:
    played, seen = [action_from_text(LATE.edition.plan, "CNf@bar")], view(LATE, LATE.player)
    valuation = Valuation(LATE.edition)
    first = compare(valuation, seen, played, Random(1))
    assert first.loss > 12
    second = look_again(valuation, seen, first, Random(1))
    assert 3 < second.loss < 7
    assert second.others[0] == (second.best, second.loss)
    assert 3 < advise([Choice(seen, played)], 1).comparison.loss < 7


def test_a_costly_turn_of_a_game_is_looked_at_again() -> None:
    actions = [action_from_text(LATE.edition.plan, "CNf@bar")]
    told: list[tuple[int, int]] = []
    found = analyse(make_record(LATE, actions, ("A", "B")), 1, lambda *done: told.append(done))
    assert 3 < found.turns[0].loss < 7
    most = NetworkValues.care.again.most
    assert told == [(1, 1 + most), (2, 1 + most)]
