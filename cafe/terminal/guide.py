"""`?`: the commands, and the rules in brief, with the numbers of the edition that is played."""

from __future__ import annotations

import textwrap

from rich.text import Text

from cafe.rules.edition import Edition
from cafe.rules.guests import NATION_NAMES, NATIONS
from cafe.terminal.answers import ADVISER
from cafe.terminal.palette import STRONG, TITLE, Signs, table_style

COMMANDS = (
    ("3", "play number 3 from the list on the screen"),
    ("DEm@d3 DEf@c4", "seat guests, one or more per line; `dem d3` will do"),
    ("JKm=ES@d3", "seat a joker and say which nation it stands for"),
    ("DEm@bar", "send a guest to the bar"),
    ("ESm*d3", "swap a seated joker for a guest"),
    ("party@b2=f", "a party of ladies (m: gentlemen) at a table"),
    ("draw, DEm@down", "draw a card; lay one face down"),
    ("done, close, pass", "stop seating; close the café; nothing to do"),
    ("m, m DEm", "all moves with their points; those of one guest"),
    ("t, t all", "the best complete turns; all of them"),
    ("h, hint", f"what {ADVISER.name} would play, and for how many points"),
    ("why DEm, why DEm@d3", "where a guest may sit and why not elsewhere"),
    ("u, undo", "undo, back to the last draw or new table"),
    ("l, log", "what happened since your last turn, every point explained"),
    ("save FILE", "write the record of the game so far"),
    ("q, quit", "leave; the game is saved"),
    ("Enter", "back to the café"),
)


def guide(edition: Edition, signs: Signs, width: int) -> list[Text]:
    """Commands, rules and nations for this edition."""
    lines = [Text("COMMANDS", TITLE)]
    for command, meaning in COMMANDS:
        if _is_for(command, edition):
            lines.append(Text(f"  {command:<20} ", STRONG).append(_plain(meaning, signs)))
    lines += [Text(""), Text("THE RULES IN BRIEF", TITLE)]
    for rule in rules(edition):
        wrapped = textwrap.wrap(_plain(rule, signs), max(20, min(width, 96) - 4))
        lines += [Text(("  - " if not index else "    ") + part) for index, part in enumerate(wrapped)]
    return [*lines, Text(""), Text("NATIONS AND SIGNS", TITLE), *_nations(width), *_signs(signs)]


def _is_for(command: str, edition: Edition) -> bool:
    if command.startswith("JK"):
        return edition.jokers_a_sex > 0 and edition.jokers_named
    if command.startswith("DEm@bar"):
        return bool(edition.bar_points)
    if command.startswith("ESm*"):
        return edition.jokers_a_sex > 0
    if command.startswith("draw"):
        return edition.draws
    return edition.parties if command.startswith("party") else True


def rules(edition: Edition) -> list[str]:
    """The rules of an edition, a paragraph each."""
    mixed, own = edition.mixed_points, edition.one_nation_points
    found = [
        "A chair belongs to every table it touches. A guest takes a free chair if one of these tables is of "
        "the guest's nation, and if at each of them there are afterwards 1, 1+1, 2+1 or 2+2 ladies and "
        "gentlemen.",
        "Nobody sits alone: somebody must already sit at one of the chair's tables, or a partner from the "
        "hand must follow at once.",
        f"Each table the guest joins scores: {mixed[2]}, {mixed[3]}, {mixed[4]} for the second, third, "
        f"fourth guest; {own[2]}, {own[3]}, {own[4]} if all who sit there are of the table's own nation.",
    ]
    found += _card_rules(edition) if edition.draws else _board_rules(edition)
    if edition.parties:
        low, high = edition.party_points
        found.append(
            f"A party is a whole turn: fill a table with ladies only or gentlemen only, seating at least "
            f"{edition.party_least}. It pays {low}, or {high} if all are of the table's nation."
        )
    return found


def _board_rules(edition: Edition) -> list[str]:
    lone = (
        ["A player who cannot score at any table may seat one guest for no points."]
        if edition.lone_guest
        else []
    )
    first = (
        ["While the café is empty, the first player may seat a single guest for no points."]
        if edition.opening
        else []
    )
    bar, jokers = bool(edition.bar_points), edition.jokers_a_sex > 0
    to_bar, swap = ", or send one to the bar" if bar else "", ", or swap a joker" if jokers else ""
    place = " or bar place" if bar else ""
    joker = f", a joker {edition.joker_penalty}" if jokers else ""
    return [
        f"A turn: seat one or {edition.seats_a_turn} guests{to_bar}{swap}.",
        *first,
        *lone,
        *([_bar_rule(edition)] if bar else ()),
        *([_joker_rule(edition)] if jokers else ()),
        f"Then you draw up to {edition.first_hand} tiles, one fewer for each table of four of its own nation "
        "you have completed.",
        f"The end: no chair{place} is left, a hand is used up, or {edition.bag_rest} tiles are left in "
        f"the bag. A guest in hand costs {edition.penalty}{joker}.",
    ]


def _bar_rule(edition: Edition) -> str:
    gains = [points for points in edition.bar_points if points > 0]
    jokers = " No jokers." if edition.jokers_a_sex else ""
    debt = (
        "A player who cannot pay drops to 0 and is out."
        if edition.debt_is_out
        else "A player who cannot pay loses only the guest."
    )
    paid = f"the first {len(gains)} places pay {', '.join(map(str, gains))}, all later ones cost."
    return f"The bar: {paid}{jokers} {debt}"


def _joker_rule(edition: Edition) -> str:
    joker = (
        "A joker takes any chair and you say which of its nations it stands for."
        if edition.jokers_named
        else "A joker takes any chair and counts as each table's own nation."
    )
    swap = "the nation the joker stands for" if edition.swap_exact else "a nation of the chair's tables"
    return f"{joker} A guest of the same sex and of {swap} can be swapped for it: no points, no draw."


def _card_rules(edition: Edition) -> list[str]:
    return [
        f"A turn: seat one to {edition.seats_a_turn} guests, or draw a card. With {edition.most_in_hand} "
        "cards in hand you cannot draw; you may lay one face down instead.",
        "A table with four guests is cleared with everybody around it, and a new table card is dealt.",
        "The end: too few table cards, the last guest card drawn, or somebody with an empty hand closes the "
        f"café. A card in hand or face down costs {edition.penalty}.",
    ]


def _nations(width: int) -> list[Text]:
    each = 20
    across = max(1, (width - 2) // each)
    lines = []
    for start in range(0, len(NATIONS), across):
        line = Text("  ")
        for nation in range(start, min(start + across, len(NATIONS))):
            line.append(f" {NATIONS[nation]} ", table_style(nation))
            line.append(f" {NATION_NAMES[nation]}".ljust(each - 4))
        lines.append(line)
    return lines


def _signs(signs: Signs) -> list[Text]:
    return [
        Text(f"  {'[DE]' if signs.framed else 'DE'} a table   DEm a gentleman   DEf a lady   JKm a joker"),
        Text(f"  {signs.free} a free chair   {signs.open} a chair that your hand fits"),
        Text(f"  {signs.new} arrived since your last turn   {signs.joker} a joker, and what it stands for"),
    ]


def _plain(text: str, signs: Signs) -> str:
    return text.replace("é", "e") if signs.title.isascii() else text
