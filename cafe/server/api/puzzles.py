"""Requests about puzzles: list them, get the next one, draft a turn, answer."""

from __future__ import annotations

import secrets
from functools import partial

from sqlalchemy import Connection

from cafe.protocol.editions import plan_form, traits_form
from cafe.protocol.puzzles import (
    AnswerPuzzle,
    DailyPuzzleForm,
    NextPuzzle,
    PuzzleAnswerForm,
    PuzzleDrafted,
    PuzzleForm,
    PuzzlesForm,
)
from cafe.puzzles.puzzle import EDITIONS, Puzzle
from cafe.puzzles.themes import THEMES
from cafe.rules.names import action_text
from cafe.server.api import puzzle_ratings
from cafe.server.api.profile import give_stamp
from cafe.server.api.puzzle_forms import (
    Given,
    PuzzleStanding,
    answer_form,
    edition_form,
    kept_turn,
    loss_of_none,
    puzzle_standing,
    solver_form,
)
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.server_parts import ServerParts
from cafe.server.turn.daily_deal import day_of, end_of
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.faces import UnknownFace
from cafe.server.turn.judge import tried
from cafe.server.turn.new_turn import actions_of
from cafe.server.turn.puzzle_game import all_puzzles, answer_draft, game_of, verdict_on, view_of
from cafe.server.turn.stamps import MANY_PUZZLES, PUZZLES
from cafe.store import puzzles as stored
from cafe.store.puzzles import Answer, Rating, Tally, Try
from cafe.store.rows import Person


async def show_puzzles(call: Call) -> PuzzlesForm:
    """Show which puzzles there are, the puzzle of the day and the asker's results."""
    server, who = call.server, "" if call.someone is None else call.someone.id
    puzzles = all_puzzles()
    if not is_on(server) or not puzzles:
        return PuzzlesForm([])
    now = server.process.now()
    day = day_of(now)
    todays = puzzles[puzzle_ratings.puzzle_of_day(puzzles, day)]
    tries, solver = await server.database.read(
        lambda c: ({each.puzzle: each for each in stored.tries(c, who)}, solver_form(c, who))
    )
    known = tries.get(todays.id)
    return PuzzlesForm(
        [edition_form(edition, some, tries) for edition in EDITIONS if (some := _of_edition(edition))],
        DailyPuzzleForm(
            day=day,
            now=now,
            ends=end_of(day),
            puzzle=todays.id,
            edition=todays.edition,
            difficulty=puzzle_ratings.difficulty(todays),
            solved=None if known is None else known.solved,
        ),
        solver,
    )


async def show_puzzle(call: Call) -> PuzzleForm:
    """Show a puzzle, with the solution to people who have answered it."""
    puzzle = _puzzle(call)
    return await _form(call, puzzle)


async def next_puzzle(call: Call) -> PuzzleForm:
    """Show the next puzzle of an edition, one that suits the asker, or one with a theme to practise.

    A rated one stays the next until it is answered. People who have seen them all see them again, unrated.
    """
    asked: NextPuzzle = call.body
    server, who = call.server, _solver(call).id
    some = _of_edition(asked.edition)
    if not some:
        raise Refused("setup", f"expected an edition that has puzzles; got {asked.edition!r}")
    if asked.theme is not None:
        some = [puzzle for puzzle in some if asked.theme in puzzle.themes]
        if not some:
            raise Refused("setup", f"expected one of the themes {', '.join(THEMES)}; got {asked.theme!r}")
    now = server.process.now()
    tries, ratings, mine = await server.database.read(lambda c: _standing(c, who))
    names, day = all_puzzles(), day_of(now)
    new = [puzzle for puzzle in some if puzzle.id not in tries]
    kept, todays = puzzle_ratings.kept_for_days(names, day), puzzle_ratings.puzzle_of_day(names, day)
    unseen = [puzzle for puzzle in new if puzzle.id not in kept] or [
        puzzle for puzzle in new if puzzle.id != todays
    ]
    if unseen:
        chosen = secrets.choice(puzzle_ratings.closest(unseen, ratings, mine))
        work = partial(stored.show, who=who, puzzle=chosen.id, edition=asked.edition, now=now)
        name = await server.database.write(lambda c: work(c, rated=asked.theme is None))
        chosen = all_puzzles()[name]
    else:
        waiting = [] if asked.theme is not None else [p for p in some if _waits(tries.get(p.id))]
        again = waiting[0] if waiting else puzzle_ratings.to_repeat(some, tries)
        if again is None:
            raise Refused("missing", "expected a puzzle besides the one of the day; there is none")
        chosen = again
    return await _form(call, chosen, asked.theme, again=not unseen)


async def draft_puzzle(call: Call) -> PuzzleDrafted:
    """Try a draft of a turn, or ask why a guest may not sit, as on a socket. Nothing is stored."""
    return answer_draft(game_of(_puzzle(call).id), call.body)


async def answer_puzzle(call: Call) -> PuzzleAnswerForm:
    """Answer a puzzle with a whole turn, or ask for its solution; the first answer counts."""
    asked: AnswerPuzzle = call.body
    server, person, puzzle = call.server, _solver(call), _puzzle(call)
    now = server.process.now()
    server.limits.puzzles.check(person.id)
    server.limits.puzzles_of_address.check(caller(call.request))
    given = _given(puzzle, asked)
    verdict = verdict_on(puzzle.id, given.actions) if given.actions else None
    day = day_of(now)
    is_todays = puzzle.id == puzzle_ratings.puzzle_of_day(all_puzzles(), day)
    plan = puzzle.view().known.edition.plan
    answer = Answer(
        puzzle=puzzle.id,
        edition=puzzle.edition,
        rated=is_todays,
        day=day if is_todays else None,
        at=now,
        command=asked.id,
        actions=" ".join(action_text(plan, action) for action in given.actions),
        solved=verdict is not None and verdict.solved,
        loss=loss_of_none(puzzle) if verdict is None else verdict.loss,
    )

    def work(connection: Connection) -> tuple[Try, bool, Tally, PuzzleStanding]:
        kept, is_first = stored.answer(
            connection,
            person.id,
            answer,
            puzzle_ratings.NEWCOMER,
            puzzle_ratings.unrated(puzzle),
            puzzle_ratings.rate,
        )
        return kept, is_first, stored.tally(connection, person.id), puzzle_standing(connection, puzzle)

    kept, is_first, tally, standing = await server.database.write(work)
    if is_first:
        metrics = server.metrics
        (metrics.puzzles_solved if kept.solved else metrics.puzzles_not_solved).inc()
        if tally.solved >= MANY_PUZZLES:
            await give_stamp(server, person, PUZZLES)
        return answer_form(puzzle, kept_turn(puzzle, kept, given), kept, standing)
    return answer_form(puzzle, given, None, standing)


def is_on(server: ServerParts) -> bool:
    """Whether this server has puzzles."""
    return server.settings.puzzles_an_hour > 0


def _puzzle(call: Call) -> Puzzle:
    if not is_on(call.server):
        raise Refused("missing", "expected a server with puzzles; this one's are switched off")
    found = all_puzzles().get(call.part("puzzle"))
    if found is None:
        raise Refused("missing", "expected the id of a puzzle; there is none of this id")
    return found


def _solver(call: Call) -> Person:
    """The person asking; raises Refused for programs, and where there are no puzzles."""
    if not is_on(call.server):
        raise Refused("missing", "expected a server with puzzles; this one's are switched off")
    if call.person.author is not None:
        raise Refused("forbidden", "expected a person; puzzles are not for bot accounts")
    return call.person


def _of_edition(edition: str) -> list[Puzzle]:
    return [puzzle for puzzle in all_puzzles().values() if puzzle.edition == edition]


def _standing(connection: Connection, who: str) -> tuple[dict[str, Try], dict[str, Rating], Rating]:
    tries = {each.puzzle: each for each in stored.tries(connection, who)}
    mine = stored.rating_of(connection, who) or puzzle_ratings.NEWCOMER
    return tries, stored.puzzle_ratings(connection), mine


def _waits(known: Try | None) -> bool:
    return known is not None and known.rated and known.answered is None


def _given(puzzle: Puzzle, asked: AnswerPuzzle) -> Given:
    """The turn given as the answer; raises Refused unless it is a whole one."""
    if not asked.actions:
        return Given(())
    game = game_of(puzzle.id)
    try:
        trial = tried(game.state, asked.actions)
        if not trial.stops:
            raise NotPossible("unfinished", "expected a whole turn; these actions stop before its end")
        game.faces.after(trial.told, asked.faces)
    except NotPossible as error:
        rule = None if error.refusal is None else str(error.refusal.rule)
        raise Refused(error.code, str(error), rule=rule, step=error.step) from None
    except UnknownFace as error:
        raise Refused("form", str(error)) from None
    return Given(tuple(actions_of(game.state, asked.actions)), asked.faces)


async def _form(call: Call, puzzle: Puzzle, theme: str | None = None, again: bool = False) -> PuzzleForm:
    """A puzzle for its reader; `again` leaves out what they answered before."""
    server, who = call.server, "" if call.someone is None else call.someone.id
    known, standing = await server.database.read(
        lambda c: (stored.find(c, who, puzzle.id), puzzle_standing(c, puzzle))
    )
    day = day_of(server.process.now())
    is_todays = puzzle.id == puzzle_ratings.puzzle_of_day(all_puzzles(), day)
    is_answered = known is not None and known.answered is not None
    game = game_of(puzzle.id)
    return PuzzleForm(
        id=puzzle.id,
        edition=puzzle.edition,
        variants=list(puzzle.variants),
        traits=traits_form(game.state.edition),
        plan=plan_form(game.state.edition),
        view=view_of(game),
        rated=is_todays if known is None else known.rated and not is_answered,
        theme=theme,
        day=day if is_todays else None,
        tried=answer_form(puzzle, kept_turn(puzzle, known, Given(())), known, standing)
        if known is not None and is_answered and not again
        else None,
    )
