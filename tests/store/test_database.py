"""Group commit, the lock, migrations: on real SQLite files."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, select

from cafe.store import people
from cafe.store.database import Database, sqlite_engine
from cafe.store.errors import Conflict, DatabaseInUse, DatabaseUrl, Unavailable
from cafe.store.migration import migrate
from cafe.store.schema import metadata, person


def count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(person)) or 0


def test_migrations_lead_from_nothing_to_the_schema_and_can_run_again(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / "cafe.db")
    for _ in range(2):
        with engine.begin() as connection:
            migrate(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


async def test_one_failure_undoes_itself_and_nothing_else(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'cafe.db'}")

    def conflict(connection: Connection) -> None:
        people.add(connection, "nobody", 1.0)
        raise Conflict("expected 1; got 2")

    def bug(connection: Connection) -> None:
        people.add(connection, "nobody", 1.0)
        raise KeyError("bug")

    sizes: list[int] = []
    database.writer.watch = sizes.append
    works = [lambda c, i=i: people.add(c, f"p{i}", 1.0) for i in range(50)]
    found = await asyncio.gather(
        *map(database.write, works), database.write(conflict), database.write(bug), return_exceptions=True
    )
    assert isinstance(found[50], Conflict)
    assert isinstance(found[51], Unavailable)
    assert all(isinstance(answer, tuple) for answer in found[:50])
    assert await database.read(count) == 50
    assert sizes == [52]
    await database.close()
    with pytest.raises(Unavailable, match="closed"):
        await database.write(count)


async def test_what_is_written_is_there_after_opening_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deep' / 'cafe.db'}"
    database = await Database.open(url)
    await database.write(lambda c: people.add(c, "Anna", 1.0))
    await database.close()
    database = await Database.open(url)
    assert await database.read(count) == 1
    await database.close()


async def test_one_process_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cafe.db'}"
    database = await Database.open(url)
    with pytest.raises(DatabaseInUse, match=r"the only server of .*cafe\.db; process \d+ has it open"):
        await Database.open(url)
    await database.close()
    await (await Database.open(url)).close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://host/cafe"])
async def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(DatabaseUrl, match="expected a database address"):
        await Database.open(url)


async def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and no database\n" * 100)
    with pytest.raises(DatabaseUrl, match="not a database of this program"):
        await Database.open(f"sqlite:///{path}")


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cafe.db"
    await (await Database.open(f"sqlite:///{path}")).close()
    engine = sqlite_engine(path)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(DatabaseUrl, match="or earlier; it has version 9999"):
        await Database.open(f"sqlite:///{path}")
