"""How the players stand, now and at the end, where some tiles may be blank."""

from __future__ import annotations

from cafe.rules.guests import BLANK, JOKERS
from cafe.rules.state import Hand, State

OUT = -60.0
"""The margin of a player who is out: behind everybody, whatever the sums say."""


def cost_of(state: State, hand: Hand) -> int:
    """What these tiles cost if the game ends now; a blank tile counts as a guest."""
    edition = state.edition
    return sum(edition.joker_penalty if JOKERS <= tile != BLANK else edition.penalty for tile in hand)


def final(state: State, player: int) -> int:
    """A player's points minus what the hand and the face-down cards would cost now."""
    if player in state.out:
        return 0
    return state.scores[player] - cost_of(state, state.hands[player] + state.hidden[player])


def margin(state: State, player: int) -> float:
    """How far a player is ahead of the best other player if the game ends now; at most 60 either way."""
    if player in state.out:
        return OUT
    others = [final(state, other) for other in range(state.players) if other not in (player, *state.out)]
    if not others:
        return -OUT
    return max(OUT, min(-OUT, float(final(state, player) - max(others))))


def tiles_to_come(state: State) -> int:
    """How many tiles can still be drawn before the bag ends the game."""
    return max(0, len(state.bag) - state.edition.bag_rest)


def laid(state: State, player: int) -> float:
    """How much less the player's face-down cards will cost than the others' do on average."""
    costs = [cost_of(state, hand) for hand in state.hidden]
    return (sum(costs) - costs[player]) / (state.players - 1) - costs[player]
