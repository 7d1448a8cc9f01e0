"""Beside the café: whose turn it is, scores, hands, bag, pile and bar."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from rich.text import Text

from cafe.rules.edition import Edition
from cafe.rules.explain import NAMES
from cafe.rules.guests import BLANK, SEXES, Guest
from cafe.rules.scoring import hand_size
from cafe.rules.seating import legal_actions
from cafe.rules.state import State
from cafe.rules.view import View
from cafe.terminal.palette import FAINT, LOSS, STRONG, TITLE, WARNING, Signs, guest_text, points_text

ROOMY = 30
"""From this many columns on, hands are shown beside the café; otherwise below it."""
NAME = 14
"""Columns for a name where there is little room."""


@dataclass(frozen=True)
class Panel:
    """What a view contains besides the café itself."""

    view: View
    names: tuple[str, ...]
    signs: Signs

    def beside(self, width: int) -> list[Text]:
        """The panel for the columns beside the café."""
        return self._roomy(width) if width >= ROOMY else self._narrow(width)

    def below(self, width: int, beside: int) -> list[Text]:
        """The hands, two to a line, where there was no room for them beside the café."""
        if beside >= ROOMY:
            return []
        hands = [self._hand_line(player, width // 2 - 1) for player in range(len(self.names))]
        lines = []
        for left, right in zip(hands[::2], [*hands[1::2], Text("")], strict=False):
            line = left.copy()
            line.pad_right(width // 2 - len(left))
            lines.append(line.append_text(right))
        return lines

    def _roomy(self, width: int) -> list[Text]:
        known = self.view.known
        lines = [Text(self.signs.title, TITLE), *self._edition(width), Text("")]
        crowded = len(self.names) > 4
        for player in range(len(self.names)):
            lines.append(self._score_line(player, width))
            lines += self._hand(player, width)
            if not crowded:
                lines.append(Text(""))
        if crowded:
            lines.append(Text(""))
        lines += self._stocks()
        if known.over is None:
            lines += [Text(part, WARNING) for part in textwrap.wrap(task(known), width)]
        return lines

    def _edition(self, width: int) -> list[Text]:
        edition = self.view.known.edition
        words = f" {self.signs.dot} ".join((f"edition {edition.name}", *edition.variants))
        return [Text(part, FAINT) for part in textwrap.wrap(words, width)]

    def _narrow(self, width: int) -> list[Text]:
        known = self.view.known
        lines = [Text("Edition", FAINT)]
        lines += [Text(part, STRONG) for part in textwrap.wrap(known.edition.name, width)]
        lines += [Text(variant) for variant in known.edition.variants]
        lines.append(Text(""))
        for player in range(len(self.names)):
            lines += [self._score_line(player, width)]
        lines += [Text(""), _pair(_stock_name(known.edition), str(len(known.bag)), width)]
        place = len(known.bar)
        if place < len(known.edition.bar_points):
            lines.append(_pair("bar", f"{known.edition.bar_points[place]:+d}", width))
        return lines

    def _mark(self, player: int) -> str:
        known = self.view.known
        return self.signs.mover if player == known.player and known.over is None else " "

    def _score_line(self, player: int, width: int) -> Text:
        known = self.view.known
        score = "out" if player in known.out else str(known.scores[player])
        tables = known.one_nation_tables[player] if width >= ROOMY else 0
        name = _cropped(self.names[player], width - len(score) - (3 if width >= ROOMY else 2))
        moves = player == known.player and known.over is None
        line = Text(f"{self._mark(player)} " if width >= ROOMY else self._mark(player))
        line.append(name, STRONG if moves else "")
        if tables:
            line.append(f"  draws to {hand_size(known, player)}", FAINT)
        line.truncate(width - len(score) - 1)
        line.append(score.rjust(width - len(line)), LOSS if score == "out" else STRONG)
        return line

    def _hand(self, player: int, width: int) -> list[Text]:
        """The hand as chips; unknown ones are counted."""
        known = self.view.known
        hand, hidden = known.hands[player], known.hidden[player]
        lines = []
        if hand and hand[0] == BLANK:
            lines.append(Text(f"  {len(hand)} card{'s' * (len(hand) != 1)} in hand", FAINT))
        elif hand:
            a_line = (width - 2) // 4
            lines += [chips(hand[at : at + a_line], "  ") for at in range(0, len(hand), a_line)]
        else:
            lines.append(Text("  no tiles" if known.edition.open_hands else "  no cards", FAINT))
        if hidden:
            words = f"  {len(hidden)} face down"
            if len(lines[-1]) + len(words) > width:
                lines.append(Text(""))
            lines[-1].append(words, FAINT)
        return lines

    def _hand_line(self, player: int, width: int) -> Text:
        known = self.view.known
        name = _cropped(self.names[player], NAME)
        moves = player == known.player and known.over is None
        line = Text(self._mark(player)).append(name.ljust(NAME), STRONG if moves else "")
        return line.append_text(chips(known.hands[player], " ")) if known.hands[player] else line

    def _stocks(self) -> list[Text]:
        known = self.view.known
        rest = known.edition.bag_rest
        name = _stock_name(known.edition).capitalize()
        bag = Text("").append(f"{name} {len(known.bag)}", STRONG).append(f" (ends at {rest})", FAINT)
        if known.edition.table_cards:
            bag.append(f" {self.signs.dot} new tables {len(known.pile)}")
        lines = [bag]
        place = len(known.bar)
        if place < len(known.edition.bar_points):
            bar = (
                Text("").append(f"Bar {place}", STRONG).append(f" of {len(known.edition.bar_points)}", FAINT)
            )
            bar.append(", next place ").append_text(points_text(known.edition.bar_points[place]))
            lines.append(bar)
        return lines


def chips(hand: tuple[Guest, ...], indent: str) -> Text:
    """Tiles side by side."""
    return Text(indent).append_text(Text(" ").join(guest_text(guest) for guest in hand))


def task(known: State) -> str:
    """What the player to move has to decide now."""
    plan = known.edition.plan
    if known.may_close:
        return "Hand empty: close, or done to play on"
    if known.party is not None:
        table, sex = known.party
        who = "ladies" if SEXES[sex] == "f" else "gentlemen"
        return f"Party of {who} at {plan.tables[table]}"
    if known.owes is not None:
        return f"{plan.chairs[known.owes]} is owed a partner"
    if known.taken:
        return f"Guest {len(known.taken) + 1} of {known.edition.seats_a_turn}, or done"
    legal = {type(action) for action in legal_actions(known)}
    return f"To move: {', '.join(name for kind, name in NAMES.items() if kind in legal)}"


def _cropped(text: str, width: int) -> str:
    """The text cut to the width."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "."


def _stock_name(edition: Edition) -> str:
    """Where guests are drawn from."""
    return "cards" if edition.table_cards else "bag"


def _pair(name: str, value: str, width: int) -> Text:
    return Text(f" {name}").append(value.rjust(width - len(name) - 1), STRONG)
