"""Deleting old data: closed and abandoned rooms, expired codes, people who never came back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from cafe.server.rooms.server_parts import ServerParts
from cafe.store import administration, reviews
from cafe.store.errors import StoreError

DAY = 86400.0
FIRST_SECONDS, EVERY_SECONDS = 60.0, 6 * 3600.0
AT_ONCE = 100
"""How many rooms or people are deleted in one transaction, for which turns have to wait."""


async def run_retention(server: ServerParts) -> None:
    """Delete old data from time to time."""
    await server.process.wait(FIRST_SECONDS)
    while not server.process.ending.is_set():
        try:
            await clear_away(server)
        except StoreError as error:
            server.process.log.error("the store does not answer", reason=str(error))
        await server.process.wait(EVERY_SECONDS)


async def clear_away(server: ServerParts) -> None:
    """Delete, or close, what is older than the settings say; 0 days keep it for ever."""
    settings, now = server.settings, server.process.now()
    codes = await server.database.write(partial(administration.delete_codes, now=now))
    done = {"codes": codes}
    for name, days, work in (
        ("closed", settings.abandoned_after_days, partial(administration.close_abandoned, now=now)),
        ("reviews", settings.keep_reviews_days, reviews.delete_old),
        ("tables", settings.keep_tables_days, administration.delete_rooms),
        ("people", settings.keep_people_days, administration.delete_people),
    ):
        done[name] = 0
        some: Callable[[Connection], int] = partial(work, before=now - days * DAY, most=AT_ONCE)
        while days and not server.process.ending.is_set():
            count = await server.database.write(some)
            done[name] += count
            if count < AT_ONCE:
                break
    if any(done.values()):
        server.process.log.info("cleared away", **done)
