"""How much luck leaves to skill: a player who sees the bag, against the bots. Offered nowhere else.

The seer follows its best turns through the real bag for some rounds, everybody playing as `regular`, and
takes the one that ends best; in the card game it sees the others' hands too.
`python -m bench.ceiling OPPONENT BAGS EDITION` plays it, two players, with mirrored seats.
"""

from __future__ import annotations

import sys
from random import Random

from bench.report import heading
from cafe.arena.statistics import bootstrap
from cafe.bots import BOTS, Budget
from cafe.bots.evaluation import value
from cafe.bots.options import blank
from cafe.bots.regular import judged
from cafe.bots.weights import stored_weights
from cafe.rules.edition import Edition, edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view

WIDTH = 6
"""Turns that the seer follows."""
TURNS_AHEAD = 8
"""Turns, of all players together, that it follows them for."""


def seers_turn(state: State) -> State:
    """The state after the turn that is best knowing what will be drawn."""
    player = state.player
    best: tuple[float, State] | None = None
    for turn in judged(blank(state), stored_weights())[:WIDTH]:
        after = state
        for action in turn.option.actions:
            after, _ = apply(after, action)
        found = _followed(after, player)
        if best is None or found > best[0]:
            best = found, after
    if best is None:
        raise AssertionError("a running game without a turn")
    return best[1]


def _followed(state: State, player: int) -> float:
    """What a position comes to for the player after some turns with the real bag, as `regular` plays them."""
    turns = 0
    while state.over is None and (turns < TURNS_AHEAD or state.player == player):
        turn = judged(blank(state), stored_weights(), width=10)[0]
        for action in turn.option.actions:
            state, _ = apply(state, action)
        turns += 1
    return value(state, player, stored_weights())


def game(rules: Edition, opponent: str, seed: int, seat: int) -> tuple[float, float]:
    """Whether the seer wins from this seat with this bag (a tie is half), and by how much."""
    state = new_game(rules, 2, seed)
    bot, rng = BOTS[opponent](), Random(seed)
    while state.over is None:
        if state.player == seat:
            state = seers_turn(state)
        else:
            seen = view(state, state.player)
            choice = bot.choose(seen, legal_actions(state), rng, Budget(nodes=1300))
            state, _ = apply(state, choice.action)
    winners = state.over.winners
    won = 1 / len(winners) if seat in winners else 0.0
    return won, float(state.over.final[seat] - state.over.final[1 - seat])


def main(opponent: str, bags: int, name: str) -> None:
    """Print the seer's share of wins and its lead."""
    heading(f"a player who sees the bag against {opponent}, {name}, 2 players, {bags} bags, both seats")
    rules = edition(name)
    shares, leads = [], []
    for bag in range(bags):
        both = [game(rules, opponent, 5_000_003 + bag, seat) for seat in (0, 1)]
        shares.append(sum(won for won, _ in both) / 2)
        leads.append(sum(lead for _, lead in both) / 2)
        share, lead = bootstrap(shares), bootstrap(leads)
        print(
            f"{bag + 1:4} bags: share {share.mean:.1%} ({share.low:.1%} to {share.high:.1%}), "
            f"lead {lead.mean:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})",
            flush=True,
        )


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(
            "expected an opponent, bags and an edition, such as: python -m bench.ceiling greedy 20 board"
        )
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
