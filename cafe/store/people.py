"""People and the secrets that prove who they are; only hashes of secrets are kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from cafe.store import puzzles, reviews, rooms
from cafe.store.prepared import Prepared
from cafe.store.rows import Person
from cafe.store.schema import block, credential, daily_try, game, person, report, result, seat, stamp, talk

GONE = "a guest"
"""The name of people who have deleted their data."""
TRANSFER_SECONDS = 600.0
KEY_SECONDS = 365 * 86400.0
"""A key's stored expiry is this long after its last use; it still works then, but has not been used since."""
SEEN = func.coalesce(credential.c.expires - KEY_SECONDS, credential.c.created)
"""When a key was last used, to the day."""


def new_secret() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored for a secret; secrets are long and random, so a plain hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()


def add(connection: Connection, name: str, now: float) -> tuple[Person, str]:
    """A new person and the secret that proves it."""
    found = Person(secrets.token_hex(8), name)
    connection.execute(
        insert(person).values(id=found.id, name=name, created=now, deleted=False, banned=False)
    )
    return found, add_key(connection, found.id, now)


def add_key(connection: Connection, who: str, now: float) -> str:
    """Another secret for a person."""
    secret = new_secret()
    connection.execute(insert(credential).values(hash=hashed(secret), person=who, kind="key", created=now))
    return secret


_FIND = Prepared(
    select(
        *(person.c.id, person.c.name, person.c.banned, person.c.author),
        *(credential.c.expires, credential.c.created),
    )
    .join(credential, credential.c.person == person.c.id)
    .where(credential.c.hash == bindparam("hash"), credential.c.kind == "key", person.c.deleted.is_(False))
)
_NAME = Prepared(select(person.c.name).where(person.c.id == bindparam("who"), person.c.deleted.is_(False)))
_BLOCKED = Prepared(select(block.c.blocked).where(block.c.person == bindparam("who")))
_BLOCKS = select(block).where(block.c.person.in_(bindparam("people", expanding=True)))


def find(connection: Connection, secret: str) -> Person | None:
    """Whose secret this is."""
    key = hashed(secret)
    row = _FIND.first(connection, hash=key)
    if row is None:
        return None
    who, name, banned, author, expires, created = row
    seen = created if expires is None else expires - KEY_SECONDS
    return Person(who, name, bool(banned), author, key, seen)


def name_of(connection: Connection, who: str) -> str | None:
    """A person's name; None for people who have deleted their data."""
    rows = _NAME.rows(connection, who=who)
    return rows[0][0] if rows else None


def note_seen(connection: Connection, key: str, now: float) -> None:
    """Note that somebody used this key."""
    connection.execute(update(credential).where(credential.c.hash == key).values(expires=now + KEY_SECONDS))


def valid_keys(connection: Connection, keys: Sequence[str]) -> dict[str, bool]:
    """Which of these hashed secrets are still valid, and whether their person is banned."""
    rows = connection.execute(
        select(credential.c.hash, person.c.banned)
        .join(person, credential.c.person == person.c.id)
        .where(credential.c.hash.in_(keys), credential.c.kind == "key", person.c.deleted.is_(False))
    )
    return {row[0]: bool(row[1]) for row in rows}


def key_still_valid(connection: Connection, who: Person) -> bool:
    """Whether the secret that somebody used is still valid; it stays so until the end of the transaction."""
    connection.execute(select(person.c.id).where(person.c.id == who.id).with_for_update())
    return who.key in valid_keys(connection, [who.key])


def sign_out_others(connection: Connection, who: Person) -> bool:
    """Revoke a person's secrets and codes except the secret they used; returns whether that is valid."""
    if not key_still_valid(connection, who):
        return False
    connection.execute(delete(credential).where(credential.c.person == who.id, credential.c.hash != who.key))
    return True


def rename(connection: Connection, who: str, name: str) -> None:
    """Give a person another name, in all their rooms."""
    connection.execute(update(person).where(person.c.id == who).values(name=name))
    mine = select(seat.c.game).where(seat.c.person == who)
    rooms.mark_changed(connection, select(game.c.id).where(game.c.id.in_(mine) | (game.c.host == who)))


def add_transfer(connection: Connection, who: Person, now: float) -> tuple[str, float] | None:
    """A code that makes another device this person, once, and when it expires.

    None for somebody who was signed out meanwhile: a code would let them in again.
    """
    if not key_still_valid(connection, who):
        return None
    code = secrets.token_urlsafe(16)
    expires = now + TRANSFER_SECONDS
    connection.execute(
        insert(credential).values(
            hash=hashed(code), person=who.id, kind="transfer", created=now, expires=expires
        )
    )
    return code, expires


def use_transfer(connection: Connection, code: str, now: float) -> tuple[Person, str] | None:
    """The person of an unused code, and a new secret; None for any other code."""
    row = connection.execute(
        select(person.c.id, person.c.name, person.c.banned, person.c.author)
        .join(credential, credential.c.person == person.c.id)
        .where(
            credential.c.hash == hashed(code),
            credential.c.kind == "transfer",
            credential.c.expires > now,
            person.c.deleted.is_(False),
        )
        .with_for_update(of=person)  # signing out all others either finds the new secret or deletes the code
    ).first()
    if row is None:
        return None
    done = connection.execute(delete(credential).where(credential.c.hash == hashed(code)))
    if not done.rowcount:
        return None  # another device was faster
    found = Person(*row)
    return found, add_key(connection, found.id, now)


def forget(connection: Connection, who: str) -> None:
    """Delete a person's data: name, secrets, talk, blocks, tries of the café of the day, stamps, results,
    puzzles and links to reviews.

    Games stay, because others played in them too.
    """
    connection.execute(delete(stamp).where(stamp.c.person == who))
    connection.execute(delete(result).where(result.c.person == who))
    connection.execute(delete(daily_try).where(daily_try.c.person == who))
    reviews.forget_person(connection, who)
    puzzles.forget_people(connection, [who])
    connection.execute(delete(credential).where(credential.c.person == who))
    connection.execute(delete(talk).where(talk.c.person == who))
    connection.execute(delete(block).where((block.c.person == who) | (block.c.blocked == who)))
    connection.execute(update(report).where(report.c.reporter == who).values(text="(deleted)"))
    connection.execute(update(seat).where(seat.c.person == who, seat.c.kind == "local").values(name=GONE))
    connection.execute(update(person).where(person.c.id == who).values(name=GONE, deleted=True))
    connection.execute(
        update(person).where(person.c.id == who, person.c.author.is_not(None)).values(author=GONE)
    )
    rooms.mark_changed(connection, select(seat.c.game).where(seat.c.person == who))


def list_banned(connection: Connection) -> list[tuple[str, str]]:
    """The ids and names of banned people, by name."""
    wanted = select(person.c.id, person.c.name).where(person.c.banned).order_by(person.c.name, person.c.id)
    return [(row.id, row.name) for row in connection.execute(wanted)]


def ban(connection: Connection, who: str, banned: bool) -> bool:
    """Ban a person, or let them in again; returns whether there is such a person."""
    done = connection.execute(update(person).where(person.c.id == who).values(banned=banned))
    return done.rowcount > 0


def set_block(connection: Connection, who: str, other: str, blocked: bool) -> None:
    """Block or unblock somebody."""
    connection.execute(select(person.c.id).where(person.c.id == who).with_for_update())
    connection.execute(delete(block).where(block.c.person == who, block.c.blocked == other))
    if blocked:
        connection.execute(insert(block).values(person=who, blocked=other))


def blocked_by(connection: Connection, who: str) -> frozenset[str]:
    """The people whom this person has blocked."""
    return frozenset(row[0] for row in _BLOCKED.rows(connection, who=who))


def blocked_people(connection: Connection, who: str) -> list[tuple[str, str]]:
    """The people whom this person has blocked, with their names."""
    rows = connection.execute(
        select(person.c.id, person.c.name)
        .join(block, block.c.blocked == person.c.id)
        .where(block.c.person == who)
        .order_by(person.c.name, person.c.id)
    )
    return [(row.id, row.name) for row in rows]


def blocks(connection: Connection, people: Sequence[str]) -> dict[str, frozenset[str]]:
    """Whom each of these people has blocked; people who blocked nobody are left out."""
    found: dict[str, set[str]] = {}
    if people:
        for who, other in connection.execute(_BLOCKS, {"people": people}):
            found.setdefault(who, set()).add(other)
    return {who: frozenset(others) for who, others in found.items()}
