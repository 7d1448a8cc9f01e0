"""Bring a database to the newest form, from empty or from any earlier one."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from cafe.store.errors import DatabaseUrl


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", "cafe.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the steps that this database still lacks; DatabaseUrl if a newer program wrote it."""
    config = _config(connection)
    found = MigrationContext.configure(connection).get_current_revision()
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseUrl(f"expected a database of version {max(known)} or earlier; it has version {found}")
    command.upgrade(config, to)


def expect_newest(connection: Connection) -> None:
    """DatabaseUrl if this database is not of this program's version."""
    newest = ScriptDirectory.from_config(_config(connection)).get_current_head()
    found = MigrationContext.configure(connection).get_current_revision()
    if found != newest:
        raise DatabaseUrl(
            f"expected a database of version {newest}; it has {found or 'none'}: start the server once"
        )
