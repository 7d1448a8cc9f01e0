"""Where games are saved: a requested file, or one of their own in the user's data directory."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from cafe.rules.record import Record, write_record


def own_file() -> Path:
    """A new file for a game that begins now."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(data) / "cafe-international"
    name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    path, number = folder / f"{name}.cafe", 2
    while path.exists():
        path, number = folder / f"{name}-{number}.cafe", number + 1
    return path


def write(record: Record, path: Path) -> None:
    """Write the record completely or not at all; raises OSError if that is not possible."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_text(write_record(record), encoding="utf-8")
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(write_record(record), encoding="utf-8")
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Remove a game that nobody wants to keep."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
