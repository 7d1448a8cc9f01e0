"""What a messaging app shows for a shared link: a title, a sentence and a picture, as tags in the head."""

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
"""Texts by language and key, from the build of the browser app."""
ENGLISH = "en"


@dataclass(frozen=True)
class LinkPreview:
    """The words of a link; `picture` is a file of the browser app."""

    site: str
    title: str
    words: str
    picture: str = "share/board.jpg"

    def tags(self, address: str, path: str) -> str:
        """The tags, with the full addresses that messaging apps need."""
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
    """The preview of a path of the app: who plays in a room or in a replay, otherwise the game itself.

    `languages` is the asker's header; a messaging app that sends none gets the room's language.
    """
    first, _, rest = path.partition("/")
    row = None
    if first in ("t", "replay") and rest:
        name = rest.partition("-")[0]
        with suppress(StoreError):
            row = await server.database.read_inline(lambda c: rooms.find(c, name))
    settings = None if row is None else read_settings(row)
    if row is None or settings is None or not _is_for_all(row, settings, first == "replay"):
        texts = words[preferred_language(languages, words)]
        return LinkPreview(texts["app.name"], texts["app.name"], texts["start.words"])
    return _of_room(
        row, settings, words[preferred_language(languages or settings.languages, words)], first == "replay"
    )


def _is_for_all(row: RoomRow, settings: RoomSettings, replayed: bool) -> bool:
    """Whether anybody with the link may know who plays: invited to sit down, or allowed to watch."""
    return settings.spectators or (row.status == "open" and not replayed)


def preferred_language(languages: str, words: Texts) -> str:
    """The most preferred available language of an Accept-Language header; otherwise English."""
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
    """A text with its facts filled in; a fact is a name that somebody chose, and is not filled itself."""
    return "".join(
        facts[part] if index % 2 else part for index, part in enumerate(text.replace("}", "{").split("{"))
    )
