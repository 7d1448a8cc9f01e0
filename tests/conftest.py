"""Settings for every test."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.scale import scaled

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


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
