"""What a messenger sees of a shared link."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx

from tests.server.pages import tags
from tests.server.process import Server, Somebody, come_in
from tests.server.seats import FRIEND, GREEDY, ME, two


async def opened(single: Server, anna: Somebody) -> str:
    table = await anna.table([ME, FRIEND, FRIEND], "card")
    return f"/t/{table['id']}-{table['invite']}"


async def test_an_open_table_asks_to_sit_down(single: Server) -> None:
    anna = await come_in(single.address, 'A"<b>')
    path = await opened(single, anna)
    found = await tags(single, path)
    assert found["og:title"] == "Play with A&quot;&lt;b&gt;"
    assert found["og:description"] == "Card game. Free seats: 2. Tap to join."
    assert found["og:url"] == single.address + path
    assert found["twitter:card"] == "summary_large_image"


async def test_a_running_table_and_a_replay_say_who_plays(single: Server) -> None:
    _, _, table = await two(single)
    assert (await tags(single, f"/t/{table}"))["og:title"] == "Anna, Ben at the table"
    assert (await tags(single, f"/replay/{table}"))["og:title"] == "How it went: Anna, Ben"
    anna = await come_in(single.address)
    alone = await anna.table([ME, GREEDY, GREEDY], "board")
    title = (await tags(single, f"/t/{alone['id']}"))["og:title"]
    assert title == "Anna, Vera, Anselm at the table"


async def test_a_game_without_spectators_names_nobody_once_it_has_begun(single: Server) -> None:
    anna, ben, table = await two(single, spectators=False)
    for path in (f"/t/{table}", f"/replay/{table}"):
        found = await tags(single, path)
        assert found["og:title"] == "Café International"
        assert not {name for name in (anna.name, ben.name) if name in str(found)}
    waiting = await anna.table([ME, FRIEND], "card", spectators=False)
    assert (await tags(single, f"/t/{waiting['id']}"))["og:title"] == "Play with Anna"


async def test_every_other_page_speaks_of_the_game_and_the_picture_is_there(single: Server) -> None:
    for path in ("/", "/lobby", "/t/nothere", "/t/", "/replay/"):
        assert (await tags(single, path))["og:title"] == "Café International"
    async with httpx.AsyncClient(base_url=single.address) as client:
        for path in ("/", await opened(single, await come_in(single.address))):
            picture = await client.get(urlsplit((await tags(single, path))["og:image"]).path)
            assert picture.headers["content-type"] == "image/jpeg"
            assert len(picture.content) < 300_000, "some messengers show no larger ones"


async def test_the_words_are_in_the_language_of_who_asks_or_else_of_the_host(single: Server) -> None:
    anna = await come_in(single.address)
    path = await opened(single, anna)
    assert (await tags(single, path, "xx, de-AT;q=0.8, fr;q=0.7"))["og:title"] == "Spiel mit Anna"
    assert (await tags(single, path, "fr;q=0.7, it"))["og:title"] == "Gioca con Anna"
    assert (await tags(single, path, "en;q=quick, tlh"))["og:title"] == "Play with Anna"
    assert (await tags(single, "/", "el"))["og:description"].startswith("Βάλτε πελάτες")
    anna.headers["accept-language"] = "fr-CA, en;q=0.5"
    path = await opened(single, anna)
    assert (await tags(single, path))["og:title"] == "Jouez avec Anna"
    assert (await tags(single, path, "de"))["og:title"] == "Spiel mit Anna"


async def test_a_name_is_not_filled_itself(single: Server) -> None:
    anna = await come_in(single.address, "{game} {x}")
    assert (await tags(single, await opened(single, anna)))["og:title"] == "Play with {game} {x}"
