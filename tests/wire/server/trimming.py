"""Cuts Discord's description of its API down to what the bot's requests are checked against.

`python -m tests.wire.server.trimming openapi.json` rewrites `tests/wire/discord_schemas.json`
from the file that Discord publishes in its repository discord-api-spec. It keeps the bodies of
the requests that `Rest` answers, and the objects in events, with every schema that they refer
to, without explanations.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.wire.server.faults import Faults
from tests.wire.server.official import SCHEMAS
from tests.wire.server.record import Record
from tests.wire.server.rest import API, Rest
from tests.wire.server.world import World

_SOURCE = "discord-api-spec, specs/openapi.json, published by Discord under the MIT licence"
OBJECTS = (
    *("GuildResponse", "GuildChannelResponse", "ThreadResponse", "GuildRoleResponse"),
    *("GuildMemberResponse", "UserResponse", "EntitlementResponse"),
    *("EmojiResponse", "GuildStickerResponse", "SoundboardSoundResponse"),
    *("VoiceStateResponse", "StageInstanceResponse", "VoiceScheduledEventResponse"),
    *("StageScheduledEventResponse", "ExternalScheduledEventResponse"),
)
"""The schemas of the objects in events of the bot's intents (tests/wire/objects.py)."""

_EXPLAINS = frozenset({"description", "title", "x-discord-union"})


def held() -> set[tuple[str, str]]:
    """Method and path of every request whose body is checked against the description."""
    router = web.UrlDispatcher()
    Rest(World(1), Record(), Faults(), "", None, paced=False).routes(router)
    routes = [(route.method.lower(), route.resource) for route in router.routes()]
    return {
        (method, resource.canonical.removeprefix(API))
        for method, resource in routes
        if resource is not None and method not in {"get", "head"}
    }


def trimmed(described: dict[str, Any], day: str) -> dict[str, Any]:
    """The part of a description that is kept.

    Args:
        described: the whole description.
        day: when it was taken.
    """
    paths: dict[str, Any] = {}
    for method, path in sorted(held()):
        endpoint = described["paths"][path][method]
        kept = {"requestBody": endpoint["requestBody"]} if "requestBody" in endpoint else {}
        paths.setdefault(path, {})[method] = _bare(kept)
    schemas: dict[str, Any] = {}
    todo = [*_named(paths), *OBJECTS]
    while todo:
        name = todo.pop()
        if name not in schemas:
            schemas[name] = _bare(described["components"]["schemas"][name])
            todo += _named(schemas[name])
    about = {"source": _SOURCE, "version": described["info"]["version"], "trimmed": day}
    return {**about, "paths": paths, "components": {"schemas": dict(sorted(schemas.items()))}}


def _bare(value: Any, *, names: bool = False) -> Any:
    """A schema without explanations; the keys of `properties` are names, whatever they say."""
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _bare(each, names=key == "properties")
        for key, each in value.items()
        if names or key not in _EXPLAINS
    }


def _named(value: Any) -> Iterator[str]:
    """The names of the schemas that a part refers to."""
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield reference.rpartition("/")[2]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _named(each)


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    kept = trimmed(whole, datetime.now(UTC).date().isoformat())
    SCHEMAS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
