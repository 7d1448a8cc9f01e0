"""The analysis of a game: it adds up for every player, whatever the game and however it ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
import pytest
from rich.console import Console

from cafe.analysis.analysis import Analysis, analyse
from cafe.analysis.decision import decide
from cafe.analysis.evaluations import Asked, NetworkValues, Said
from cafe.analysis.text import _print, print_analyses
from cafe.analysis.valuation import Valuation, margins
from cafe.bots import BOTS, Budget
from cafe.protocol.ending import ENDED, agreed, ended_text
from cafe.rules.actions import Action
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.names import action_text
from cafe.rules.record import Record, make_record, verify, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.value import but
from cafe.rules.view import determinise, view

NEAR = 0.01


@dataclass
class Game:
    """A game of bots, one after the other around the café."""

    name: str
    bots: tuple[str, ...] = ("greedy", "random")
    players: int = 2
    variants: tuple[str, ...] = ()
    seed: int = 3

    def start(self) -> State:
        return new_game(edition(self.name, self.variants), self.players, self.seed)

    def actions(self) -> list[Action]:
        state, rng, found = self.start(), Random(self.seed), list[Action]()
        while state.over is None:
            bot = BOTS[self.bots[state.player % len(self.bots)]]()
            choice = bot.choose(view(state, state.player), legal_actions(state), rng, Budget(nodes=50))
            found.append(choice.action)
            state, _ = apply(state, choice.action)
        return found

    def record(self, steps: int | None = None) -> Record:
        """The game, or its first steps."""
        names = tuple(f"{number} {self.bots[number % len(self.bots)]}" for number in range(self.players))
        return make_record(self.start(), self.actions()[:steps], names)


def check_sums(found: Analysis) -> None:
    """What was expected at first, every turn's effect and all luck make the margin, for every player."""
    for player, margin in enumerate(found.margin):
        turns = sum(turn.effect[player] + turn.luck[player] for turn in found.turns)
        assert found.start[player] + turns == pytest.approx(margin, abs=NEAR)
        told = found.players[player]
        assert told.start - told.loss + told.gain + told.luck == pytest.approx(margin, abs=NEAR)
    for turn in found.turns:
        assert turn.loss >= 0
        assert turn.effect[turn.player] == pytest.approx(-turn.loss, abs=1e-5)
        assert sum(turn.win) == pytest.approx(1, abs=1e-4)
        if turn.label == "best":
            assert turn.loss == 0


@pytest.mark.parametrize("name", EDITIONS)
def test_a_whole_game_adds_up_and_the_careless_lose_more(name: str) -> None:
    record = Game(name).record()
    found = analyse(record, 1)
    check_sums(found)
    final = verify(record).over
    assert final is not None
    assert found.margin == [final.final[0] - final.final[1], final.final[1] - final.final[0]]
    assert [turn.number for turn in found.turns] == list(range(1, len(record.turns) + 1))
    assert [turn.player for turn in found.turns] == [turn.player for turn in record.turns]
    assert [turn.points for turn in found.turns] == [turn.points for turn in record.turns]
    plan = record.edition.plan
    for turn, line in zip(found.turns, record.turns, strict=True):
        assert turn.played == [action_text(plan, action) for action in line.actions]
        assert str(turn.why["turn"])[1:-1] in str(turn.best)
    clever, careless = found.players
    assert clever.loss / clever.turns < careless.loss / careless.turns
    assert set(found.turning_points) <= {turn.number for turn in found.turns}


@pytest.mark.parametrize(
    "game",
    [
        Game("board", ("random",), 4, ("parties", "bar-stepped", "exact-swap")),
        Game("board-classic", ("random",), 3, ("parties",)),
        Game("card", ("greedy",), 5, ("parties",)),
    ],
    ids=lambda game: f"{game.name}-{game.players}",
)
def test_it_adds_up_with_more_players_and_variants(game: Game) -> None:
    """From the middle of the game, so that it takes less time, to its end."""
    whole = game.record()
    state = whole.start()
    middle = len(game.actions()) * 2 // 3
    for action in game.actions()[:middle]:
        state, _ = apply(state, action)
    found = analyse(make_record(state, game.actions()[middle:], whole.players), 1)
    assert found.over is not None
    check_sums(found)


@pytest.mark.parametrize("name", EDITIONS)
def test_games_that_stop_early_add_up(name: str) -> None:
    game = Game(name, ("random",))
    for steps in (0, 1):
        check_sums(analyse(game.record(steps), 1))
    record = game.record(17)
    assert analyse(record, 1) == analyse(record, 1)
    state = verify(record)
    over = agreed(state)
    found = analyse(but(record, extra={ENDED: ended_text(over)}), 1)
    check_sums(found)
    assert found.over == "agreed"
    assert found.margin == list(margins(over))


@pytest.mark.parametrize("reason", ["last", "bar"])
def test_games_add_up_whoever_is_out(reason: str) -> None:
    """Random games are played until one ends in this way: with one player left, or with a full bar."""
    for seed in range(200):
        record = Game("board", ("random",), seed=seed).record()
        over = verify(record).over
        assert over is not None
        if over.reason == reason:
            found = analyse(record, 1)
            check_sums(found)
            assert found.margin == list(margins(over))
            return
    pytest.fail(f"expected the ending {reason} in 200 games; got none")


def test_a_turn_beyond_the_search_is_evaluated_with_the_same_care() -> None:
    """Each legal first action, completed at random, costs what it costs; the best one nothing."""
    rng = Random(5)
    state = Game("board").start()
    for action in Game("board").actions()[:20]:
        state, _ = apply(state, action)
    while state.taken or state.party:
        state, _ = apply(state, legal_actions(state)[0])
    valuation = Valuation(state.edition)
    best = decide(valuation, state, None, Random(1)).comparison.best
    assert decide(valuation, state, best.actions, Random(1)).comparison.effect[state.player] == 0
    for first in legal_actions(state):
        played, now, player = [first], apply(state, first)[0], state.player
        while now.over is None and now.player == player and (now.taken or now.party):
            legal = legal_actions(now)
            played.append(legal[int(rng.random() * len(legal))])
            now, _ = apply(now, played[-1])
        found = decide(valuation, state, played, Random(1))
        assert found.comparison.effect[player] <= 0


def test_luck_is_what_the_draws_did() -> None:
    """Over other orders of the bag the same turn is as often lucky as unlucky: their mean is what V was."""
    state = Game("board").start()
    turn = decide(Valuation(state.edition), state, None, Random(2)).comparison.best.actions
    after = decide(Valuation(state.edition), state, turn, Random(2)).reached
    seen, rng = view(state, 0), Random(7)
    reached = []
    for _ in range(60):
        now = determinise(seen, rng)
        for action in turn:
            now, _ = apply(now, action)
        reached.append(now)
    values = [value[0] for value in Valuation(state.edition).values(reached)]
    mean = sum(values) / len(values)
    error = (sum((value - mean) ** 2 for value in values) / len(values) ** 2) ** 0.5
    assert abs(mean - after[0]) < 6 * error + NEAR


def test_whoever_moves_is_not_lucky_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the evaluation promises 16 points too much to whoever is to move."""
    record = Game("board").record(40)
    plain = analyse(record, 1)
    margins_of = NetworkValues.margins

    def hopeful(self: NetworkValues, asked: Asked, eye: int | None = None) -> list[Said]:
        return [Said(said.own + 16) for said in margins_of(self, asked, eye)]

    monkeypatch.setattr(NetworkValues, "margins", hopeful)
    promised = analyse(record, 1)
    check_sums(promised)
    for found in (plain, promised):
        assert abs(sum(turn.luck[turn.player] for turn in found.turns)) < 2 * len(found.turns)


def test_prints_text_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.cafe"
    file.write_text(write_record(Game("card").record(20)), encoding="utf-8")
    assert print_analyses([str(file)], 1, as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["edition"] == "card"
    assert {"number", "player", "played", "best", "loss", "effect", "luck"} <= set(said["turns"][0])
    assert len(said["start"]) == len(said["margin"]) == 2
    assert print_analyses([str(file)], 1, as_json=False) == 0
    text = capsys.readouterr().out
    assert "by luck" in text
    for turn in said["turns"]:  # nothing is cut on a terminal of 80 columns
        assert turn["loss"] == 0 or turn["label"] in text
    assert "…" not in text
    said["players"][0].update(luck=-0.001, margin=-0.001)
    _print(msgspec.convert(said, Analysis), Console(width=200))
    assert "+0.0 by luck: " in capsys.readouterr().out, "not -0.0"


def test_a_forfeit_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = but(Game("card").record(4), extra={"Forfeit": "0 greedy, time: expected an answer"})
    files = [tmp_path / "a.cafe", tmp_path / "b.cafe"]
    for file in files:
        file.write_text(write_record(record), encoding="utf-8")
    assert print_analyses([str(files[0])], 1, as_json=False) == 0
    forfeit = "forfeited by 0 greedy, time: expected an answer"
    assert capsys.readouterr().out.endswith(f"The game was {forfeit}\n")
    assert print_analyses([str(file) for file in files], 1, as_json=False) == 0
    assert all(line.endswith(f"; {forfeit}") for line in capsys.readouterr().out.splitlines())


def test_many_games_take_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.cafe", tmp_path / "nonsense.cafe", tmp_path / "b.cafe"]
    for file in files:
        file.write_text(write_record(Game("card").record(12)), encoding="utf-8")
    files[1].write_text("nonsense", encoding="utf-8")
    assert print_analyses([str(file) for file in files], 1, as_json=False) == 2
    said = capsys.readouterr()
    assert [line.partition(": ")[0] for line in said.out.splitlines()] == [str(files[0]), str(files[2])]
    assert f"{files[1]}: " in said.err
    assert "expected" in said.err
    assert print_analyses([str(file) for file in files[::2]], 1, as_json=True) == 0
    assert [json.loads(line)["where"] for line in capsys.readouterr().out.splitlines()] == [
        str(file) for file in files[::2]
    ]
