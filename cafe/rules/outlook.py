"""How near the end is, and what the bar costs each player until then (RULES 4.2, 4.6, 5).

Nothing here depends on a tile that somebody may not see: players and spectators have the same outlook.
"""

from __future__ import annotations

from typing import Final

from cafe.rules.scoring import hand_size
from cafe.rules.state import Draft
from cafe.rules.value import value

LAST_ROUNDS: Final = 3
"""The last phase begins when the game can end within so many rounds."""


@value
class Limit:
    """Something whose end is the game's end."""

    reason: str
    """As in `Over`."""
    left: int
    """How many more chairs, places, tiles or tables until then."""
    rounds: int
    """In how many rounds that can happen at the earliest; 1 is in this one."""
    player: int | None = None
    """Whose hand it is about, for `hand` and `closed`."""


@value
class BarAhead:
    """What a player pays if everybody goes to the bar from now on, turn by turn, until it is full."""

    player: int
    next: int
    """The points of the player's next place."""
    rest: int
    """Those of all places until the end, as far as they can be paid."""
    pays: bool
    """Whether the player can pay all of them."""


@value
class Outlook:
    """What ends the game and how near that is."""

    limits: tuple[Limit, ...]
    last: bool
    """The last phase has begun."""
    bar: tuple[BarAhead, ...]
    """By turn, from the mover on. Empty without a bar, and for who finds no place any more."""
    empty_hand: bool
    """An empty hand ends the game too, though nobody is near that: otherwise it is among the limits."""


def outlook(state: Draft) -> Outlook:
    """What ends the game and how near that is; nothing of it once the game is over."""
    if state.over is not None:
        return Outlook((), False, (), False)
    limits = _limits(state)
    # A hand of cards can grow again before its owner closes the café; everything else only becomes less.
    last = any(limit.rounds <= LAST_ROUNDS for limit in limits if limit.reason != "closed")
    empty_hand = state.edition.refills and all(limit.reason != "hand" for limit in limits)
    return Outlook(limits, last, _bar_ahead(state), empty_hand)


def _limits(state: Draft) -> tuple[Limit, ...]:
    edition = state.edition
    still_in = [player for player in range(state.players) if player not in state.out]
    hands = state.hands

    def shared(reason: str, left: int, a_turn: int) -> Limit:
        return Limit(reason, left, _rounds(left, a_turn * len(still_in)))

    def own(reason: str, player: int) -> Limit:
        left = len(hands[player])
        return Limit(reason, left, _rounds(left, edition.seats_a_turn), player)

    found = []
    if edition.table_cards:
        found.append(shared("tables", len(state.pile) + 1, 1))
    else:
        found.append(shared("chairs", state.free.bit_count(), edition.seats_a_turn))
    if edition.bar_points:
        found.append(shared("bar", len(edition.bar_points) - len(state.bar), 1))
    if edition.refills:
        finishing = [player for player in still_in if not hand_size(state, player)]
        if finishing:
            found.append(own("hand", min(finishing, key=lambda player: len(hands[player]))))
    drawn = edition.seats_a_turn if edition.refills else 1
    found.append(shared("bag", len(state.bag) - edition.bag_rest, drawn))
    holding = [player for player in still_in if hands[player]]
    if edition.draws and holding:  # an empty hand closes when it becomes empty, or not at all
        found.append(own("closed", min(holding, key=lambda player: len(hands[player]))))
    return tuple(found)


def _rounds(left: int, a_round: int) -> int:
    return max(1, -(-left // a_round))


def _bar_ahead(state: Draft) -> tuple[BarAhead, ...]:
    edition, place = state.edition, len(state.bar)
    bar_points, most = edition.bar_points, len(edition.bar_points)
    order = [*range(state.player, state.players), *range(state.player)]
    going = [player for player in order if player not in state.out] if state.out else order
    scores = list(state.scores)
    first: dict[int, int] = {}
    broke: set[int] = set()
    turn = unpaid = 0
    while place < most and (count := len(going)) > 1 and unpaid < count:
        if turn >= count:
            turn = 0
        player, points = going[turn], bar_points[place]
        if scores[player] + points >= 0:
            turn += 1
        else:
            broke.add(player)
            if not edition.debt_is_out:  # only the guest leaves, and the place stays free
                turn += 1
                unpaid += 1
                continue
            points = -scores[player]
            del going[turn]
        unpaid = 0
        scores[player] += points
        if player not in first:
            first[player] = points
        place += 1
    return tuple(
        [
            BarAhead(player, points, scores[player] - state.scores[player], player not in broke)
            for player, points in first.items()
        ]
    )
