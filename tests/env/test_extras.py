"""Without its library an environment says which extra to install; the rest of the program needs none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
WITHOUT = """
import sys
for name in {without!r}:
    sys.modules[name] = None
try:
    import {module}
except ModuleNotFoundError as error:
    print(error)
else:
    print("imported")
"""


@pytest.mark.parametrize(
    ("module", "without", "said"),
    [
        ("cafe.env.cafe_v0", ["pettingzoo"], "pip install 'cafe-international[pettingzoo]'"),
        ("cafe.env.learner", ["gymnasium"], "pip install 'cafe-international[gymnasium]'"),
        ("cafe.env.open_spiel", ["pyspiel"], "pip install 'cafe-international[open-spiel]'"),
        ("cafe.env", ["gymnasium", "pettingzoo", "pyspiel", "numpy"], "imported"),
        ("cafe.cli", ["gymnasium", "pettingzoo", "pyspiel", "numpy"], "imported"),
    ],
)
def test_the_extra_is_named(module: str, without: list[str], said: str) -> None:
    code = WITHOUT.format(module=module, without=without)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said in done.stdout


def test_the_example_of_a_learner_names_what_it_needs() -> None:
    code = "import sys; sys.modules['torch'] = None; import train_ppo"
    done = subprocess.run([sys.executable, "-c", code], cwd=EXAMPLES, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("expected the package torch: pip install ")
