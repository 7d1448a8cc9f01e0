"""The rules for a hundred thousand games at once, in JAX: the same ones, which tests play side by side.

>>> from cafe.vector import make
>>> env = make("board", players=2, variants=())
>>> state = env.init(jax.random.key(0))
>>> state = env.step(state, action)

`make` gives an environment with pgx's interface. `Batch` has the fast ways in: legal actions as words, new
games from a pool of shuffled bags. Actions and observations are those of `cafe.encoding`.
"""

try:
    import jax as _jax
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("cafe.vector needs JAX: pip install 'cafe-international[vector]'") from missing

from cafe.vector.batch import Batch, Games, Pool
from cafe.vector.environment import Environment, State, make

del _jax

__all__ = ["Batch", "Environment", "Games", "Pool", "State", "make"]
