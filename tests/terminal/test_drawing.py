"""Drawing and wording over random games of every edition: nothing too wide, nothing without words."""

from __future__ import annotations

from random import Random

import pytest
from rich.cells import cell_len

from cafe.rules.edition import EDITIONS, edition
from cafe.rules.errors import SetupError
from cafe.rules.floorplan import BOARD
from cafe.rules.names import action_text
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.terminal.answers import hint, why_guest
from cafe.terminal.game import Game, named_players
from cafe.terminal.guide import guide
from cafe.terminal.log import brief_log, log_lines, turn_items
from cafe.terminal.moves import Refused, action_offers, read_moves, turn_offers
from cafe.terminal.palette import ASCII, UNICODE, Signs
from cafe.terminal.scene import scene

GAMES = [
    (name, players, parties)
    for name, rules in EDITIONS.items()
    for players in range(rules.least_players, rules.most_players + 1)
    for parties in (False, True)
]


def random_game(name: str, players: int, parties: bool) -> Game:
    """A game of `random` people, so that nothing is hidden by chance."""
    names = tuple(f"Somebody {letter}" for letter in "ABCDE"[:players])
    return Game(new_game(edition(name, ("parties",) if parties else ()), players, 4), named_players(names))


@pytest.mark.parametrize(("name", "players", "parties"), GAMES)
def test_every_moment_fits_and_every_point_is_explained(name: str, players: int, parties: bool) -> None:
    rng = Random(9)
    game = random_game(name, players, parties)
    names = tuple(player.name for player in game.players)
    while game.state.over is None:
        seen = game.view(game.state.player)
        if rng.random() < 0.2:
            for width, height in ((100, 19), (80, 21)):
                lines = scene(seen, names, UNICODE, width)
                assert len(lines) <= height
                assert max(cell_len(line.plain) for line in lines) <= width
        legal = legal_actions(seen.known)
        game.play(legal[int(rng.random() * len(legal))])
    for seat, score in enumerate(game.state.scores):
        turns = [turn for turn in game.turns() if turn[0].player == seat]
        assert sum(item.points for turn in turns for item in turn_items(game, turn, seat)) == score
    assert max(len(line) for line in log_lines(game, game.turns(), 0, 79)) <= 79
    assert max(len(line) for line in brief_log(game, game.turns(), 0, 79)) <= 79


@pytest.mark.parametrize(("name", "players", "parties"), GAMES[::3])
def test_offers_say_what_they_bring(name: str, players: int, parties: bool) -> None:
    rng = Random(2)
    game = random_game(name, players, parties)
    for _ in range(40):
        seen = game.view(game.state.player)
        legal = legal_actions(seen.known)
        offers = action_offers(seen.known)
        assert {offer.actions for offer in offers} == {(action,) for action in legal}
        assert len(offers) == len(legal)
        assert [offer.points for offer in offers] == sorted((offer.points for offer in offers), reverse=True)
        best, count = turn_offers(seen.known)
        assert count >= len(best) > 0
        assert [offer.points for offer in best] == sorted((offer.points for offer in best), reverse=True)
        assert hint(seen, rng).points <= best[0].points
        for guest in set(seen.known.hand):
            assert why_guest(seen, guest, 80)
        game.play(legal[int(rng.random() * len(legal))])
        if game.state.over is not None:
            break


@pytest.mark.parametrize("signs", [ASCII, UNICODE])
@pytest.mark.parametrize("name", EDITIONS)
def test_the_guide_fits(name: str, signs: Signs) -> None:
    for variants in ((), ("parties",)):
        lines = guide(edition(name, variants), signs, 80)
        assert max(cell_len(line.plain) for line in lines) <= 80
        assert signs is not ASCII or all(line.plain.isascii() for line in lines)
        assert any("party" in line.plain.lower() for line in lines) == bool(variants)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("DEm@d3 DEf@c4", "DEm@d3 DEf@c4"),
        ("dem@D3, DEF@C4", "DEm@d3 DEf@c4"),
        ("dem d3 def bar", "DEm@d3 DEf@bar"),
        ("jkF=es@d3", "JKf=ES@d3"),
        ("jkm=es d3", "JKm=ES@d3"),
        ("esm*D3", "ESm*d3"),
        ("PARTY@B2=F", "party@b2=f"),
        ("Done", "done"),
        ("dem down", "DEm@down"),
    ],
)
def test_moves_may_be_typed_in_any_case(typed: str, meant: str) -> None:
    assert " ".join(action_text(BOARD, action) for action in read_moves(BOARD, typed)) == meant


@pytest.mark.parametrize("typed", ["x", "@", "DEm", "d3", "DEm@", "*d3 @", "party@b2", "\0", "ｄ３"])
def test_what_is_no_move_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match=r"^Expected"):
        read_moves(BOARD, typed)


def test_names_tell_people_from_bots() -> None:
    players = named_players(("Anna", "greedy", "random", "medium 2", "Ingrid (bot: hard)", "Ben (bot: x)"))
    assert [(player.name, player.bot) for player in players] == [
        ("Anna", None),
        ("Vera", "greedy"),
        ("Ninon", "random"),
        ("Anselm", "medium"),
        ("Ingrid", "hard"),
        ("Ben", None),
    ]
    assert named_players(tuple(player.record_name for player in players)) == players
    assert [player.name for player in named_players(("Vera (bot)", "Vera (bot)"))] == ["Vera", "Anselm"]
    for names in (("Anna", "Anna"), ("",), ("a;b",), ("a\nb",), ("x" * 61,)):
        with pytest.raises(SetupError):
            named_players(names)


def test_undo_stops_at_a_reveal_and_at_another_persons_turn() -> None:
    rng = Random(1)
    game = Game(new_game(edition("card"), 2, 6), named_players(("Anna", "Ben")))
    refused = 0
    while legal := legal_actions(game.view(game.state.player).known):
        before = list(game.steps)
        player = game.state.player
        step = game.play(legal[int(rng.random() * len(legal))])
        answer = game.undo() if game.state.over is None else "over"
        if answer == "over":
            break
        if step.reveals or game.state.player != player:
            assert answer is not None
            refused += 1
        else:
            assert answer is None
            assert game.steps == before
            game.play(step.action)
    assert refused > 10
