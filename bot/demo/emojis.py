"""Application emojis in simcord: their files, and the refusal of those that do not exist."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

from simcord.backend import errors

_HEADER: Final = "data:image/png;base64,"


@dataclass
class _Emojis:
    """The emojis of one simulated Discord.

    Attributes:
        files: the pictures, which simcord does not keep, by id.
        refused: how many more messages are refused although their emojis exist.
    """

    files: dict[int, bytes] = field(default_factory=dict)
    refused: int = 0


_emojis: Final[WeakKeyDictionary[Any, _Emojis]] = WeakKeyDictionary()


def of(backend: Any) -> _Emojis:
    """The emojis of a simulated Discord."""
    return _emojis.setdefault(backend, _Emojis())


def keep(backend: Any, method: str, path: str, body: Any, answer: Any) -> None:
    """Keep the picture of an uploaded emoji."""
    if method == "POST" and path.startswith("/applications/") and path.endswith("/emojis"):
        image = base64.b64decode(body["image"].removeprefix(_HEADER))
        of(backend).files[int(answer["id"])] = image


def check(backend: Any, body: Any) -> None:
    """Refuse a message that shows an emoji that does not exist.

    Raises:
        simcord.BackendError: 400, like Discord's.
    """
    wanted = shown(body)
    if not wanted:
        return
    there = of(backend)
    if there.refused or not backend.application_emojis.keys() >= wanted:
        there.refused = max(0, there.refused - 1)
        raise errors.invalid_form_body("components: BUTTON_COMPONENT_INVALID_EMOJI")


def shown(body: Any) -> frozenset[int]:
    """The ids of all emojis in the body of a message."""
    match body:
        case {"emoji": {"id": str() | int() as id_}}:
            return frozenset({int(id_)})
        case dict():
            return frozenset().union(*map(shown, body.values()))
        case list():
            return frozenset().union(*map(shown, body))
        case _:
            return frozenset()


def spelled(part: Any) -> Any:
    """Components with emoji ids as strings, as in Discord's answers: a browser would round."""
    match part:
        case list():
            return [spelled(each) for each in part]
        case {"emoji": {"id": int() as id_, **emoji}, **others}:
            return spelled(others) | {"emoji": {**emoji, "id": str(id_)}}
        case dict():
            return {key: spelled(each) for key, each in part.items()}
        case _:
            return part
