"""The wheel holds all that the server needs: from a clean environment it shows the game in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.house import House
from tests.browser.player import Seat
from tests.release import install


@pytest.fixture(scope="module")
def house(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server from the wheel."""
    (wheel,) = release.glob("*.whl")
    place = tmp_path_factory.mktemp("wheel")
    made = House(place / "data", python=install(wheel, place / "clean", "server"))
    yield made
    made.stop()


def test_a_turn_is_played_on_a_server_from_the_wheel(sit: Seat) -> None:
    anna = sit()
    anna.page.goto("/")
    anna.press(anna.button("Play now"))
    before = anna.wait()["version"]
    anna.take_turn()
    assert anna.look()["version"] > before
