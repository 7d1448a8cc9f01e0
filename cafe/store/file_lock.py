"""One process per SQLite file."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from cafe.store.errors import DatabaseInUse


class FileLock:
    """Held from its creation until `release` or the end of the process, however that happens."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._file, 20).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise DatabaseInUse(
                f"expected to be the only server of {path.with_suffix('')}; process {holder} has it open"
            ) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Let others use the file."""
        os.close(self._file)
