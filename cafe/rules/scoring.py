"""What seating scores, how hands are refilled, and the end of a game (RULES 3, 4.4, 4.6, 5)."""

from __future__ import annotations

from cafe.rules.events import Over
from cafe.rules.floorplan import Chair, Table
from cafe.rules.guests import JOKERS, NO_NATION, Nation, Sex
from cafe.rules.state import Draft
from cafe.rules.tally import OF_NATION, SEX, Tally


def tallies_with(
    state: Draft, sex: Sex, nation: Nation | None, chair: Chair
) -> list[tuple[Table, Tally, Tally]]:
    """The tables of a chair with their tallies before and after a guest takes it; no nation is any nation."""
    tallies, tables = state.tallies, state.tables
    mixed = SEX[sex]
    own = mixed + OF_NATION
    found = []
    for table in state.edition.tables_of[chair]:
        tally = tallies[table]
        found.append((table, tally, tally + (own if nation is None or nation == tables[table] else mixed)))
    return found


def hand_size(state: Draft, player: int, completed: int = 0) -> int:
    """How many tiles a player refills the hand to, after this many more one-nation tables (RULES 4.4)."""
    return max(0, state.edition.first_hand - state.one_nation_tables[player] - completed)


def draws(state: Draft, hand: int, size: int) -> int:
    """How many tiles a hand of this many draws to reach that size, as far as the bag allows; none below 1."""
    return min(size - hand, len(state.bag) - state.edition.bag_rest)


def reason_to_end(state: Draft, passes: int) -> str | None:
    """The first reason in the rules' list that ends the game here, after this many passes in a row."""
    edition = state.edition
    if edition.table_cards:
        if NO_NATION in state.tables:
            return "tables"
    elif not state.free:
        return "chairs"
    if edition.bar_points and len(state.bar) == len(edition.bar_points):
        return "bar"
    if edition.refills and () in state.hands and any(_has_finished(state, p) for p in range(state.players)):
        return "hand"
    if len(state.bag) <= edition.bag_rest:
        return "bag"
    if edition.refills and (state.out or passes):
        still_in = len(state.hands) - len(state.out)
        if still_in < 2:
            return "last"
        if passes >= still_in:
            return "stuck"
    return None


def _has_finished(state: Draft, player: int) -> bool:
    """Whether a player still in has no tile and none to draw."""
    return not state.hands[player] and not hand_size(state, player) and player not in state.out


def result(state: Draft, reason: str) -> Over:
    """The final totals and ranks. Players who are out rank behind everybody still in, the first out last."""
    edition = state.edition
    players = range(state.players)
    penalties = tuple(
        sum(
            edition.joker_penalty if guest >= JOKERS else edition.penalty
            for guest in state.hands[player] + state.hidden[player]
        )
        for player in players
    )
    final = tuple(
        0 if player in state.out else state.scores[player] - penalties[player] for player in players
    )

    def merit(player: int) -> tuple[int, int, int]:
        if player in state.out:
            return state.out.index(player) - len(state.out), 0, 0
        return 0, final[player], -penalties[player] if edition.ties_by_penalty else 0

    merits = [merit(player) for player in players]
    ranks = tuple(1 + sum(other > mine for other in merits) for mine in merits)
    winners = tuple(player for player in players if ranks[player] == 1 and player not in state.out)
    return Over(reason, penalties, final, winners, ranks)
