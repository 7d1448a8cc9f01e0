"""The contestants of a match at the table; an outside program is started once and stays for all games."""

from __future__ import annotations

from cafe.arena.contestant import ContestantError
from cafe.arena.forfeit import Forfeit, Why
from cafe.arena.match import Match
from cafe.arena.program import Program
from cafe.bots import Bot
from cafe.bots.registry import bot_maker


class Company:
    """Who plays in one process; contestants are numbered as in the match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._programs: dict[int, Program] = {}

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start every program; ContestantError if one of them does not play this game."""
        try:
            for who, contestant in enumerate(self.match.contestants):
                if contestant.command is not None:
                    self._program(who, contestant.command)
        except ContestantError:
            self.close()
            raise

    def seat(self, who: int) -> Bot | Program:
        """A contestant ready to play: a fresh bot, or the program; Forfeit if it does not start."""
        contestant = self.match.contestants[who]
        try:
            if contestant.command is not None:
                return self._program(who, contestant.command)
            return bot_maker(contestant.plays)()
        except ContestantError as error:
            raise Forfeit(Why.ENDED, str(error)) from None
        except Exception as error:
            raise Forfeit(Why.ERROR, repr(error)[:200]) from None

    def dismiss(self, who: int) -> None:
        """End a contestant's program; it is started again when it is needed."""
        if who in self._programs:
            self._programs.pop(who).close()

    def close(self) -> None:
        """End all programs."""
        for who in list(self._programs):
            self.dismiss(who)

    def _program(self, who: int, command: str) -> Program:
        if who not in self._programs:
            self._programs[who] = Program(command, self.match.rules(), self.match.clock)
        return self._programs[who]
