"""What a match showed: ratings, win shares, score differences, lengths, endings, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import msgspec

from cafe.arena.match import Match
from cafe.arena.play import Played
from cafe.arena.results import Results
from cafe.arena.statistics import Estimate, average, bootstrap, percentile


class Standing(msgspec.Struct, frozen=True):
    """One contestant over the whole match."""

    name: str
    rating: float
    uncertainty: float
    """One standard deviation of the rating."""
    games: int
    win_share: Estimate
    """Share of wins per seat, ties shared; 1 / players is par."""
    points_a_turn: float
    final: float
    ms_mean: float
    ms_p99: float
    forfeits: dict[str, int]
    """Games lost before their end, by reason."""
    first_forfeit: str | None
    """What was expected in the first of them and what came instead."""


class Duel(msgspec.Struct, frozen=True):
    """One contestant against another: the first one's share of their wins, and its lead."""

    first: str
    second: str
    bags: int
    share: Estimate
    difference: Estimate


class Report(msgspec.Struct, frozen=True):
    """Everything that is reported; only the `ms` numbers depend on the machine."""

    match: Match
    bags: int
    games: int
    standings: list[Standing]
    duels: list[Duel]
    turns_a_game: float
    reasons: dict[str, float]
    differences: dict[str, list[float]]
    """For each duel, the differences by bag, for the plots."""


def report(results: Results) -> Report:
    """The report on all games so far, whatever order they were played in."""
    match = results.match
    games = [results.games[key] for key in sorted(results.games, key=_order)]
    duels, differences = _duels(match, games)
    reasons = Counter(game.reason for game in games)
    standings = [_standing(match, games, who, mu, sigma) for who, mu, sigma in _ratings(match, games)]
    return Report(
        match=match,
        bags=len({game.bag for game in games}),
        games=len(games),
        standings=sorted(standings, key=lambda standing: -standing.rating),
        duels=duels,
        turns_a_game=round(average([sum(game.turns) for game in games]), 2),
        reasons={reason: round(count / len(games), 4) for reason, count in sorted(reasons.items())},
        differences=differences,
    )


def _order(key: str) -> tuple[int, str]:
    bag, seats = key.split(":")
    return int(bag), seats


def _ratings(match: Match, games: Iterable[Played]) -> list[tuple[int, float, float]]:
    """Plackett-Luce ratings after all games; a contestant with several seats is rated by the average rank."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in match.contestants]
    for game in games:
        present = sorted(set(game.seats))
        ranks = [
            average([rank for rank, who in zip(game.ranks, game.seats, strict=True) if who == one])
            for one in present
        ]
        rated = model.rate([[ratings[one]] for one in present], ranks=ranks)
        for one, team in zip(present, rated, strict=True):
            ratings[one] = team[0]
    return [(who, rating.mu, rating.sigma) for who, rating in enumerate(ratings)]


def _standing(match: Match, games: list[Played], who: int, mu: float, sigma: float) -> Standing:
    shares: dict[int, list[float]] = {}
    finals: list[float] = []
    ms: list[float] = []
    points = turns = 0
    for game in games:
        for seat, sitting in enumerate(game.seats):
            if sitting == who:
                shares.setdefault(game.bag, []).append(_won(game, seat))
                finals.append(float(game.final[seat]))
                points += game.points[seat]
                turns += game.turns[seat]
                ms += game.ms[seat]
    lost = [game.lost for game in games if game.lost is not None and game.lost.contestant == who]
    return Standing(
        name=match.contestants[who].name,
        rating=round(mu, 3),
        uncertainty=round(sigma, 3),
        games=sum(who in game.seats for game in games),
        win_share=bootstrap([average(found) for found in shares.values()], match.seed),
        points_a_turn=round(points / max(1, turns), 3),
        final=round(average(finals), 2),
        ms_mean=round(average(ms), 2),
        ms_p99=round(percentile(ms, 0.99), 2),
        forfeits=dict(sorted(Counter(one.why for one in lost).items())),
        first_forfeit=lost[0].text if lost else None,
    )


def _won(game: Played, seat: int) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _duels(match: Match, games: list[Played]) -> tuple[list[Duel], dict[str, list[float]]]:
    found, plots = [], {}
    for one, other in combinations(range(len(match.contestants)), 2):
        shares, differences = duel_numbers(games, one, other, match.together)
        if not shares:
            continue
        names = match.contestants[one].name, match.contestants[other].name
        share, difference = bootstrap(shares, match.seed), bootstrap(differences, match.seed)
        found.append(Duel(*names, len(shares), share, difference))
        plots[" - ".join(names)] = [round(number, 2) for number in differences]
    return found, plots


def duel_numbers(
    games: Iterable[Played], one: int, other: int, together: bool = False
) -> tuple[list[float], list[float]]:
    """For each bag: what share of the pair's wins the first took, and its mean lead over the second.

    Seats count alike: with unequal numbers at a table every seating is played both ways.
    """
    wins: dict[int, list[tuple[float, float]]] = {}
    leads: dict[int, list[float]] = {}
    for game in games:
        if set(game.seats) != {one, other} and not (together and {one, other} <= set(game.seats)):
            continue
        mine = [seat for seat, who in enumerate(game.seats) if who == one]
        theirs = [seat for seat, who in enumerate(game.seats) if who == other]
        won = sum(_won(game, seat) for seat in mine), sum(_won(game, seat) for seat in theirs)
        wins.setdefault(game.bag, []).append(won)
        lead = average([game.final[seat] for seat in mine]) - average([game.final[seat] for seat in theirs])
        leads.setdefault(game.bag, []).append(lead)
    shares = []
    for bag in sorted(wins):
        first, both = sum(a for a, _ in wins[bag]), sum(a + b for a, b in wins[bag])
        shares.append(first / both if both else 0.5)
    return shares, [average(leads[bag]) for bag in sorted(leads)]


def played_text(report: Report) -> str:
    """How much was played, in words."""
    games = f"{report.games} game{'' if report.games == 1 else 's'}"
    return f"{games} over {report.bags} bag{'' if report.bags == 1 else 's'}"


def budget_text(match: Match) -> str:
    """How long the contestants think, in words."""
    own = [f"{one.name} {one.ms:g} ms" for one in match.contestants if one.ms is not None]
    given = f"{match.nodes} nodes per action" if match.nodes else f"{match.ms:g} ms per turn"
    return ", ".join((given, *own, f"{match.clock} clock"))


def forfeits_text(standing: Standing) -> str:
    """The games a contestant lost before their end: how many, why, and the first one's reason."""
    if standing.first_forfeit is None:
        return "0"
    counts = ", ".join(f"{count} {why}" for why, count in standing.forfeits.items())
    return f"{counts}; the first: {standing.first_forfeit}"
