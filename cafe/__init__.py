"""Café International: the board game and the card game."""

__version__ = "0.1.0"
