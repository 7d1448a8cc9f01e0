"""Statistics over the finished games of a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cafe.protocol.exports import ACCOUNT
from cafe.protocol.profile import CourseForm, OpponentForm, SpellForm, StandingForm, StatisticsForm
from cafe.rules.edition import EDITIONS
from cafe.server.turn.finished_game import level_of
from cafe.store.results import Opponent, ResultRow

MOST_SPELLS = 24
"""The most points of a graph."""


def statistics_form(rows: Sequence[ResultRow], met: Sequence[Opponent]) -> StatisticsForm:
    """The statistics over games that count, which are in the order in which they ended."""
    order = list(EDITIONS)

    def kind(row: ResultRow) -> tuple[int, int]:
        return order.index(row.edition) if row.edition in order else len(order), row.players

    standings = [
        _standing(list(games)) for _, games in groupby(sorted(rows, key=kind), key=lambda row: kind(row))
    ]
    editions = dict.fromkeys(standing.edition for standing in standings)
    return StatisticsForm(
        games=len(rows),
        wins=_wins(rows),
        standings=standings,
        opponents=_opponents(met),
        courses=[
            CourseForm(edition, spells([row for row in rows if row.edition == edition]))
            for edition in editions
        ],
    )


def _wins(rows: Sequence[ResultRow]) -> int:
    return sum(row.rank == 1 for row in rows)


def _average(numbers: Sequence[int | None]) -> float:
    return round(sum(number or 0 for number in numbers) / len(numbers), 2)


def _standing(rows: Sequence[ResultRow]) -> StandingForm:
    return StandingForm(
        rows[0].edition,
        rows[0].players,
        len(rows),
        _wins(rows),
        _average([row.points for row in rows]),
        _average([row.margin for row in rows]),
    )


def spells(rows: Sequence[ResultRow]) -> list[SpellForm]:
    """The games in spells of equal length, as short as possible without more spells than a graph has points.

    Games at the beginning that do not fill a spell are left out, so that the latest are always included.
    """
    length = max(1, -(-len(rows) // MOST_SPELLS))
    found = []
    for first in range(len(rows) % length, len(rows), length):
        some = rows[first : first + length]
        points, margin = _average([row.points for row in some]), _average([row.margin for row in some])
        found.append(SpellForm(some[0].ended, some[-1].ended, length, points, margin))
    return found


def _opponents(met: Sequence[Opponent]) -> list[OpponentForm]:
    """Opponents, the most frequent first; bots of one level are one opponent, whatever they are called."""
    found: dict[tuple[str | None, str | None], OpponentForm] = {}
    for each in met:
        level = None if each.bot is None else level_of(each.bot)
        bot = ACCOUNT if each.author is not None else level
        key = level, each.person
        known = found.get(key)
        games, wins = (0, 0) if known is None else (known.games, known.wins)
        found[key] = OpponentForm(each.name, bot, games + each.games, wins + each.wins)
    return sorted(found.values(), key=lambda opponent: -opponent.games)
