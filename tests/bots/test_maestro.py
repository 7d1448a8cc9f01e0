"""`maestro`: it plays everything by its network, says why, and says what it misses."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import cafe.bots
from cafe.bots import BOTS, Budget
from cafe.bots.maestro import HIDDEN, MaestroBot
from cafe.bots.network import shape_of
from cafe.bots.network_file import FORMAT, Network, read_network, stored_network, write_network
from cafe.bots.runtime import family_of, network_name
from cafe.rules import State, read_position
from cafe.rules.edition import EDITIONS, edition
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view
from tests.bots.corpus import corpus
from tests.bots.tiny_network import tiny_network
from tests.corner import registered

SETUPS = [
    (name, players, variants)
    for name, terms in EDITIONS.items()
    for players in range(terms.least_players, terms.most_players + 1)
    for variants in ((), terms.known_variants)
]


def _choose(state: State, nodes: int, seed: int = 1) -> object:
    bot = MaestroBot(network=tiny_network(family_of(state.edition.name)))
    return bot.choose(view(state, state.player), legal_actions(state), Random(seed), Budget(nodes=nodes))


@pytest.mark.parametrize(("name", "players", "variants"), SETUPS)
def test_plays_every_edition_in_any_company(name: str, players: int, variants: tuple[str, ...]) -> None:
    state = new_game(edition(name, variants), players, 3)
    bot, rng = MaestroBot(network=tiny_network(family_of(name))), Random(3)
    while state.over is None:
        legal = legal_actions(state)
        choice = bot.choose(view(state, state.player), legal, rng, Budget(nodes=1))
        assert choice.action in legal
        state, _ = apply(state, choice.action)


def test_looks_at_a_turn_that_wins_at_once_even_if_the_policy_does_not() -> None:
    """The policy plays nothing but a swap here; two guests seated end the game, 15 points ahead."""
    state = read_position(
        "board - "
        "b1:CFf,d1:ESm,f1:CNf,m1:USf,o1:CUf,a2:CFm,c2:ESm,e2:CNf,g2:CNm,l2:JKm=US,n2:CUf,p2:CUm,b3:DEf,"
        "d3:ESf,f3:FRm,m3:USm,o3:CUm,a4:DEm,c4:GBm,e4:FRf,g4:FRm,n4:ITf,p4:ITm,b5:DEf,d5:GBm,f5:FRf,"
        "m5:INf,o5:ITf,l6:INm,n6:RUm,p6:RUm,m7:INf,o7:RUf,b10:RUf,d10:JKf=CU,a11:RUf,c11:RUm,e11:CUm,"
        "b12:DEm,d12:CUf,m12:TRm,o12:CNf,a13:DEf,c13:DEf,e13:INm,j13:JKf=ES,l13:TRf,n13:CNf,p13:CNm,"
        "b14:DEm,d14:ITm,k14:ESm,m14:TRm,o14:CNm,a15:TRf,c15:ITf,e15:ITf,j15:FRf,l15:FRm,n15:GBf,p15:GBm,"
        "b16:TRm,d16:ITm,k16:FRf,m16:CFf,o16:GBf "
        "INf,CFm,CFm,CFm,CFf,ITm,CNm,GBf,INm,CFf,INf,TRm,CUm,TRf,USf,TRf,RUm USm,USm,USf,USf,JKm/RUf,"
        "USm/FRm,GBf ESf,GBm,ESf,INm,DEm,ESf,ESm,CUf - -/-/- - 71/59/3 0/3/3 - 0;-;-;-;-;0 -"
    )
    player, bot = state.player, MaestroBot()
    while state.over is None and state.player == player:
        legal = legal_actions(state)
        choice = bot.choose(view(state, player), legal, Random(1), Budget(nodes=400))
        state, _ = apply(state, choice.action)
    assert state.over is not None
    assert state.over.winners == (player,)


def test_sees_nothing_hidden_while_it_looks_ahead() -> None:
    """Same view, different hidden state, same seed: same action, same words."""
    looked = 0
    for position in corpus()[::4]:
        state = position.state
        seen = view(state, state.player)
        answers = [_choose(one, 60) for one in (state, determinise(seen, Random(1)))]
        assert answers[0] == answers[1], position.name
        looked += "'deals': 0" not in str(answers[0]) and "deals" in str(answers[0])
    assert looked > 10


def test_says_why_and_what_it_expects() -> None:
    state = new_game(edition("board"), 2, 4)
    bot = MaestroBot(network=tiny_network("board"))
    info = bot.choose(view(state, 0), legal_actions(state), Random(1), Budget(nodes=60)).info
    json.dumps(info)
    told = info["reasons"]
    assert isinstance(told, dict)
    assert told["points"] == info["points"]
    assert "takes" in told["text"]
    assert isinstance(info["win"], float)
    assert 0 < info["win"] < 1


@pytest.mark.parametrize(
    ("family", "name"), [("board", "card"), ("card", "board"), ("card", "board-classic")]
)
def test_a_network_of_another_game_is_refused(family: str, name: str) -> None:
    dealt = (new_game(edition(name), 2, seed) for seed in range(20))
    state = next(state for state in dealt if len(legal_actions(state)) > 1)
    bot = MaestroBot(network=tiny_network(family))
    with pytest.raises(ValueError, match=f"expected a network that plays {name}; {family} plays {family}"):
        bot.choose(view(state, 0), legal_actions(state), Random(1), Budget(nodes=60))


def test_asks_chef_where_hands_are_hidden() -> None:
    """What chef thinks counts besides the network, and turns that the policy never plays are considered."""
    changed = 0
    for position in corpus():
        state = position.state
        seen, legal = view(state, state.player), legal_actions(state)
        if state.edition.open_hands or len(legal) == 1:
            continue
        network = tiny_network("card")
        alone, advised = (
            MaestroBot(replace(HIDDEN, advised=turns, advice=worth), network).choose(
                seen, legal, Random(1), Budget(nodes=3000)
            )
            for turns, worth in ((0, 0.0), (4, 100.0))
        )
        chosen = BOTS["chef"]().choose(seen, legal, Random(1), Budget(nodes=3000)).action
        changed += alone.action != advised.action and advised.action == chosen
    assert changed > 5


def test_other_weights_play_differently() -> None:
    state = new_game(edition("board"), 2, 4)
    seen, legal = view(state, 0), legal_actions(state)
    chosen = {
        MaestroBot(network=tiny_network("board", seed)).choose(seen, legal, Random(1), Budget(nodes=1)).action
        for seed in range(5)
    }
    assert len(chosen) > 1


def test_a_network_comes_back_from_its_file() -> None:
    network = tiny_network("card")
    found = read_network(write_network(network))
    assert found.shape == network.shape
    assert found.about == network.about
    assert set(found.weights) == set(network.weights)
    for name, array in network.weights.items():
        assert np.array_equal(found.weights[name], array.astype(np.float16).astype(np.float32))


def test_large_matrices_are_rounded_to_8_bit_column_by_column() -> None:
    shape = shape_of("card", trunk_width=128, blocks=1)
    source = np.random.default_rng(1)
    weights = {
        name: spread * source.standard_normal(size, np.float32)
        for name, (size, spread) in shape.layers().items()
    }
    network = Network(shape, weights, {})
    content = write_network(network)
    assert len(content) < 1.2 * sum(array.size for array in weights.values())
    found = read_network(content).weights["block0.up"]
    exact = weights["block0.up"]
    assert not np.array_equal(found, exact.astype(np.float16))
    assert (np.abs(found - exact) <= np.abs(exact).max(0) / 254 + 1e-6).all()


def test_a_file_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    network = tiny_network("card")
    wrong = dict(network.weights) | {"table.bias": np.zeros(3, np.float32)}
    with pytest.raises(ValueError, match=r"expected table.bias of \(8,\); got \(3,\)"):
        read_network(write_network(Network(network.shape, wrong, network.about)))
    monkeypatch.setattr("cafe.bots.network_file.FORMAT", FORMAT + 1)
    newer = write_network(network)
    monkeypatch.undo()
    with pytest.raises(ValueError, match=f"expected a network of format {FORMAT}; got {FORMAT + 1}"):
        read_network(newer)


@pytest.mark.parametrize(("name", "players", "variants"), SETUPS)
def test_plays_every_game_by_a_network_that_comes_with_it(
    name: str, players: int, variants: tuple[str, ...]
) -> None:
    state = new_game(edition(name, variants), players, 4)
    while len(legal := legal_actions(state)) == 1:
        state, _ = apply(state, legal[0])
    info = MaestroBot().choose(view(state, state.player), legal, Random(1), Budget(nodes=1)).info
    assert "win" in info
    assert "plays_as" not in info


def test_an_edition_that_no_network_has_learned_is_played_as_chef_plays_it() -> None:
    with registered():
        state = new_game(edition("kiosk"), 2, 4)
        info = MaestroBot().choose(view(state, 0), legal_actions(state), Random(1), Budget(nodes=60)).info
    assert info["plays_as"] == "chef"
    assert info["because"] == "no network has learned kiosk"


NETWORKS = sorted({network_name(edition(name, variants), players) for name, players, variants in SETUPS})


@pytest.mark.parametrize("name", NETWORKS)
def test_the_networks_that_come_with_it_say_what_they_are(name: str) -> None:
    about = stored_network(name).about
    assert about["name"] == name
    assert set(about) == {"name", "version", "origin", "licence"}
    sizes = [file.stat().st_size for file in (Path(cafe.bots.__file__).parent / "networks").iterdir()]
    assert 0 < sum(sizes) <= 12_000_000


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from pathlib import Path
from random import Random
from cafe.bots import BOTS, Budget, unknown_bot
from cafe.bots.registry import UnknownBot, bot_maker
from cafe.rules import edition, legal_actions, new_game, view
assert "maestro" not in BOTS
try:
    bot_maker("maestro")
except UnknownBot as error:
    print(error)
state = new_game(edition("board"), 2, 1)
info = BOTS["master"]().choose(view(state, 0), legal_actions(state), Random(1), Budget(nodes=50)).info
print(info["plays_as"], info["because"], info["reasons"]["text"])
"""


def test_without_numpy_maestro_names_the_extra_and_master_plays_as_chef() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True, check=True)
    refused, played = done.stdout.splitlines()
    assert refused.endswith("pip install 'cafe-international[maestro]'")
    assert played.startswith("chef maestro needs NumPy")


THREADS = """
import os
import cafe.bots.judge
import numpy
numpy.ones((600, 600)) @ numpy.ones((600, 600))
print(len(os.listdir("/proc/self/task")))
"""


def test_thinks_with_one_thread() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
