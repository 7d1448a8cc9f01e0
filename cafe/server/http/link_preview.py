"""What a messenger shows of a shared link: a title, a sentence and a picture, as tags in the page's head."""

from __future__ import annotations

import html
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from cafe.server.rooms.seat_names import seat_names
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.turn.room_settings import RoomSettings, read_settings
from cafe.store import rooms
from cafe.store.errors import StoreError
from cafe.store.rows import FREE_KINDS, RoomRow

Texts = Mapping[str, Mapping[str, str]]
"""Texts by language and key, as the browser app brings them along."""
ENGLISH = "en"


@dataclass(frozen=True)
class LinkPreview:
    """The words of a link; `picture` is a file of the browser app."""

    site: str
    title: str
    words: str
    picture: str = "share/board.jpg"

    def tags(self, address: str, path: str) -> str:
        """The tags, with the whole addresses that messengers ask for."""
        found = {
            "og:site_name": self.site,
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


async def link_preview(server: ServerParts, path: str, words: Texts, languages: str) -> LinkPreview:
    """What is said of a path of the app: who plays in a room or in a replay, else the game itself.

    `languages` is what the asker's header says; a messenger that says nothing gets the room's language.
    """
    first, _, rest = path.partition("/")
    row = None
    if first in ("t", "replay") and rest:
        name = rest.partition("-")[0]
        with suppress(StoreError):
            row = await server.database.read_inline(lambda c: rooms.find(c, name))
    if row is None:
        texts = words[preferred_language(languages, words)]
        return LinkPreview(texts["app.name"], texts["app.name"], texts["start.words"])
    settings = read_settings(row)
    return _of_room(
        row, settings, words[preferred_language(languages or settings.languages, words)], first == "replay"
    )


def preferred_language(languages: str, words: Texts) -> str:
    """The most wanted of the languages of an Accept-Language header that is there; else English."""
    wanted = []
    for part in languages.split(","):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    wanted.sort(key=lambda each: each[0])
    return next((name for _, name in wanted if name in words), ENGLISH)


def _of_room(row: RoomRow, settings: RoomSettings, texts: Mapping[str, str], replayed: bool) -> LinkPreview:
    rules = settings.rules()
    picture = "share/card.jpg" if rules.table_cards else "share/board.jpg"
    free = sum(seat.kind in FREE_KINDS for seat in row.seats)
    title, sentence = "preview.running", "preview.look"
    if row.status == "over" or replayed:
        title, sentence = "preview.over", "preview.turns"
    elif row.status == "open" and free:
        title, sentence = "preview.play", "preview.free"
    names = [
        name
        for seat, name in zip(row.seats, seat_names(row.seats), strict=True)
        if name is not None and (seat.kind != "bot" or title != "preview.play")
    ]
    facts = {
        "names": ", ".join(names),
        "game": texts.get(f"edition.{settings.edition}", rules.title),
        "count": str(free),
    }
    return LinkPreview(
        texts["app.name"],
        _filled(texts[title], facts) if facts["names"] else texts["app.name"],
        _filled(texts[sentence], facts),
        picture,
    )


def _filled(text: str, facts: Mapping[str, str]) -> str:
    """A text with its facts; a fact is a name that somebody chose, and no text to be filled itself."""
    return "".join(
        facts[part] if index % 2 else part for index, part in enumerate(text.replace("}", "{").split("{"))
    )
