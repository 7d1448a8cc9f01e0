"""Reviews of finished games, which are requested, queued, made once and stored; and links that share them.

People are served in rounds: everybody's first review comes before anybody's second.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from cafe.store.schema import game, person, review, review_link

DAY = 86400.0
MOST_TRIES = 3
"""How often a review may be started; a process that ends normally does not count."""
MOST_LISTED = 10_000

_WAITS = and_(review.c.made.is_(None), review.c.holder.is_(None), review.c.tries < MOST_TRIES)
_UNFINISHED = and_(review.c.made.is_(None), or_(review.c.holder.is_not(None), review.c.tries < MOST_TRIES))


class ReviewRow(NamedTuple):
    """A review that somebody asked for; `content` is the server's JSON, once it is made."""

    version: str | None
    content: str | None
    is_waiting: bool
    has_failed: bool
    done: int
    steps: int
    """Progress: steps done, of how many."""


class Asked(NamedTuple):
    """What a person asked for, and when."""

    game: str
    at: float


class Link(NamedTuple):
    """A review that a person shares with others."""

    code: str
    game: str
    person: str


def find(connection: Connection, name: str) -> ReviewRow | None:
    """The review of a game, if somebody asked for it."""
    row = connection.execute(select(review).where(review.c.game == name)).first()
    if row is None:
        return None
    is_left = row.made is None and row.holder is None
    has_failed = is_left and row.tries >= MOST_TRIES
    return ReviewRow(row.version, row.content, is_left and not has_failed, has_failed, row.done, row.steps)


def place(connection: Connection, name: str) -> int:
    """This review's place in the queue, from 1; those in progress do not count."""
    mine = select(review.c.round, review.c.asked).where(review.c.game == name).subquery()
    before = or_(
        review.c.round < mine.c.round,
        and_(review.c.round == mine.c.round, review.c.asked < mine.c.asked),
        and_(review.c.round == mine.c.round, review.c.asked == mine.c.asked, review.c.game < name),
    )
    found = connection.scalar(select(func.count()).select_from(review, mine).where(_WAITS, before))
    return 1 + int(found or 0)


def anything_waits(connection: Connection) -> bool:
    """Whether there is something to do."""
    return connection.execute(select(review.c.game).where(_WAITS).limit(1)).first() is not None


def waiting(connection: Connection) -> int:
    """How many are waiting."""
    return int(connection.scalar(select(func.count()).select_from(review).where(_WAITS)) or 0)


def ask(connection: Connection, name: str, who: str, now: float, a_day: int) -> float:
    """Queue a game for review, unless it was already; returns 0, or the seconds until they may ask again."""
    for lock in (
        select(person.c.id).where(person.c.id == who),
        select(game.c.id).where(game.c.id == name),
    ):
        connection.execute(lock.with_for_update())
    known = find(connection, name)
    if known is not None and not known.has_failed:
        return 0.0
    mine = and_(review.c.person == who, review.c.asked > now - DAY)
    count, oldest = connection.execute(select(func.count(), func.min(review.c.asked)).where(mine)).one()
    if count >= a_day:
        return max(1.0, float(oldest) + DAY - now)
    connection.execute(delete(review).where(review.c.game == name))
    connection.execute(
        insert(review).values(
            game=name, person=who, asked=now, round=_next_round(connection, who), tries=0, done=0, steps=0
        )
    )
    return 0.0


def _next_round(connection: Connection, who: str) -> int:
    """The current round, or the one after the last in which this person has a request."""
    now = connection.scalar(select(func.min(review.c.round)).where(_UNFINISHED))
    last = connection.scalar(select(func.max(review.c.round)).where(_UNFINISHED, review.c.person == who))
    return max(now or 0, -1 if last is None else last + 1)


def take(connection: Connection, holder: str) -> str | None:
    """The game whose turn it is to be reviewed; it belongs to the holder while that process lives."""
    name: str | None = connection.scalar(
        select(review.c.game)
        .where(_WAITS)
        .order_by(review.c.round, review.c.asked, review.c.game)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    if name is not None:
        begun = {"holder": holder, "tries": review.c.tries + 1, "done": 0, "steps": 0}
        connection.execute(update(review).where(review.c.game == name).values(**begun))
    return name


def _held(name: str, holder: str) -> ColumnElement[bool]:
    return and_(review.c.game == name, review.c.holder == holder, review.c.made.is_(None))


def note_progress(connection: Connection, name: str, holder: str, far: Sequence[int]) -> None:
    """Store a review's progress: the steps done, and how many there are."""
    done, steps = far
    connection.execute(update(review).where(_held(name, holder)).values(done=done, steps=steps))


def finish(connection: Connection, name: str, holder: str, version: str, content: str, now: float) -> bool:
    """Store a finished review; returns whether this process still held it."""
    made = {"version": version, "content": content, "made": now, "holder": None}
    return connection.execute(update(review).where(_held(name, holder)).values(**made)).rowcount > 0


def free(connection: Connection, name: str, holder: str) -> None:
    """Let a failed review be tried again, unless it was tried too often."""
    connection.execute(update(review).where(_held(name, holder)).values(holder=None))


def free_all(connection: Connection, holder: str) -> None:
    """Release what a process that ends normally has begun; that does not count as a failure."""
    mine = and_(review.c.holder == holder, review.c.made.is_(None))
    connection.execute(update(review).where(mine).values(holder=None, tries=review.c.tries - 1))


def forget_person(connection: Connection, who: str) -> None:
    """Forget that somebody asked, and delete their links; reviews stay with their games."""
    connection.execute(update(review).where(review.c.person == who).values(person=None))
    connection.execute(delete(review_link).where(review_link.c.person == who))


def delete_old(connection: Connection, before: float, most: int) -> int:
    """Delete reviews made before then, with their links, and those asked for before then that failed.

    Returns how many. They can be requested again.
    """
    is_old = or_(review.c.made < before, and_(review.c.made.is_(None), ~_UNFINISHED, review.c.asked < before))
    old = select(review.c.game).where(is_old).limit(most)
    names = connection.scalars(old).all()
    connection.execute(delete(review_link).where(review_link.c.game.in_(names)))
    connection.execute(delete(review).where(review.c.game.in_(names)))
    return len(names)


def asked_by(connection: Connection, who: str) -> list[Asked]:
    """What a person asked for, newest first."""
    rows = connection.execute(
        select(review.c.game, review.c.asked)
        .where(review.c.person == who)
        .order_by(review.c.asked.desc(), review.c.game)
        .limit(MOST_LISTED)
    )
    return [Asked(*row) for row in rows]


def links_of(connection: Connection, who: str) -> list[Link]:
    """The links of a person, newest first."""
    rows = connection.execute(
        select(review_link.c.code, review_link.c.game, review_link.c.person)
        .where(review_link.c.person == who)
        .order_by(review_link.c.created.desc(), review_link.c.code)
        .limit(MOST_LISTED)
    )
    return [Link(*row) for row in rows]


def link_of(connection: Connection, name: str, who: str) -> str | None:
    """The code of a person's link to the review of a game."""
    found: str | None = connection.scalar(
        select(review_link.c.code).where(review_link.c.game == name, review_link.c.person == who)
    )
    return found


def share(connection: Connection, name: str, who: str, now: float) -> str:
    """The code of a person's link to the review of a game; a new one if they have none."""
    connection.execute(select(person.c.id).where(person.c.id == who).with_for_update())
    known = link_of(connection, name, who)
    if known is not None:
        return known
    code = secrets.token_urlsafe(16)
    connection.execute(insert(review_link).values(code=code, game=name, person=who, created=now))
    return code


def take_back(connection: Connection, name: str, who: str) -> None:
    """Withdraw a person's link."""
    connection.execute(delete(review_link).where(review_link.c.game == name, review_link.c.person == who))


def shared(connection: Connection, code: str) -> Link | None:
    """What a link shows."""
    row = connection.execute(
        select(review_link.c.code, review_link.c.game, review_link.c.person).where(review_link.c.code == code)
    ).first()
    return None if row is None else Link(*row)
