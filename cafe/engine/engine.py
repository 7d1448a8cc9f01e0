"""One game behind the protocol: a request in, an answer out; a bad request changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, assert_never

import msgspec

from cafe import __version__
from cafe.bots import BOTS, Bot, Budget, unknown_bot
from cafe.engine import requests as ask
from cafe.engine.decode import (
    RequestError,
    decode_action,
    decode_line,
    decode_request,
    decode_state,
    known_name,
)
from cafe.protocol.convert import action_form, event_form, state_form, state_of, view_form, view_of
from cafe.protocol.forms import AnyAction
from cafe.rules.actions import Action
from cafe.rules.ahead import perft, turns
from cafe.rules.edition import EDITIONS, VARIANTS, edition
from cafe.rules.errors import Facts, IllegalAction, PositionError, RecordError, SetupError
from cafe.rules.floorplan import FloorPlan
from cafe.rules.guests import GUEST_INDEX, NATION_INDEX
from cafe.rules.names import PLAYERS
from cafe.rules.record import make_record, read_record, replay, write_record
from cafe.rules.seating import legal_actions
from cafe.rules.setup import deal, new_game
from cafe.rules.state import State
from cafe.rules.turns import apply
from cafe.rules.view import view

Answer = dict[str, Any]
_SEEDS = Random()  # only for games and bots that were given no seed


@dataclass
class Game:
    """A game with its past: every state since the start, and the actions between them."""

    states: list[State]
    actions: list[Action] = field(default_factory=list)

    @property
    def now(self) -> State:
        return self.states[-1]


class Engine:
    """Holds at most one game and answers requests about it."""

    def __init__(self) -> None:
        self.ended = False
        self._game: Game | None = None
        self._bots: dict[str, Bot] = {}

    def answer_line(self, line: bytes) -> bytes:
        """The answer to one line, whatever it is."""
        return msgspec.json.encode(self._answer(line))

    def _answer(self, line: bytes) -> Answer:
        more: Answer = {}
        try:
            found = decode_line(line)
            if "id" in found:
                more["id"] = found["id"]
            return {"ok": True, **self._handle(decode_request(found, line)), **more}
        except RequestError as error:
            return {"ok": False, "error": error.error, **more}
        except SetupError as error:
            return {"ok": False, "error": {"code": "setup", "message": str(error)}, **more}
        except PositionError as error:
            return {"ok": False, "error": {"code": "position", "message": str(error)}, **more}
        except RecordError as error:
            found_error: Answer = {"code": "record", "message": str(error)}
            if error.turn is not None:
                found_error["turn"] = error.turn
            return {"ok": False, "error": found_error, **more}
        except IllegalAction as error:
            return {"ok": False, "error": _illegal(error), **more}

    def _handle(self, request: ask.AnyRequest) -> Answer:
        match request:
            case ask.Hello():
                return {
                    "protocol": 1,
                    "version": __version__,
                    "editions": list(EDITIONS),
                    "variants": list(VARIANTS),
                    "bots": list(BOTS),
                }
            case ask.New():
                return self._new(request)
            case ask.Load():
                return self._begin(state_of(decode_state(request.state)))
            case ask.Apply():
                return self._apply(request)
            case ask.Undo():
                return self._undo()
            case ask.State():
                return {"state": state_form(self._now)}
            case ask.Legal():
                return {"legal": _legal(self._now)}
            case ask.View(player=player):
                if player is not None and not 0 <= player < self._now.players:
                    expected = f"a player from 0 to {self._now.players - 1}, or null"
                    raise RequestError("request", f"expected {expected}; got {player}")
                return {"view": view_form(view(self._now, player))}
            case ask.Turns():
                return {"turns": self._turns()}
            case ask.Perft(depth=depth):
                return {"nodes": perft(self._now, depth)}
            case ask.Go():
                return self._go(request)
            case ask.Choose():
                return self._choose(request)
            case ask.Record():
                return {"record": self._record()}
            case ask.Replay(record=text):
                return self._replay(text)
            case ask.Quit():
                self.ended = True
                return {}
            case _:
                assert_never(request)

    @property
    def _now(self) -> State:
        return self._running.now

    @property
    def _running(self) -> Game:
        if self._game is None:
            raise RequestError("none", "there is no game yet: send new, load or replay first")
        return self._game

    def _begin(self, state: State) -> Answer:
        self._game = Game([state])
        return self._position()

    def _position(self) -> Answer:
        return {"state": state_form(self._now), "legal": _legal(self._now)}

    def _new(self, request: ask.New) -> Answer:
        rules = edition(request.edition, request.variants)
        if request.bag is None:
            if request.tables is not None:
                raise SetupError("tables go with a bag; without one give a seed or nothing")
            seed = _SEEDS.getrandbits(32) if request.seed is None else request.seed
            answer = self._begin(new_game(rules, request.players, seed))
            return answer if request.seed is not None else {"seed": seed, **answer}
        if request.seed is not None:
            raise SetupError("give a bag or a seed, not both")
        if rules.table_cards != (request.tables is not None):
            needs = "needs tables beside the bag" if rules.table_cards else "takes no tables"
            raise SetupError(f"edition {rules.name} {needs}")
        bag = [known_name(GUEST_INDEX, name, "a guest such as DEm") for name in request.bag]
        tables = [known_name(NATION_INDEX, name, "a nation such as DE") for name in request.tables or ()]
        return self._begin(deal(rules, request.players, bag, tables))

    def _apply(self, request: ask.Apply) -> Answer:
        game = self._running
        action = decode_action(game.now, request.action)
        state, events = apply(game.now, action)
        game.states.append(state)
        game.actions.append(action)
        plan = state.edition.plan
        return {"events": [event_form(plan, event) for event in events], **self._position()}

    def _undo(self) -> Answer:
        game = self._running
        if not game.actions:
            raise RequestError("none", "there is nothing to undo")
        game.states.pop()
        game.actions.pop()
        return self._position()

    def _turns(self) -> list[Answer]:
        plan = self._now.edition.plan
        return [
            {"actions": [action_form(plan, action) for action in turn.actions], "points": turn.points}
            for turn in turns(self._now)
        ]

    def _go(self, request: ask.Go) -> Answer:
        state = self._now
        bot = self._bot(request.bot)
        if state.over is not None:
            raise RequestError("none", "the game is over: there is nothing to choose")
        choice = bot.choose(
            view(state, state.player), legal_actions(state), _rng(request.seed), Budget(ms=request.ms)
        )
        return {"action": action_form(state.edition.plan, choice.action), "info": choice.info}

    def _choose(self, request: ask.Choose) -> Answer:
        seen = view_of(request.view)
        bot = self._bot(request.bot)
        known = seen.known
        if known.over is not None or not request.legal:
            raise RequestError("none", "there is nothing to choose: the game is over or legal is empty")
        if request.points is not None and len(request.points) != len(request.legal):
            expected = f"points for each of {len(request.legal)} actions"
            raise RequestError("request", f"choose: expected {expected}; got {len(request.points)}")
        possible = set(legal_actions(known))
        legal = [decode_action(known, action) for action in request.legal]
        for action, given in zip(legal, request.legal, strict=True):
            if action not in possible:
                raise RequestError("request", f"legal contains {given}, which is not legal in this view")
        choice = bot.choose(seen, legal, _rng(request.seed), Budget(ms=request.ms))
        return {"action": action_form(known.edition.plan, choice.action), "info": choice.info}

    def _bot(self, name: str) -> Bot:
        if name not in BOTS:
            raise RequestError("bot", unknown_bot(name))
        if name not in self._bots:
            self._bots[name] = BOTS[name]()
        return self._bots[name]

    def _record(self) -> str:
        game = self._running
        players = tuple(PLAYERS[: game.now.players])
        return write_record(make_record(game.states[0], game.actions, players))

    def _replay(self, text: str) -> Answer:
        record = read_record(text)
        game = Game([record.start()])
        for played in replay(record):
            game.states.append(played.state)
            game.actions.append(played.action)
        self._game = game
        return self._position()


def _illegal(error: IllegalAction) -> Answer:
    facts = {name: value for name, value in _facts(error.refusal.facts).items() if value is not None}
    return {"code": "illegal", "message": str(error), "rule": str(error.refusal.rule), "facts": facts}


def _facts(facts: Facts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in Facts.__match_args__}


def _legal(state: State) -> list[AnyAction]:
    plan: FloorPlan = state.edition.plan
    return [action_form(plan, action) for action in legal_actions(state)]


def _rng(seed: int | None) -> Random:
    return Random(_SEEDS.getrandbits(32) if seed is None else seed)
