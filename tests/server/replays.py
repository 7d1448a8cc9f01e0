"""What a replay shows, step by step."""

from __future__ import annotations

from tests.server.process import Json


def patched(old: Json, changes: Json) -> Json:
    """A view or faces after changes; tables and chairs change cell by cell."""
    new = {**old, **{name: value for name, value in changes.items() if name not in ("tables", "seated")}}
    for name in ("tables", "seated"):
        cells = {**old.get(name, {}), **changes.get(name, {})}
        if name in old:
            new[name] = {cell: value for cell, value in cells.items() if value is not None}
    return new


def told(replay: Json) -> list[tuple[Json, Json]]:
    """Views and faces from the beginning to the end."""
    found: list[tuple[Json, Json]] = [(replay["view"], replay["faces"])]
    for step in replay["steps"]:
        view, faces = found[-1]
        found.append((patched(view, step["changes"]), patched(faces, step["faces"])))
    return found
