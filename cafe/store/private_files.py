"""Files that only their owner can read: the database contains hashes of secrets, and what people said."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""The suffixes of a database's files. SQLite gives new ones the permissions of the first."""


def make_private(path: Path) -> None:
    """Create the file if it does not exist; in either case only its owner can read or write it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with suppress(PermissionError):  # another user's file, which that user shares with us
            os.fchmod(file, 0o600)
    finally:
        os.close(file)


def make_database_private(path: Path) -> None:
    """Make the files of a database private, including those made by an earlier version."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for ending in BESIDE:
        file = path.with_name(path.name + ending)
        if not ending or file.exists():
            make_private(file)
