"""The accounts and names that stored JSON may mention, however deeply nested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

_CONSTANTS: Final = frozenset({"type", "text", "calls", "what"})
"""Keys whose values are the program's words: a person may also be called "board" or "left"."""


def mentioned(*columns: str | None) -> frozenset[str | int] | None:
    """What the JSON columns of a row mention; None: one of them is damaged."""
    try:
        decoded = [msgspec.json.decode(each) for each in columns if each is not None]
    except msgspec.DecodeError:
        return None
    return frozenset(_within(decoded))


def _within(value: object) -> Iterator[str | int]:
    """Every text and number within a decoded value."""
    match value:
        case bool() | None:
            return
        case str() | int():
            yield value
        case dict():
            for key, each in value.items():
                if key not in _CONSTANTS:
                    yield from _within(each)
        case list():
            for each in value:
                yield from _within(each)
        case _:
            return
