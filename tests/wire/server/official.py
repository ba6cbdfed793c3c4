"""Discord's official description of its API, as far as the tests need it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend

SCHEMAS: Final = Path(__file__).resolve().parents[1] / "discord_schemas.json"
"""Made by `tests.wire.server.trimming`; its head says from what."""

_KINDS: Final = "kinds"
"""Our own keyword: the kinds that objects name in `type`, each with its schema."""


class Official:
    """Checks the bodies of requests against the description."""

    def __init__(self) -> None:
        """Read the description."""
        described: dict[str, Any] = json.loads(SCHEMAS.read_text("utf-8"))
        # Discord accepts ids as numbers as well, and discord.py sends some that way.
        described["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        _join(described, described)
        _choose(described, set())
        self._paths = described["paths"]
        self._checker = cache(self._make)

    def flaw(self, method: str, template: str, kind: str, body: Any) -> str | None:
        """What is wrong with a body, or None.

        Args:
            method: the HTTP method.
            template: the path as the description writes it.
            kind: the content type under which the body is described.
            body: the JSON, or the part `payload_json`.
        """
        checker = self._checker(method.lower(), template, kind)
        if checker is None:
            return None
        error = best_match(checker.iter_errors(body))
        if error is None:
            return None
        return f"{method} {template}: {error.json_path}: {error.message[:300]}"

    def _make(self, method: str, template: str, kind: str) -> Any:
        described = self._paths.get(template, {}).get(method)
        if described is None:
            raise KeyError(f"{method} {template} is not described by Discord")
        contents = described.get("requestBody", {}).get("content", {})
        return _Checker(contents[kind]["schema"]) if kind in contents else None


def _join(part: Any, described: dict[str, Any]) -> None:
    """Put every schema where it is referred to; looking it up each time takes longest."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(value, dict) and "$ref" in value:
            assert len(value) == 1, "more than a reference"
            named: Any = described
            for name in value["$ref"].removeprefix("#/").split("/"):
                named = named[name]
            part[key] = named
        elif isinstance(value, dict | list):
            _join(value, described)


def _choose(part: Any, done: set[int]) -> None:
    """Say which of several alternatives is meant, so that the others need not be tried."""
    if id(part) in done:
        return
    done.add(id(part))
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, dict | list):
            _choose(value, done)
    options = part.get("oneOf") if isinstance(part, dict) else None
    if not isinstance(options, list):
        return
    if all(set(each) == {"const"} for each in options):
        del part["oneOf"]
        part["enum"] = [each["const"] for each in options]
    elif all(map(_kind, options)):
        kinds = {_kind(each): each for each in options}
        if len(kinds) == len(options):
            del part["oneOf"]
            part[_KINDS] = kinds


def _kind(schema: dict[str, Any]) -> Any:
    """The only value that `type` may have in an object; None if it may have others or none."""
    values = schema.get("properties", {}).get("type", {}).get("enum", ())
    return values[0] if len(values) == 1 and "type" in schema.get("required", ()) else None


def _of_kind(
    checker: Any, kinds: dict[Any, Any], body: Any, _schema: Any
) -> Iterator[ValidationError]:
    """Check an object against the schema of its kind alone."""
    kind = body.get("type") if isinstance(body, dict) else None
    if not isinstance(kind, str | int) or kind not in kinds:
        yield ValidationError(f"{body!r} is none of the kinds {list(kinds)}")
    else:
        yield from checker.descend(body, kinds[kind])


_Checker: Final[Any] = extend(  # type: ignore[no-untyped-call]  # it has no types
    Draft202012Validator, {_KINDS: _of_kind}
)
