"""Settings for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import Postgres, Redis
from tests.release import fresh_clone, make_release
from tests.scale import SCALE, scaled

LIMIT = 600.0
"""Seconds after which a test hangs, on a busy machine too. A long one says `@pytest.mark.timeout(1800)`."""

# The same examples on every run and every machine. `too_slow` looks at the clock, so it would not be.
settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=scaled(100),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# New examples on every run: pytest --hypothesis-profile=explore
settings.register_profile("explore", settings.get_profile("repeatable"), derandomize=False)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test has a limit on its time, which grows with the number of games that the tests play."""
    for item in items:
        own = item.get_closest_marker("timeout")
        seconds = own.args[0] if own else LIMIT
        item.add_marker(pytest.mark.timeout(seconds * max(1.0, SCALE)), append=False)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of a worker."""
    found = Postgres()
    yield found
    found.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for all tests of a worker."""
    found = Redis()
    yield found
    found.close()


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a release, made from a fresh clone."""
    return make_release(fresh_clone(tmp_path_factory.mktemp("release") / "clone"))


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that does not exist yet, or is empty: a file, or one of PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'deep' / 'cafe.db'}"
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()
