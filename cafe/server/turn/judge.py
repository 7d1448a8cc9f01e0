"""Who may draft or submit a turn, and what their drafts and turns lead to. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cafe.protocol import commands as cmd
from cafe.protocol import messages as msg
from cafe.protocol.convert import view_form
from cafe.protocol.forms import AnyAction, StateForm
from cafe.rules.errors import Facts, Refusal, Rule, TurnError
from cafe.rules.explain import explain_guest, sentence
from cafe.rules.guests import GUEST_INDEX, NATION_INDEX
from cafe.rules.price import points_of
from cafe.rules.state import State
from cafe.rules.trial import Trial, try_actions
from cafe.rules.view import on_turn, view
from cafe.server.turn.draft import offers, refusal_form
from cafe.server.turn.errors import NotPossible
from cafe.server.turn.faces import UnknownFace
from cafe.server.turn.game import Game, told_events
from cafe.server.turn.new_turn import Command, Moment, NewTurn, actions_of, played_turn
from cafe.server.turn.stored_room import StoredRoom

Drafting = cmd.Preview | cmd.Explain | cmd.Hint


class Draft(NamedTuple):
    """A draft that was tried: the game it belongs to, the player whose view it uses, where it began."""

    game: Game
    player: int | None
    begin: State
    trial: Trial

    @property
    def turn_points(self) -> int:
        """What the turn had brought before the draft; a plan begins a turn of its own."""
        return self.game.turn_points if self.begin is self.game.state else 0

    @property
    def has_ended(self) -> bool:
        """Whether nothing may follow: the turn is over, or something is revealed."""
        return self.trial.stops


def refused(command: str, error: NotPossible) -> msg.Refused:
    """The answer to a draft or a turn that is not possible."""
    refusal = None if error.refusal is None else refusal_form(error.refusal)
    return msg.Refused(command, error.code, str(error), refusal, error.step)


def check_may_act(room: StoredRoom, person: str, version: int, plans: bool = False) -> Game:
    """The game; raises NotPossible if the person may not draft, submit or (while others play) plan a turn."""
    game = room.game
    if room.row.status == "over":
        over = Refusal(Rule.GAME_OVER, Facts())
        raise NotPossible("state", sentence(over), refusal=over)
    if game is None or room.row.status != "running":
        raise NotPossible("state", f"expected a running game; this table is {room.row.status}")
    if version != game.version:
        raise NotPossible("version", f"expected version {game.version}; got {version}")
    player = room.viewpoint(person) if plans else game.state.player
    if player is None or player in game.state.out or not room.may_act(person, player):
        raise NotPossible("turn", "expected a command from the player to move; it is not your turn")
    return game


def judge(room: StoredRoom, person: str, command: cmd.Submit, moment: Moment) -> NewTurn:
    """The turn that a person submits; raises NotPossible with the reason if it cannot be played."""
    game = check_may_act(room, person, command.version)
    trial = tried(game.state, command.actions)
    if not command.actions or not trial.stops:
        raise NotPossible("unfinished", "expected a whole turn; these actions stop before its end")
    try:
        return played_turn(room, trial, command.actions, moment, command.faces, Command(person, command.id))
    except UnknownFace as error:
        raise NotPossible("form", str(error)) from None


def tried(state: State, actions: Sequence[AnyAction]) -> Trial:
    """What actions lead to; raises NotPossible with the first impossible one and the reason."""
    try:
        return try_actions(state, actions_of(state, actions))
    except TurnError as error:
        code = "behind" if error.refusal is None else "illegal"
        raise NotPossible(code, str(error), error.step, error.refusal) from None


def draft(room: StoredRoom, person: str, command: Drafting) -> Draft:
    """What a draft leads to so far; raises NotPossible with the reason if it cannot be played."""
    plans = not isinstance(command, cmd.Hint) and command.plan
    game = check_may_act(room, person, command.version, plans)
    player = room.viewpoint(person)
    # A plan knows no more than its player does; a draft of the player to move starts from the real state.
    begin = game.state if player == game.state.player else on_turn(view(game.state, player))
    return drafted(game, player, begin, command)


def drafted(game: Game, player: int | None, begin: State, command: Drafting) -> Draft:
    """A draft tried from its beginning; raises NotPossible if it cannot be played, or has already ended."""
    found = Draft(game, player, begin, tried(begin, command.actions))
    if found.has_ended and command.actions and not isinstance(command, cmd.Preview):
        raise NotPossible("behind", "expected a draft that can be continued; this one has ended")
    return found


def preview(room: StoredRoom, person: str, command: cmd.Preview) -> msg.Previewed:
    """The answer to a draft: what it does, its points, and what may follow."""
    return previewed(draft(room, person, command), command)


def previewed(found: Draft, command: cmd.Preview) -> msg.Previewed:
    """The answer to a draft that was tried."""
    game, trial = found.game, found.trial
    try:
        _, faces = game.faces.after(trial.told, command.faces)
    except UnknownFace as error:
        raise NotPossible("form", str(error)) from None
    before, total = found.turn_points, points_of(trial.told)
    return msg.Previewed(
        command.id,
        game.version,
        told_events(found.begin, trial.told, faces, found.player, before),
        total,
        before + total,
        [] if found.has_ended else offers(trial.state),
        trial.ends,
        trial.reveals,
    )


def explain(room: StoredRoom, person: str, command: cmd.Explain) -> msg.Explained:
    """Where a guest may not sit, and why: a refusal for each such chair."""
    return explained(draft(room, person, command), command)


def explained(found: Draft, command: cmd.Explain) -> msg.Explained:
    """The same for a draft that was tried."""
    state = found.trial.state
    guest = GUEST_INDEX.get(command.guest)
    nation = None if command.as_ is None else NATION_INDEX.get(command.as_)
    if guest is None or (command.as_ is not None and nation is None):
        raise NotPossible("form", "expected a guest such as DEm, and a nation such as ES")
    refusals = zip(state.edition.plan.chairs, explain_guest(state, guest, nation), strict=True)
    return msg.Explained(
        command.id,
        command.guest,
        {cell: None if refusal is None else refusal_form(refusal) for cell, refusal in refusals},
    )


def view_for_hint(room: StoredRoom, person: str, command: cmd.Hint) -> StateForm:
    """What a bot sees that is asked how to continue a draft."""
    state = draft(room, person, command).trial.state
    return view_form(view(state, state.player))
