"""Group commit, migrations, conflicts: the same contract on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from cafe.store import people
from cafe.store.database import Database, run_once
from cafe.store.errors import Conflict, DatabaseInUse, DatabaseUrl, Unavailable
from cafe.store.group_commit import Work
from cafe.store.migration import NEWEST, config_of, migrate
from cafe.store.schema import metadata, person
from tests.databases import Postgres
from tests.store.plain import work_on


def count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(person)) or 0


@pytest.mark.parametrize("first", ["0001", NEWEST])
def test_migrations_lead_from_every_version_to_the_schema_and_can_run_again(
    database_url: str, first: str
) -> None:
    work_on(database_url, lambda c: migrate(c, first))
    for _ in range(2):
        work_on(database_url, migrate)
    differences = work_on(database_url, lambda c: compare_metadata(MigrationContext.configure(c), metadata))
    assert differences == []
    head = work_on(database_url, lambda c: ScriptDirectory.from_config(config_of(c)).get_current_head())
    assert head == NEWEST


async def test_one_failure_undoes_itself_and_nothing_else(database_url: str) -> None:
    database = await Database.open(database_url)

    def conflict(connection: Connection) -> None:
        people.add(connection, "nobody", 1.0)
        raise Conflict("expected 1; got 2")

    def bug(connection: Connection) -> None:
        people.add(connection, "nobody", 1.0)
        raise KeyError("bug")

    def refused(connection: Connection) -> None:
        people.add(connection, "nobody", 1.0)
        connection.exec_driver_sql("INSERT INTO person (id) VALUES (NULL)")

    sizes: list[int] = []
    database.writer.on_batch = sizes.append
    works = [lambda c, i=i: people.add(c, f"p{i}", 1.0) for i in range(50)]
    found = await asyncio.gather(
        *map(database.write, works[:25]),
        *map(database.write, (conflict, bug, refused)),
        *map(database.write, works[25:]),
        return_exceptions=True,
    )
    assert [type(answer) for answer in found[25:28]] == [Conflict, Unavailable, Unavailable]
    assert all(isinstance(answer, tuple) for answer in found[:25] + found[28:])
    assert await database.read(count) == 50
    assert sizes == [53]
    await database.close()
    with pytest.raises(Unavailable, match="closed"):
        await database.write(count)


async def test_what_is_written_is_there_after_opening_again(database_url: str) -> None:
    database = await Database.open(database_url)
    await database.write(lambda c: people.add(c, "Anna", 1.0))
    await database.close()
    database = await Database.open(database_url)
    assert await database.read(count) == 1
    await database.close()


async def test_a_newer_database_is_refused(database_url: str) -> None:
    await (await Database.open(database_url)).close()
    await asyncio.to_thread(
        run_once,
        database_url,
        lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"),
    )
    refusal = "or earlier; it has version 9999: install the newer release"
    with pytest.raises(DatabaseUrl, match=refusal):
        await Database.open(database_url)
    with pytest.raises(DatabaseUrl, match=refusal):
        await asyncio.to_thread(run_once, database_url, count)


async def test_one_process_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cafe.db'}"
    database = await Database.open(url)
    with pytest.raises(DatabaseInUse, match=r"the only server of .*cafe\.db; process \d+ has it open"):
        await Database.open(url)
    await database.close()
    await (await Database.open(url)).close()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://cafe:secret@host/cafe",
        "postgresql://cafe:secret@host:port/cafe",
    ],
)
async def test_other_addresses_are_refused_without_their_password(url: str) -> None:
    with pytest.raises(DatabaseUrl, match="expected a database address") as refused:
        await Database.open(url)
    assert "secret" not in str(refused.value)


async def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and no database\n" * 100)
    with pytest.raises(DatabaseUrl, match="file is not a database"):
        await Database.open(f"sqlite:///{path}")


async def test_a_server_that_is_not_there_is_told_without_its_password(postgres: Postgres) -> None:
    with pytest.raises(DatabaseUrl, match=r"cannot use the database .*cafe:\*\*\*@127\.0\.0\.1:1/cafe: "):
        await Database.open("postgresql+asyncpg://cafe:secret@127.0.0.1:1/cafe")
    with pytest.raises(DatabaseUrl, match='database "nothing" does not exist'):
        await Database.open(f"postgresql://cafe@127.0.0.1:{postgres.port}/nothing")


async def test_many_processes_open_an_empty_database_at_once(postgres: Postgres) -> None:
    url = postgres.new_database()
    opened = await asyncio.gather(*(Database.open(url) for _ in range(4)))
    await opened[0].write(lambda c: people.add(c, "Anna", 1.0))
    assert [await database.read(count) for database in opened] == [1, 1, 1, 1]
    for database in opened:
        await database.close()


async def test_works_that_wait_for_each_other_are_all_done(postgres: Postgres) -> None:
    """Two batches that change the same two rows in opposite order: PostgreSQL lets one of them lose."""
    url = postgres.new_database()
    opened = [await Database.open(url) for _ in range(2)]
    first, _ = await opened[0].write(lambda c: people.add(c, "Anna", 1.0))
    second, _ = await opened[0].write(lambda c: people.add(c, "Ben", 1.0))

    def name(who: str, new: str) -> Work:
        return lambda c: people.rename(c, who, new)

    for number in range(2):
        there = (first.id, second.id)
        await asyncio.gather(
            *(opened[0].write(name(who, f"a{number}")) for who in there),
            *(opened[1].write(name(who, f"b{number}")) for who in reversed(there)),
        )
    names = await opened[0].read(lambda c: c.scalars(select(person.c.name)).all())
    assert set(names) <= {"a1", "b1"}, "every name is one of the last round's"
    for database in opened:
        await database.close()
