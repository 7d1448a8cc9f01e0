"""What a player types becomes actions; what a player may do becomes a numbered list with points."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import groupby

from rich.text import Text

from cafe.rules.actions import Action, Done, Party
from cafe.rules.ahead import turns
from cafe.rules.errors import TurnError
from cafe.rules.events import (
    Barred,
    Cleared,
    Closed,
    Dealt,
    Drawn,
    Event,
    Hidden,
    Left,
    Out,
    Over,
    Partied,
    Passed,
    Seated,
    Swapped,
    Turn,
)
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import GUEST_INDEX, GUESTS, Guest
from cafe.rules.names import action_from_text, action_text
from cafe.rules.scoring import hand_size
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.rules.turns import apply
from cafe.terminal.palette import FAINT, points_text
from cafe.terminal.words import brief_points, refusal_text, table_name

BEST_TURNS = 24
"""How many complete turns a list shows, unless all are asked for."""

_TILE = r"([a-z]{2})([mf])(?:=([a-z]{2}))?"
_ON_CELL = re.compile(_TILE + r"([@*])(\w+)", re.IGNORECASE)
_ALONE = re.compile(_TILE, re.IGNORECASE)
_PLACE = re.compile(r"[a-z]\d{1,2}|bar|down", re.IGNORECASE)


class Refused(Exception):
    """What was typed cannot be done; the text says why."""


@dataclass(frozen=True)
class Offer:
    """Something that a player may do: one action, or a whole turn."""

    actions: tuple[Action, ...]
    what: str
    points: int
    where: str
    """Which table scores how much, and what else happens."""


def read_moves(plan: FloorPlan, line: str) -> tuple[Action, ...]:
    """The actions in a line, in any letter case: `DEm@d3 DEf@c4` or `dem d3`; Refused says what is wrong."""
    words = line.replace(",", " ").split()
    joined: list[str] = []
    for word in words:
        if joined and _ALONE.fullmatch(joined[-1]) and _PLACE.fullmatch(word):
            joined[-1] += f"@{word}"
        else:
            joined.append(word)
    try:
        return tuple(action_from_text(plan, _spelled(word)) for word in joined)
    except ValueError as error:
        text = str(error)
        raise Refused(f"{text[0].upper()}{text[1:]} (? for help)") from None


def _spelled(word: str) -> str:
    """The word as the notation spells it."""
    match = _ON_CELL.fullmatch(word)
    if match is None:
        return word.lower()
    nation, sex, stands_for, sign, cell = match.groups()
    name = f"={stands_for.upper()}" if stands_for else ""
    return f"{nation.upper()}{sex.lower()}{name}{sign}{cell.lower()}"


def read_guest(word: str) -> Guest | None:
    """The guest of a name in upper or lower case."""
    return GUEST_INDEX.get(f"{word[:2].upper()}{word[2:].lower()}")


def check(known: State, actions: Sequence[Action]) -> int:
    """How many of these actions can be judged now: all, or as many as lead to a new table card.

    Refused says which of them is not legal, or that the turn is over before the last.
    """
    try:
        try_actions(known, actions)
    except TurnError as error:
        step = error.step
        if error.refusal is not None:
            before = "" if len(actions) == 1 else f"Step {step + 1}: "
            after = "" if len(actions) == 1 else " Nothing was done."
            raise Refused(f"{before}{refusal_text(error.refusal)}{after}") from None
        if error.ended:
            over = action_text(known.edition.plan, actions[step - 1])
            raise Refused(
                f"The turn is over after {over}: nothing can follow it. Nothing was done."
            ) from None
        return step
    return len(actions)


def action_offers(known: State, guest: Guest | None = None) -> list[Offer]:
    """Every legal action, or every one for a guest, with what it scores; the most points first."""
    chosen = [
        action for action in legal_actions(known) if guest is None or getattr(action, "guest", None) == guest
    ]
    offers = [_offer(known, (action,)) for action in chosen]
    return sorted(offers, key=lambda offer: (-offer.points, isinstance(offer.actions[0], Done)))


def turn_offers(known: State, most: int = BEST_TURNS) -> tuple[list[Offer], int]:
    """The complete turns that score most, best first, and how many there are in all."""
    best: dict[State, tuple[Action, ...]] = {}
    points: dict[State, int] = {}
    for turn in turns(known):
        if turn.after not in points or turn.points > points[turn.after]:
            best[turn.after], points[turn.after] = turn.actions, turn.points
    found = nlargest(most, points, key=points.__getitem__)
    return [_offer(known, best[after]) for after in found], len(points)


def turn_offer(known: State, actions: Sequence[Action]) -> Offer:
    """One complete turn with what it scores."""
    return _offer(known, tuple(actions))


def _offer(known: State, actions: tuple[Action, ...]) -> Offer:
    state, where = known, []
    plan = known.edition.plan
    for action in actions:
        before = state
        state, events = apply(state, action)
        if len(actions) == 1 or state.scores != before.scores or state.over is not None:
            where.append(_where(before, action, state, events))
    points = state.scores[known.player] - known.scores[known.player]
    what = " ".join(action_text(plan, action) for action in actions)
    return Offer(actions, what, points, "  ".join(part for part in where if part))


def _where(before: State, action: Action, after: State, events: tuple[Event, ...]) -> str:
    """Where the points of one action come from and what else it does, in a few letters."""
    if isinstance(action, Party):
        low, high = before.edition.party_points
        return f"for {low} or {high}"
    if isinstance(action, Done):
        count = hand_size(before, before.player) - len(before.hand) if before.edition.refills else 0
        return f"draw {count}" if count > 0 else ""
    parts = []
    for event in events:
        match event:
            case Seated(_, _, _, _, paid):
                nothing = "" if before.party else "then a partner" if after.owes is not None else "alone"
                parts.append(brief_points(before, paid) or nothing)
            case Partied(_, _, points):
                parts.append(f"party{points:+d}")
            case Barred(_, _, place, _):
                parts.append(f"place {place}")
            case Left():
                parts.append("leaves the game")
            case Swapped(_, _, _, joker):
                parts.append(f"gets {GUESTS[joker]}")
            case Hidden():
                parts.append("face down")
            case Cleared(tables, _):
                parts.append("clears " + ", ".join(table_name(before, table) for table in tables))
            case Out():
                parts.append("out of the game!")
            case Over():
                parts.append("ends the game")
            case Drawn() | Dealt() | Passed() | Closed() | Turn():
                pass
    return " ".join(part for part in parts if part)


def offer_text(number: int, offer: Offer, width: int) -> Text:
    """One line of a numbered list."""
    line = Text("").append(f"{number:>2} ", FAINT).append(offer.what.ljust(width)).append(" ")
    return line.append_text(points_text(offer.points, 3)).append(f" {offer.where}", FAINT)


def columns(texts: Sequence[Text], width: int, most: int) -> list[Text]:
    """Texts in as many columns as fit the width, read downwards."""
    widest = max((len(text) for text in texts), default=0) + 3
    across = max(1, min(most, (width + 3) // widest))
    down = -(-len(texts) // across)
    lines = []
    for row in range(down):
        line = Text("")
        for column, text in enumerate(texts[row::down]):
            line.pad_right(max(0, column * widest - len(line)))
            line.append_text(text)
        line.truncate(width)
        lines.append(line)
    return lines


def offer_lines(offers: Sequence[Offer], first: int, width: int) -> list[Text]:
    """A numbered list in columns; whole turns that follow single actions are set apart from them."""
    lines = []
    starts_single = bool(offers) and len(offers[0].actions) == 1
    for several, group in groupby(offers, key=lambda offer: not starts_single or len(offer.actions) > 1):
        part = list(group)
        widest = max(len(offer.what) for offer in part)
        texts = [offer_text(number, offer, widest) for number, offer in enumerate(part, first)]
        lines += columns(texts, width, most=2 if several else 4)
        first += len(part)
    return lines
