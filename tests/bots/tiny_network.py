"""Small networks that know nothing, for tests of what is done with a network."""

from __future__ import annotations

import numpy as np

from cafe.bots.network import shape_of
from cafe.bots.network_file import Network


def tiny_network(family: str, seed: int = 1) -> Network:
    """A network of a family with random weights."""
    shape = shape_of(family, table_width=8, trunk_width=16, blocks=1, pointer_width=8, value_width=8)
    source = np.random.default_rng(seed)
    weights = {
        name: np.float32(max(spread, 0.1)) * source.standard_normal(size, np.float32)
        for name, (size, spread) in shape.layers().items()
    }
    return Network(shape, weights, {"name": family, "version": "0", "origin": "chance", "licence": "MIT"})
