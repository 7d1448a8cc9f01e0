"""The game where researchers look for it: PettingZoo, Gymnasium, OpenSpiel (docs/environments.md).

`cafe.env.cafe_v0` is the PettingZoo environment, `cafe.env:CafeInternational-v0` Gymnasium's, and importing
`cafe.env.open_spiel` registers `python_cafe_international`. Each needs the extra of its name.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    import gymnasium

    gymnasium.register("CafeInternational-v0", entry_point="cafe.env.learner:LearnerEnv")
