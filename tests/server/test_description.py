"""Requests made up from the interface's description: no server fails, and answers are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cafe.server.app import ENDPOINTS
from cafe.server.http.openapi import describe
from tests.scale import scaled
from tests.server.process import LIMIT, Setup

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
schema = schemathesis.openapi.from_dict(describe(ENDPOINTS))


class Target:
    """A person at two tables, one of which plays."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self.tables: list[str] = []

    def headers(self) -> dict[str, str]:
        """Who asks; somebody new if the last one deleted themselves."""
        if not self.tables:
            token = self._client.post("/api/me", json={"name": "Anna", "token": True}).json()["token"]
            self._headers = {"authorization": f"Bearer {token}"}
            for kind in ("friend", "local"):
                body = {"edition": "card", "seats": [{"kind": "me"}, {"kind": kind}]}
                made = self._client.post("/api/tables", json=body, headers=self._headers)
                self.tables.append(made.json()["id"])
            self._client.post(f"/api/tables/{self.tables[1]}/start", json={}, headers=self._headers)
        return self._headers


@pytest.fixture(scope="session")
def target(server: Setup) -> Iterator[Target]:
    with httpx.Client(base_url=server.address, timeout=LIMIT) as client:
        yield Target(client)


@schema.parametrize()
@settings(max_examples=scaled(10), suppress_health_check=list(HealthCheck))
def test_no_request_made_up_from_the_description_fails(case: Any, server: Setup, target: Target) -> None:
    headers = target.headers()
    if "table" in case.path_parameters and len(case.path_parameters["table"]) % 3:
        case.path_parameters["table"] = target.tables[len(case.path_parameters["table"]) % 2]
    response = case.call(base_url=server.address, headers=headers, timeout=LIMIT)
    case.validate_response(response, checks=CHECKS)
    if (case.method, case.path) == ("DELETE", "/api/me"):
        target.tables.clear()
