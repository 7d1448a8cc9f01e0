"""Which bot accounts somebody may challenge."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from cafe.server.api.bots import IDLE_SECONDS, MOST_GAMES, MOST_GAMES_TOGETHER, listening_bots
from cafe.server.errors import OverLimit, Refused
from cafe.server.http.caller import caller
from cafe.server.http.endpoint import Call
from cafe.store import bot_accounts, people
from cafe.store.bot_accounts import BotAccount, Games

BUSY_SECONDS = 60
Found = tuple[dict[str, BotAccount], dict[str, Games], dict[str, frozenset[str]]]


async def check_challenges(call: Call, asked: Mapping[int, str | None]) -> dict[int, str]:
    """The bot accounts to be challenged, by seat; raises Refused if the asker may not challenge one."""
    wanted = {place: account for place, account in asked.items() if account is not None}
    if len(wanted) < len(asked) or len(set(wanted.values())) < len(wanted):
        raise Refused("setup", "expected each asked seat with the id of another bot account in `account`")
    if not wanted:
        return {}
    server, person = call.server, call.person
    names, since = sorted(wanted.values()), server.process.now() - IDLE_SECONDS

    def work(connection: Connection) -> Found:
        return (
            {bot.id: bot for bot in bot_accounts.find_bots(connection, names)},
            bot_accounts.count_games(connection, names, person.id, since),
            people.blocks(connection, [person.id, *names]),
        )

    found, games, blocks = await server.database.read(work)
    listening = await listening_bots(server)
    for name in names:
        bot = found.get(name)
        if bot is None or name == person.id or not server.settings.bot_accounts:
            raise Refused(
                "missing", "expected the id of another bot account on this server; there is none with that id"
            )
        if name in blocks.get(person.id, ()) or person.id in blocks.get(name, ()):
            raise Refused(
                "forbidden", f"expected a bot with no block between you; there is one with {bot.name}"
            )
        if name not in listening:
            raise Refused("state", f"expected a bot that is listening to its events; {bot.name} is not")
        count = games.get(name, Games())
        if count.of_host >= MOST_GAMES_TOGETHER:
            message = (
                f"expected at most {MOST_GAMES_TOGETHER} games at once with {bot.name}; you have that many"
            )
            raise OverLimit("challenges", message, BUSY_SECONDS)
        if count.all >= MOST_GAMES:
            message = f"expected a bot with fewer than {MOST_GAMES} games; {bot.name} has that many"
            raise OverLimit("challenges", message, BUSY_SECONDS)
    for name in names:
        address = caller(call.request)
        server.limits.challenges.check(person.id)
        server.limits.challenges_of_address.check(address)
        server.limits.challenges_of_bot.check(address.about(name))
    return wanted
