"""What to say when the library of an environment is not installed."""

from __future__ import annotations


def missing(what: str, extra: str) -> ModuleNotFoundError:
    """The error for an environment without its library."""
    return ModuleNotFoundError(f"{what} is not installed: pip install 'cafe-international[{extra}]'")
