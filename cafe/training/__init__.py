"""Networks that learn the game by playing against themselves, on JAX; the extra `train` installs it."""
