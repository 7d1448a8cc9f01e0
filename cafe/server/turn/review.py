"""The review of a finished game: the analysis of its record, in a form that a screen can show."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cafe.analysis.analysis import Analysis, PlayerAnalysis, TurnAnalysis, analyse
from cafe.protocol.hints import ReasonsForm
from cafe.protocol.replays import ReplayStepForm
from cafe.protocol.reviews import GameReviewForm, ReviewPlayerForm, ReviewTurnForm
from cafe.rules.names import action_from_text
from cafe.rules.record import Record
from cafe.server.turn.record import stored_record
from cafe.server.turn.replay import chosen_faces
from cafe.server.turn.replay_form import alternative_steps, last_state
from cafe.server.turn.room_settings import read_settings
from cafe.server.turn.stored_room import first_game
from cafe.store.rows import Entry, RoomRow

SEED = 1
"""The same for all games, so that asking again gives the same review."""


class ReviewTask(msgspec.Struct, frozen=True):
    """A game to be reviewed, as it is stored."""

    row: RoomRow
    entries: list[Entry]


def make_review(task: ReviewTask, progress: Callable[[int, int], None]) -> GameReviewForm:
    """The review of a game that is over, without names; `progress` gets the steps done and their number."""
    row = task.row
    record = stored_record(row, task.entries, [str(seat.seat + 1) for seat in row.seats])
    found = analyse(record, SEED, progress)
    start, game = first_game(row, read_settings(row))
    plan = record.edition.plan
    better = alternative_steps(
        record,
        start.faces_seed,
        chosen_faces(game, task.entries),
        {
            turn.number: [action_from_text(plan, text) for text in turn.best]
            for turn in found.turns
            if turn.label != "best"
        },
    )
    return GameReviewForm(
        version=f"{found.version}-{found.evaluation}",
        players=[_player(each) for each in found.players],
        turns=[_turn(each, better.get(each.number)) for each in found.turns],
        win=_final_win(record, found),
        turning_points=found.turning_points,
    )


def _turn(turn: TurnAnalysis, better: ReplayStepForm | None) -> ReviewTurnForm:
    return ReviewTurnForm(
        number=turn.number,
        player=turn.player,
        label=turn.label,  # type: ignore[arg-type]
        loss=round(turn.loss, 1),
        luck=round(turn.luck[turn.player], 1),
        points=turn.points,
        best=turn.best,
        best_points=turn.best_points,
        win=[round(chance, 3) for chance in turn.win],
        better=better,
        why=msgspec.convert(turn.why, ReasonsForm),
    )


def _player(player: PlayerAnalysis) -> ReviewPlayerForm:
    """Rounded so that what is shown adds up: luck, the least certain of the numbers, takes the rest."""
    start, loss, gain, margin = (
        round(number, 1) for number in (player.start, player.loss, player.gain, player.margin)
    )
    luck = round(margin - start + loss - gain, 1)
    return ReviewPlayerForm(start, loss, gain, luck, margin, player.turns, player.good_turns)


def _final_win(record: Record, found: Analysis) -> list[float]:
    over = last_state(record).over
    if over is None:
        raise AssertionError(f"expected a game that is over; its last turn is {len(found.turns)}")
    share = round(1 / len(over.winners), 3)
    return [share if player in over.winners else 0.0 for player in range(len(found.players))]
