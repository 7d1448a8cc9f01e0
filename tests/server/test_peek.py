"""Nobody peeks: two games that differ only in hidden cards tell a reader the same, word for word."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from cafe.protocol.convert import action_form
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from cafe.server.turn import stored_room
from cafe.server.turn.room_settings import RoomSettings
from cafe.server.turn.start import Start, from_position
from tests.scale import scaled
from tests.server.faces import no_faces
from tests.server.house import Company, gather, open_house

PLAYERS = 3
CARD = RoomSettings("card", ["parties"])


def middle_of_a_game(rng: Random) -> State:
    """A card game after some turns, at the beginning of a turn."""
    state = new_game(edition("card", ("parties",)), PLAYERS, rng.getrandbits(32))
    for _ in range(rng.randint(0, 60)):
        after = state
        while after == state or after.taken or after.party:
            legal = legal_actions(after)
            after, _ = apply(after, legal[int(rng.random() * len(legal))])
            if after.over is not None:
                return state
        state = after
    return state


def common_turn(one: State, two: State, rng: Random) -> list[Action] | None:
    """A whole turn that is possible in both states."""
    actions: list[Action] = []
    while True:
        shared = sorted(set(legal_actions(one)) & set(legal_actions(two)), key=repr)
        if not shared:
            return None
        action = shared[int(rng.random() * len(shared))]
        actions.append(action)
        trial, other = try_actions(one, [action]), try_actions(two, [action])
        if trial.ends or trial.reveals or other.ends:
            return actions
        one, two = trial.state, other.state


async def script(
    company: Company, client: int | None, turns: list[tuple[int, int, list[dict[str, Any]]]]
) -> None:
    """Everybody asks everything: one player moves, all others try what they must not; the reader plans."""
    for version, mover, actions in turns:
        for place in range(PLAYERS + 1):
            await company.ask(place, "preview", version=version, actions=actions)
            if place != mover:
                await company.ask(place, "hint", version=version)
                await company.ask(place, "explain", version=version, guest="DEm")
                await company.ask(place, "submit", version=version, actions=actions)
        if client is not None:
            await company.ask(client, "preview", version=version, actions=[], plan=True)
            await company.ask(client, "preview", version=version, actions=actions, plan=True)
            await company.ask(client, "explain", version=version, guest="DEm", plan=True)
        answer = await company.ask(mover, "submit", version=version, actions=actions)
        assert answer["type"] == "done", answer
        for place in range(PLAYERS + 1):
            await company.ask(place, "resync")


def told(company: Company, place: int) -> list[dict[str, Any]]:
    """Everything that a reader was sent, without the times."""
    messages = company.clients[place].kept
    return [
        {name: value for name, value in message.items() if name not in ("at", "now", "patience")}
        for message in messages
    ]


def numbers(company: Company) -> str:
    """All metrics but for durations."""
    text = company.house.metrics.text().decode()
    return "\n".join(line for line in text.splitlines() if not re.search(r"seconds|created|batch", line))


def write(state: State, actions: list[Action]) -> list[dict[str, Any]]:
    forms = [action_form(state.edition.plan, action) for action in actions]
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(forms))
    return found


def scripted(
    one: State, two: State, client: int | None, rng: Random
) -> list[tuple[int, int, list[dict[str, Any]]]]:
    """Turns possible in both games; they end before what the reader draws would differ."""
    turns = []
    for version in range(8):
        actions = common_turn(one, two, rng)
        if actions is None:
            break
        first, second = try_actions(one, actions), try_actions(two, actions)
        if view(first.state, client) != view(second.state, client) or first.state.over is not None:
            break  # what was hidden is now shown to the reader, as it must be
        turns.append((version, one.player, write(one, actions)))
        one, two = first.state, second.state
    return turns


@pytest.mark.parametrize("number", range(scaled(12)))
async def test_readers_are_told_the_same_when_only_hidden_cards_differ(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stored_room, "deal_faces", no_faces)
    rng = Random(number)
    one = middle_of_a_game(rng)
    client = None if number % 3 == 0 else rng.randrange(PLAYERS)
    two = determinise(view(one, client), rng)
    assert view(one, client) == view(two, client)
    turns = scripted(one, two, client, rng)
    seen: list[tuple[list[dict[str, Any]], str, str]] = []
    for index, state in enumerate((one, two)):
        start: Start = from_position(state)
        async with open_house(f"sqlite:///{tmp_path / str(index)}.db") as house:
            company = await gather(house, start, CARD, PLAYERS)
            await script(company, client, turns)
            place = PLAYERS if client is None else client
            logged = capsys.readouterr()
            seen.append((told(company, place), numbers(company), logged.out + logged.err))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 4 * len(turns)


def test_the_scripts_have_turns_to_compare() -> None:
    lengths = []
    for number in range(12):
        rng = Random(number)
        one = middle_of_a_game(rng)
        client = None if number % 3 == 0 else rng.randrange(PLAYERS)
        lengths.append(len(scripted(one, determinise(view(one, client), rng), client, rng)))
    assert sum(lengths) >= 30, lengths
