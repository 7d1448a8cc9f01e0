"""Requests about bot accounts: become one, be offered to visitors, and the list of those on offer."""

from __future__ import annotations

from itertools import chain

from cafe.bots.levels import LEVELS
from cafe.bots.names import STRANGERS
from cafe.protocol.bots import BotForm, BotListForm
from cafe.server.errors import OverLimit, Refused
from cafe.server.http.authentication import check_bots_allowed
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.server.rooms.confusable_names import are_alike
from cafe.server.rooms.plain_text import clean_name
from cafe.server.rooms.presence import BOTS
from cafe.server.rooms.server_parts import ServerParts
from cafe.store import bot_accounts, people, processes
from cafe.store.errors import TooMany
from cafe.store.rows import Person

MOST_GAMES = 20
"""How many games a bot account may have at once, including challenges."""
MOST_GAMES_TOGETHER = 3
"""How many of them one person, or one other bot, may have opened."""
IDLE_SECONDS = 600.0
"""A game in which nobody has moved for this long does not count among them."""
DAY = 86400


def bot_of(call: Call) -> Person:
    """The bot account that is asking; raises Refused for people."""
    person = call.person
    if person.author is None:
        raise Refused("forbidden", "expected a bot account; you are a person: POST /api/bot makes you one")
    return person


async def become_bot(call: Call) -> BotForm:
    """Become a bot account, permanently; only for newcomers who have not played or talked as a person."""
    server, person = call.server, call.person
    check_bots_allowed(server)
    author = clean_name(call.body.author)
    house = chain(STRANGERS, *(level.names for level in LEVELS.values()))
    if any(are_alike(person.name, name) for name in house):
        raise Refused("state", f"expected a name of its own; {person.name} looks like a house bot's")
    now, offered, most = server.process.now(), call.body.offered, server.settings.bot_accounts
    server.limits.bot_accounts.check(caller(call.request))
    try:
        found = await server.database.write(
            lambda c: bot_accounts.make_bot(c, person, author, offered, most, are_alike, now)
        )
    except TooMany as error:
        raise OverLimit("bots", str(error), DAY) from None
    return BotForm(*found)


async def show_bot(call: Call) -> BotForm:
    """Show a bot account who it is."""
    return await _own_form(call)


async def change_bot(call: Call) -> BotForm:
    """Be offered to visitors as an opponent, or stop being offered."""
    bot, offered = bot_of(call), call.body.offered
    await call.server.database.write(lambda c: bot_accounts.set_offered(c, bot.id, offered))
    return await _own_form(call)


async def _own_form(call: Call) -> BotForm:
    bot = bot_of(call)
    (found,) = await call.server.database.read_inline(lambda c: bot_accounts.find_bots(c, [bot.id]))
    return BotForm(*found)


async def list_bots(call: Call) -> BotListForm:
    """List the bot accounts that are listening and offered to visitors, except those the asker blocked."""
    server, who = call.server, "" if call.someone is None else call.someone.id
    names = sorted(await listening_bots(server))
    if not names or not server.settings.bot_accounts:
        return BotListForm([])
    found, blocked = await server.database.read_inline(
        lambda c: (bot_accounts.find_bots(c, names), people.blocked_by(c, who))
    )
    return BotListForm([BotForm(*bot) for bot in found if bot.offered and bot.id not in blocked])


async def listening_bots(server: ServerParts) -> frozenset[str]:
    """The bot accounts that are listening to their events, in any process."""
    here = server.bot_streams.listening
    if not server.database.shared:
        return here
    found = await server.database.read_inline(
        lambda c: processes.people_elsewhere(c, server.process.name, [BOTS])
    )
    return here | found[BOTS]
