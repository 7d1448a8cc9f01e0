"""Between two people who may not see each other's hands."""

from __future__ import annotations

from rich.text import Text

from cafe.terminal.palette import FAINT, TITLE
from cafe.terminal.screen import Screen


def pass_device(screen: Screen, name: str) -> None:
    """An empty screen until the next player has the device."""
    middle = max(0, min(screen.height, 40) // 2 - 2) if screen.is_live else 1
    screen.draw(
        [
            *[Text("")] * middle,
            Text(f"Pass the device to {name}".center(screen.width - 1), TITLE),
            Text("Everybody else: please look away.".center(screen.width - 1), FAINT),
        ]
    )
    screen.ask(f"{name}, press Enter> ")
