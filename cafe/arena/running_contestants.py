"""The contestants of a match, ready to play; an outside program is started once and plays all games."""

from __future__ import annotations

from cafe.arena.contestant import ContestantError, check_bot
from cafe.arena.forfeit import Forfeit, Why, raised_text
from cafe.arena.match import Match
from cafe.arena.program import Program
from cafe.bots import Bot
from cafe.bots.registry import bot_maker


class RunningContestants:
    """The contestants in one process, numbered as in the match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._programs: dict[int, Program] = {}

    def __enter__(self) -> RunningContestants:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start every program and try every bot from outside; ContestantError if one cannot play."""
        try:
            for who, contestant in enumerate(self.match.contestants):
                if contestant.command is not None:
                    self._program(who, contestant.command)
                else:
                    check_bot(contestant.plays)
        except ContestantError:
            self.close()
            raise

    def seat(self, who: int) -> Bot | Program:
        """A contestant ready to play: a fresh bot, or the program; raises Forfeit if it does not start."""
        contestant = self.match.contestants[who]
        try:
            if contestant.command is not None:
                return self._program(who, contestant.command)
            return bot_maker(contestant.plays)()
        except ContestantError as error:
            raise Forfeit(Why.ENDED, str(error)) from None
        except Exception as error:
            raise Forfeit(Why.ERROR, raised_text(error)) from None

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
