"""What a messenger sees of a shared link."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import httpx

from tests.server.process import Server, Somebody, come_in
from tests.server.test_tables import FRIEND, GREEDY, ME, two


async def tags(server: Server, path: str) -> dict[str, str]:
    """The tags of a page by name."""
    async with httpx.AsyncClient(base_url=server.address) as client:
        page = (await client.get(path)).text
    head = page.partition("</head>")[0]
    return dict(re.findall(r'<meta (?:name|property)="((?:og|twitter):[\w:]+)" content="([^"]*)">', head))


async def opened(server: Server, anna: Somebody) -> str:
    table = await anna.table([ME, FRIEND, FRIEND], "card")
    return f"/t/{table['id']}-{table['invite']}"


async def test_an_open_table_asks_to_sit_down(server: Server) -> None:
    anna = await come_in(server.address, 'A"<b>')
    path = await opened(server, anna)
    found = await tags(server, path)
    assert found["og:title"] == "Play with A&quot;&lt;b&gt;"
    assert found["og:description"] == "2 seats are free: card game. Tap to sit down."
    assert found["og:url"] == server.address + path
    assert found["twitter:card"] == "summary_large_image"


async def test_a_running_table_and_a_replay_say_who_plays(server: Server) -> None:
    _, _, table = await two(server)
    assert (await tags(server, f"/t/{table}"))["og:title"] == "Anna and Ben at the table"
    assert (await tags(server, f"/replay/{table}"))["og:title"] == "How it went: Anna and Ben"
    anna = await come_in(server.address)
    alone = await anna.table([ME, GREEDY, GREEDY], "board")
    title = (await tags(server, f"/t/{alone['id']}"))["og:title"]
    assert title == "Anna, a bot and a bot at the table"


async def test_every_other_page_speaks_of_the_game_and_the_picture_is_there(server: Server) -> None:
    for path in ("/", "/lobby", "/t/nothere", "/t/", "/replay/"):
        assert (await tags(server, path))["og:title"] == "Café International"
    async with httpx.AsyncClient(base_url=server.address) as client:
        for path in ("/", await opened(server, await come_in(server.address))):
            picture = await client.get(urlsplit((await tags(server, path))["og:image"]).path)
            assert picture.headers["content-type"] == "image/jpeg"
            assert len(picture.content) < 300_000, "some messengers show no larger ones"
