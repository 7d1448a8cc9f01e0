"""Training on JAX."""
