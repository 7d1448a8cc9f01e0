"""`cafe play`: people and bots take their turns until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rich.text import Text

from cafe.bots import BOTS, Bot, Budget
from cafe.bots.runtime import missing
from cafe.rules.actions import Action, Done
from cafe.rules.events import Seated, Swapped
from cafe.rules.floorplan import Chair
from cafe.rules.seating import legal_actions
from cafe.terminal.answers import ADVISER, hint, why, wrapped
from cafe.terminal.finish import final_lines
from cafe.terminal.game import Game
from cafe.terminal.guide import guide
from cafe.terminal.log import brief_log, log_lines
from cafe.terminal.moves import (
    Offer,
    Refused,
    action_offers,
    check,
    offer_lines,
    read_guest,
    read_moves,
    turn_offers,
)
from cafe.terminal.palette import FAINT, GAIN, TITLE, WARNING
from cafe.terminal.pass_device import pass_device
from cafe.terminal.saved_game import SavedGame
from cafe.terminal.scene import scene
from cafe.terminal.screen import Leave, Screen, pages

FEW_TURNS = 9
"""How many complete turns are listed without asking."""


class Play:
    """One game at one terminal."""

    def __init__(self, screen: Screen, game: Game, seed: int, saved: SavedGame) -> None:
        self.screen = screen
        self.game = game
        self.saved = saved
        self._rng = Random(seed)
        self._bots: dict[str, Bot] = {name: make() for name, make in BOTS.items()}
        self._seat: int | None = None
        """The player who is looking at the screen."""
        self._pages: list[list[Text]] = []
        self._is_paged = False
        self._notice: list[Text] = []
        self._news: list[str] = []
        """A notice shown once to whoever looks at the screen next."""
        self._unasked: list[Offer] = []
        """The list that is shown without asking."""
        self._asked: list[Offer] = []
        """The list on the pages, if they show one."""
        self._offers: list[Offer] = []
        """The list on the screen: what a number means."""
        self._commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("?", "help", "rules"), self._guide),
            **dict.fromkeys(("m", "moves"), self._moves),
            **dict.fromkeys(("t", "turns"), self._turns),
            **dict.fromkeys(("h", "hint"), self._hint),
            **dict.fromkeys(("l", "log"), self._log),
            **dict.fromkeys(("u", "undo"), self._undo),
            **dict.fromkeys(("q", "quit", "exit"), self._quit),
            "why": self._why,
            "save": self._save,
        }

    def run(self) -> None:
        """Play to the end; raises Leave if somebody leaves early."""
        self._keep()
        if (as_chef := self._as_chef()) is not None:
            masters = [player.name for player in self.game.players if player.bot == ADVISER.level]
            self._news += [f"{' and '.join(masters)} will play as chef does: {as_chef}."] if masters else []
        while self.game.state.over is None:
            player = self.game.state.player
            bot = self.game.players[player].bot
            if bot is not None:
                self._let_bot_play(bot)
                self._keep()
            else:
                self._welcome(player)
                self._decide(player)
        self._finish()

    def _keep(self) -> None:
        """Save the game as it stands; the first time that this fails, a notice says so."""
        before = self.saved.trouble
        self.saved.keep()
        if self.saved.trouble is not None and before is None:
            self._news.append(f"The game cannot be saved. {self.saved.trouble}")

    def _as_chef(self) -> str | None:
        """Why the strongest level plays as chef here; None if it plays as itself."""
        return missing(self.game.state.edition)

    def _let_bot_play(self, bot: str) -> None:
        seen = self.game.view(self.game.state.player)
        self.screen.whisper(f"{self.game.players[self.game.state.player].name} is thinking")
        choice = self._bots[bot].choose(seen, legal_actions(seen.known), self._rng, Budget())
        self.game.play(choice.action)

    def _welcome(self, player: int) -> None:
        """Let the player look at the screen; where hands are secret, the device is passed on first."""
        if self.game.is_secret and self._seat != player:
            pass_device(self.screen, self.game.players[player].name)
        self._seat = player
        self._pages, self._notice = [], []

    def _decide(self, player: int) -> None:
        """Answer whatever the player types until the turn has passed on."""
        self._unasked = self._all_offers()
        while self.game.state.over is None and self.game.state.player == player:
            if not self._pages:
                for words in self._news:
                    self._notice += wrapped(words, self.screen.width - 2, WARNING)
                self._news = []
            self._draw(player)
            small = "80 x 24 shows more, " if self.screen.is_small else ""
            line = self.screen.ask(f"{self.game.players[player].name} ({small}? for help)> ")
            self._notice = []
            if not line:
                self._pages = self._pages[1:]
                continue
            self._pages = []
            try:
                self._obey(line)
            except Refused as refused:
                self._notice = wrapped(str(refused), self.screen.width - 2, WARNING)

    def _obey(self, line: str) -> None:
        command, _, words = line.partition(" ")
        if command.lower() in self._commands:
            self._commands[command.lower()](words.strip())
        elif line.isdecimal():
            if not self._offers:
                raise Refused(f"There is no list on the screen for {line} to refer to. Type m for one.")
            number = int(line) if len(line) < 5 else 0
            if not 0 < number <= len(self._offers):
                raise Refused(f"The list goes from 1 to {len(self._offers)}; got {line}.")
            self._take(self._offers[number - 1].actions)
        else:
            self._take(read_moves(self.game.state.edition.plan, line))

    def _take(self, actions: tuple[Action, ...]) -> None:
        """Take these actions; none of them if one is refused before anything is revealed."""
        player = self.game.state.player
        while actions:
            count = check(self.game.view(player).known, actions)
            for action in actions[:count]:
                self.game.play(action)
            self._keep()
            actions = actions[count:]
            self._unasked = self._all_offers() if self.game.state.player == player else []
            if actions and (self.game.state.player != player or self.game.state.over is not None):
                raise Refused("The turn was over before the last step.")

    def _all_offers(self) -> list[Offer]:
        """All actions, and whole turns if they are few."""
        known = self.game.view(self.game.state.player).known
        if known.over is not None:
            return []
        offers = action_offers(known)
        whole, count = turn_offers(known)
        longer = [
            offer for offer in whole if sum(not isinstance(action, Done) for action in offer.actions) > 1
        ]
        return offers + longer if count <= FEW_TURNS else offers

    def _draw(self, player: int) -> None:
        screen, width = self.screen, self.screen.width
        lines = scene(self.game.view(player), self._names, screen.signs, width, self._new(player))
        room = screen.height - len(lines)
        self._offers = self._asked if self._pages else []
        if len(self._pages) == 1 and len(self._pages[0]) <= room and screen.is_live:
            screen.draw(lines + self._pages[0])
        elif len(self._pages) == 1 and len(self._pages[0]) < screen.height and not self._is_paged:
            screen.draw([*self._pages[0], Text("-- Enter: back to the game --", FAINT)])
        elif self._pages:
            screen.draw(self._pages[0])
        else:
            screen.draw(lines + self._below(player, room))

    def _below(self, player: int, room: int) -> list[Text]:
        """What is shown under the café: notice, log and moves, as much of it as there is room for."""
        width = self.screen.width - 1
        known, turns = self.game.state, self.game.since(player)
        at_length, brief = (
            log_lines(self.game, turns, player, width),
            brief_log(self.game, turns, player, width),
        )
        moves = offer_lines(self._unasked, 1, width)
        title = [Text("You can", TITLE).append(" (number, or type it)", FAINT)]
        for log in (at_length, brief):
            if len(self._notice) + len(log) + len(title) + len(moves) < room:
                self._offers = self._unasked
                below = [*log, *([Text("")] if log else []), *title, *moves, *self._notice]
                gap = [Text("")]
                return (gap if len(below) < room else []) + below + (gap if len(below) + 1 < room else [])
        if known.taken and len(moves) + len(self._notice) <= room:
            self._offers = self._unasked
            return [*moves, *self._notice]
        rest = max(0, room - len(self._notice))
        log = at_length if len(at_length) <= rest else brief
        return [*log[max(0, len(log) - rest) :], *self._notice][:room]

    def _new(self, player: int) -> set[Chair]:
        """The chairs that others took since this player's last turn."""
        return {
            event.chair
            for turn in self.game.since(player)
            for step in turn
            for event in step.events
            if isinstance(event, Seated | Swapped) and event.player != player
        }

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.players)

    def _show(self, lines: list[Text]) -> None:
        self._asked = []
        self._pages = pages(lines, self.screen.height)
        self._is_paged = len(self._pages) > 1

    def _guide(self, _: str) -> None:
        self._show(guide(self.game.state.edition, self.screen.signs, self.screen.width))

    def _moves(self, words: str) -> None:
        known = self.game.view(self._seat).known
        guest = read_guest(words) if words else None
        if words and guest is None:
            raise Refused(f"Expected a guest such as DEm; got {words!r}.")
        offers = action_offers(known, guest)
        self._show_list(offers, _counted(len(offers), "move") + (f" of {words}" if words else ""))

    def _turns(self, words: str) -> None:
        known = self.game.view(self._seat).known
        offers, count = turn_offers(known, 1000) if words == "all" else turn_offers(known)
        some = f" (of {count}: t all)" if count > len(offers) else ""
        self._show_list(offers, f"{_counted(len(offers), 'complete turn')}{some}, best first")

    def _hint(self, _: str) -> None:
        # A hint uses none of the bots' random numbers: the same seed stays the same game.
        offer = hint(self.game.view(self._seat), Random(len(self.game.steps)))
        as_chef = self._as_chef()
        below = "" if as_chef is None else f"{ADVISER.name} plays as chef does: {as_chef}."
        self._show_list([offer], f"What {ADVISER.name} would play", below)

    def _show_list(self, offers: list[Offer], title: str, below: str = "") -> None:
        head = Text(title, TITLE).append("  (type a number to play it)", FAINT)
        told = wrapped(below, self.screen.width - 1, FAINT) if below else []
        self._show([head, *offer_lines(offers, 1, self.screen.width - 1), *told])
        self._asked = offers

    def _log(self, words: str) -> None:
        turns = self.game.turns() if words == "all" else self.game.since(self._seat or 0)
        lines = log_lines(self.game, turns, self._seat, self.screen.width - 1)
        self._show([Text("Log", TITLE).append("  (log all: the whole game)", FAINT), *lines])

    def _why(self, words: str) -> None:
        self._show(why(self.game.view(self._seat), words, self.screen.width - 1))

    def _undo(self, _: str) -> None:
        refused = self.game.undo()
        if refused is not None:
            raise Refused(refused)
        self._keep()
        self._notice = [Text("Taken back.", GAIN)]
        self._unasked = self._all_offers()

    def _save(self, words: str) -> None:
        if not words:
            raise Refused("Say where: save FILE.")
        _, notice = self.saved.save(words)
        self._notice = [notice]

    def _quit(self, _: str) -> None:
        kept = "The game is saved." if self.saved.trouble is None else "The game cannot be saved!"
        if self.screen.ask(f"Leave? {kept} (y/n) ").lower() in ("y", "yes"):
            raise Leave

    def _finish(self) -> None:
        """Show the end and offer to save the record."""
        seat = next((index for index, player in enumerate(self.game.players) if player.bot is None), None)
        lines = scene(self.game.view(seat), self._names, self.screen.signs, self.screen.width)
        final = final_lines(self.game, self.screen.signs)
        room = self.screen.height - len(lines)
        if len(final) > room:
            self.screen.draw(lines)
            self.screen.ask("The game is over. Enter: the result> ")
            lines = []
        last = log_lines(self.game, self.game.turns()[-1:], seat, self.screen.width - 1)
        if len(lines) + len(final) + len(last) + 1 <= self.screen.height:
            final = [*last, Text(""), *final]
        self._offer_to_save(lines + final)

    def _offer_to_save(self, lines: list[Text]) -> None:
        if self.saved.is_asked:
            self.screen.draw(lines)
            self.screen.ask("Enter to leave> ")
            return
        while True:
            self.screen.draw(lines[-self.screen.height :])
            name = self.screen.ask("Save the record? File name, or Enter to skip> ")
            if not name:
                self.saved.forget()
                return
            is_saved, notice = self.saved.save(name)
            if is_saved:
                self.saved.move(name)
                return
            lines = [*lines, notice]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
