"""Whether `cafe analyse` is right: `python -m bench.analysis FOLDER` plays, analyses and tells.

Games of each bot of the ladder against itself, and games of `chef` in which one turn was replaced by a
blunder. A line of the folder's file holds each game; the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from bench.report import heading
from cafe.analysis.analysis import Analysis, analyse
from cafe.arena.statistics import Estimate, average, bootstrap
from cafe.bots import BOTS, Budget
from cafe.bots.options import options
from cafe.bots.reply import best_reply
from cafe.bots.weights import stored_weights
from cafe.rules.actions import Action
from cafe.rules.edition import edition
from cafe.rules.record import make_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import new_game
from cafe.rules.state import State
from cafe.rules.trial import is_under_way
from cafe.rules.turns import apply
from cafe.rules.view import determinise, view

LADDER: Final = ("random", "easy", "greedy", "regular", "chef")
EDITIONS: Final = ("board", "card")
NODES: Final = 3000
"""What a bot may think about an action."""
COST: Final = 15.0
"""Points that a blunder costs at least, by games played out."""
DEALS: Final = 24
"""Games played out to know what a blunder costs; the same deals with it and with the turn it replaces."""
TRIES: Final = 6
"""Turns that are tried for a blunder in one position."""
BLUNDER: Final = "blunder"


class Line(msgspec.Struct, frozen=True):
    """A game that was analysed."""

    edition: str
    bot: str
    """The bot that played it, or `blunder`."""
    seed: int
    seconds: float
    residual: float
    """The largest gap, of any player, between the sums and the margin."""
    loss: float
    """Lost in a turn on the average."""
    luck: float
    """Luck of who moved in a turn on the average."""
    half: float
    """V of the first player in the middle of the game."""
    margin: float
    found: bool | None = None
    """Whether the blunder was named as the worst turn of its player."""


def play(bot: str, state: State, rng: Random) -> list[Action]:
    """What the bot does until the game is over, in every seat."""
    seats = [BOTS[bot]() for _ in range(state.players)]
    found: list[Action] = []
    while state.over is None:
        seen, legal = view(state, state.player), legal_actions(state)
        found.append(seats[state.player].choose(seen, legal, rng, Budget(nodes=NODES)).action)
        state, _ = apply(state, found[-1])
    return found


def measured(name: str, bot: str, seed: int, start: State, actions: list[Action]) -> tuple[Line, Analysis]:
    """A game, analysed."""
    record = make_record(start, actions, tuple(f"{bot} {place}" for place in range(start.players)))
    begin = time.process_time()
    found = analyse(record, seed)
    seconds = time.process_time() - begin
    residuals = [
        abs(
            found.start[player]
            + sum(turn.effect[player] + turn.luck[player] for turn in found.turns)
            - margin
        )
        for player, margin in enumerate(found.margin)
    ]
    line = Line(
        edition=name,
        bot=bot,
        seed=seed,
        seconds=round(seconds, 2),
        residual=max(residuals),
        loss=average([turn.loss for turn in found.turns]),
        luck=average([turn.luck[turn.player] for turn in found.turns]),
        half=found.turns[len(found.turns) // 2].value[0],
        margin=found.margin[0],
    )
    return line, found


def ladder_game(name: str, bot: str, seed: int) -> Line:
    """A game of a bot against itself."""
    start = new_game(edition(name), 2, seed)
    return measured(name, bot, seed, start, play(bot, start, Random(f"{bot}/{seed}")))[0]


def blunder_game(name: str, seed: int) -> Line:
    """A game of `chef` with a blunder in it; other bags are taken until there is one."""
    rng = Random(f"{BLUNDER}/{seed}")
    while True:
        start = new_game(edition(name), 2, int(rng.random() * 2**31))
        actions = play("chef", start, rng)
        states = [start]
        for action in actions:
            states.append(apply(states[-1], action)[0])
        turns = [at for at, state in enumerate(states[:-1]) if not is_under_way(state)]
        number = int(len(turns) * (0.2 + 0.6 * rng.random()))
        at, following = turns[number], turns[number + 1]
        wrong = _blunder(states[at], actions[at:following], rng)
        if wrong is None:
            continue
        after = states[at]
        for action in wrong:
            after, _ = apply(after, action)
        game = [*actions[:at], *wrong, *play("chef", after, rng)]
        line, found = measured(name, BLUNDER, seed, start, game)
        own = [turn for turn in found.turns if turn.player == states[at].player]
        worst = max(own, key=lambda turn: turn.loss)
        return msgspec.structs.replace(line, found=worst.number == number + 1)


def _blunder(state: State, played: Sequence[Action], rng: Random) -> tuple[Action, ...] | None:
    """A complete turn that costs enough against the one played, in every doubt; None if none was found."""
    known = view(state, state.player).known
    choices = [option for option in options(known) if not is_under_way(option.after)]
    for _ in range(min(TRIES, len(choices))):
        option = choices[int(rng.random() * len(choices))]
        deals = [determinise(view(state, state.player), rng) for _ in range(DEALS)]
        gaps = [
            _played_out(deal, played, state.player) - _played_out(deal, option.actions, state.player)
            for deal in deals
        ]
        if bootstrap(gaps, middle=0.9).low >= COST:
            return option.actions
    return None


def _played_out(state: State, actions: Sequence[Action], player: int) -> float:
    """The margin if the game goes on as `regular` plays it."""
    for action in actions:
        if action not in legal_actions(state):
            break  # another deal showed something else in the middle of the turn
        state, _ = apply(state, action)
    while state.over is None:
        for action in best_reply(view(state, state.player).known, stored_weights(), bool).actions:
            state, _ = apply(state, action)
    final = state.over.final
    return float(final[player] - final[1 - player])


def tell(lines: Sequence[Line]) -> None:
    """What the games show, game by game and bot by bot."""
    for name in EDITIONS:
        heading(f"{name}: {sum(line.edition == name for line in lines)} games")
        for bot in LADDER:
            games = [line for line in lines if line.edition == name and line.bot == bot]
            if games:
                print(
                    f"{bot:8} {len(games):3} games; lost a turn {_text(bootstrap([g.loss for g in games]))}; "
                    f"luck a turn {_text(bootstrap([g.luck for g in games], middle=0.995))}; "
                    f"slope {_text(_slope(games))}; sums within {max(g.residual for g in games):.4f}; "
                    f"seconds at most {max(g.seconds for g in games):.1f}"
                )
        games = [line for line in lines if line.edition == name and line.bot in LADDER]
        if games:
            print(f"all      slope {_text(_slope(games))}")
        found = [float(bool(line.found)) for line in lines if line.edition == name and line.bot == BLUNDER]
        if found:
            print(f"blunders named as the worst turn: {sum(found):.0f} of {len(found)}")


def _text(found: Estimate) -> str:
    return f"{found.mean:.2f} ({found.low:.2f} to {found.high:.2f})"


def _slope(games: Sequence[Line]) -> Estimate:
    """The margin regressed on V in the middle of the game, with the interval of 95 %."""
    middle, end = average([game.half for game in games]), average([game.margin for game in games])
    square = average([(game.half - middle) ** 2 for game in games])
    if not square:
        return Estimate(0.0, 0.0, 0.0)
    slope = average([(game.half - middle) * (game.margin - end) for game in games]) / square
    rest = [(game.margin - end - slope * (game.half - middle)) ** 2 for game in games]
    error = 1.96 * (average(rest) / square / max(1, len(games) - 2)) ** 0.5
    return Estimate(slope, slope - error, slope + error)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, then tell."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--games", type=int, default=60, help="games of each bot; default 60")
    parser.add_argument("--blunders", type=int, default=100, help="games with a blunder; default 100")
    parser.add_argument("--editions", nargs="+", default=list(EDITIONS), choices=EDITIONS)
    parser.add_argument("--bots", nargs="*", default=list(LADDER), choices=LADDER)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    file = asked.folder / "games.jsonl"
    lines = msgspec.json.Decoder(Line).decode_lines(file.read_bytes()) if file.exists() else []
    known = {(line.edition, line.bot, line.seed) for line in lines}
    wanted = [
        (name, bot, seed)
        for seed in range(max(asked.games, asked.blunders))
        for name in asked.editions
        for bot, most in (*((bot, asked.games) for bot in asked.bots), (BLUNDER, asked.blunders))
        if seed < most
    ]
    with file.open("ab") as out:
        for name, bot, seed in wanted:
            if (name, bot, seed) not in known:
                line = blunder_game(name, seed) if bot == BLUNDER else ladder_game(name, bot, seed)
                lines.append(line)
                out.write(msgspec.json.encode(line) + b"\n")
                out.flush()
    tell(lines)


if __name__ == "__main__":
    main()
