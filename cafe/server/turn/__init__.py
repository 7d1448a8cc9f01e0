"""The path of a turn: judging it, following the game, describing what happened; no web, database or Redis."""
