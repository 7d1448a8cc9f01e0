"""What a messenger shows of a shared link: a title, a sentence and a picture, as tags in the page's head."""

from __future__ import annotations

import html
from dataclasses import dataclass

from cafe.server.house import House
from cafe.server.table import read_settings
from cafe.store import games
from cafe.store.errors import StoreError
from cafe.store.games import FREE_KINDS, GameRow

APP = "Café International"
EDITIONS = {"board": "board game", "board-classic": "board game, classic edition", "card": "card game"}


@dataclass(frozen=True)
class Preview:
    """The words of a link; `picture` is a file of the browser app."""

    title: str = APP
    words: str = "Seat guests from twelve nations and score for good company: against bots or with friends."
    picture: str = "share/board.jpg"

    def tags(self, address: str, path: str) -> str:
        """The tags, with the whole addresses that messengers ask for."""
        found = {
            "og:site_name": APP,
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.words,
            "og:url": f"{address}/{path}",
            "og:image": f"{address}/{self.picture}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "twitter:card": "summary_large_image",
        }
        return "".join(_tag(name, text) for name, text in found.items())


def _tag(name: str, text: str) -> str:
    kind = "name" if name.startswith("twitter") else "property"
    return f'<meta {kind}="{name}" content="{html.escape(text)}">\n'


async def preview_of(house: House, path: str) -> Preview:
    """What is said of a path of the app: who plays at a table or in a replay, else the game itself."""
    first, _, rest = path.partition("/")
    if first not in ("t", "replay") or not rest:
        return Preview()
    name = rest.partition("-")[0]
    try:
        row = await house.database.read(lambda c: games.find(c, name))
    except StoreError:
        row = None
    return Preview() if row is None else _of_table(row, replayed=first == "replay")


def _of_table(row: GameRow, replayed: bool) -> Preview:
    settings = read_settings(row)
    game = EDITIONS.get(settings.edition, "game")
    picture = "share/card.jpg" if settings.edition == "card" else "share/board.jpg"
    people = _listed([seat.name for seat in row.seats if seat.name])
    free = sum(seat.kind in FREE_KINDS for seat in row.seats)
    if row.status == "open" and free and not replayed:
        seats = "A seat is" if free == 1 else f"{free} seats are"
        return Preview(f"Play with {people}", f"{seats} free: {game}. Tap to sit down.", picture)
    everybody = _listed([seat.name or "a bot" for seat in row.seats if seat.kind not in FREE_KINDS])
    if row.status == "over" or replayed:
        return Preview(f"How it went: {everybody}", f"A {game}, turn by turn.", picture)
    return Preview(f"{everybody} at the table", f"A {game}. Tap to look on.", picture)


def _listed(names: list[str]) -> str:
    """`Anna, Ben and a bot`; nobody is `us`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "us"
