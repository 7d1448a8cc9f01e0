"""Tables over their life: lobby, seats, leaving and returning, talk, the end, rematch, practice."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from cafe.bots import LEVELS
from tests.server.process import LIMIT, Server, Setup, Somebody, come_in
from tests.server.seats import ANYBODY, BEN, FRIEND, GREEDY, ME, two


async def test_the_lobby_shows_public_tables_with_free_seats(server: Setup) -> None:
    anna, eve = await come_in(server.address), await come_in(server.address, "Eve")
    public = await anna.table([ME, ANYBODY, FRIEND], public=True)
    private = await anna.table([ME, ANYBODY])
    lines = {line["id"]: line for line in (await eve.get("/api/tables"))["tables"]}
    assert private["id"] not in lines
    assert lines[public["id"]]["names"] == ["Anna", None, None]
    assert public["link"] == f"{server.address}/t/{public['id']}"
    joined = await eve.post(f"/api/tables/{public['id']}/join")
    assert [seat["yours"] for seat in joined["seats"]] == [False, True, False]
    assert joined == await eve.post(f"/api/tables/{public['id']}/join")
    assert public["id"] not in [line["id"] for line in (await eve.get("/api/tables"))["tables"]]
    left = await eve.post(f"/api/tables/{public['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["person", "anybody", "friend"]
    closed = await anna.post(f"/api/tables/{public['id']}/close")
    assert closed["status"] == "closed"


async def test_a_friend_takes_the_seat_kept_for_friends(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, ANYBODY, FRIEND], public=True)
    joined = await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    assert [seat["kind"] for seat in joined["seats"]] == ["person", "anybody", "person"]
    left = await ben.post(f"/api/tables/{table['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["person", "anybody", "friend"]
    seat = f"/api/tables/{table['id']}/seats/2"
    assert (await anna.ask("PUT", seat, ANYBODY | {"free": True})).status_code == 200
    await ben.post(f"/api/tables/{table['id']}/join", {"seat": 2})
    late = await anna.ask("PUT", seat, GREEDY | {"free": True})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "state")
    left = await ben.post(f"/api/tables/{table['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["person", "anybody", "anybody"]


async def test_who_is_sent_away_stays_away(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, ANYBODY, FRIEND], public=True, spectators=False)
    seat, invited = f"/api/tables/{table['id']}/seats/2", {"invite": table["invite"]}
    await ben.post(f"/api/tables/{table['id']}/join", invited)
    async with ben.sit(table["id"]) as his:
        await his.until(lambda: bool(his.table))
        await anna.ask("PUT", seat, FRIEND)
        async with asyncio.timeout(LIMIT):
            await his.wire.wait_closed()
        assert his.wire.close_code == 4403
    for body in ({}, {"seat": 1}, invited):
        refused = await ben.ask("POST", f"/api/tables/{table['id']}/join", body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden"), body
    reserved = (await anna.ask("PUT", seat, FRIEND | {"name": "Ben"})).json()["seats"][2]
    forgiven = await ben.post(f"/api/tables/{table['id']}/join", {"invite": reserved["invite"]})
    assert [place["yours"] for place in forgiven["seats"]] == [False, False, True]


async def test_a_seat_is_kept_for_one_person(server: Setup) -> None:
    anna, ben, eve = [await come_in(server.address, name) for name in ("Anna", "Ben", "Eve")]
    table = await anna.table([ME, FRIEND | {"name": " Ben "}, FRIEND])
    join = f"/api/tables/{table['id']}/join"
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Ben", None]
    invite = table["seats"][1]["invite"]
    assert invite not in (None, table["invite"], table["seats"][2]["invite"])
    joined = await eve.post(join, {"invite": table["invite"]})
    assert [seat["yours"] for seat in joined["seats"]] == [False, False, True]
    assert [seat["invite"] for seat in joined["seats"]] == [None, None, None]
    other = await come_in(server.address, "Ben")
    for body in ({"invite": table["invite"]}, {"invite": table["invite"], "seat": 1}):
        assert (await other.ask("POST", join, body)).json()["error"]["code"] == "table.full"
    await ben.post(join, {"invite": invite})
    assert (await other.ask("POST", join, {"invite": invite})).json()["error"]["code"] == "table.full"
    left = await ben.post(f"/api/tables/{table['id']}/leave")
    assert (left["seats"][1]["kind"], left["seats"][1]["name"]) == ("friend", "Ben")
    async with anna.sit(table["id"]) as socket:
        await socket.until(lambda: bool(socket.table))
        await anna.ask("PUT", f"/api/tables/{table['id']}/seats/1", FRIEND | {"name": "Carla"})
        await socket.until(lambda: socket.table["seats"][1]["name"] == "Carla")
    assert (await ben.ask("POST", join, {"invite": invite})).json()["error"]["code"] == "forbidden"
    wrong = await anna.ask("PUT", f"/api/tables/{table['id']}/seats/1", GREEDY | {"name": "Carla"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "setup")


async def test_everybody_at_an_open_table_sees_who_comes_and_goes(server: Setup) -> None:
    anna, ben = await come_in(server.address), await come_in(server.address, "Ben")
    table = await anna.table([ME, FRIEND])
    async with anna.sit(table["id"]) as socket:
        await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
        await socket.until(lambda: socket.table.get("seats", [{}, {}])[1].get("name") == "Ben")
        assert not socket.table["seats"][1]["present"]
        async with ben.sit(table["id"]):
            await socket.until(lambda: socket.table["seats"][1]["present"])
        await socket.until(lambda: not socket.table["seats"][1]["present"])
        assert (await ben.ask("PATCH", "/api/me", {"name": "Benno"})).status_code == 200
        await socket.until(lambda: socket.table["seats"][1]["name"] == "Benno")
        await anna.ask("PUT", f"/api/tables/{table['id']}/seats/1", {"kind": "bot", "bot": "greedy"})
        await socket.until(lambda: socket.table["seats"][1]["kind"] == "bot")
        assert socket.view is None
        await anna.post(f"/api/tables/{table['id']}/start")
        await socket.until_version(0)


async def test_my_tables_say_whose_turn_it_is(server: Setup) -> None:
    anna, ben, table = await two(server)
    assert [line["your_turn"] for line in (await anna.get("/api/me/tables"))["tables"]] == [True]
    assert [line["your_turn"] for line in (await ben.get("/api/me/tables"))["tables"]] == [False]
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.ask("submit", version=0, actions=[{"type": "draw"}])
    assert [line["your_turn"] for line in (await ben.get("/api/me/tables"))["tables"]] == [True]


async def test_my_tables_say_who_has_won(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as hers, ben.sit(table) as his:
        assert (await his.ask("resign"))["type"] == "done"
        assert (await hers.ask("agree", end=True))["type"] == "done"
        await his.until(lambda: his.table.get("status") == "over")
    for somebody, won in ((anna, True), (ben, False)):
        (line,) = (await somebody.get("/api/me/tables"))["tables"]
        assert (line["winners"], line["won"]) == (["Anna"], won)


async def test_a_bot_stands_in_for_who_leaves_until_they_return(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with ben.sit(table) as socket:
        await socket.until_version(0)
        left = await anna.post(f"/api/tables/{table}/leave")
        assert left["seats"][0]["stand_in"] == "greedy"
        version = (await socket.until_mine_or_over())["version"]
        back = await anna.post(f"/api/tables/{table}/return")
        assert back["seats"][0]["stand_in"] is None
        log = await ben.get(f"/api/tables/{table}/log")
        assert [entry.get("stand_in", False) for entry in log["entries"]] == [True] * version
        await socket.ask("submit", version=version, actions=[{"type": "draw"}])
        view = await anna.get(f"/api/tables/{table}/view")
        assert view["view"]["turn"]["player"] == view["player"] == 0
        assert view["legal"]


async def test_who_resigns_is_played_by_a_bot_for_good_and_ranks_last(server: Setup) -> None:
    anna, ben, table = await two(server, "board-classic")
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        for _ in range(2):  # the first answer may have been lost
            assert (await first.ask("resign", "r"))["type"] == "done"
        await second.until(lambda: second.table["seats"][0]["resigned"])
        refused = await anna.ask("POST", f"/api/tables/{table}/return", {})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "state")
        assert (await anna.get(f"/api/tables/{table}"))["seats"][0]["stand_in"] == "greedy"
        while not (await second.until_mine_or_over())["view"]["over"]:
            await second.play_turn()
        await second.until(lambda: second.table["status"] == "over")
        assert second.table["ranks"] == [2, 1]


async def test_of_several_on_one_screen_one_gives_up_and_the_others_play_on(server: Setup) -> None:
    """The hand of whoever gave up is nobody's to see, also while it is their turn."""
    anna = await come_in(server.address)
    table = (await anna.table([ME, BEN, {"kind": "local", "name": "Cleo"}], "card", starter=0))["id"]
    await anna.post(f"/api/tables/{table}/start")
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        assert (await socket.ask("resign", seat=3))["type"] == "refused"
        assert (await socket.ask("resign", seat=0))["type"] == "done"
        view = await socket.until_mine_or_over()
        assert [seat["resigned"] for seat in socket.table["seats"]] == [True, False, False]
        assert (view["player"], view["view"]["turn"]["player"]) == (1, 1)
        for player in (2, 1):
            await socket.ask("submit", version=view["version"], actions=[{"type": "draw"}])
            view = await socket.until_version(view["version"] + 1)
            assert view["player"] == player
            view = await socket.until_mine_or_over()
            assert isinstance(view["view"]["hands"][0], int)
        assert (await socket.ask("resign"))["type"] == "done"
        assert [seat["resigned"] for seat in (await anna.get(f"/api/tables/{table}"))["seats"]] == [True] * 3


async def test_a_game_ends_when_all_others_have_agreed_and_one_resigns(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        await first.ask("agree", end=True)
        await second.ask("resign")
        await first.until(lambda: first.table["status"] == "over")
        assert first.table["ranks"] == [1, 2]


async def test_people_on_one_screen_have_names_that_can_be_told_apart(single: Server) -> None:
    anna = await come_in(single.address)
    for names in (["anna"], ["Ben", "Ben"]):
        seats = [ME, *({"kind": "local", "name": name} for name in names)]
        refused = await anna.ask("POST", "/api/tables", {"edition": "card", "seats": seats})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "names")


async def test_whoever_says_no_ends_the_proposal_and_all_are_told(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        for _ in range(2):
            await first.ask("agree", end=True)
            await second.until(lambda: second.table["seats"][0]["agrees"])
            assert second.table["declined"] is None
            await second.ask("agree", end=False)
            await first.until(lambda: first.table["declined"] == 1)
            assert [seat["agrees"] for seat in first.table["seats"]] == [False, False]
        await second.ask("agree", end=True)
        await first.until(lambda: first.table["seats"][1]["agrees"])
        await second.ask("agree", end=False)
        assert second.table["declined"] is None, "to take one's own proposal back is no refusal"
        assert second.table["status"] == "running"


async def test_a_game_ends_when_all_people_agree(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        await first.ask("agree", end=True)
        await second.until(lambda: second.table["seats"][0]["agrees"])
        await first.ask("agree", end=False)
        await second.ask("agree", end=True)
        assert second.table["status"] == "running"
        await first.ask("agree", end=True)
        await second.until(lambda: second.table["status"] == "over")
        view = await second.until_version(1)
        assert (await first.ask("agree", end=True))["type"] == "done"
        assert (await first.ask("agree", end=False))["code"] == "state"
        assert view["view"]["over"]["reason"] == "agreed"
        assert all(isinstance(hand, list) for hand in view["view"]["hands"])
    text = (await anna.ask("GET", f"/api/tables/{table}/record")).text
    assert '[Ended "by agreement, -14 -14"]' in text
    assert '[Result "*"]' in text


async def test_a_rematch_is_one_table_where_the_next_one_starts(server: Setup) -> None:
    anna, ben, table = await two(server)
    assert (await anna.ask("POST", f"/api/tables/{table}/rematch", {})).status_code == 409
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        await first.ask("agree", end=True)
        await second.ask("agree", end=True)
        new = await ben.post(f"/api/tables/{table}/rematch")
        assert new["id"] != table
        assert (new["starter"], [seat["name"] for seat in new["seats"]]) == (1, ["Anna", "Ben"])
        assert (await anna.post(f"/api/tables/{table}/rematch"))["id"] == new["id"]
        await first.until(lambda: first.table["rematch"] == new["id"])
        await ben.post(f"/api/tables/{new['id']}/close")
        new = await ben.post(f"/api/tables/{table}/rematch")
        assert new["status"] == "open"
        await first.until(lambda: first.table["rematch"] == new["id"])
    started = await ben.post(f"/api/tables/{new['id']}/start")
    assert [seat["player"] for seat in started["seats"]] == [1, 0]


async def test_who_is_gone_ends_an_agreed_game_and_has_no_seat_in_a_rematch(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as socket:
        await socket.until_version(0)
        await socket.ask("agree", end=True)
        await ben.ask("DELETE", "/api/me")
        await socket.until(lambda: socket.table["status"] == "over")
    new = await anna.post(f"/api/tables/{table}/rematch")
    assert [(seat["kind"], seat["name"]) for seat in new["seats"]] == [("person", "Anna"), ("friend", None)]


async def test_talk_is_told_kept_and_limited_and_spectators_wait_for_the_end(server: Setup) -> None:
    anna, ben, table = await two(server)
    eve = await come_in(server.address, "Eve")

    def said(socket: Any) -> list[str]:
        heard = sorted((m for m in socket.messages if m["type"] == "said"), key=lambda m: m["number"])
        return [m["text"] or m["emote"] for m in heard]

    async with anna.sit(table) as first, ben.sit(table) as second, eve.sit(table) as third:
        await asyncio.gather(first.until_version(0), second.until_version(0), third.until_version(0))
        assert (await first.ask("say", text=" <b>hi</b>\u202e "))["type"] == "done"
        assert (await second.ask("say", emote="cheers"))["type"] == "done"
        assert (await third.ask("say", text="psst, play the joker"))["type"] == "done"
        await third.until(lambda: len(said(third)) == 3)
        assert said(third) == ["<b>hi</b>", "cheers", "psst, play the joker"]
        await second.until(lambda: len(said(second)) == 2)
        for wrong in ({"text": " "}, {"text": "x", "emote": "cheers"}, {}):
            assert (await first.ask("say", **wrong))["code"] == "form"
        answers = [await first.ask("say", text="again") for _ in range(8)]
        assert answers[-1]["code"] == "rate"
        await ben.post(f"/api/tables/{table}/block", {"seat": 0})
        assert "psst, play the joker" not in said(first)
        await first.ask("agree", end=True)
        await second.ask("agree", end=True)
        await first.until(lambda: "psst, play the joker" in said(first))
    async with ben.sit(table) as again:
        await again.until_version(0)
        assert said(again) == ["cheers", "psst, play the joker"]


async def test_a_command_says_something_once_under_the_name_of_now(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as first, ben.sit(table) as second:
        await asyncio.gather(first.until_version(0), second.until_version(0))
        await anna.ask("PATCH", "/api/me", {"name": "Anna B."})
        for _ in range(2):  # the first answer may have been lost
            assert (await first.ask("say", "hello", text="once"))["type"] == "done"
        assert (await first.ask("say", text="\u0958" * 101))[
            "code"
        ] == "form"  # two characters each, normalised
        await first.ask("say", text="twice")
        for socket in (first, second):
            await socket.until(
                lambda socket=socket: {"once", "twice"} <= {m.get("text") for m in socket.messages}
            )
            said = {(m["number"], m["name"], m["text"]) for m in socket.messages if m["type"] == "said"}
            assert sorted(word[1:] for word in said) == [("Anna B.", "once"), ("Anna B.", "twice")]


async def test_a_table_without_talk_has_none(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, GREEDY], talk=False)
    async with anna.sit(table["id"]) as socket:
        assert (await socket.ask("say", text="hello"))["code"] == "forbidden"


async def test_who_is_blocked_by_the_host_cannot_join(server: Setup) -> None:
    anna, ben, table = await two(server)
    await anna.post(f"/api/tables/{table}/block", {"seat": 1})
    new = await anna.table([ME, FRIEND])
    refused = await ben.ask("POST", f"/api/tables/{new['id']}/join", {"invite": new["invite"]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
    await anna.post(f"/api/tables/{table}/block", {"seat": 1, "blocked": False})
    await ben.post(f"/api/tables/{new['id']}/join", {"invite": new["invite"]})


async def test_a_block_is_told_to_who_made_it_at_once_and_at_every_table(server: Setup) -> None:
    anna, ben, table = await two(server)
    other = await anna.table([ME, FRIEND])
    await ben.post(f"/api/tables/{other['id']}/join", {"invite": other["invite"]})

    def blocked(form: Any) -> list[bool]:
        return [seat["blocked"] for seat in form["seats"]]

    async with anna.sit(table) as here, anna.sit(other["id"]) as there, ben.sit(other["id"]) as his:
        for socket in (here, there):
            await socket.until(lambda socket=socket: bool(socket.table))
        await anna.post(f"/api/tables/{table}/block", {"seat": 1})
        for socket in (here, there):
            await socket.until(lambda socket=socket: blocked(socket.table) == [False, True])
        assert blocked(await anna.get(f"/api/tables/{table}")) == [False, True]
        assert blocked(await ben.get(f"/api/tables/{table}")) == [False, False]
        assert (await his.ask("say", text="can you hear me?"))["type"] == "done"
        await anna.post(f"/api/tables/{table}/block", {"seat": 1, "blocked": False})
        await there.until(lambda: blocked(there.table) == [False, False])
        assert (await his.ask("say", text="and now?"))["type"] == "done"
        await there.until(lambda: "and now?" in [m.get("text") for m in there.messages])
        assert "can you hear me?" not in [m.get("text") for m in there.messages]
        assert not any(any(blocked(m["table"])) for m in his.messages if m["type"] == "table")


async def test_spectators_can_be_blocked_and_reported_by_what_they_said(server: Setup) -> None:
    anna, ben, table = await two(server)
    eve, tom = await come_in(server.address, "Eve"), await come_in(server.address, "Tom")
    block = f"/api/tables/{table}/block"

    def said(socket: Any) -> dict[str, int]:
        return {m["text"]: m["number"] for m in socket.messages if m["type"] == "said"}

    async with (
        anna.sit(table) as first,
        ben.sit(table) as second,
        eve.sit(table) as her,
        tom.sit(table) as his,
    ):
        await her.ask("say", text="look at her hand")
        await his.until(lambda: "look at her hand" in said(his))
        number = said(his)["look at her hand"]
        await her.until(lambda: said(her))
        assert [m["yours"] for m in her.messages if m["type"] == "said"] == [True]
        assert (await tom.post(block, {"said": number})) == {"said": [number]}
        await his.ask("agree", end=True)  # refused, but his process has then heard of the block
        await her.ask("say", text="and at his")
        await her.until(lambda: "and at his" in said(her))
        await tom.post(f"/api/tables/{table}/report", {"said": number, "text": "tells hands"})
        for asker, body, code in (
            (anna, {"said": number}, "missing"),  # a player does not hear it yet
            (eve, {"said": number}, "missing"),
            (tom, {"said": number + 1000}, "missing"),
            (tom, {}, "form"),
            (tom, {"said": number, "seat": 0}, "form"),
        ):
            assert (await asker.ask("POST", block, body)).json()["error"]["code"] == code, body
        blocks = (await tom.get("/api/me/blocks"))["people"]
        assert [person["name"] for person in blocks] == ["Eve"]
        unblock = f"/api/me/blocks/{blocks[0]['id']}"
        assert (await anna.ask("DELETE", unblock)).status_code == 404
        assert (await tom.ask("DELETE", unblock)).status_code == 200
        assert (await tom.get("/api/me/blocks"))["people"] == []
        await his.ask("agree", end=True)
        await her.ask("say", text="sorry")
        await his.until(lambda: "sorry" in said(his))
        assert "and at his" not in said(his)
        await first.ask("agree", end=True)
        await second.ask("agree", end=True)
        await first.until(lambda: "sorry" in said(first))
        heard = (await anna.post(block, {"said": number}))["said"]
        assert [word for word, each in said(first).items() if each in heard] == [
            "look at her hand",
            "and at his",
            "sorry",
        ]


async def test_who_is_blocked_meanwhile_is_not_heard_at_the_end_either(server: Setup) -> None:
    anna, ben, table = await two(server)
    eve, tom = await come_in(server.address, "Eve"), await come_in(server.address, "Tom")
    other = await anna.table([ME, FRIEND])
    await eve.post(f"/api/tables/{other['id']}/join", {"invite": other["invite"]})
    async with anna.sit(table) as first, eve.sit(table) as her, tom.sit(table) as his:
        await asyncio.gather(*(socket.until_version(0) for socket in (first, her, his)))
        await her.ask("say", text="psst")
        await his.ask("say", text="hush")
        await anna.post(f"/api/tables/{other['id']}/block", {"seat": 1})
        await first.ask("agree", end=True)
        await ben.ask("DELETE", "/api/me")
        await first.until(lambda: "hush" in [m.get("text") for m in first.messages])
        assert "psst" not in [m.get("text") for m in first.messages]


async def test_practice_from_a_position_and_from_a_record(server: Setup) -> None:
    anna, ben, table = await two(server)
    async with anna.sit(table) as first, ben.sit(table) as second:
        for version, socket in enumerate((first, second, first, second)):
            await socket.until_version(version)
            await socket.ask("submit", version=version, actions=[{"type": "draw"}])
        await first.ask("agree", end=True)
        await second.ask("agree", end=True)
    record = (await anna.ask("GET", f"/api/tables/{table}/record")).text
    new = await anna.post("/api/practice", {"players": [1], "record": record, "turns": 3})
    assert (new["status"], new["practice"], new["commitment"]) == ("running", True, None)
    assert [seat["kind"] for seat in new["seats"]] == ["bot", "person"]
    async with anna.sit(new["id"]) as socket:
        view = await socket.until_mine_or_over()
        assert (view["version"], view["player"], len(view["view"]["hands"][1])) == (0, 1, 8)
        await socket.ask("submit", version=0, actions=[{"type": "draw"}])
        await socket.until_version(2)
    wrong = await anna.ask("POST", "/api/practice", {"players": [1], "record": "nonsense"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (422, "setup")


async def test_practice_from_a_record_keeps_the_opponents(server: Setup) -> None:
    anna = await come_in(server.address)
    bots = [{"kind": "bot", "bot": bot} for bot in ("easy", "medium", "medium")]
    table = await anna.table([ME, *bots], starter=3)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        await socket.until_mine_or_over()
        await socket.ask("agree", end=True)
        await socket.until(lambda: socket.table["status"] == "over")
    record = (await anna.ask("GET", f"/api/tables/{table['id']}/record")).text
    assert not any(level in record for level in LEVELS)
    new = await anna.post("/api/practice", {"players": [1], "record": record, "turns": 1})
    assert [(seat["name"], seat["bot"]) for seat in new["seats"]] == [
        ("Anselm", "medium"),
        ("Anna", None),
        ("Lou", "easy"),
        ("Vera", "medium"),
    ]
    other = await anna.post("/api/practice", {"players": [0], "record": record, "turns": 1})
    assert [seat["name"] for seat in other["seats"]] == ["Anna", "Anselm", "Lou", "Vera"], "a bot is for Anna"
    strange = record.replace("Lou (bot)", "Anna (bot: easy)")
    house = await anna.post("/api/practice", {"players": [1], "record": strange, "turns": 1})
    assert house["seats"][2]["name"] == "Lou", "no bot is called as it likes"


async def test_setups_that_cannot_be_are_refused(server: Setup) -> None:
    anna = await come_in(server.address)
    for body in (
        {"edition": "chess", "seats": [ME, GREEDY]},
        {"edition": "board", "seats": [ME, GREEDY], "variants": ["exact-swap", "exact-swap"]},
        {"edition": "card", "seats": [ME, GREEDY], "variants": ["bar-stepped"]},
        {"edition": "board", "seats": [ME, GREEDY, GREEDY, GREEDY, GREEDY]},
        {"edition": "board", "seats": [ME, ME]},
        {"edition": "board", "seats": [ME, {"kind": "bot", "bot": "nobody"}]},
        {"edition": "board", "seats": [ME, GREEDY], "starter": 2},
    ):
        found = await anna.ask("POST", "/api/tables", body)
        assert (found.status_code, found.json()["error"]["code"]) == (422, "setup"), body


async def test_an_identity_goes_to_another_device_once(server: Setup) -> None:
    anna = await come_in(server.address)
    made = await anna.post("/api/me/transfer")
    assert made["link"] == f"{server.address}/transfer/{made['code']}"
    async with httpx.AsyncClient(base_url=server.address) as phone:
        assert (await phone.post("/api/transfer", json={"code": made["code"]})).json() == {"name": "Anna"}
        assert (await phone.get("/api/me")).json() == {"name": "Anna", "exported": True, "shown": "stamps"}
        assert (await phone.post("/api/transfer", json={"code": made["code"]})).status_code == 404
    assert (await anna.get("/api/me"))["name"] == "Anna"


async def test_who_lost_a_device_signs_it_out(server: Setup) -> None:
    anna, _, table = await two(server)
    carried, unused = [(await anna.post("/api/me/transfer"))["code"] for _ in range(2)]
    told = await anna.post("/api/transfer", {"code": carried, "token": True})
    phone = Somebody(server.address, "Anna", told["token"])
    # One after the other, so that with two servers each has one of the phone's sockets.
    async with anna.sit(table) as here, phone.sit(table) as first, phone.sit(table) as second:
        for socket in (here, first, second):
            await socket.until_version(0)
        assert await anna.post("/api/me/sign-out-others") == {}
        for path in ("/api/me/transfer", "/api/me/sign-out-others"):
            assert (await phone.ask("POST", path, {})).status_code == 401
        assert (await phone.ask("POST", "/api/transfer", {"code": unused})).status_code == 404
        for socket in (first, second):
            async with asyncio.timeout(LIMIT):
                await socket.wire.wait_closed()
            assert socket.wire.close_code == 4401
        await here.play_turn()
    assert (await anna.get("/api/me"))["name"] == "Anna"


async def test_who_deletes_themselves_is_gone_and_the_game_goes_on(server: Setup) -> None:
    anna, ben, table = await two(server)
    assert (await anna.ask("DELETE", "/api/me")).status_code == 200
    assert (await anna.ask("GET", "/api/me")).status_code == 401
    async with ben.sit(table) as socket:
        view = await socket.until_mine_or_over()
        assert view["version"] == 1
        await socket.until(lambda: socket.table["seats"][0]["name"] == "a guest")
        assert socket.table["seats"][0]["stand_in"] == "greedy"
