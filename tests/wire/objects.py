"""Discord's objects as its own description has them, and the same with one flaw."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.wire.server.official import SCHEMAS
from tests.wire.server.world import Json, snowflake

_SCHEMAS: Final[Json] = json.loads(SCHEMAS.read_text("utf-8"))["components"]["schemas"]
_DEPTH: Final = 4
"""How deep objects within objects are filled in."""


def whole(name: str, **own: Any) -> Json:
    """An object with every field of its description; `own` replaces some of them."""
    made: Json = _made(_SCHEMAS[name], 0)
    return made | own


def _made(schema: Json, depth: int) -> Any:
    """A value that a schema allows."""
    if "$ref" in schema:
        return _made(_SCHEMAS[schema["$ref"].rpartition("/")[2]], depth)
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema and "type" not in schema:
            return _made(next(e for e in schema[several] if e != {"type": "null"}), depth)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kinds = schema.get("type", "null")
    match next((each for each in [kinds] if isinstance(each, str)), kinds[0]):
        case "integer" | "number":
            return 1
        case "boolean":
            return False
        case "array":
            return [_made(schema["items"], depth + 1)] if depth < _DEPTH else []
        case "object":
            fields = schema.get("properties", {}) if depth < _DEPTH else {}
            return {name: _made(each, depth + 1) for name, each in fields.items()}
        case "string" if schema.get("format") == "date-time":
            return "2026-01-01T00:00:00+00:00"
        case "string" if schema.get("format") == "snowflake":
            return str(snowflake())
        case "string":
            return "0"
        case _:
            return None


MISSING: Final = "missing"
FLAWS: Final = (MISSING, "null", "of another type")


def flawed(value: Json, flaws: Sequence[str] = FLAWS) -> Iterator[tuple[str, Json]]:
    """An object with one field missing, null or of another type, after a name for the flaw."""
    for path in _paths(value):
        name = ".".join(map(str, path))
        for flaw in flaws:
            changed = copy.deepcopy(value)
            holder: Any = changed
            for step in path[:-1]:
                holder = holder[step]
            if flaw == MISSING:
                del holder[path[-1]]
            elif flaw == "null":
                holder[path[-1]] = None
            else:
                holder[path[-1]] = {"odd": 1} if isinstance(holder[path[-1]], str) else "odd"
            yield f"{name} {flaw}", changed


def _paths(value: Any) -> Iterator[tuple[str | int, ...]]:
    """Where the fields and elements of an object are, however deep."""
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    for step, each in inside:
        yield (step,)
        yield from ((step, *path) for path in _paths(each))
