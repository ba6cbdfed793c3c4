"""Discord's official description of its API, as far as the tests need it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

SCHEMAS: Final = Path(__file__).resolve().parents[1] / "discord_schemas.json"
"""Made by `tests.wire.server.trimming`; its head says from what."""

_HERE: Final = "discord:api"


class Official:
    """Checks the bodies of requests against the description."""

    def __init__(self) -> None:
        """Read the description."""
        described: dict[str, Any] = json.loads(SCHEMAS.read_text("utf-8"))
        # Discord takes ids as numbers as well, and discord.py sends some so.
        described["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        self._paths = described["paths"]
        resource = DRAFT202012.create_resource(described)
        self._registry: Registry[Any] = Registry().with_resource(_HERE, resource)
        self._checker = cache(self._make)

    def flaw(self, method: str, template: str, kind: str, body: Any) -> str | None:
        """What is wrong with a body, or None.

        Args:
            method: of HTTP.
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

    def _make(self, method: str, template: str, kind: str) -> Draft202012Validator | None:
        described = self._paths.get(template, {}).get(method)
        if described is None:
            raise KeyError(f"{method} {template} is not described by Discord")
        contents = described.get("requestBody", {}).get("content", {})
        if kind not in contents:
            return None
        spelled = [_pointer(each) for each in ("paths", template, method, "requestBody")]
        spelled += [_pointer(each) for each in ("content", kind, "schema")]
        reference = f"{_HERE}#/{'/'.join(spelled)}"
        return Draft202012Validator({"$ref": reference}, registry=self._registry)


def _pointer(part: str) -> str:
    """A part of a JSON pointer in an address: `{` and `}` must be escaped there."""
    part = part.replace("~", "~0").replace("/", "~1")
    return part.replace("{", "%7B").replace("}", "%7D")
