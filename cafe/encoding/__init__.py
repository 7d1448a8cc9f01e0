"""One encoding of actions and observations for each edition: bots, environments and training share it.

>>> from cafe.encoding import action_code
>>> from cafe.encoding.observation import observer
>>> from cafe.rules import apply, edition, new_game, view
>>> rules = edition("board")
>>> state = new_game(rules, players=2, seed=7)
>>> code, observe = action_code(rules), observer(rules)
>>> integers, mask = code.legal(state), code.mask(state)
>>> state, events = apply(state, code.action(state, integers[0]))
>>> arrays, vector = observe.arrays(view(state, 0)), observe.flat(view(state, 0))

Actions need the standard library only; observations need NumPy. `VERSION` rises whenever a number changes its
meaning. The integers are told in `cafe.encoding.actions`, the arrays in `cafe.encoding.layout`.
"""

from cafe.encoding.actions import ActionCode, action_code
from cafe.encoding.layout import VERSION, Field, Layout, layout
from cafe.encoding.sides import SIDES, Place, Sides, sides_of

__all__ = [
    "SIDES",
    "VERSION",
    "ActionCode",
    "Field",
    "Layout",
    "Place",
    "Sides",
    "action_code",
    "layout",
    "sides_of",
]
