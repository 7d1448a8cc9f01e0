"""Errors raised by the store.

StoreError
├── Conflict        an append that does not follow the version it names
├── Taken           something that another request took first
├── TooMany         more rooms than a person may have open at once
├── DatabaseInUse   another process has this SQLite file
├── DatabaseUrl     a database address that cannot be used
├── Unwritable      a file that cannot be written: no folder, no permission, no space
└── Unavailable     the database does not answer, or its answer was lost
"""

from __future__ import annotations

import sqlite3


class StoreError(Exception):
    """Says what was expected and what came instead."""

    @property
    def reason(self) -> str | None:
        """What SQLite says is wrong with its file, such as a full disk; PostgreSQL has its own log."""
        return _said_by_sqlite(self)


def in_words(error: Exception) -> str:
    """What SQLite says about a failure, such as a full disk; of others' only the name: values stay out of
    the log."""
    return _said_by_sqlite(error) or type(error).__name__


def _said_by_sqlite(error: BaseException | None) -> str | None:
    while error is not None and not isinstance(error, sqlite3.Error):
        error = error.__cause__
    return None if error is None else str(error)


class Conflict(StoreError):
    """An append that does not follow the version it names."""


class Taken(StoreError):
    """Something that another request took first."""


class TooMany(StoreError):
    """More rooms than a person may have open at once."""


class DatabaseInUse(StoreError):
    """Another process has this SQLite file."""


class DatabaseUrl(StoreError):
    """A database address that cannot be used."""


class Unwritable(StoreError):
    """A file that cannot be written."""


class Unavailable(StoreError):
    """The database does not answer, or its answer was lost: nobody knows whether it was stored."""
