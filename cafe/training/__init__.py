"""Networks that learn the game by playing themselves, on JAX; the extra `train` brings what is needed."""
