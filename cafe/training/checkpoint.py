"""What a run needs to continue: weights, Adam's moments, how far it is; in parts of a few megabytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

PART: Final = 12_000_000
"""The most bytes a part may have."""
HEAD: Final = "checkpoint.json"


class CheckpointError(ValueError):
    """A checkpoint that is not whole, or of another network."""


@dataclass(frozen=True)
class Checkpoint:
    """A run at one moment."""

    arrays: Mapping[str, np.ndarray[Any, Any]]
    facts: Mapping[str, Any] = field(default_factory=dict)


def save(folder: Path, checkpoint: Checkpoint) -> list[Path]:
    """Write the checkpoint over the last one; the header comes last, so that half a checkpoint has none."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in [folder / HEAD, *folder.glob("checkpoint-*.bin")]:
        old.unlink(missing_ok=True)
    layout: list[dict[str, object]] = []
    blocks: list[bytes] = []
    for name, array in sorted(checkpoint.arrays.items()):
        layout.append({"name": name, "shape": list(array.shape), "kind": str(array.dtype)})
        blocks.append(np.ascontiguousarray(array).tobytes())
    whole = b"".join(blocks)
    files: list[Path] = []
    for index, first in enumerate(range(0, len(whole), PART)):
        file = folder / f"checkpoint-{index}.bin"
        file.write_bytes(whole[first : first + PART])
        files.append(file)
    head = {"parts": len(files), "bytes": len(whole), "arrays": layout, "facts": dict(checkpoint.facts)}
    (folder / HEAD).write_text(json.dumps(head, indent=1) + "\n", encoding="utf-8")
    return [*files, folder / HEAD]


def has_checkpoint(folder: Path) -> bool:
    """Whether there is a checkpoint in the folder, whole or not."""
    return (folder / HEAD).exists() or any(folder.glob("checkpoint-*.bin"))


def load(folder: Path) -> Checkpoint:
    """The checkpoint in a folder; CheckpointError if it is not whole."""
    try:
        head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
        whole = b"".join((folder / f"checkpoint-{part}.bin").read_bytes() for part in range(head["parts"]))
    except FileNotFoundError as error:
        raise CheckpointError(f"expected a checkpoint in {folder}; there is no {error.filename}") from None
    if len(whole) != head["bytes"]:
        raise CheckpointError(f"expected {head['bytes']} bytes in the parts of {folder}; got {len(whole)}")
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    first = 0
    for entry in head["arrays"]:
        kind, shape = np.dtype(entry["kind"]), tuple(entry["shape"])
        size = kind.itemsize * int(np.prod(shape, dtype=np.int64))
        arrays[entry["name"]] = np.frombuffer(whole[first : first + size], kind).reshape(shape)
        first += size
    return Checkpoint(arrays, head["facts"])
