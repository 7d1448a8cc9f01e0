"""Puzzles that people were shown and answered, and the ratings that change with the answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, text, update

from cafe.store.errors import Taken
from cafe.store.schema import person, puzzle_rating, puzzle_try, solver

MOST_LISTED = 10_000


class Rating(NamedTuple):
    """How strong a solver or how hard a puzzle is estimated to be, and how uncertain that is."""

    rating: float
    deviation: float


Rate = Callable[[Rating, Rating, bool], tuple[Rating, Rating]]
"""The ratings of a solver and a puzzle after an answer that solved it, or did not."""


class Try(NamedTuple):
    """A person's try at a puzzle. Fields after `day` come with an answer, ratings only with a rated one."""

    puzzle: str
    edition: str
    shown: float
    rated: bool
    day: str | None
    """The day on which it was the puzzle of the day."""
    answered: float | None = None
    command: str | None = None
    actions: str | None = None
    """JSON of the server's."""
    solved: bool | None = None
    loss: float | None = None
    rating_before: float | None = None
    rating: float | None = None
    deviation: float | None = None


class Answer(NamedTuple):
    """An answer as stored. `rated` and `day` apply if the person had not been shown the puzzle before."""

    puzzle: str
    edition: str
    rated: bool
    day: str | None
    at: float
    command: str
    actions: str
    solved: bool
    loss: float


class Tally(NamedTuple):
    """How many puzzles a person has answered, and how many of them they solved."""

    answered: int
    solved: int


def find(connection: Connection, who: str, puzzle: str) -> Try | None:
    """A person's try at a puzzle, if they were shown it."""
    row = connection.execute(_TRIES.where(puzzle_try.c.person == who, puzzle_try.c.puzzle == puzzle)).first()
    return None if row is None else Try(*row)


def tries(connection: Connection, who: str) -> list[Try]:
    """All puzzles that a person was shown, in that order."""
    wanted = _TRIES.where(puzzle_try.c.person == who)
    rows = connection.execute(wanted.order_by(puzzle_try.c.shown, puzzle_try.c.puzzle).limit(MOST_LISTED))
    return [Try(*row) for row in rows]


def show(connection: Connection, who: str, puzzle: str, edition: str, rated: bool, now: float) -> str:
    """Note that a person is shown a puzzle; returns the one that they have to answer first, if there is one.

    Until a rated puzzle of an edition is answered, it stays the next one, on every device.
    """
    _lock(connection, who)
    if rated:
        waiting = connection.scalar(
            select(puzzle_try.c.puzzle).where(
                puzzle_try.c.person == who,
                puzzle_try.c.edition == edition,
                puzzle_try.c.rated.is_(True),
                puzzle_try.c.answered.is_(None),
            )
        )
        if waiting is not None:
            return str(waiting)
    if find(connection, who, puzzle) is None:
        connection.execute(
            insert(puzzle_try).values(person=who, puzzle=puzzle, edition=edition, shown=now, rated=rated)
        )
    return puzzle


def answer(
    connection: Connection, who: str, given: Answer, newcomer: Rating, unrated: Rating, rate: Rate
) -> tuple[Try, bool]:
    """Store somebody's first answer to a puzzle, and update the ratings if it counts; later ones do nothing.

    Returns what is stored, and whether it is this answer, sent now or before. `newcomer` and `unrated` are
    the ratings of a person and of the puzzle before any answer has changed them.
    """
    _lock(connection, who)
    known = find(connection, who, given.puzzle)
    if known is not None and known.answered is not None:
        return known, known.command == given.command
    if known is None:
        found = Try(given.puzzle, given.edition, given.at, given.rated, given.day)
        connection.execute(insert(puzzle_try).values(person=who, **found._asdict()))
    else:
        found = known
    found = found._replace(
        answered=given.at,
        command=given.command,
        actions=given.actions,
        solved=given.solved,
        loss=given.loss,
    )
    if found.rated:
        before = rating_of(connection, who) or newcomer
        after = _rate(connection, who, given, before, unrated, rate)
        found = found._replace(rating_before=before.rating, rating=after.rating, deviation=after.deviation)
    mine = (puzzle_try.c.person == who) & (puzzle_try.c.puzzle == given.puzzle)
    connection.execute(update(puzzle_try).where(mine).values(**found._asdict()))
    return found, True


def _rate(
    connection: Connection, who: str, given: Answer, before: Rating, unrated: Rating, rate: Rate
) -> Rating:
    """Update both ratings; returns the solver's new one."""
    new = {"puzzle": given.puzzle, "rating": unrated.rating, "deviation": unrated.deviation}
    connection.execute(_ADD_PUZZLE, new)
    row = connection.execute(
        select(puzzle_rating).where(puzzle_rating.c.puzzle == given.puzzle).with_for_update()
    ).one()
    after, moved = rate(before, Rating(row.rating, row.deviation), given.solved)
    connection.execute(
        update(puzzle_rating)
        .where(puzzle_rating.c.puzzle == given.puzzle)
        .values(**moved._asdict(), tries=row.tries + 1, solved=row.solved + int(given.solved))
    )
    done = connection.execute(update(solver).where(solver.c.person == who).values(**after._asdict()))
    if not done.rowcount:
        connection.execute(insert(solver).values(person=who, **after._asdict()))
    return after


def rating_of(connection: Connection, who: str) -> Rating | None:
    """A solver's rating, once there is one."""
    row = connection.execute(
        select(solver.c.rating, solver.c.deviation).where(solver.c.person == who)
    ).first()
    return None if row is None else Rating(*row)


def puzzle_ratings(connection: Connection) -> dict[str, Rating]:
    """The ratings of all puzzles that an answer has changed."""
    rows = connection.execute(
        select(puzzle_rating.c.puzzle, puzzle_rating.c.rating, puzzle_rating.c.deviation)
    )
    return {row[0]: Rating(row[1], row[2]) for row in rows}


def tally_of_puzzle(connection: Connection, puzzle: str) -> Tally:
    """How many people gave rated answers, and how many of those solved it."""
    row = connection.execute(
        select(puzzle_rating.c.tries, puzzle_rating.c.solved).where(puzzle_rating.c.puzzle == puzzle)
    ).first()
    return Tally(0, 0) if row is None else Tally(*row)


def tally(connection: Connection, who: str) -> Tally:
    """How many puzzles a person has answered; each counts once, by the first answer."""
    counted = func.count(puzzle_try.c.answered), func.count().filter(puzzle_try.c.solved.is_(True))
    row = connection.execute(select(*counted).where(puzzle_try.c.person == who)).one()
    return Tally(row[0], row[1])


def forget_people(connection: Connection, people: Sequence[str]) -> None:
    """Delete people's tries; the puzzles keep the ratings that these have changed."""
    connection.execute(delete(puzzle_try).where(puzzle_try.c.person.in_(people)))
    connection.execute(delete(solver).where(solver.c.person.in_(people)))


def _lock(connection: Connection, who: str) -> None:
    """Lock this person until the end of the transaction; raises Taken if they are gone."""
    here = select(person.c.id).where(person.c.id == who, person.c.deleted.is_(False)).with_for_update()
    if connection.execute(here).first() is None:
        raise Taken("expected a person who is still here; they have deleted their data")


_TRIES = select(*(puzzle_try.c[name] for name in Try._fields))
_ADD_PUZZLE = text(
    "INSERT INTO puzzle_rating (puzzle, rating, deviation, tries, solved) "
    "VALUES (:puzzle, :rating, :deviation, 0, 0) ON CONFLICT (puzzle) DO NOTHING"
)
