"""Recovery codes: one per person, to be written down; only its hash is stored. It works until replaced."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from cafe.store.people import add_key, hashed, key_still_valid
from cafe.store.rows import Person
from cafe.store.schema import credential, person

KIND = "recovery"


def replace(connection: Connection, who: Person, code: str, now: float) -> bool:
    """Make this the person's only recovery code; False if they were signed out meanwhile."""
    if not key_still_valid(connection, who):
        return False
    connection.execute(delete(credential).where(credential.c.person == who.id, credential.c.kind == KIND))
    connection.execute(insert(credential).values(hash=hashed(code), person=who.id, kind=KIND, created=now))
    return True


def made(connection: Connection, who: str) -> float | None:
    """When a person's code was made, if there is one."""
    found: float | None = connection.scalar(
        select(credential.c.created).where(credential.c.person == who, credential.c.kind == KIND)
    )
    return found


def use(connection: Connection, code: str, now: float) -> tuple[Person, str] | None:
    """The person of a code and a new secret; None for a code that nobody has."""
    row = connection.execute(
        select(person.c.id, person.c.name, person.c.banned, person.c.author)
        .join(credential, credential.c.person == person.c.id)
        .where(credential.c.hash == hashed(code), credential.c.kind == KIND, person.c.deleted.is_(False))
        .with_for_update(of=person)  # signing out all others either finds the new secret or deletes the code
    ).first()
    if row is None:
        return None
    found = Person(*row)
    return found, add_key(connection, found.id, now)
