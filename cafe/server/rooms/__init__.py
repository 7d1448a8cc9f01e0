"""Rooms in memory: seats, games, turns and talk, which are stored and then sent to everybody there."""
