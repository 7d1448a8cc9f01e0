"""Bring a database to the newest schema, from empty or from any earlier one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from cafe.store.errors import DatabaseUrl

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0015"
"""The version after the last migration. A database that has it does not need alembic, which loads slowly."""


def version(connection: Connection) -> str | None:
    """The version of a database; None if it is empty."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def migrate(connection: Connection, to: str = NEWEST) -> bool:
    """Run the steps that this database still lacks; returns whether it was empty.

    Raises DatabaseUrl if a newer program wrote it.
    """
    found = version(connection)
    if found == to:
        return False
    refuse_newer(found)
    from alembic import command

    command.upgrade(config_of(connection), to)
    return found is None


def refuse_newer(found: str | None, what: str = "it") -> None:
    """Raises DatabaseUrl if a newer program wrote a database of this version."""
    if found is not None and found > NEWEST:
        raise DatabaseUrl(
            f"expected a database of version {NEWEST} or earlier; {what} has version {found}: "
            "install the newer release of this program that wrote it"
        )


def config_of(connection: Connection) -> Config:
    """What alembic needs to know."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "cafe.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def expect_newest(connection: Connection) -> None:
    """Raises DatabaseUrl if this database is not of this program's version."""
    found = version(connection)
    refuse_newer(found)
    if found != NEWEST:
        raise DatabaseUrl(
            f"expected a database of version {NEWEST}; it has {found or 'none'}: "
            "start the server once, which brings it to that version"
        )
