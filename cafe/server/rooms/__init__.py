"""Rooms in memory: seats, games, turns and talk, taken to the store and told to everybody who is there."""
