"""The shuffle of server and people together: contribute, commit, open, deal."""

from __future__ import annotations

import asyncio

from cafe.protocol import shuffle
from cafe.protocol.fairness import check_commitment
from cafe.protocol.shuffle import Contribution
from cafe.rules.guests import GUESTS, NATIONS
from cafe.rules.record import read_record
from tests.server.process import Json, Server, Setup, come_in
from tests.server.seats import BEN, GREEDY, ME
from tests.server.shuffles import ANNAS, BENS, end_by_agreement, gather_contributors


def promised(table: Json) -> str:
    """The commitment, computed again from the table's fields."""
    given = [Contribution(player["seat"], player["hash"]) for player in table["shuffle"]["players"]]
    return shuffle.commitment(table["edition"], table["variants"], table["shuffle"]["secret_hash"], given)


async def test_all_contribute_and_open_and_the_bag_follows(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server, variants=["parties"])
    async with anna.sit(table) as annas, ben.sit(table) as bens:
        assert (await annas.ask("contribute", hash=shuffle.hash_of(BENS)))["type"] == "done"
        assert (await annas.ask("contribute", hash=shuffle.hash_of(ANNAS)))["type"] == "done"
        assert (await bens.ask("contribute", hash=shuffle.hash_of(BENS)))["type"] == "done"
        assert annas.table["shuffle"] is None
        started = await anna.post(f"/api/tables/{table}/start")
        assert (started["status"], started["commitment"]) == ("open", promised(started))
        assert started["shuffle"]["deadline"] is not None
        assert [player["hash"] for player in started["shuffle"]["players"]] == [
            shuffle.hash_of(ANNAS),
            shuffle.hash_of(BENS),
        ]
        await bens.until(lambda: bens.table["commitment"] == started["commitment"])
        assert (await annas.ask("open_contribution", value=ANNAS))["type"] == "done"
        await bens.until(
            lambda: [player["opened"] for player in bens.table["shuffle"]["players"]] == [True, False]
        )
        assert (await bens.ask("open_contribution", value=BENS))["type"] == "done"
        for socket in (annas, bens):
            await socket.until_version(0)
            await socket.until(lambda socket=socket: socket.table["status"] == "running")
            assert socket.table["commitment"] == started["commitment"] == promised(socket.table)
            assert socket.table["shuffle"]["deadline"] is None
            told = str(socket.messages)
            assert ANNAS not in told
            assert BENS not in told
    record = await end_by_agreement(table, anna, ben)
    proved = check_commitment(record, started["commitment"]) or ""
    assert "the server's secret and the contributions of Anna, Ben; the commitment is" in proved
    told = await anna.get(f"/api/tables/{table}/record.json")
    assert shuffle.hash_of(told["secret"]) == started["shuffle"]["secret_hash"]
    given = [Contribution(*one.values()) for one in told["contributions"]]
    assert [one.value for one in given] == [ANNAS, BENS]
    bag, tables = shuffle.shuffle(record.edition, shuffle.seed(told["commitment"], told["secret"], given))
    assert [GUESTS[guest] for guest in bag] == told["bag"]
    assert [NATIONS[nation] for nation in tables] == told["tables"]


async def test_who_withholds_is_left_out_and_everybody_can_see_it(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server)
    async with anna.sit(table) as annas, ben.sit(table) as bens:
        await annas.ask("contribute", hash=shuffle.hash_of(ANNAS))
        await bens.ask("contribute", hash=shuffle.hash_of(BENS))
        started = await anna.post(f"/api/tables/{table}/start")
        await annas.ask("open_contribution", value=ANNAS)
        await bens.until_version(0)
        await bens.until(lambda: bens.table["status"] == "running")
        assert [player["opened"] for player in bens.table["shuffle"]["players"]] == [True, False]
        late = await bens.ask("open_contribution", value=BENS)
        assert (late["type"], late["code"]) == ("refused", "state")
        assert "dealt without yours" in late["message"]
    record = await end_by_agreement(table, anna, ben)
    proved = check_commitment(record, started["commitment"]) or ""
    assert "the contributions of Anna (Ben did not open theirs in time)" in proved
    assert BENS not in str(record.extra)


async def test_what_cannot_be_contributed_or_opened_is_refused(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server)
    eve = await come_in(server.address, "Eve")
    async with anna.sit(table) as annas, ben.sit(table) as bens, eve.sit(table) as eves:
        for wrong in ("5e", "G" * 64, "A5" * 32, f"{ANNAS}\n", 5):
            assert (await annas.ask("contribute", hash=wrong))["code"] == "form"
            assert (await annas.ask("open_contribution", value=wrong))["code"] == "form"
        assert (await eves.ask("contribute", hash=ANNAS))["code"] == "forbidden"
        assert (await annas.ask("open_contribution", value=ANNAS))["code"] == "state"
        await annas.ask("contribute", hash=shuffle.hash_of(ANNAS))
        started = await anna.post(f"/api/tables/{table}/start")
        refused = await annas.ask("open_contribution", value=BENS)
        assert refused["code"] == "form"
        assert f"expected the value with the hash {shuffle.hash_of(ANNAS)}" in refused["message"]
        assert (await eves.ask("open_contribution", value=ANNAS))["code"] == "forbidden"
        assert (await bens.ask("open_contribution", value=BENS))["code"] == "state"
        assert (await bens.ask("contribute", hash=shuffle.hash_of(BENS)))["code"] == "state"
        assert (await annas.ask("contribute", hash=shuffle.hash_of(BENS)))["code"] == "state"
        await annas.ask("open_contribution", value=ANNAS)
        await annas.until_version(0)
    record = await end_by_agreement(table, anna, ben)
    assert "secret and the contributions of Anna; " in (check_commitment(record, started["commitment"]) or "")


async def test_a_command_that_is_sent_again_is_done_once(server: Setup) -> None:
    anna, _, table = await gather_contributors(server)
    async with anna.sit(table) as socket:
        for _ in range(2):
            assert (await socket.ask("contribute", "one", hash=shuffle.hash_of(ANNAS)))["type"] == "done"
        await anna.post(f"/api/tables/{table}/start")
        assert (await socket.ask("contribute", "one", hash=shuffle.hash_of(ANNAS)))["type"] == "done"
        for _ in range(2):
            assert (await socket.ask("open_contribution", "two", value=ANNAS))["type"] == "done"
        view = await socket.until_version(0)
        assert view["version"] == 0
        assert (await socket.ask("open_contribution", "two", value=ANNAS))["type"] == "done"


async def test_seats_stay_as_they_are_while_people_open(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server)
    async with anna.sit(table) as annas, ben.sit(table) as bens:
        await annas.ask("contribute", hash=shuffle.hash_of(ANNAS))
        await bens.ask("contribute", hash=shuffle.hash_of(BENS))
        await anna.post(f"/api/tables/{table}/start")
        asked = await asyncio.gather(
            anna.ask("POST", f"/api/tables/{table}/start", {}),
            anna.ask("POST", f"/api/tables/{table}/close", {}),
            anna.ask("PUT", f"/api/tables/{table}/seats/1", GREEDY),
            ben.ask("POST", f"/api/tables/{table}/leave", {}),
            ben.ask("DELETE", "/api/me"),
        )
        assert [answer.status_code for answer in asked] == [409] * 5
        await annas.ask("open_contribution", value=ANNAS)
        await bens.ask("open_contribution", value=BENS)
        await annas.until_version(0)
    left = await ben.post(f"/api/tables/{table}/leave")
    assert left["seats"][1]["stand_in"] is not None


async def test_who_left_before_the_start_contributes_nothing(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server)
    async with ben.sit(table) as bens:
        await bens.ask("contribute", hash=shuffle.hash_of(BENS))
    await ben.post(f"/api/tables/{table}/leave")
    await anna.ask("PUT", f"/api/tables/{table}/seats/1", GREEDY)
    started = await anna.post(f"/api/tables/{table}/start")
    assert (started["status"], started["shuffle"]) == ("running", None)


async def test_players_of_one_screen_share_a_contribution_and_bots_have_none(server: Setup) -> None:
    anna = await come_in(server.address)
    table = await anna.table([ME, BEN, GREEDY], "board", starter=1)
    async with anna.sit(table["id"]) as socket:
        await socket.ask("contribute", hash=shuffle.hash_of(ANNAS))
        started = await anna.post(f"/api/tables/{table['id']}/start")
        assert [(player["seat"], player["hash"]) for player in started["shuffle"]["players"]] == [
            (1, shuffle.hash_of(ANNAS)),
            (2, None),
            (0, shuffle.hash_of(ANNAS)),
        ]
        await socket.ask("open_contribution", value=ANNAS)
        await socket.until(lambda: socket.table["status"] == "running")
        assert [seat["player"] for seat in socket.table["seats"]] == [2, 0, 1]
    record = await end_by_agreement(table["id"], anna)
    assert check_commitment(record, started["commitment"])


async def test_without_contributions_a_start_is_one_step(server: Setup) -> None:
    anna, ben, table = await gather_contributors(server)
    started = await anna.post(f"/api/tables/{table}/start")
    assert (started["status"], started["shuffle"]) == ("running", None)
    record = await end_by_agreement(table, anna, ben)
    assert "the server drew it alone" in (check_commitment(record, started["commitment"]) or "")
    told = await anna.get(f"/api/tables/{table}/record.json")
    assert (told["salt"] != "", told["secret"], told["contributions"]) == (True, None, [])


async def test_a_rematch_needs_new_contributions(single: Server) -> None:
    anna, ben, table = await gather_contributors(single)
    async with anna.sit(table) as socket:
        await socket.ask("contribute", hash=shuffle.hash_of(ANNAS))
        await anna.post(f"/api/tables/{table}/start")
        await socket.ask("open_contribution", value=ANNAS)
    await end_by_agreement(table, anna, ben)
    again = await anna.post(f"/api/tables/{table}/rematch")
    started = await anna.post(f"/api/tables/{again['id']}/start")
    assert (started["status"], started["shuffle"]) == ("running", None)
    exported = await anna.get("/api/me/export")
    assert check_commitment(read_record(exported["games"][0]["record"]))
