"""A bot by its name: one of this package, one that an installed package registers, or any module's class."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from cafe.bots import BOTS, unknown_bot
from cafe.bots.bot import Bot

PLUGINS: Final = "cafe.bots"
"""The group of entry points under which packages register bots."""


class UnknownBot(ValueError):
    """A name that no bot has, or a class that cannot be loaded."""


def bot_maker(name: str) -> Callable[[], Bot]:
    """What makes a fresh bot of that name: `greedy`, a plug-in's name, or `module:Class`."""
    if name in BOTS:
        return BOTS[name]
    plugins = entry_points(group=PLUGINS)
    try:
        if name in plugins.names:
            found = plugins[name].load()
        else:
            module, colon, attribute = name.partition(":")
            if not (module and colon and attribute):
                others = sorted(plugins.names - BOTS.keys())
                raise UnknownBot(unknown_bot(name, (*BOTS, *others, "or module:Class")))
            found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"expected a bot that can be imported; got {name!r}: {error}") from None
    if not callable(found):
        raise UnknownBot(f"expected a class, or a function that makes a bot; got {found!r} from {name!r}")
    return found  # type: ignore[no-any-return]
