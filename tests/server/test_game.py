"""Whole games over real sockets: against bots, among friends, on one screen."""

from __future__ import annotations

import asyncio

import pytest

from cafe.protocol.fairness import check_commitment
from cafe.rules.edition import EDITIONS
from cafe.rules.record import read_record, verify
from tests.server.process import Setup, come_in
from tests.server.seats import FRIEND, GREEDY, ME, play_out


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_game_against_bots_ends_with_a_record_that_is_right(server: Setup, edition: str) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, GREEDY, {"kind": "bot", "bot": "random"}], edition, variants=["parties"])
    started = await anna.post(f"/api/tables/{table['id']}/start")
    assert started["status"] == "running"
    assert (await anna.ask("GET", f"/api/tables/{table['id']}/record")).status_code == 409
    await play_out(anna, table["id"])
    text = (await anna.ask("GET", f"/api/tables/{table['id']}/record")).text
    record = read_record(text)
    assert verify(record).over is not None
    assert check_commitment(record)
    assert record.extra["Commitment"] == started["commitment"]
    told = await anna.get(f"/api/tables/{table['id']}/record.json")
    assert told["notation"] == text
    entries = (await anna.get(f"/api/tables/{table['id']}/log"))["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    assert told["final"] == entries[-1]["events"][-1]["final"]
    exported = await anna.get("/api/me/export")
    assert exported["games"] == [{"id": table["id"], "record": text}]


async def test_friends_join_by_link_and_both_see_the_same_game(server: Setup) -> None:
    anna, ben = await come_in(server.address, "Anna"), await come_in(server.address, "Ben")
    table = await anna.table([ME, FRIEND], "card")
    assert (await anna.ask("POST", f"/api/tables/{table['id']}/start", {})).status_code == 409
    assert (await ben.ask("POST", f"/api/tables/{table['id']}/join", {})).status_code == 409
    joined = await ben.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
    assert [seat["name"] for seat in joined["seats"]] == ["Anna", "Ben"]
    await anna.post(f"/api/tables/{table['id']}/start")
    await asyncio.gather(play_out(anna, table["id"]), play_out(ben, table["id"]))
    both = [await person.get(f"/api/tables/{table['id']}/view") for person in (anna, ben)]
    assert both[0]["view"] == both[1]["view"]
    assert both[0]["view"]["over"]


async def test_hot_seat_shows_the_hand_of_who_is_to_move(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card", starter=1)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        for turn in range(6):
            view = await socket.until_version(turn)
            assert view["player"] == view["view"]["turn"]["player"]
            assert [isinstance(hand, int) for hand in view["view"]["hands"]] == [
                player != view["player"] for player in (0, 1)
            ]
            told = [(event["type"], "guest" in event) for event in view["events"]]
            assert told == ([("drawn", True), ("turn", False)] if turn else []), "for who drew it"
            answer = await socket.ask("submit", version=turn, actions=[{"type": "draw"}])
            assert answer == {"type": "done", "id": answer["id"], "version": turn + 1}


async def test_a_spectator_sees_no_hand_and_cannot_move(server: Setup) -> None:
    anna, eve = await come_in(server.address, "Anna"), await come_in(server.address, "Eve")
    table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card")
    await anna.post(f"/api/tables/{table['id']}/start")
    async with eve.sit(table["id"]) as watching, anna.sit(table["id"]) as playing:
        view = await watching.until_version(0)
        assert view["player"] is None
        assert view["legal"] == []
        assert view["view"]["hands"] == [7, 7]
        assert view["faces"]["hands"] == [[], []]
        for kind in ("submit", "preview", "hint"):
            answer = await watching.ask(kind, version=0, actions=[{"type": "draw"}])
            assert (answer["type"], answer["code"]) == ("refused", "turn")
        await playing.until_version(0)
        await playing.ask("submit", version=0, actions=[{"type": "draw"}])
        await watching.until_version(1)
        (told,) = (message for message in watching.messages if message["type"] == "events")
        assert told["events"][0] == {"type": "drawn", "player": 0}
        await watching.until(lambda: watching.table["watching"] == 1)


async def test_closed_tables_take_no_spectators(server: Setup) -> None:
    anna, eve = await come_in(server.address, "Anna"), await come_in(server.address, "Eve")
    table = await anna.table([ME, GREEDY], spectators=False)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with eve.sit(table["id"]) as watching:
        await watching.wire.wait_closed()
        assert watching.wire.close_code == 4403
    assert (await eve.ask("GET", f"/api/tables/{table['id']}/view")).status_code == 403


async def test_preview_explain_and_hint_change_nothing(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, GREEDY], starter=0)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        view = await socket.until_mine_or_over()
        hint = await socket.ask("hint", version=0)
        assert hint["type"] == "hinted"
        first = hint["actions"][0]
        tried = await socket.ask("preview", version=0, actions=[first])
        assert tried["type"] == "previewed"
        assert [event["type"] for event in tried["events"]] in (["seated"], ["barred"])
        guest = view["view"]["hands"][view["player"]][0]
        told = await socket.ask("explain", version=0, guest=guest)
        legal = {
            offer["action"]["chair"]
            for offer in view["legal"]
            if offer["action"]["type"] == "seat" and offer["action"]["guest"] == guest
        }
        assert {chair for chair, refusal in told["chairs"].items() if refusal is None} == legal
        wrong = await socket.ask("submit", version=0, actions=[{"type": "pass"}])
        assert (wrong["code"], wrong["refusal"]["rule"], wrong["step"]) == ("illegal", "turn.action", 0)
        half = await socket.ask("submit", version=0, actions=[])
        assert half["code"] == "unfinished"
        assert (await anna.get(f"/api/tables/{table['id']}/view"))["version"] == 0


async def test_a_preview_does_not_look_behind_a_reveal(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, {"kind": "local", "name": "Ben"}], "card", starter=0)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as socket:
        await socket.until_version(0)
        tried = await socket.ask("preview", version=0, actions=[{"type": "draw"}])
        assert (tried["events"], tried["legal"], tried["ends"], tried["reveals"]) == ([], [], True, True)
        behind = await socket.ask("preview", version=0, actions=[{"type": "draw"}, {"type": "draw"}])
        assert (behind["type"], behind["code"], behind["step"]) == ("refused", "behind", 1)


async def test_two_tabs_of_one_person_stay_together_and_a_retry_gets_the_first_answer(
    server: Setup,
) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, GREEDY], starter=0)
    await anna.post(f"/api/tables/{table['id']}/start")
    async with anna.sit(table["id"]) as first, anna.sit(table["id"]) as second:
        await first.until_mine_or_over()
        actions = await first.draft()
        done = await first.ask("submit", "turn-1", version=0, actions=actions)
        assert done == {"type": "done", "id": "turn-1", "version": 1}
        await second.until_version(1)
        assert await second.ask("submit", "turn-1", version=0, actions=actions) == done
        stale = await second.ask("submit", "turn-2", version=0, actions=actions)
        assert stale["code"] == "version"
        await asyncio.gather(first.until_version(2), second.until_version(2))
        assert first.view
        assert second.view
        assert first.view | {"patience": 0} == second.view | {"patience": 0}  # told at different moments
