"""Café International: the board game and the card game."""

__version__ = "1.0.0"
