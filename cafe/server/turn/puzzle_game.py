"""A puzzle as a game of one turn: drafted like any other, answered, and shown with what it leads to."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.protocol.changes import view_changes
from cafe.protocol.puzzles import PuzzleDraft, PuzzleDrafted
from cafe.protocol.replays import ReplayStepForm
from cafe.puzzles.judging import Verdict, judge
from cafe.puzzles.puzzle import EDITIONS, Puzzle, shipped_puzzles
from cafe.rules.actions import Action
from cafe.rules.guests import BLANK, NO_NATION
from cafe.rules.position import write_position
from cafe.rules.state import State
from cafe.rules.trial import try_actions
from cafe.rules.view import determinise, view
from cafe.server.turn.clock import Times
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.faces import Face, deal_faces
from cafe.server.turn.game import Game, told_events, view_message
from cafe.server.turn.judge import drafted, explained, previewed, refused

NO_CLOCK = Times([], 0.0)


@cache
def all_puzzles() -> Mapping[str, Puzzle]:
    """Every puzzle there is, by its id."""
    return MappingProxyType(
        {name: puzzle for edition in EDITIONS for name, puzzle in shipped_puzzles(edition).items()}
    )


@cache
def _ids_by_position() -> Mapping[str, str]:
    return {puzzle.position: name for name, puzzle in all_puzzles().items()}


def puzzle_at(state: State) -> str | None:
    """The id of the puzzle whose position this is to the player to move, whatever is hidden from them."""
    return _ids_by_position().get(write_position(view(state, state.player)))


@lru_cache(256)
def game_of(name: str) -> Game:
    """The position of a puzzle as the player to move knows it, with faces that are the same for everybody."""
    seen, seed = all_puzzles()[name].view(), zlib.crc32(name.encode())
    return Game(seen.known, deal_faces(determinise(seen, Random(seed)), seed))


@lru_cache(1024)
def verdict_on(name: str, actions: tuple[Action, ...]) -> Verdict:
    """How a complete turn compares; cached, because people ask for it again."""
    return judge(all_puzzles()[name], actions)


def view_of(game: Game) -> msg.View:
    """The position as it is sent."""
    return view_message(game, game.state.player, NO_CLOCK)


def answer_draft(game: Game, command: PuzzleDraft) -> PuzzleDrafted:
    """The answer to a draft, as a table's socket gives it."""
    try:
        if command.version != game.version or command.plan:
            raise NotPossible("version", f"expected version {game.version} and no plan")
        found = drafted(game, game.state.player, game.state, command)
        match command:
            case cmd.Preview():
                return previewed(found, command)
            case cmd.Explain():
                return explained(found, command)
    except NotPossible as error:
        return refused(command.id, error)


def step_of(game: Game, actions: Sequence[Action], chosen: Sequence[Face] = ()) -> ReplayStepForm:
    """What a complete turn does to the view, up to a reveal; raises UnknownFace if a face is wrong."""
    state = game.state
    trial = try_actions(state, actions)
    after = _unrevealed(state, trial.state)
    faces, told = game.faces.after(trial.told, chosen)
    return ReplayStepForm(
        state.player,
        told_events(state, trial.told, told, state.player, game.turn_points),
        view_changes(state, after, state.player),
        faces.changes(after, game.faces, state, state.player),
    )


def _unrevealed(before: State, after: State) -> State:
    """The café after a turn, before anybody draws, a table is dealt or the next turn begins."""
    draft = after.draft()
    is_open = before.edition.open_hands
    draft.hands = tuple(
        tuple(tile for tile in hand if tile != BLANK) if is_open or player == before.player else old
        for player, (hand, old) in enumerate(zip(after.hands, before.hands, strict=True))
    )
    draft.tables = after.tables.replace(bytes([BLANK]), bytes([NO_NATION]))
    draft.bag, draft.pile, draft.over = before.bag, before.pile, None
    draft.player, draft.taken, draft.owes, draft.party = (
        before.player,
        before.taken,
        before.owes,
        before.party,
    )
    draft.may_close, draft.passes = before.may_close, before.passes
    return draft.freeze()
