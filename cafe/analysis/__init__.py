"""Finished games, analysed: what each turn cost and what the draws brought, adding up to the result."""
