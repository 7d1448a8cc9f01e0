"""Positions from every edition and number of players: throughout random games, and rare ones searched for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from cafe.rules.actions import Party, Pass, Seat
from cafe.rules.edition import EDITIONS, Edition, edition
from cafe.rules.guests import JOKERS
from cafe.rules.seating import legal_actions, open_chairs
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply


@dataclass(frozen=True)
class Position:
    """A state and why it is in the corpus."""

    name: str
    state: State


KINDS: dict[str, Callable[[State], bool]] = {
    "late": lambda state: state.free.bit_count() <= 6 if not state.edition.draws else len(state.bag) <= 5,
    "eliminated": lambda state: bool(state.out),
    "forced pass": lambda state: isinstance(legal_actions(state)[0], Pass),
    "party possible": lambda state: (
        state.edition.parties and any(isinstance(action, Party) for action in legal_actions(state))
    ),
    "party under way": lambda state: state.party is not None,
    "empty hand": lambda state: state.may_close,
    "partner owed": lambda state: state.owes is not None,
    "two jokers": lambda state: sum(tile >= JOKERS for tile in state.hand) >= 2,
    "twelve cards": lambda state: state.edition.draws and len(state.hand) == 12,
}


def rules() -> list[Edition]:
    """Every edition, plain and with all its variants."""
    return [edition(name, variants) for name in EDITIONS for variants in ((), EDITIONS[name].known_variants)]


@cache
def corpus() -> tuple[Position, ...]:
    """A few positions of every kind in every edition, and some from the middle of the game."""
    found: list[Position] = []
    for rule in rules():
        wanted = dict.fromkeys(KINDS, 2)
        for seed in range(24):
            players = rule.least_players + seed % (rule.most_players - rule.least_players + 1)
            rng = Random(seed)
            state = new_game(rule, players, seed)
            steps = 0
            while state.over is None:
                name = f"{rule.name} {'+'.join(rule.variants)} {players}p seed {seed} step {steps}"
                if steps in (0, 15, 30) and seed < 3:
                    found.append(Position(name, state))
                for kind, holds in KINDS.items():
                    for like in (state, *_made(kind, state)) if wanted[kind] else ():
                        if wanted[kind] and holds(like):
                            wanted[kind] -= 1
                            found.append(Position(f"{name}: {kind}", like))
                legal = legal_actions(state)
                state, _ = apply(state, legal[int(rng.random() * len(legal))])
                steps += 1
    return tuple(found)


def _made(kind: str, state: State) -> list[State]:
    """Positions of a kind that random games hardly ever reach, made from this one."""
    if state.taken or state.party is not None:
        return []
    if kind == "forced pass" and state.edition.jokers_a_sex and state.free.bit_count() < 9:
        found = [with_hand(state, hand) for hand in ((JOKERS,), (JOKERS + 1,), (JOKERS, JOKERS + 1))]
        return [made for made in found if made is not None]
    if kind == "empty hand" and state.edition.draws:
        made = [with_hand(state, (tile,)) for tile in sorted(set(state.hand))]
        steps = [
            apply(one, action)[0]
            for one in made
            if one is not None
            for action in legal_actions(one)
            if isinstance(action, Seat)
        ]
        return [after for after in steps if after.over is None]
    return []


def with_hand(state: State, hand: tuple[int, ...]) -> State | None:
    """The position with this hand for the player to move, swapped with the bag; None if it lacks a tile."""
    tiles = [*state.bag, *state.hand]
    for tile in hand:
        if tile not in tiles:
            return None
        tiles.remove(tile)
    hands = tuple(hand if player == state.player else other for player, other in enumerate(state.hands))
    draft = state.draft()
    draft.hands, draft.bag = hands, bytes(tiles)
    draft.open_to = open_chairs(draft)
    return draft.freeze()
