"""Answers to a player's questions: where a guest may sit and why not elsewhere, and a hint."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from random import Random

from rich.style import Style
from rich.text import Text

from cafe.bots import LEVELS, Budget
from cafe.bots.turn import whole_turn
from cafe.rules.actions import Seat
from cafe.rules.errors import Refusal, Rule
from cafe.rules.explain import explain, explain_guest
from cafe.rules.guests import GUESTS, Guest
from cafe.rules.names import action_text
from cafe.rules.party import nations_at
from cafe.rules.view import View, determinise
from cafe.terminal.moves import Offer, Refused, action_offers, read_guest, read_moves, turn_offer
from cafe.terminal.palette import FAINT, GAIN, STRONG
from cafe.terminal.words import refusal_text

ADVISER = LEVELS["master"]
ELSEWHERE = (Rule.CHAIR_TAKEN, Rule.SEAT_NATION)
"""The rules that forbid most chairs, listed last."""


def why(view: View, words: str, width: int) -> list[Text]:
    """Why a guest may take a chair or not, for one action or for all chairs of a guest."""
    known = view.known
    guest = read_guest(words)
    if guest is not None:
        return why_guest(view, guest, width)
    try:
        actions = read_moves(known.edition.plan, words)
    except Refused:
        actions = ()
    if len(actions) != 1:
        raise Refused("Ask for a guest or one action: why DEm, why DEm@d3.")
    refusal = explain(known, actions[0])
    if refusal is not None:
        return wrapped(refusal_text(refusal), width)
    offers = [offer for offer in action_offers(known) if offer.actions == actions]
    detail = f": {offers[0].points:+d} {offers[0].where}" if offers else ""
    return [Text(f"{action_text(known.edition.plan, actions[0])} is legal{detail}", GAIN)]


def why_guest(view: View, guest: Guest, width: int) -> list[Text]:
    """Every chair for one guest: where it may sit and for how many points, and what forbids the rest."""
    known = view.known
    chairs = known.edition.plan.chairs
    name = GUESTS[guest]
    refusals = explain_guest(known, guest)
    by_rule: dict[Rule, list[tuple[str, Refusal]]] = defaultdict(list)
    for chair, refusal in enumerate(refusals):
        if refusal is not None:
            by_rule[refusal.rule].append((chairs[chair], refusal))
    if Rule.HAND_MISSING in by_rule:
        return wrapped(refusal_text(by_rule[Rule.HAND_MISSING][0][1]), width)
    free = [
        f"{chairs[offer.actions[0].chair]} {offer.points:+d}"
        for offer in action_offers(known, guest)
        if isinstance(offer.actions[0], Seat)
    ]
    lines = wrapped(f"{name} may sit on: {', '.join(free) or 'no chair'}", width, GAIN if free else STRONG)
    for rule in sorted(by_rule, key=lambda rule: (rule in ELSEWHERE, rule)):
        lines += _refused(view, guest, rule, by_rule[rule], width)
    return lines


def _refused(
    view: View, guest: Guest, rule: Rule, found: list[tuple[str, Refusal]], width: int
) -> list[Text]:
    """One rule and the chairs it forbids: each with its sentence, or only named where all are alike."""
    names = ", ".join(chair for chair, _ in found)
    if rule in (Rule.SEAT_NATION, Rule.TURN_ACTION, Rule.SEAT_PARTNER, Rule.PARTY_COMPLETE):
        sentence = "no table of its nation there" if rule is Rule.SEAT_NATION else refusal_text(found[0][1])
        return _under(
            rule, f"{sentence}: {names}" if rule is Rule.SEAT_NATION else f"{names}: {sentence}", width
        )
    if rule is Rule.CHAIR_TAKEN:
        known = view.known
        index = known.edition.plan.chair_index
        home = [
            f"{chair} ({refusal.facts.guest})"
            for chair, refusal in found
            if guest >> 1 in nations_at(known, index[chair])
        ]
        words = f"somebody sits on {', '.join(home)}" if home else "all the chairs at its own tables are free"
        others = len(found) - len(home)
        return _under(rule, f"{words}; {others} chairs are taken elsewhere", width)
    return [line for _, refusal in found for line in _under(rule, refusal_text(refusal), width)]


def _under(rule: Rule, words: str, width: int) -> list[Text]:
    words = words.removesuffix(f" [{rule}]")
    parts = textwrap.wrap(words, max(20, width - 16))
    return [Text(f"{rule if not index else '':<15} ", FAINT).append(part) for index, part in enumerate(parts)]


def hint(view: View, rng: Random) -> Offer:
    """The rest of this turn as the adviser would play it."""
    state = determinise(view, rng)  # behaves like the real state up to a reveal, where a turn stops
    choices = whole_turn(ADVISER.bot(), state, rng, Budget())
    return turn_offer(view.known, [choice.action for choice in choices])


def wrapped(words: str, width: int, style: Style | str = "") -> list[Text]:
    """Words as lines of this width."""
    return [Text(part, style) for part in textwrap.wrap(words, max(20, width))]
