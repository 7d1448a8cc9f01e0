"""A finished game in three sentences: the best turn, the turning point, and who paid.

Each is a kind with the players and numbers it speaks of; a screen puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cafe.rules.events import Barred, Event, Over
from cafe.rules.state import State
from cafe.rules.value import value

SentenceKind = Literal[
    "best_turn",
    "best_turn_shared",
    "never_behind",
    "took_the_lead",
    "counted_out",
    "shared",
    "paid_at_the_bar",
    "left_over",
    "left_over_shared",
    "paid_nothing",
]


@value
class Sentence:
    """One sentence; a number that its kind does not speak of is 0."""

    kind: SentenceKind
    player: int
    other: int | None = None
    """Who was overtaken."""
    turn: int = 0
    points: int = 0
    guests: int = 0


Told = tuple[int, State, tuple[Event, ...]]
"""A turn: who played it, the state after it, what it did."""


def story(start: State, turns: Iterable[Told]) -> tuple[Sentence, ...]:
    """The sentences of a game from its start and all its turns; none while it is not over."""
    told = list(turns)
    over = told[-1][1].over if told else None
    if over is None:
        return ()
    scores = [start.scores, *(state.scores for _, state, _ in told)]
    best = _best_turn([player for player, _, _ in told], scores)
    return (*best, _turning_point(scores, over), _who_paid(told, over))


def _best_turn(players: list[int], scores: list[tuple[int, ...]]) -> tuple[Sentence, ...]:
    """The turn with the most points, the first of a player's; none where nobody scored."""
    brought = [scores[turn][player] - scores[turn - 1][player] for turn, player in enumerate(players, 1)]
    points = max(brought)
    if points <= 0:
        return ()
    turn = brought.index(points)
    best = {player for player, each in zip(players, brought, strict=True) if each == points}
    kind: SentenceKind = "best_turn" if len(best) == 1 else "best_turn_shared"
    return (Sentence(kind, players[turn], turn=turn + 1, points=points),)


def _turning_point(scores: list[tuple[int, ...]], over: Over) -> Sentence:
    """Since when the winner was ahead of everybody else."""
    winner = over.winners[0]
    if len(over.winners) > 1:
        return Sentence("shared", winner, points=over.final[winner])

    def next_best(after: int) -> int:
        others = (player for player in range(len(over.final)) if player != winner)
        return max(others, key=lambda player: scores[after][player])

    gaps = [each[winner] - each[next_best(after)] for after, each in enumerate(scores)]
    if gaps[-1] <= 0:
        return Sentence("counted_out", winner, next_best(-1))
    if min(gaps) >= 0:
        return Sentence("never_behind", winner)
    turn = 1 + max(after for after, gap in enumerate(gaps) if gap <= 0)
    return Sentence("took_the_lead", winner, next_best(turn - 1), turn=turn)


def _who_paid(told: list[Told], over: Over) -> Sentence:
    """Who paid most at the bar; else whom the guests that were left over cost most."""
    paid = [0] * len(over.final)
    guests = [0] * len(over.final)
    for _, _, events in told:
        for event in events:
            if isinstance(event, Barred) and event.points < 0:
                paid[event.player] -= event.points
                guests[event.player] += 1
    if any(paid):
        player = paid.index(max(paid))
        return Sentence("paid_at_the_bar", player, points=paid[player], guests=guests[player])
    if any(over.penalties):
        most = max(over.penalties)
        kind: SentenceKind = "left_over" if over.penalties.count(most) == 1 else "left_over_shared"
        return Sentence(kind, over.penalties.index(most), points=most)
    return Sentence("paid_nothing", over.winners[0])
