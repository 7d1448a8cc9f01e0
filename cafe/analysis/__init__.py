"""Finished games looked through: what each turn cost, what the draws brought; it adds up to the result."""
