"""Inputs that nobody would type."""
