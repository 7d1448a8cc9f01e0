"""Adam, with gradient clipping."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

Arrays = dict[str, jax.Array]

FIRST: Final = 0.9
SECOND: Final = 0.999
TINY: Final = 1e-5


class Moments(NamedTuple):
    """What Adam remembers: running means of the gradient and of its square, and how many there were."""

    mean: Arrays
    square: Arrays
    steps: jax.Array


def rest(weights: Arrays) -> Moments:
    """Nothing remembered yet."""
    mean, square = ({name: jnp.zeros_like(array) for name, array in weights.items()} for _ in range(2))
    return Moments(mean, square, jnp.zeros((), jnp.int32))


def step(
    weights: Arrays, gradient: Arrays, moments: Moments, rate: jax.Array, longest: float
) -> tuple[Arrays, Moments]:
    """The weights one step further; a gradient longer than `longest` is shortened to that."""
    length = jnp.sqrt(sum(jnp.sum(jnp.square(array)) for array in gradient.values()))
    factor = jnp.minimum(1.0, longest / (length + 1e-9))
    count = moments.steps + 1
    first, second = 1 - FIRST**count, 1 - SECOND**count
    new: Arrays = {}
    mean: Arrays = {}
    square: Arrays = {}
    for name, array in gradient.items():
        slope = array * factor
        mean[name] = FIRST * moments.mean[name] + (1 - FIRST) * slope
        square[name] = SECOND * moments.square[name] + (1 - SECOND) * slope * slope
        new[name] = weights[name] - rate * (mean[name] / first) / (jnp.sqrt(square[name] / second) + TINY)
    return new, Moments(mean, square, count)
