"""A whole game as text that a person can read and write: headers, then turns (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cafe.rules.actions import Action
from cafe.rules.edition import Edition, edition
from cafe.rules.errors import CafeError, IllegalAction, PositionError, RecordError, SetupError, quoted
from cafe.rules.events import Event
from cafe.rules.guests import GUEST_INDEX, GUESTS, NATION_INDEX, NATIONS
from cafe.rules.names import PLAYERS, action_from_text, action_text
from cafe.rules.position import read_position, write_position
from cafe.rules.setup import deal
from cafe.rules.state import State
from cafe.rules.trial import turn_is_over
from cafe.rules.turns import apply
from cafe.rules.value import value

_NOTHING: Final[Mapping[str, str]] = {}

MOST_TEXT: Final = 200_000
MOST_LINE: Final = 4_000
MOST_HEADERS: Final = 50
MOST_NAME: Final = 200
MOST_TURNS: Final = 2_000
"""What `read_record` takes at most, in characters and in number. No game comes near any of them."""


@value
class RecordTurn:
    """One line of a record: who did what, and the points that the line claims (None if it claims none)."""

    player: int
    actions: tuple[Action, ...]
    points: int | None = None


@value
class Record:
    """A game from its start, either a full bag or a loaded position."""

    edition: Edition
    players: tuple[str, ...]
    turns: tuple[RecordTurn, ...]
    bag: tuple[int, ...] | None = None
    tables: tuple[int, ...] = ()
    position: State | None = None
    date: str | None = None
    result: str = "*"
    extra: Mapping[str, str] = _NOTHING
    """Further headers, kept as they are."""

    def start(self) -> State:
        """The state before the first turn."""
        if self.position is not None:
            return self.position
        return deal(self.edition, len(self.players), self.bag or (), self.tables)


@value
class Played:
    """One step of a replay."""

    turn: int
    """The record's line, from 1."""
    action: Action
    events: tuple[Event, ...]
    state: State


def make_record(
    start: State, actions: list[Action], players: tuple[str, ...], date: str | None = None
) -> Record:
    """The record of a game that was played from this start by these actions.

    The start is a beginning if nothing has happened in it; any other position is kept whole.
    """
    if len(players) != start.players:
        raise RecordError(f"expected {start.players} names, one for each player; got {len(players)}")
    lines: list[RecordTurn] = []
    state = start
    line: list[Action] = []
    before = state.scores
    for action in actions:
        player = state.player
        state, _ = apply(state, action)
        line.append(action)
        if turn_is_over(state, player):
            lines.append(RecordTurn(player, tuple(line), state.scores[player] - before[player]))
            line, before = [], state.scores
    if line:
        lines.append(RecordTurn(state.player, tuple(line), state.scores[state.player] - before[state.player]))
    bag, tables = _beginning(start)
    return Record(
        start.edition,
        players,
        tuple(lines),
        bag=bag,
        tables=tables,
        position=start if bag is None else None,
        date=date,
        result=result_text(state),
    )


def result_text(state: State) -> str:
    """The result header: final totals and the reason, or `*` for a game in progress."""
    if state.over is None:
        return "*"
    return f"{' '.join(str(points) for points in state.over.final)} {state.over.reason}"


def _beginning(start: State) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    """Bag and table cards of a state in which nothing has happened yet."""
    bag = (*(tile for hand in start.hands for tile in hand), *start.bag)
    tables = (*start.tables, *start.pile) if start.edition.table_cards else ()
    try:
        same = deal(start.edition, start.players, bag, tables) == start
    except SetupError:
        same = False
    return (bag, tables) if same else (None, ())


def replay(record: Record) -> Iterator[Played]:
    """Play a record step by step; RecordError says at which turn there is a mistake, and what."""
    try:
        state = record.start()
    except CafeError as error:
        raise RecordError(str(error)) from None
    for number, line in enumerate(record.turns, 1):
        before = state.scores
        if state.over is not None:
            raise RecordError("the game is over, but the record continues", number)
        if line.player != state.player:
            raise RecordError(f"it is {PLAYERS[state.player]}'s turn, not {PLAYERS[line.player]}'s", number)
        for index, action in enumerate(line.actions):
            if index and turn_is_over(state, line.player):
                raise RecordError(f"the turn was over after {index} of {len(line.actions)} actions", number)
            try:
                state, events = apply(state, action)
            except IllegalAction as error:
                raise RecordError(
                    f"{_text(record, action)} is not legal: {error} ({error.refusal.rule})", number
                ) from None
            yield Played(number, action, events, state)
        points = state.scores[line.player] - before[line.player]
        if line.points is not None and line.points != points:
            raise RecordError(f"it scores {points} points; the record says {line.points}", number)
        if number < len(record.turns) and not turn_is_over(state, line.player):
            raise RecordError("the turn is not over, but the record continues with the next", number)


def _text(record: Record, action: Action) -> str:
    try:
        return action_text(record.edition.plan, action)
    except IndexError:
        return "an action with an unknown name"


def verify(record: Record) -> State:
    """Check every action, score and the result; the last state, or RecordError with what is wrong."""
    state = record.start()
    for played in replay(record):
        state = played.state
    if record.result not in (result_text(state), "*"):
        raise RecordError(f"the result is {result_text(state)!r}; the record says {record.result!r}")
    if state.over is not None and record.result == "*":
        raise RecordError(f"the game is over ({result_text(state)}); the record says it is running")
    return state


def write_record(record: Record) -> str:
    """The record as text."""
    headers = {"Game": "Cafe International", "Edition": record.edition.name}
    if record.edition.variants:
        headers["Variants"] = " ".join(record.edition.variants)
    headers["Players"] = "; ".join(_escape(name).replace(";", r"\;") for name in record.players)
    if record.date is not None:
        headers["Date"] = record.date
    headers |= record.extra
    if record.position is not None:
        headers["Position"] = write_position(record.position)
    else:
        headers["Bag"] = " ".join(GUESTS[tile] for tile in record.bag or ())
        if record.tables:
            headers["Tables"] = " ".join(NATIONS[nation] for nation in record.tables)
    headers["Result"] = record.result
    lines = [f'[{name} "{_escape(value)}"]' for name, value in headers.items()]
    lines.append("")
    for number, turn in enumerate(record.turns, 1):
        actions = " ".join(action_text(record.edition.plan, action) for action in turn.actions)
        points = "" if turn.points is None else f" {turn.points:+d}"
        lines.append(f"{number}. {PLAYERS[turn.player]} {actions}{points}")
    return "\n".join(lines) + "\n"


# Patterns are text: compiling them at import would take longer than everything else here.
_HEADER = r'\[(\w+) "((?:[^"\\]|\\.)*)"\]'
_TURN = r"(\d{1,6})\. ([A-E])((?: [^\s+-][^\s]*)+)(?: ([+-]\d{1,6}))?"
_KNOWN = frozenset({"Game", "Edition", "Variants", "Players", "Date", "Position", "Bag", "Tables", "Result"})


def read_record(text: str) -> Record:
    """The record that a text means; RecordError says what was expected. `verify` plays it."""
    _check_most("characters in a record", len(text), MOST_TEXT)
    headers: dict[str, str] = {}
    turn_lines: list[str] = []
    for line in text.split("\n"):
        _check_most("characters in a line", len(line), MOST_LINE)
        line = line.split("#", 1)[0].strip() if not line.startswith("[") else line.strip()
        if not line:
            continue
        header = re.fullmatch(_HEADER, line)
        if header and not turn_lines:
            if header[1] in headers:
                raise RecordError(f"header {header[1]} is given twice")
            headers[header[1]] = _unescape(header[2])
            _check_most("headers", len(headers), MOST_HEADERS)
        else:
            turn_lines.append(" ".join(line.split()))
            _check_most("turns", len(turn_lines), MOST_TURNS)
    return _read(headers, turn_lines)


def _check_most(what: str, count: int, most: int) -> None:
    if count > most:
        raise RecordError(f"expected at most {most} {what}; got {count}")


def _read(headers: dict[str, str], turn_lines: list[str]) -> Record:
    for name in ("Edition", "Players"):
        if name not in headers:
            raise RecordError(f"expected a header {name}; got {', '.join(headers) or 'none'}")
    if ("Bag" in headers) == ("Position" in headers):
        raise RecordError("expected either a header Bag or a header Position")
    try:
        rules = edition(headers["Edition"], headers.get("Variants", "").split())
        position = read_position(headers["Position"]) if "Position" in headers else None
    except (SetupError, PositionError) as error:
        raise RecordError(str(error)) from None
    players = _read_players(headers["Players"])
    if position is not None:
        same = position.edition.name == rules.name and set(position.edition.variants) == set(rules.variants)
        if not same or position.players != len(players):
            raise RecordError("the position has a different edition or number of players from the headers")
        rules = position.edition
    record = Record(
        rules,
        players,
        tuple(_read_turn(rules, number, line) for number, line in enumerate(turn_lines, 1)),
        bag=_names(headers["Bag"], GUEST_INDEX, "a guest") if "Bag" in headers else None,
        tables=_names(headers.get("Tables", ""), NATION_INDEX, "a nation"),
        position=position,
        date=headers.get("Date"),
        result=headers.get("Result", "*"),
        extra={name: value for name, value in headers.items() if name not in _KNOWN},
    )
    try:
        record.start()
    except SetupError as error:
        raise RecordError(str(error)) from None
    return record


def _read_players(text: str) -> tuple[str, ...]:
    """Names separated by semicolons; a backslash makes the next character literal."""
    names, start, at = [], 0, 0
    while at < len(text):
        if text[at] == ";":
            names.append(text[start:at])
            start = at + 1
        at += 2 if text[at] == "\\" else 1
    names.append(text[start:])
    for name in names:
        _check_most("characters in a name", len(name), MOST_NAME)
    _check_most("players", len(names), len(PLAYERS))
    return tuple(_unescape(name.strip()) for name in names)


def _names(text: str, index: dict[str, int], what: str) -> tuple[int, ...]:
    names = text.split()
    for name in names:
        if name not in index:
            raise RecordError(f"expected {what}; got {quoted(name)}")
    return tuple(index[name] for name in names)


def _read_turn(rules: Edition, number: int, line: str) -> RecordTurn:
    turn = re.fullmatch(_TURN, line)
    if not turn:
        raise RecordError(
            f"expected a turn such as '{number}. A DEm@a2 DEf@b1 +4'; got {quoted(line)}", number
        )
    if int(turn[1]) != number:
        raise RecordError(f"expected the number {number}; got {turn[1]}", number)
    try:
        actions = tuple(action_from_text(rules.plan, word) for word in turn[3].split())
    except ValueError as error:
        raise RecordError(str(error), number) from None
    return RecordTurn(PLAYERS.index(turn[2]), actions, int(turn[4]) if turn[4] else None)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)
