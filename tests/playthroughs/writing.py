"""Whole games with every point, for people to read; `python -m tests.playthroughs` writes them."""

from __future__ import annotations

from pathlib import Path

from cafe.rules.edition import EDITIONS
from cafe.rules.events import Barred, Cleared, Dealt, Drawn, Event, Left, Out, Over, Partied, Seated
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.names import PLAYERS
from cafe.rules.record import make_record, read_record, replay, write_record
from tests.rules.games import Setup, random_game

FOLDER = Path(__file__).parent

GAMES = {
    f"{name}{'-all-variants' if full else ''}.cafe": Setup(
        name, rules.most_players, rules.known_variants if full else ()
    )
    for name, rules in EDITIONS.items()
    for full in (False, True)
}
"""One game of every edition as it is, and one with all its variants."""


def write(setup: Setup, seed: int = 1) -> str:
    """A random game in the notation, with what happened in each turn after it."""
    actions = [step.action for step in random_game(setup, seed)]
    players = tuple(PLAYERS[: setup.players])
    return annotate(write_record(make_record(setup.new(seed), actions, players)))


def annotate(text: str) -> str:
    """A record with a comment below every turn that lists its events."""
    record = read_record(text)
    told: dict[int, list[str]] = {}
    for played in replay(record):
        lines = (_tell(record.edition.plan, event) for event in played.events)
        told.setdefault(played.turn, []).extend(line for line in lines if line)
    found = []
    for line in text.splitlines():
        found.append(line)
        number = line.partition(". ")[0]
        found += [f"#    {event}" for event in told.get(int(number) if number.isdecimal() else 0, [])]
    return "\n".join(found) + "\n"


def _tell(plan: FloorPlan, event: Event) -> str:
    match event:
        case Seated():
            points = ", ".join(
                f"{paid.points} at {plan.tables[paid.table]} "
                f"({paid.guests}{' of its nation' if paid.one_nation else ''})"
                for paid in event.points
            )
            return f"{GUESTS[event.guest]} on {plan.chairs[event.chair]}: {points or 'party'}"
        case Partied():
            return f"party at {plan.tables[event.table]}: {event.points}"
        case Barred():
            return f"{GUESTS[event.guest]} at bar place {event.place}: {event.points}"
        case Left():
            return f"{GUESTS[event.guest]} leaves unpaid"
        case Drawn():
            return f"draws {GUESTS[event.guest]}"
        case Cleared():
            return f"cleared: {' '.join(plan.tables[table] for table in event.tables)}"
        case Dealt():
            return f"{plan.tables[event.table]} is now {NATIONS[event.nation]}"
        case Out():
            return f"{PLAYERS[event.player]} is out"
        case Over():
            ranks = " ".join(str(rank) for rank in event.ranks)
            return f"over by {event.reason}: {' '.join(map(str, event.final))}, ranks {ranks}"
        case _:
            return ""
