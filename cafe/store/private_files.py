"""Files that only their owner can read: the database holds hashes of secrets, and what people said."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What the names of a database's files end with. SQLite gives new ones the rights of the first."""


def make_private(path: Path) -> None:
    """Make the file if it is not there; in either case nobody but its owner can read or write it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with suppress(PermissionError):  # another user's file, which that user shares with us
            os.fchmod(file, 0o600)
    finally:
        os.close(file)


def make_database_private(path: Path) -> None:
    """Take the files of a database, also those that an earlier version made, from everybody else."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for ending in BESIDE:
        file = path.with_name(path.name + ending)
        if not ending or file.exists():
            make_private(file)
