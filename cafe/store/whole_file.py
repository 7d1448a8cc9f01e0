"""Files that are there whole or not at all: backups and exports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from cafe.store.errors import Unwritable


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A file beside the target that gets its name in one step, when it is whole and on the disk.

    Unwritable names the target and says why there is none.
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
