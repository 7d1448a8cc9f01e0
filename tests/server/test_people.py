"""People keep to themselves what is theirs: private games, blocks, names, a room that is not shouted down."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from cafe.server.errors import Refused
from cafe.server.rooms.confusable_names import TITLES, are_alike, has_title
from cafe.server.rooms.plain_text import clean_name
from tests.languages import LANGUAGES, TEXTS
from tests.server.process import LIMIT, Setup, Somebody, come_in
from tests.server.seats import ANYBODY, FRIEND, GREEDY, ME, two

RECORDS = ("view", "log", "replay", "record", "record.json")


async def agree(people: tuple[Somebody, ...], table: str) -> None:
    """Everybody ends the game."""
    for each in people:
        async with each.sit(table) as socket:
            await socket.until_version(0)
            assert (await socket.ask("agree", end=True))["type"] == "done"


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_finished_game_without_spectators_is_for_its_players(server: Setup, spectators: bool) -> None:
    anna, ben, table = await two(server, spectators=spectators)
    await agree((anna, ben), table)
    eve, stranger = await come_in(server.address, "Eve"), Somebody(server.address, "", "guessed")
    for path in RECORDS:
        for who in (anna, ben, eve, stranger):
            found = await who.ask("GET", f"/api/tables/{table}/{path}")
            expected = 200 if spectators or who in (anna, ben) else 403
            assert (path, who.name, found.status_code) == (path, who.name, expected)
    again = (await anna.post(f"/api/tables/{table}/rematch"))["id"]
    async with httpx.AsyncClient(base_url=server.address, timeout=LIMIT) as client:
        told = [(await client.get(f"/api/tables/{table}")).json()]
    told += [await who.get(f"/api/tables/{table}") for who in (eve, anna, ben)]
    known = [(shown["ranks"] is not None, shown["rematch"]) for shown in told]
    seen = (True, again)
    assert known == [seen if spectators else (False, None)] * 2 + [seen] * 2


@pytest.mark.parametrize("blocker", ["Anna", "Ben"])
async def test_a_rematch_seats_nobody_beside_somebody_blocked(server: Setup, blocker: str) -> None:
    anna, ben, table = await two(server)
    await agree((anna, ben), table)
    who, seat = (anna, 1) if blocker == "Anna" else (ben, 0)
    await who.post(f"/api/tables/{table}/block", {"seat": seat})
    new = await anna.post(f"/api/tables/{table}/rematch")
    assert [(seat["kind"], seat["name"]) for seat in new["seats"]] == [("person", "Anna"), ("friend", None)]


@pytest.mark.parametrize("blocks", [(2, 1), (1, 2)])
async def test_a_rematch_leaves_it_to_a_blocker_to_sit_beside_whom_they_blocked(
    server: Setup, blocks: tuple[int, int]
) -> None:
    people = [await come_in(server.address, name) for name in ("Anna", "Ben", "Eve")]
    anna, table = people[0], await people[0].table([ME, FRIEND, FRIEND], "card")
    for each in people[1:]:
        await each.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    await anna.post(f"/api/tables/{table['id']}/start")
    await agree(tuple(people), table["id"])
    blocker, blocked = blocks
    await people[blocker].post(f"/api/tables/{table['id']}/block", {"seat": blocked})
    new = await anna.post(f"/api/tables/{table['id']}/rematch")
    kinds = [seat["kind"] for seat in new["seats"]]
    assert (kinds[blocker], kinds[blocked], kinds[0]) == ("friend", "person", "person")
    mine = await people[blocker].post(f"/api/tables/{new['id']}/join", {"invite": new["invite"]})
    assert mine["seats"][blocker]["kind"] == "person"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Anna", "\u0410nn\u0430", True),  # Cyrillic
        ("Anna", "ANNA", True),
        ("Anna", "\uff21nna", True),  # full width
        ("Anna", "A n-n\u0301a.", True),
        ("Lou", "I0u", True),
        ("Tom", "Torn", True),
        ("Ελένη", "E\u03bbένη", True),
        ("Anna", "Anne", False),
        ("李", "王", False),
        ("🍰", "🍵", False),
    ],
)
def test_names_that_the_eye_cannot_tell_apart(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is alike
    assert are_alike(other, one) is alike


@pytest.mark.parametrize(
    "name",
    [
        *("Vera (bot)", "Vera · B0t", "\u0412ot", "Host", "H\u043est!", "admin", "Z\u0300\u0301\u0302o"),
        *("bot1", "Vera bot 2", "B.o.t", "r-o-b-o-t", "B o t", "bot🤖", "2Bot", "Host①"),
        *("Gastgeber", "Hôte", "hote 1", "οικοδεσπότης", "ΟΙΚΟΔΕΣΠΟΤΗΣ"),
    ],
)
def test_names_cannot_be_titles_or_towers_of_marks(name: str) -> None:
    with pytest.raises(Refused, match="expected a name with"):
        clean_name(name)


def test_every_language_says_what_it_calls_a_bot_and_a_host() -> None:
    assert sorted(TITLES) == LANGUAGES
    for language, titles in TITLES.items():
        assert titles.bot, language
        assert titles.host, language
        assert all(has_title(word) for word in titles.bot + titles.host)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_what_the_browser_app_calls_a_bot(language: str) -> None:
    texts = (TEXTS / f"{language}.ts").read_text(encoding="utf-8")
    words = re.findall(r"'(?:player|profile)\.bot': '(\S+)'", texts)
    assert len(words) == 2
    assert all(has_title(word) for word in words)


async def test_names_that_imitate_a_host_who_does_not_play_are_marked(server: Setup) -> None:
    anna, ben = await come_in(server.address, "Anna"), await come_in(server.address, "\u0410nna")
    table = await anna.table([ANYBODY, GREEDY], "board", public=True)
    joined = await ben.post(f"/api/tables/{table['id']}/join")
    assert [seat["alike"] for seat in joined["seats"]] == [True, False]
    await anna.post(f"/api/tables/{table['id']}/start")
    false = await come_in(server.address, "Ann\u0430")
    async with anna.sit(table["id"]) as hosting, false.sit(table["id"]) as imitating:
        await asyncio.gather(hosting.until_version(0), imitating.until_version(0))
        await imitating.ask("say", text="it is me, Anna")
        said = await hosting.until(lambda: [m for m in hosting.messages if m["type"] == "said"])
        assert [m["alike"] for m in said] == [True]


@pytest.mark.parametrize(
    "name", ["Botticelli", "Abbott", "Roberto", "Hostia", "Zoë", "Nguyễn", "ᾍδης", "נִקּוּד", "हिन्दी", "Lou 2"]
)
def test_names_of_all_languages_are_kept(name: str) -> None:
    assert clean_name(name) == name


async def test_names_that_imitate_others_are_marked(server: Setup) -> None:
    anna = await come_in(server.address, "Anna")
    table = await anna.table([ME, FRIEND, ANYBODY, GREEDY], "board", public=True)
    assert [seat["alike"] for seat in table["seats"]] == [False] * 4
    bot = table["seats"][3]["name"]
    second = await come_in(server.address, "\u0410nna")
    third = await come_in(server.address, f"{bot}.")
    await second.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    joined = await third.post(f"/api/tables/{table['id']}/join")
    assert [seat["alike"] for seat in joined["seats"]] == [True, True, True, False]
    await anna.post(f"/api/tables/{table['id']}/start")
    eve, false = await come_in(server.address, "Eve"), await come_in(server.address, "Ann\u0430")
    async with eve.sit(table["id"]) as watching, false.sit(table["id"]) as imitating:
        await asyncio.gather(watching.until_version(0), imitating.until_version(0))
        await watching.ask("say", text="it is me, Eve")
        await imitating.ask("say", text="it is me, Anna")
        said = await watching.until(lambda: [m for m in watching.messages if m["type"] == "said"][1:])
        assert [m["alike"] for m in watching.messages if m["type"] == "said"] == [False, True], said


async def test_all_spectators_together_say_only_so_much(server: Setup) -> None:
    _, _, table = await two(server)
    crowd = [await come_in(server.address, f"Eve {number}") for number in range(30)]
    refused = 0
    for each in crowd:
        async with each.sit(table) as socket:
            await socket.until_version(0)
            refused += (await socket.ask("say", text="hello"))["type"] == "refused"
    assert 0 < refused < 30
