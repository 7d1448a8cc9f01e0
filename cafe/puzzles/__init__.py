"""Puzzles: positions from games in which one turn is clearly best, how they are found and judged."""
