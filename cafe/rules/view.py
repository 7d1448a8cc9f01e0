"""What one player may know, and a guess at the rest (RULES 4, 5; PROTOCOL, View)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from cafe.rules.events import Drawn, Event, Hidden
from cafe.rules.guests import BLANK, FREE, NO_NATION, guest_of
from cafe.rules.party import can_complete, empty_chairs
from cafe.rules.seating import NOWHERE, any_fits, open_chairs
from cafe.rules.setup import TABLE_CARDS, shuffled
from cafe.rules.state import Hand, State
from cafe.rules.value import value

_CLEARED: Final = 128
"""Added to a table card of which is known that it has left the game."""
_REDEALS: Final = 64
"""How often hands are dealt again until a turn that somebody else has begun can go on."""


@value
class View:
    """A game as one player sees it; `seat` None is a spectator.

    `known` is the state with a BLANK for every tile whose face the reader may not know, so whatever reads a
    state reads a view. Nothing in it depends on what is unknown.
    """

    seat: int | None
    known: State


def view(state: State, seat: int | None) -> View:
    """The state without what that player may not know."""
    if seat is not None and not 0 <= seat < state.players:
        raise ValueError(f"expected a seat from 0 to {state.players - 1}, or None; got {seat}")
    draft = state.draft()
    draft.bag = bytes([BLANK]) * len(state.bag)
    draft.pile = bytes([BLANK]) * len(state.pile)
    if not state.edition.open_hands and state.over is None:
        draft.hands = tuple(_seen(hand, player == seat) for player, hand in enumerate(state.hands))
        draft.hidden = tuple(_seen(hand, player == seat) for player, hand in enumerate(state.hidden))
        if state.player != seat:
            draft.open_to = NOWHERE
    return View(seat, draft.freeze())


def on_turn(view: View) -> State:
    """What the viewer knows, as if the viewer's own turn began now: a plan starts from here."""
    if view.seat is None or view.seat in view.known.out or view.known.over is not None:
        raise ValueError("expected a player who has yet to move in a game that is not over")
    draft = view.known.draft()
    draft.player = view.seat
    draft.taken = ()
    draft.owes = draft.party = None
    draft.may_close = False
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def _seen(hand: Hand, own: bool) -> Hand:
    return hand if own else (BLANK,) * len(hand)


def view_events(state: State, events: tuple[Event, ...], seat: int | None) -> tuple[Event, ...]:
    """The events of a step without what that player may not know; `state` is any state of the game."""
    if state.edition.open_hands:
        return events
    return tuple(_told(event, seat) for event in events)


def _told(event: Event, seat: int | None) -> Event:
    if isinstance(event, Drawn | Hidden) and event.player != seat:
        return type(event)(event.player, BLANK)
    return event


def determinise(view: View, rng: Random) -> State:
    """A complete state that looks the same to the viewer, with every unknown tile dealt at random.

    A player who owes a partner, or has begun a party, is dealt guests who can follow. Where guests left whose
    table does not lie open, a card of theirs was cleared: it is not dealt again. Which cards were cleared
    besides, a view does not tell.
    """
    known = view.known
    edition = known.edition
    unseen = Counter(edition.tiles)
    unseen.subtract(known.bar)
    unseen.subtract(known.removed)
    unseen.subtract(guest_of(occupant) for occupant in known.seated if occupant != FREE)
    for hand in known.hands + known.hidden:
        unseen.subtract(tile for tile in hand if tile != BLANK)
    tiles = shuffled([tile for tile in edition.tiles if _take(unseen, tile)], rng)
    if (known.owes is not None or known.party is not None) and BLANK in known.hand:
        tiles = _with_followers(known, tiles, rng)
    draft = known.draft()
    draft.hands = tuple(_filled(hand, tiles) for hand in known.hands)
    draft.hidden = tuple(_filled(hand, tiles) for hand in known.hidden)
    draft.bag = bytes(tiles)
    if known.pile:
        cards = Counter(TABLE_CARDS)
        cards.subtract(nation for nation in known.tables if nation != NO_NATION)
        deck = list(cards.elements())
        left = () if edition.plan.bar else known.removed  # from a bar guests leave without a table
        for nation in {tile >> 1 for tile in left}.difference(known.tables):
            deck[deck.index(nation)] += _CLEARED
        # Cleared ones last: a position made up by hand may have more cards in its pile than a game can have.
        pile = sorted(shuffled(deck, rng), key=_CLEARED.__le__)
        draft.pile = bytes(card % _CLEARED for card in pile[: len(known.pile)])
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def _take(unseen: Counter[int], tile: int) -> bool:
    unseen[tile] -= 1
    return unseen[tile] >= 0


def _with_followers(known: State, tiles: list[int], rng: Random) -> list[int]:
    """The tiles in an order that deals the mover, whose hand is unknown, guests with whom the turn can go on.

    Every such deal is equally likely, unless that takes too many attempts: then whatever can be spared is
    taken from all the tiles, in random order, until as many are left as the hand has.
    """
    size = len(known.hand)
    end = len(tiles) - sum(hand.count(BLANK) for hand in known.hands[: known.player])
    for _ in range(_REDEALS):
        if _can_follow(known, tiles[end - size : end]):
            return tiles
        tiles = shuffled(tiles, rng)
    if not _can_follow(known, tiles):
        return tiles  # a position made up by hand may have no such deal
    kept, spared = list(tiles), list[int]()
    for tile in tiles:
        rest = list(kept)
        rest.remove(tile)
        if len(kept) > size and _can_follow(known, rest):
            kept = rest
            spared.append(tile)
    return spared[: end - size] + kept + spared[end - size :]


def _can_follow(known: State, hand: Sequence[int]) -> bool:
    """Whether this hand has the partner who is owed, or all guests whom the party still needs."""
    draft = known.draft()
    if known.party is None:
        return any_fits(known.home, tuple(hand), open_chairs(draft))
    table, sex = known.party
    return can_complete(draft, table, sex, empty_chairs(draft, table), tuple(sorted(hand)))


def _filled(hand: Hand, tiles: list[int]) -> Hand:
    """The hand with its blanks filled from the tiles, which it uses up."""
    if BLANK not in hand:
        return hand
    return tuple(sorted(tiles.pop() if tile == BLANK else tile for tile in hand))
