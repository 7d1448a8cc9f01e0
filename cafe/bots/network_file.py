"""Networks as files: 8-bit matrices with a scale for each column, the rest in 16 bits, and their metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

import numpy as np

from cafe.bots.network import Shape
from cafe.encoding import VERSION

FORMAT: Final = 2
"""The form of the file; the network's own version is inside it."""
ABOUT: Final = "about"
SCALE: Final = ".scale"
"""The suffix of the name under which a matrix's scales are stored."""
LARGE: Final = 10_000
"""Matrices of this size or more are rounded to 8 bits; smaller ones would gain nothing."""
STEPS: Final = 127
"""The largest 8-bit number."""


@dataclass(frozen=True)
class Network:
    """A network ready for use, and its metadata: name, version, origin, licence."""

    shape: Shape
    weights: Mapping[str, np.ndarray[Any, np.dtype[np.float32]]]
    about: Mapping[str, Any]


def write_network(network: Network) -> bytes:
    """The network as a file's content, its numbers rounded."""
    head = {"format": FORMAT, "encoding": VERSION, "shape": asdict(network.shape), **network.about}
    arrays: dict[str, Any] = {}
    for name, array in network.weights.items():
        if array.ndim == 2 and array.size >= LARGE:
            scale = (np.abs(array).max(0) / STEPS + 1e-12).astype(np.float32)
            arrays[name] = np.rint(array / scale).astype(np.int8)
            arrays[name + SCALE] = scale
        else:
            arrays[name] = array.astype(np.float16)
    arrays[ABOUT] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    return content.getvalue()


def read_network(content: bytes) -> Network:
    """The network in a file's content; a ValueError says what was expected."""
    with np.load(BytesIO(content), allow_pickle=False) as found:
        head = json.loads(found[ABOUT].tobytes())
        if head["format"] != FORMAT:
            raise ValueError(f"expected a network of format {FORMAT}; got {head['format']!r}")
        if head["encoding"] != VERSION:
            raise ValueError(f"expected a network of encoding {VERSION}; got {head['encoding']!r}")
        shape = Shape(**head["shape"])
        weights = {name: found[name].astype(np.float32) for name in shape.layers()}
        for name in shape.layers():
            if name + SCALE in found:
                weights[name] *= found[name + SCALE]
    for name, (size, _) in shape.layers().items():
        if weights[name].shape != size:
            raise ValueError(f"expected {name} of {size}; got {weights[name].shape}")
    about = {name: fact for name, fact in head.items() if name not in ("format", "encoding", "shape")}
    return Network(shape, weights, about)


@cache
def stored_network(name: str) -> Network:
    """A network that comes with the package, by its name."""
    return read_network(files("cafe.bots").joinpath("networks", f"{name}.npz").read_bytes())
