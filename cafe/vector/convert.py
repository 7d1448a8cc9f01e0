"""From `cafe.rules.State` and back, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from cafe.encoding import sides_of
from cafe.rules import State
from cafe.rules.derived import derive
from cafe.rules.guests import FREE, JOKERS, NO_NATION, guest_of, nation_of, standing_for
from cafe.rules.scoring import result
from cafe.rules.seating import open_chairs
from cafe.rules.state import Draft
from cafe.vector.bits import Planes
from cafe.vector.game import NO_TABLE, Game
from cafe.vector.rulebook import Rulebook
from cafe.vector.step import BAR_A_WORD, BAR_BITS


def _planes(tiles: Iterable[int]) -> Planes:
    found = [0, 0, 0]
    for kind, count in Counter(tiles).items():
        for plane in range(3):
            found[plane] |= (count >> plane & 1) << kind
    one, two, four = (np.uint32(plane) for plane in found)
    return one, two, four


def game_of(rules: Rulebook, state: State) -> Game:
    """The game of a state, as NumPy numbers; the order of its bag and pile are in `order_of`."""
    plan, sides = state.edition.plan, sides_of(state.edition.plan)
    taken, lady, own, joker = ([0] * 4 for _ in range(4))
    for table, chairs in enumerate(sides.chair_at):
        for side, chair in enumerate(chairs):
            who = state.seated[chair]
            if who != FREE:
                nation = nation_of(who)
                taken[side] |= 1 << table
                lady[side] |= (who & 1) << table
                own[side] |= (nation is None or nation == state.tables[table]) << table
                joker[side] |= (guest_of(who) >= JOKERS) << table
    nations = [0] * 4
    for table, nation in enumerate(state.tables):
        shown = NO_TABLE if nation == NO_NATION else nation
        for plane in range(4):
            nations[plane] |= (shown >> plane & 1) << table

    def place(chair: int) -> int:
        first = sides.places_of[chair][0]
        return first.side * rules.tables + first.table + 1

    places = sum(place(chair) << 8 * index for index, chair in enumerate(state.taken))
    bar = [0] * (-(-len(state.edition.bar_points) // BAR_A_WORD))
    for index, guest in enumerate(state.bar):
        bar[index // BAR_A_WORD] |= guest << BAR_BITS * (index % BAR_A_WORD)
    party = 0 if state.party is None else 1 + state.party[1] * rules.tables + state.party[0]
    over = 0 if state.over is None else 1 + state.edition.endings.index(state.over.reason)
    return Game(
        taken=_words(taken),
        lady=_words(lady),
        own=_words(own),
        joker=_words(joker) if rules.jokers else (),
        nations=() if plan.nations else _words(nations),
        hands=tuple(_planes(hand) for hand in state.hands),
        hidden=tuple(_planes(hand) for hand in state.hidden) if state.edition.draws else (),
        bag=_planes(state.bag),
        drawn=np.int32(rules.tiles - len(state.bag)),
        dealt=np.int32(rules.cards - len(state.pile)),
        bar=_words(bar),
        at_bar=np.int32(len(state.bar)),
        scores=tuple(np.int32(score) for score in state.scores),
        one_nation=tuple(np.int32(made) for made in state.one_nation_tables),
        out=np.uint32(sum((player + 1) << 4 * index for index, player in enumerate(state.out))),
        player=np.int32(state.player),
        seats=np.int32(len(state.taken)),
        places=np.uint32(places),
        owes=np.int32(0 if state.owes is None else place(state.owes)),
        party=np.int32(party),
        may_close=np.bool_(state.may_close),
        passes=np.int32(state.passes),
        over=np.int32(over),
    )


def _words(numbers: list[int]) -> Any:
    return tuple(np.uint32(number) for number in numbers)


def order_of(rules: Rulebook, state: State) -> tuple[Any, Any]:
    """Bag and pile in their order, what has left them filled up in front."""
    tiles = np.zeros(rules.tiles, np.uint8)
    tiles[rules.tiles - len(state.bag) :] = np.frombuffer(state.bag, np.uint8)
    cards = np.zeros(max(rules.cards, 1), np.uint8)
    if state.pile:
        cards[rules.cards - len(state.pile) :] = np.frombuffer(state.pile, np.uint8)
    return tiles, cards


def state_of(rules: Rulebook, game: Game, tiles: Any, cards: Any) -> State:
    """The state of one game with its bag's and pile's order; the numbers must be on the host."""
    edition, plan = rules.edition, rules.edition.plan
    draft = Draft()
    draft.edition = edition
    draft.tables = (
        bytes(plan.nations) if plan.nations else bytes(_nation(game, t) for t in range(rules.tables))
    )
    draft.seated = bytes(_occupant(rules, game, draft.tables, chair) for chair in range(len(plan.chairs)))
    bar = (
        int(game.bar[place // BAR_A_WORD]) >> BAR_BITS * (place % BAR_A_WORD)
        for place in range(int(game.at_bar))
    )
    draft.bar = bytes(guest & 31 for guest in bar)
    draft.hands = tuple(_tiles(planes, rules.kinds) for planes in game.hands)
    hidden = tuple(_tiles(planes, rules.kinds) for planes in game.hidden)
    draft.hidden = hidden or ((),) * rules.players
    draft.bag = bytes(np.asarray(tiles[int(game.drawn) :], np.uint8))
    draft.pile = bytes(np.asarray(cards[int(game.dealt) : rules.cards], np.uint8))
    draft.scores = tuple(int(score) for score in game.scores)
    draft.one_nation_tables = tuple(int(made) for made in game.one_nation)
    out = [int(game.out) >> 4 * entry & 15 for entry in range(rules.players)]
    draft.out = tuple(player - 1 for player in out if player)
    seen = Counter(guest_of(who) for who in draft.seated if who != FREE)
    for group in (*draft.hands, *draft.hidden, draft.bar, draft.bag):
        seen.update(group)
    draft.removed = bytes(sorted((Counter(edition.tiles) - seen).elements()))
    draft.player = int(game.player)
    draft.taken = tuple(_chair(rules, int(game.places) >> 8 * n & 255) for n in range(int(game.seats)))
    draft.owes = _chair(rules, int(game.owes)) if int(game.owes) else None
    code = int(game.party) - 1
    draft.party = (code % rules.tables, code // rules.tables) if code >= 0 else None
    draft.may_close = bool(game.may_close)
    draft.passes = int(game.passes)
    draft.over = None
    derive(draft)
    if int(game.over):
        draft.over = result(draft, edition.endings[int(game.over) - 1])
    draft.open_to = open_chairs(draft)
    return draft.freeze()


def _nation(game: Game, table: int) -> int:
    nation = sum((int(plane) >> table & 1) << place for place, plane in enumerate(game.nations))
    return NO_NATION if nation == NO_TABLE else nation


def _occupant(rules: Rulebook, game: Game, tables: bytes, chair: int) -> int:
    places = sides_of(rules.edition.plan).places_of[chair]
    first = places[0]
    if not int(game.taken[first.side]) >> first.table & 1:
        return FREE
    sex = int(game.lady[first.side]) >> first.table & 1
    nation = next(tables[at.table] for at in places if int(game.own[at.side]) >> at.table & 1)
    if rules.jokers and int(game.joker[first.side]) >> first.table & 1:
        return standing_for(JOKERS + sex, nation if rules.edition.jokers_named else None)
    return 2 * nation + sex


def _tiles(planes: Planes, kinds: int) -> tuple[int, ...]:
    counts = (sum((int(planes[plane]) >> kind & 1) << plane for plane in range(3)) for kind in range(kinds))
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def _chair(rules: Rulebook, place: int) -> int:
    side, table = divmod(place - 1, rules.tables)
    return sides_of(rules.edition.plan).chair_at[table][side]
