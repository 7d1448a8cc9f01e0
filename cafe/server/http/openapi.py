"""The interface as OpenAPI, made from the forms; the socket's messages are among its components."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import Any

import msgspec

from cafe import __version__
from cafe.protocol.commands import AnyCommand
from cafe.protocol.messages import AnyMessage
from cafe.protocol.tables import ErrorForm
from cafe.server.http.endpoint import Endpoint

TABLE_ID = {"type": "string", "pattern": "^[a-z0-9]{1,16}$"}
PERSON_ID = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
DAY = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
REVIEW_CODE = {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}
PUZZLE_ID = {"type": "string", "pattern": "^[a-z0-9-]{1,32}$"}
SEAT = {"type": "integer", "minimum": 0, "maximum": 4}
PARTS = (
    ("table", TABLE_ID),
    ("seat", SEAT),
    ("person", PERSON_ID),
    ("day", DAY),
    ("code", REVIEW_CODE),
    ("puzzle", PUZZLE_ID),
)
"""The parameters in paths."""


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole description."""
    forms = [AnyMessage, AnyCommand, ErrorForm]
    sent = [endpoint.body for endpoint in endpoints if not endpoint.in_query]
    forms += [form for form in (*sent, *(e.answer for e in endpoints)) if isinstance(form, type | UnionType)]
    references, components = msgspec.json.schema_components(forms, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(map(str, forms), references, strict=True))
    components = {**components, "AnyMessage": references[0], "AnyCommand": references[1]}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = endpoint.path.replace(":int", "")
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Café International", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "security": [{"bearer": []}, {}],
        "responses": {
            str(endpoint.status): {
                "description": "done",
                "content": _content(endpoint.answer, schemas, endpoint.media_type),
            },
            "default": {"description": "not done", "content": _content(ErrorForm, schemas)},
        },
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in PARTS
        if f"{{{name}" in endpoint.path
    ]
    if endpoint.in_query:
        parameters += _query(endpoint.body)
    if parameters:
        found["parameters"] = parameters
    if endpoint.body is not None and not endpoint.in_query:
        found["requestBody"] = {"required": True, "content": _content(endpoint.body, schemas)}
    return found


def _query(form: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """The fields of a form as parameters; one that may be null may be left out."""
    fields = msgspec.json.schema_components([form])[1][form.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": field["anyOf"][0]}
        for name, field in fields.items()
    ]


def _content(form: Any, schemas: dict[str, Any], media_type: str = "application/json") -> dict[str, Any]:
    if form is str:
        return {"text/plain": {"schema": {"type": "string"}}}
    return {media_type: {"schema": schemas.get(str(form), {"type": "object"})}}
