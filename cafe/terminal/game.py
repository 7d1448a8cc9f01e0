"""A game in progress at one terminal: its players, every step so far, undoing, its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from cafe.bots import BOTS, MAESTRO, unknown_bot
from cafe.bots.names import house_names, read_record_names, record_name
from cafe.rules.actions import Action
from cafe.rules.errors import SetupError
from cafe.rules.events import Event
from cafe.rules.record import Record, make_record, replay
from cafe.rules.state import State
from cafe.rules.trial import reveals
from cafe.rules.turns import apply
from cafe.rules.value import but
from cafe.rules.view import View, view, view_events


@dataclass(frozen=True)
class Player:
    """Somebody at the terminal, or a bot."""

    name: str
    bot: str | None = None

    @property
    def record_name(self) -> str:
        """The player's name in a record, by which a continued game finds the player again."""
        return self.name if self.bot is None else record_name(self.name, self.bot)


@dataclass(frozen=True)
class Step:
    """One action, who took it, and what came of it."""

    player: int
    before: State
    action: Action
    events: tuple[Event, ...]
    after: State

    @property
    def reveals(self) -> bool:
        """Whether a tile or table card was revealed, which cannot be undone."""
        return reveals(self.events)


def named_players(names: tuple[str, ...]) -> tuple[Player, ...]:
    """Players as typed or as a record names them; raises SetupError if a name is not allowed.

    `Vera (bot)`, `Ninon (bot: random)`, `greedy` and `greedy 2` are bots; of two with one name, the second
    becomes another house bot that plays alike.
    """
    for name in names:
        if not name or ";" in name or not name.isprintable() or len(name) > 60:
            raise SetupError(f"expected a name of up to 60 letters without a semicolon; got {name!r}")
    players: list[Player] = []
    for name, bot in read_record_names(names):
        typed = name.rpartition(" ")[0] if name.rpartition(" ")[2].isdecimal() else name
        taken = [other.name for other in players]
        if bot is None and typed in BOTS:
            bot = typed
            (name,) = house_names([bot], [*names, *taken])
        elif bot is not None and name in taken:
            (name,) = house_names([bot], taken)
        elif bot is None and typed == MAESTRO:
            raise SetupError(unknown_bot(typed))
        if name in taken:
            raise SetupError(f"every player needs a different name; got {name} twice")
        players.append(Player(name, bot if bot in BOTS else None))
    return tuple(players)


class Game:
    """A game from its start; only views of it are shown."""

    def __init__(self, start: State, players: tuple[Player, ...], date: str | None = None) -> None:
        self.start = start
        self.players = players
        self.steps: list[Step] = []
        self.is_open = False
        """Whether everything may be shown to everybody, as in a record."""
        self._date = date or datetime.now().astimezone().date().isoformat()
        self._extra: Mapping[str, str] = {}

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """The game as far as the record goes; raises RecordError if the record is wrong."""
        game = cls(record.start(), named_players(record.players), record.date)
        game._extra = record.extra
        for played in replay(record):
            game.play(played.action)
        return game

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def people(self) -> int:
        """How many players are people."""
        return sum(player.bot is None for player in self.players)

    @property
    def is_secret(self) -> bool:
        """Whether people at one terminal must not see each other's hands."""
        return self.people > 1 and not self.start.edition.open_hands

    def view(self, seat: int | None) -> View:
        """The game as one player sees it."""
        return view(self.state, seat)

    def play(self, action: Action) -> Step:
        """Take one action for the player to move; raises IllegalAction with the reason if it is not legal."""
        before = self.state
        after, events = apply(before, action)
        step = Step(before.player, before, action, events, after)
        self.steps.append(step)
        return step

    def undo(self) -> str | None:
        """Undo a person's last decision and what followed it; returns why not, if that is impossible."""
        for count, step in enumerate(reversed(self.steps), 1):
            if step.reveals:
                return "Nothing can be undone: something has been drawn or dealt since."
            if self.players[step.player].bot is None:
                if self.is_secret and step.player != self.state.player:
                    return f"Nothing can be undone: {self.players[step.player].name}'s turn is over."
                del self.steps[-count:]
                return None
        return "There is nothing to undo."

    def turns(self) -> list[list[Step]]:
        """The steps turn by turn."""
        return [list(steps) for _, steps in groupby(self.steps, key=lambda step: step.player)]

    def since(self, seat: int) -> list[list[Step]]:
        """The turns since this player's last turn began, including that one."""
        turns = self.turns()
        own = [index for index, turn in enumerate(turns) if turn[0].player == seat]
        if own and own[-1] == len(turns) - 1 and self.state.player == seat and self.state.over is None:
            own.pop()  # the current turn
        return turns[own[-1] :] if own else turns

    def seen(self, step: Step, seat: int | None) -> tuple[Event, ...]:
        """What a player may know about a step."""
        if self.is_open or self.state.over is not None:
            return step.events
        return view_events(step.before, step.events, seat)

    def record(self) -> Record:
        """The record of the game so far."""
        names = tuple(player.record_name for player in self.players)
        record = make_record(self.start, [step.action for step in self.steps], names, self._date)
        return but(record, extra=self._extra)
