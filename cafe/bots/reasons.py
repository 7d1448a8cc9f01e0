"""Why a bot plays a turn, as facts for a screen to put into words, and as an English sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cafe.bots.combo import best_turn
from cafe.bots.offers import cafe_with_unseen, prospect, unseen_tiles
from cafe.bots.options import Option, seated_points
from cafe.bots.standing import final
from cafe.rules.actions import Action, Bar, Close, Done, Draw, Hide, Party, Pass, Seat, Swap
from cafe.rules.events import Partied
from cafe.rules.guests import BLANK, GUESTS, NATION_NAMES, NATIONS, SEXES
from cafe.rules.names import PLAYERS, action_text
from cafe.rules.outlook import outlook
from cafe.rules.state import State

Facts = dict[str, object]
MUCH: Final = 3
"""How many more points another turn must leave the next player to be worth mentioning."""


def reasons(before: State, chosen: Option, others: Sequence[Option] = ()) -> Facts:
    """What the turn scores by table, what it leaves for the next player, what it avoids and what it forgoes.

    `others` are turns that were considered too. Everything is JSON: strings, numbers, lists, objects, null.
    """
    plan = before.edition.plan
    tables: list[Facts] = [
        {"table": plan.tables[table], "nation": _nation(before, table), "points": points}
        for table, points in _by_table(chosen).items()
    ]
    found: Facts = {
        "turn": _texts(before, chosen),
        "points": chosen.points,
        "tables": tables,
        "leaves": _leaves(before, chosen),
        "avoids": _avoids(before, chosen, others),
        "instead": _instead(chosen, others),
        "lead": _lead(before, chosen),
        "bar": _bar(before, chosen),
        "rounds": _rounds(chosen),
    }
    found["text"] = sentence(before, chosen, found)
    return found


def _texts(before: State, option: Option) -> list[str]:
    return [action_text(before.edition.plan, action) for action in option.actions]


def _nation(state: State, table: int) -> str:
    return NATIONS[state.tables[table]]


def _by_table(option: Option) -> dict[int, int]:
    """Points by table, a party's own table too."""
    found = seated_points(option)
    for event in option.events:
        if isinstance(event, Partied):
            found[event.table] = found.get(event.table, 0) + event.points
    return found


def left_to_next(option: Option, player: int) -> float | None:
    """Roughly what the next player can score after this turn; None if the game is over or nobody is next."""
    after = option.after
    if after.over is not None or after.player == player:
        return None
    hand = after.hands[after.player]
    if BLANK not in hand:
        return float(best_turn(after, hand))
    return round(prospect(after, cafe_with_unseen(after, unseen_tiles(after)), hand).top, 1)


def _leaves(before: State, option: Option) -> Facts | None:
    points = left_to_next(option, before.player)
    return None if points is None else {"player": option.after.player, "points": points}


def _avoids(before: State, chosen: Option, others: Sequence[Option]) -> Facts | None:
    """The best other turn that scores at least as much, but leaves the next player clearly more."""
    mine = left_to_next(chosen, before.player)
    if mine is None:
        return None
    rich = [other for other in others if other is not chosen and other.points >= chosen.points]
    for other in sorted(rich, key=lambda option: -option.points)[:8]:
        theirs = left_to_next(other, before.player)
        if theirs is not None and theirs >= mine + MUCH:
            return {"turn": _texts(before, other), "points": other.points, "leaves": theirs}
    return None


def _instead(chosen: Option, others: Sequence[Option]) -> int | None:
    """The most that seating guests would score, where a card is drawn or laid down instead."""
    if not isinstance(chosen.actions[0], Draw | Hide):
        return None
    return max((other.points for other in others if isinstance(other.actions[0], Seat | Party)), default=None)


def _lead(before: State, option: Option) -> int | None:
    """How far the player is ahead of the best rival, if the turn ends the game."""
    after, player = option.after, before.player
    rivals = [final(after, other) for other in range(after.players) if other not in (player, *after.out)]
    if after.over is None or player in after.out or not rivals:
        return None
    return final(after, player) - max(rivals)


def _bar(before: State, option: Option) -> Facts | None:
    """What a place at the bar costs now, and what the player's next one will if everybody goes there."""
    if not isinstance(option.actions[0], Bar) or before.edition.bar_points[len(before.bar)] >= 0:
        return None
    later = next((ahead.next for ahead in outlook(option.after).bar if ahead.player == before.player), None)
    return None if later is None else {"now": option.points, "later": later}


def _rounds(option: Option) -> int | None:
    """In how many rounds the game can end after the turn, once its last phase has begun."""
    ahead = outlook(option.after)
    return min(limit.rounds for limit in ahead.limits) if ahead.last else None


def sentence(before: State, chosen: Option, facts: Facts) -> str:
    """The facts in English."""
    doing = " and ".join(filter(None, (_doing(before, action) for action in chosen.actions)))
    paid = ", ".join(
        f"{points} at the table of {NATION_NAMES[before.tables[table]]}"
        for table, points in _by_table(chosen).items()
    )
    text = f"{doing[:1].upper()}{doing[1:]}: {_points(chosen.points)}{f' ({paid})' if paid else ''}."
    leaves, avoids = facts["leaves"], facts["avoids"]
    if isinstance(leaves, dict):
        text += f" It leaves {PLAYERS[leaves['player']]} about {_points(leaves['points'])}."
    if isinstance(avoids, dict):
        text += (
            f" {' '.join(avoids['turn'])} would score {_points(avoids['points'])}, "
            f"but leave about {_points(avoids['leaves'])}."
        )
    elif isinstance(facts["instead"], int):
        text += f" Seating guests now would score at most {_points(facts['instead'])}."
    if isinstance(facts["lead"], int) and facts["lead"] > 0:
        text += f" It ends the game, {_points(facts['lead'])} ahead."
    bar = facts["bar"]
    if isinstance(bar, dict):
        text += f" The bar scores {bar['now']} now, and perhaps {bar['later']} on the next turn."
    if isinstance(facts["rounds"], int):
        text += f" The game can end within {facts['rounds']} round{'' if facts['rounds'] == 1 else 's'}."
    return text


def _points(number: float) -> str:
    return f"{number:g} point{'' if number == 1 else 's'}"


def _doing(before: State, action: Action) -> str:
    plan = before.edition.plan
    match action:
        case Seat(guest, chair, nation):
            standing = "" if nation is None else f" as {NATION_NAMES[nation]}"
            return f"{GUESTS[guest]}{standing} takes {plan.chairs[chair]}"
        case Bar(guest):
            return f"{GUESTS[guest]} goes to the bar"
        case Swap(guest, chair):
            return f"{GUESTS[guest]} takes the joker's chair {plan.chairs[chair]}"
        case Hide(guest):
            return f"{GUESTS[guest]} is laid face down"
        case Party(table, sex):
            return f"a party of {'ladies' if SEXES[sex] == 'f' else 'gentlemen'} at {plan.tables[table]}"
        case Draw():
            return "a card is drawn"
        case Close():
            return "the café closes"
        case Pass():
            return "nothing can be done"
        case Done():
            return ""
