"""The rulebook of both games: who may sit where, what it scores, how a turn goes and when the game ends.

>>> from cafe.rules import apply, edition, legal_actions, new_game
>>> state = new_game(edition("board"), players=3, seed=7)
>>> state, events = apply(state, legal_actions(state)[0])
"""

from cafe.rules.actions import Action, Bar, Close, Done, Draw, Hide, Party, Pass, Seat, Swap
from cafe.rules.ahead import CompleteTurn, perft, turns
from cafe.rules.edition import EDITIONS, VARIANTS, Edition, Terms, edition
from cafe.rules.errors import (
    CafeError,
    Facts,
    IllegalAction,
    PositionError,
    RecordError,
    Refusal,
    Rule,
    SetupError,
    TurnError,
)
from cafe.rules.events import Event
from cafe.rules.explain import explain, explain_guest, sentence
from cafe.rules.names import action_from_text, action_text
from cafe.rules.outlook import BarAhead, Limit, Outlook, outlook
from cafe.rules.position import read_position, read_view, write_position
from cafe.rules.price import Price, price, prices
from cafe.rules.record import Record, make_record, read_record, replay, verify, write_record
from cafe.rules.registration import register, unregister
from cafe.rules.seating import legal_actions
from cafe.rules.setup import deal, new_game
from cafe.rules.state import State
from cafe.rules.trial import Trial, try_actions
from cafe.rules.turns import apply
from cafe.rules.view import View, determinise, view, view_events

__all__ = [
    "EDITIONS",
    "VARIANTS",
    "Action",
    "Bar",
    "BarAhead",
    "CafeError",
    "Close",
    "CompleteTurn",
    "Done",
    "Draw",
    "Edition",
    "Event",
    "Facts",
    "Hide",
    "IllegalAction",
    "Limit",
    "Outlook",
    "Party",
    "Pass",
    "PositionError",
    "Price",
    "Record",
    "RecordError",
    "Refusal",
    "Rule",
    "Seat",
    "SetupError",
    "State",
    "Swap",
    "Terms",
    "Trial",
    "TurnError",
    "View",
    "action_from_text",
    "action_text",
    "apply",
    "deal",
    "determinise",
    "edition",
    "explain",
    "explain_guest",
    "legal_actions",
    "make_record",
    "new_game",
    "outlook",
    "perft",
    "price",
    "prices",
    "read_position",
    "read_record",
    "read_view",
    "register",
    "replay",
    "sentence",
    "try_actions",
    "turns",
    "unregister",
    "verify",
    "view",
    "view_events",
    "write_position",
    "write_record",
]
