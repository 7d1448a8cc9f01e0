"""A migrated database of each kind for the tests of what is stored."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from cafe.store.migration import migrate
from tests.store.plain import rolled_back, work_on


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def migrated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database without a row."""
    url = f"sqlite:///{tmp_path_factory.mktemp('store') / 'cafe.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_database()
    work_on(url, migrate)
    return url


@pytest.fixture
def connection(migrated: str) -> Iterator[Connection]:
    """A connection whose work is undone after the test."""
    with rolled_back(migrated) as opened:
        yield opened
