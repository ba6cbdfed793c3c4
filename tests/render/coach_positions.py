"""What the tests of both coaches share: moments, and positions where each speaks or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec

from render.coach import Amount, Counted, Figures
from render.words import Words
from render.words.catalogue import catalogue

Make = Callable[[], Any]
"""Makes a position, or a view with its decision."""


class Case(msgspec.Struct, frozen=True):
    """A moment of the coach.

    Attributes:
        speaks: makes a position in which the moment speaks.
        says: all its figures there, including `n` if it has one.
        silent: makes a position in which it says nothing.
    """

    speaks: Make
    says: dict[str, object]
    silent: Make


def said(found: Figures) -> dict[str, object]:
    """The figures of a moment in one dict."""
    return found.named | ({} if found.n is None else {"n": found.n})


def florins(n: int) -> Amount:
    return Amount("florins", n)


def counted(**things: int) -> tuple[Counted, ...]:
    return tuple(Counted(what, n) for what, n in things.items())


def pp(n: int) -> Amount:
    return Amount("prestige", n)


def vp(n: int) -> Amount:
    return Amount("vp", n)


def ducats(n: int) -> Amount:
    return Amount("ducats", n)


def ids(prefix: str) -> set[str]:
    """The names of the moments that have a text in the catalogue."""
    found = (each for each in Words("en").ids if each.startswith(prefix))
    return {each.removeprefix(prefix) for each in found}


LONGEST: Final = 260
"""The most characters in the text of a moment: four lines on a phone."""


_read = cache(catalogue)


def texts(id_: str) -> tuple[str, ...]:
    """The forms of a text in the catalogue."""
    message = _read("en").get(id_)
    assert message is not None, id_
    found = message.string
    return (found,) if isinstance(found, str) else tuple(found or ())
