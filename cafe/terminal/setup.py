"""What is played and by whom: from options, or from one question after another."""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cafe.bots import LEVELS
from cafe.bots.names import record_name
from cafe.rules.edition import EDITIONS, Edition, Terms, edition
from cafe.rules.errors import SetupError
from cafe.rules.setup import check_players, new_game
from cafe.terminal.game import Game, Player, named_players
from cafe.terminal.screen import Screen

T = TypeVar("T")

DEFAULT_PLAYERS = ", ".join(
    ("You", *(record_name(LEVELS[level].name, level) for level in ("easy", "medium")))
)

VARIANT_NAMES = {
    "parties": "a table of ladies only or gentlemen only, filled in one turn, scores 20 or 40",
    "bar-stepped": "the bar's price goes up and down in steps",
    "exact-swap": "a joker can be swapped only for the nation it stands for",
}


@dataclass(frozen=True)
class Setup:
    """Everything that a new game needs."""

    edition: Edition
    players: tuple[Player, ...]
    seed: int

    def game(self) -> Game:
        """The game, dealt."""
        return Game(new_game(self.edition, len(self.players), self.seed), self.players)


def any_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(32)


def from_options(edition_name: str, variants: list[str], players: str, seed: int | None) -> Setup:
    """The setup that the options describe; a SetupError says what was expected."""
    rules = edition(edition_name, variants)
    return Setup(rules, read_players(rules, players), any_seed() if seed is None else seed)


def read_players(rules: Edition, text: str) -> tuple[Player, ...]:
    """Players from names separated by commas; bots as a record names them, or by their ids."""
    names = tuple(" ".join(name.split()) for name in text.split(","))
    players = named_players(names)
    for name, player in zip(names, players, strict=True):
        if player.bot is None and ("(" in name or ")" in name):
            raise SetupError(
                f"expected brackets only after a bot, as in 'Vera (bot)' or 'Ada (bot: medium)'; got {name!r}"
            )
    check_players(rules, len(players))
    return players


def ask_setup(screen: Screen, seed: int | None) -> Setup:
    """Ask for everything; Enter accepts the first choice each time."""
    questions = _Questions(screen)
    name = questions.choice("Which game?", {name: _described(terms) for name, terms in EDITIONS.items()})
    variants = questions.choices(
        "Which variants?", {v: VARIANT_NAMES[v] for v in EDITIONS[name].known_variants}
    )
    rules = edition(name, variants)
    bots = ", ".join(f"{record_name(level.name, level.level)}: {level.level}" for level in LEVELS.values())
    questions.say("")
    questions.say(f"  People by name. Bots, from the weakest to the strongest: {bots}.", indent=2)
    players = questions.until_right(
        "Who plays? Names, separated by commas.",
        DEFAULT_PLAYERS,
        lambda text: read_players(rules, text),
    )
    return Setup(rules, players, any_seed() if seed is None else seed)


def _described(terms: Terms) -> str:
    """An edition in one line, from its properties."""
    bar = " around a bar" if terms.bar_points else ""
    hands = "open" if terms.open_hands else "hidden"
    players = f"{terms.least_players} to {terms.most_players} players"
    points = ", ".join(map(str, terms.one_nation_points[2:]))
    about = f"{len(terms.plan.tables)} tables{bar}, {hands} hands, {players}"
    return f"{terms.title}: {about}; two, three or four of a table's nation score {points}"


class _Questions:
    """Questions, one below the other."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        screen.say(f"{screen.signs.title}\nEnter accepts what is in brackets.")

    def choice(self, question: str, names: dict[str, str]) -> str:
        """One of the names, by name or number."""
        self._list(names)

        def read(text: str) -> str:
            (found,) = _named(text, names, 1)
            return found

        return self.until_right(question, next(iter(names)), read)

    def choices(self, question: str, names: dict[str, str]) -> list[str]:
        """Any of the names, by name or number."""
        self._list(names)
        return self.until_right(
            question, "none", lambda text: [] if text == "none" else _named(text, names, len(names))
        )

    def until_right(self, question: str, default: str, read: Callable[[str], T]) -> T:
        """The answer as read, asked for again while it is invalid."""
        while True:
            answer = self._screen.ask(f"{question} [{default}] ") or default
            try:
                return read(answer)
            except SetupError as error:
                self.say(f"  {error}", indent=2)

    def _list(self, names: dict[str, str]) -> None:
        self.say("")
        for number, (name, meaning) in enumerate(names.items(), 1):
            self.say(f"  {number} {name:<14} {meaning}", indent=19)

    def say(self, text: str, indent: int = 0) -> None:
        """Print words; lines after the first are indented this far."""
        width = max(40, self._screen.width - 1)
        self._screen.say(
            textwrap.fill(
                text, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
            )
        )


def _named(text: str, names: dict[str, str], most: int) -> list[str]:
    known = list(names)
    found = []
    for word in text.lower().replace(",", " ").split():
        name = known[int(word) - 1] if word.isdecimal() and 0 < int(word) <= len(known) else word
        if name not in names:
            raise SetupError(f"expected one of {', '.join(known)}, or its number; got {word!r}")
        if name not in found:
            found.append(name)
    if not found or len(found) > most:
        raise SetupError(f"expected one of {', '.join(known)}; got {text!r}")
    return found
