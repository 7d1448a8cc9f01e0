"""The set-ups that the tests run on: one server with its file, and two with PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.databases import Postgres, Redis
from tests.server.process import Fleet, Server, Setup


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker that do not end it."""
    found = Server(tmp_path_factory.mktemp("single") / "data")
    try:
        yield found
    finally:
        assert found.stop() == 0


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis: Redis) -> Iterator[Fleet]:
    """Two servers for all tests of a worker that do not end them."""
    variables = {"CAFE_DATABASE_URL": postgres.new_database(), "CAFE_REDIS_URL": redis.url}
    found = Fleet(tmp_path_factory.mktemp("pair"), 2, **variables)
    try:
        yield found
    finally:
        assert found.stop() == 0


@pytest.fixture(scope="session", params=["single", "pair"])
def server(request: pytest.FixtureRequest) -> Setup:
    """Every set-up in turn."""
    found: Setup = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis for one test alone, to be killed."""
    found = Redis()
    yield found
    found.close()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for one test alone, to be killed."""
    found = Postgres()
    yield found
    found.close()
