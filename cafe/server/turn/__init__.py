"""The turn path: judges a turn, follows the game and words what happened; no web, no database, no Redis."""
