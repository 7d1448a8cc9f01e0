"""Files that are written completely or not at all: backups and exports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from cafe.store.errors import Unwritable


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A file beside the target that is renamed to it in one step, once it is complete and on disk.

    An Unwritable error names the target and says why it could not be written.
    """
    part = target.with_name(target.name + ".part")
    try:
        try:
            part.unlink(missing_ok=True)
            yield part
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        if error.filename == str(part) or error.errno in (ENOSPC, EDQUOT, EFBIG):
            raise Unwritable(f"{target} cannot be written: {error.strerror}") from None
        raise
