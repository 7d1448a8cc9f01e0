"""Which bot accounts somebody may ask to take a seat."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from cafe.server.api.bots import MOST_GAMES, listening_bots
from cafe.server.errors import Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.store import bot_accounts, people
from cafe.store.bot_accounts import BotAccount

BUSY_SECONDS = 60
Found = tuple[dict[str, BotAccount], dict[str, int], dict[str, frozenset[str]]]


async def check_challenges(call: Call, asked: Mapping[int, str | None]) -> dict[int, str]:
    """The bot accounts that the asker may challenge, by seat; Refused says why one may not be."""
    wanted = {place: account for place, account in asked.items() if account is not None}
    if len(wanted) < len(asked) or len(set(wanted.values())) < len(wanted):
        raise Refused("setup", "expected each asked seat with the id of another bot account in `account`")
    if not wanted:
        return {}
    server, person = call.server, call.person
    names = sorted(wanted.values())

    def work(connection: Connection) -> Found:
        return (
            {bot.id: bot for bot in bot_accounts.find_bots(connection, names)},
            bot_accounts.count_unfinished(connection, names),
            people.blocks(connection, [person.id, *names]),
        )

    found, games, blocks = await server.database.read(work)
    listening = await listening_bots(server)
    for name in names:
        bot = found.get(name)
        if bot is None or name == person.id or not server.settings.bot_accounts:
            raise Refused(
                "missing", "expected the id of another bot account of this server; it has none such"
            )
        if name in blocks.get(person.id, ()) or person.id in blocks.get(name, ()):
            raise Refused("forbidden", f"expected a bot with no block between you; {bot.name} is not one")
        if name not in listening:
            raise Refused("state", f"expected a bot that listens to its events; {bot.name} does not now")
        if games.get(name, 0) >= MOST_GAMES:
            message = f"expected a bot with fewer than {MOST_GAMES} games; {bot.name} has that many"
            raise Refused("rate", message, retry_after=BUSY_SECONDS)
    now = server.process.now()
    for _ in names:
        server.limits.challenges.check(person.id, now)
        server.limits.challenges_of_address.check(caller(call.request), now)
    return wanted
