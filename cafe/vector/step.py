"""One action in every game of a batch (RULES 3 to 7); `cafe.rules.turns` as arithmetic on words.

Every kind of action is computed and the right one kept: on a GPU, branching would gain nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import jax
import jax.numpy as jnp

from cafe.rules.guests import JOKERS
from cafe.vector.bits import (
    Array,
    Planes,
    Word,
    add,
    at_least,
    bit,
    choose,
    count,
    kept,
    replaced,
    some,
    take,
    total,
    union,
    when,
    word,
)
from cafe.vector.game import NO_TABLE, Deck, Game, Sides, chair, chairs_at, like, with_nation
from cafe.vector.legal import has_partner
from cafe.vector.move import Move, read
from cafe.vector.rulebook import Rulebook

BAR_BITS = 5
BAR_A_WORD = 6


class Table(NamedTuple):
    """The tables after a guest sat down."""

    game: Game
    touched: Word
    points: Array
    completed: Array
    """One-nation tables that the guest completed."""
    party_done: Array


def _sit(rules: Rulebook, game: Game, move: Move) -> Table:
    """Seats and swaps: the chairs, and what the guest scores (RULES 3)."""
    edition = rules.edition
    chairs = chair(rules, move.side, move.table)
    seats = when(move.seat)
    nation = like(rules, game, move.table)
    if rules.jokers and not edition.jokers_named:
        nation = nation | when(move.joker)
    changed = when(move.seat | move.swap)
    taken = _sides(old | (here & seats) for old, here in zip(game.taken, chairs, strict=True))
    ladies = seats & when(move.sex == 1)
    lady = _sides(old | (here & ladies) for old, here in zip(game.lady, chairs, strict=True))
    own = _sides(
        (old & ~(here & changed)) | (here & changed & nation)
        for old, here in zip(game.own, chairs, strict=True)
    )
    joker = game.joker
    if rules.jokers:
        more, less = when(move.joker), when(move.swap)
        joker = tuple(
            (old | (here & more)) & ~(here & less) for old, here in zip(game.joker, chairs, strict=True)
        )
    touched = union(chairs) & seats
    two, three, four = at_least(taken)[1:]
    one_nation = ~union([here & ~mine for here, mine in zip(taken, own, strict=True)])
    paying = touched
    party_done = jnp.zeros_like(move.seat)
    points = jnp.zeros_like(game.player)
    if edition.parties:
        code = jnp.maximum(game.party - 1, 0)
        there = bit(code % rules.tables) & when(game.party > 0)
        paying = touched & ~there
        party_done = move.seat & ((there & four) != 0)
        mixed, pure = edition.party_points
        points = jnp.where(party_done, jnp.where((there & one_nation) != 0, pure, mixed), 0)
    for size, here in ((2, two & ~three), (3, three & ~four), (4, four)):
        scoring = paying & here
        points = points + edition.mixed_points[size] * count(scoring & ~one_nation)
        points = points + edition.one_nation_points[size] * count(scoring & one_nation)
    after = game._replace(taken=taken, lady=lady, own=own, joker=joker)
    return Table(after, touched, points, count(touched & four & one_nation), party_done)


def _sides(words: Iterable[Word]) -> Sides:
    a, b, c, d = words
    return a, b, c, d


def _clear(rules: Rulebook, game: Game, counted: Array, deck: Deck) -> Game:
    """Full tables and the guests around them leave; new tables are dealt, or none if too few are left."""
    full = at_least(game.taken)[3] & when(counted) & rules.all_tables
    size = count(full)
    gone = chairs_at(rules, full)
    enough = rules.cards - game.dealt >= size
    nations = list(game.nations)
    number = jnp.zeros_like(game.dealt)
    for table in range(rules.tables):
        leaves = ((full >> table) & 1) != 0
        new = jnp.where(enough, deck.card(jnp.minimum(game.dealt + number, rules.cards - 1)), NO_TABLE)
        for plane in range(4):
            old = nations[plane]
            fresh = (old & ~jnp.uint32(1 << table)) | (((word(new) >> plane) & 1) << table)
            nations[plane] = jnp.where(leaves, fresh, old)
        number = number + leaves
    return game._replace(
        taken=_sides(old & ~here for old, here in zip(game.taken, gone, strict=True)),
        lady=_sides(old & ~here for old, here in zip(game.lady, gone, strict=True)),
        own=_sides(old & ~here for old, here in zip(game.own, gone, strict=True)),
        nations=tuple(nations),
        dealt=game.dealt + jnp.where(enough, size, 0),
    )


def out_players(rules: Rulebook, game: Game) -> tuple[Array, ...]:
    """Whether each player is out."""
    entries = [(game.out >> (4 * place)) & 15 for place in range(rules.players)]
    found = []
    for player in range(rules.players):
        is_out = entries[0] == player + 1
        for entry in entries[1:]:
            is_out = is_out | (entry == player + 1)
        found.append(is_out)
    return tuple(found)


def reason(rules: Rulebook, game: Game, hand_size: Array, limit: Array, passes: Array) -> Array:
    """Why the game ends now: 0 or 1 and the place among the edition's endings (RULES 4.6, 5).

    Of the hands only the mover's is asked: another one that had ended the game would have done so before.
    """
    edition = rules.edition
    holds: dict[str, Array] = {}
    if edition.table_cards:
        holds["tables"] = with_nation(rules, game, jnp.uint32(NO_TABLE)) != 0
    else:
        free = union([~taken & rules.all_tables for taken in game.taken])
        holds["chairs"] = free == 0
    if edition.bar_points:
        holds["bar"] = game.at_bar == len(edition.bar_points)
    holds["bag"] = rules.tiles - game.drawn <= edition.bag_rest
    if edition.refills:
        out = out_players(rules, game)
        still_in = rules.players - sum(gone.astype(jnp.int32) for gone in out)
        holds["hand"] = (hand_size == 0) & (limit == 0) & ~choose(out, game.player)
        holds["last"] = still_in < 2
        holds["stuck"] = passes >= still_in
    found = jnp.zeros_like(game.over)
    for place, name in reversed(list(enumerate(edition.endings))):
        if name in holds:
            found = jnp.where(holds[name], place + 1, found)
    return found


def step(rules: Rulebook, game: Game, action: Array, deck: Deck) -> Game:
    """The game after a legal action; it must not be over."""
    edition = rules.edition
    move = read(rules, game, kept(action))
    player = game.player
    before = union(game.taken)
    sat = _sit(rules, game, move)
    touched, points, completed = kept((sat.touched, sat.points, sat.completed))
    sat = sat._replace(touched=touched, points=points, completed=completed)
    after = sat.game
    hand = take(choose(game.hands, player), bit(move.kind) & when(move.seat | move.swap | move.guest))
    if rules.jokers:
        hand = add(hand, bit(JOKERS + move.sex) & when(move.swap))
    score = choose(game.scores, player) + sat.points
    made = choose(game.one_nation, player)
    if edition.refills:
        made = made + sat.completed
    in_party = game.party > 0
    alone = move.seat & ~in_party & ((sat.touched & before) == 0)
    if edition.opening:
        alone = alone & ~((before == 0) & (player == 0) & (game.seats == 0))
    lone = jnp.zeros_like(alone)
    if edition.lone_guest:
        lone = alone & ~has_partner(rules, after, some(hand), move.sex, sat.touched)
    place = move.side * rules.tables + move.table + 1
    after = after._replace(
        seats=game.seats + move.seat,
        places=game.places | (word(jnp.where(move.seat, place, 0)) << word(8 * game.seats)),
        owes=jnp.where(move.seat, jnp.where(alone & ~lone, place, 0), game.owes),
    )
    out_now = jnp.zeros_like(move.guest)
    if edition.bar_points:
        price = jnp.asarray(edition.bar_points, jnp.int32)[
            jnp.minimum(game.at_bar, len(edition.bar_points) - 1)
        ]
        pays = score + price >= 0
        if edition.debt_is_out:
            out_now = move.guest & ~pays
            stands = move.guest
            score = jnp.where(move.guest, jnp.where(pays, score + price, 0), score)
            gone = sum(
                (((game.out >> (4 * entry)) & 15) != 0).astype(jnp.int32) for entry in range(rules.players)
            )
            entry = word(jnp.where(out_now, player + 1, 0)) << word(4 * gone)
            after = after._replace(out=game.out | entry)
            hand = jax.tree.map(lambda plane: plane & ~when(out_now), hand)
        else:
            stands = move.guest & pays
            score = jnp.where(stands, score + price, score)
        after = after._replace(at_bar=game.at_bar + stands, bar=_to_bar(game, move.kind, stands))
    elif edition.draws:
        shut = choose(game.hidden, player)
        shut = add(shut, bit(move.kind) & when(move.guest))
        after = after._replace(hidden=replaced(game.hidden, player, shut))
    counted = move.seat & (~in_party | sat.party_done)
    if edition.table_cards:
        after = _clear(rules, after, counted, deck)
    if edition.parties:
        announced = 1 + action - rules.code.party
        after = after._replace(party=jnp.where(move.party, announced, game.party))
    after = after._replace(
        scores=replaced(game.scores, player, score), one_nation=replaced(game.one_nation, player, made)
    )
    return _finish(rules, game, after, move, hand, made, _Ends(counted, lone | sat.party_done, out_now), deck)


def _to_bar(game: Game, kind: Array, stands: Array) -> tuple[Word, ...]:
    """The bar with one more guest, where one stands there."""
    slot = word(BAR_BITS * (game.at_bar % BAR_A_WORD))
    guest = jnp.left_shift(word(jnp.where(stands, kind, 0)), slot)
    return tuple(
        guests | (guest & when(game.at_bar // BAR_A_WORD == place)) for place, guests in enumerate(game.bar)
    )


class _Ends(NamedTuple):
    counted: Array
    """A guest sat down, and no party waits for more."""
    turn: Array
    """That ends the turn."""
    out: Array


def _finish(
    rules: Rulebook, game: Game, after: Game, move: Move, hand: Planes, made: Array, ends: _Ends, deck: Deck
) -> Game:
    """Whatever follows an action: drawing, the end of the turn, the end of the game."""
    edition, player = rules.edition, game.player
    hand = kept(hand)
    size = total(hand)
    limit = jnp.maximum(edition.first_hand - made, 0)
    no_passes = jnp.zeros_like(game.passes)
    early = reason(rules, after, size, limit, no_passes)
    empty = size == 0
    begins = (game.seats == 0) & ~game.may_close
    may_close = jnp.zeros_like(move.done)
    if edition.draws:
        may_close = ends.counted & (early == 0) & empty
    full = after.seats == edition.seats_a_turn
    seated_last = ends.counted & (early == 0) & ~may_close & (ends.turn | empty | full)
    passed = move.done & begins & (not edition.draws)
    turn_over = seated_last | move.swap | move.guest | move.done
    if edition.draws:
        drawing = move.done & begins
        wanted = jnp.where(drawing, 1, 0)
    else:
        refills = seated_last | (move.done & ~passed) | (move.guest & ~ends.out & (early == 0))
        wanted = jnp.where(refills, limit - size, 0)
    wanted, early = kept((jnp.minimum(wanted, rules.tiles - game.drawn - edition.bag_rest), early))
    bag, drawn = game.bag, game.drawn
    for more in range(rules.most_drawn):
        tile = bit(deck.tile(jnp.minimum(game.drawn + more, rules.tiles - 1))) & when(more < wanted)
        hand, bag = add(hand, tile), take(bag, tile)
    drawn = drawn + jnp.maximum(wanted, 0)
    after = after._replace(hands=replaced(game.hands, player, hand), bag=bag, drawn=drawn)
    passes = jnp.where(passed, game.passes + 1, no_passes)
    late = reason(rules, after, total(hand), limit, passes)
    over = jnp.where(ends.counted, early, 0)
    over = kept(jnp.where(turn_over, late, over))
    if edition.draws:
        over = jnp.where(move.close, 1 + edition.endings.index("closed"), over)
    return _next_turn(
        rules,
        game,
        after._replace(over=over, may_close=game.may_close | may_close),
        passes,
        passed,
        turn_over,
    )


def _next_turn(
    rules: Rulebook, game: Game, after: Game, passes: Array, passed: Array, turn_over: Array
) -> Game:
    """The next player still in begins, unless the turn or the whole game says otherwise."""
    begins = turn_over & (after.over == 0)
    player = game.player
    following = (player + 1) % rules.players
    if rules.edition.debt_is_out and rules.edition.refills:
        out = out_players(rules, after)
        for _ in range(rules.players - 1):
            following = jnp.where(choose(out, following), (following + 1) % rules.players, following)
    zero = jnp.zeros_like(player)
    return after._replace(
        player=jnp.where(begins, following, player),
        seats=jnp.where(begins, zero, after.seats),
        places=jnp.where(begins, jnp.uint32(0), after.places),
        owes=jnp.where(begins, zero, after.owes),
        party=jnp.where(begins, zero, after.party),
        may_close=after.may_close & ~begins,
        passes=jnp.where(begins | passed, passes, game.passes),
    )
