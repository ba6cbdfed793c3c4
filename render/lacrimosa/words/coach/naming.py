"""Types for the coach's figures that are more than an id or an amount."""

from __future__ import annotations

import msgspec


class Reward(msgspec.Struct, frozen=True):
    """A reward as a component shows it."""

    texts: tuple[str, ...]


class Story(msgspec.Struct, frozen=True):
    """The bottom of a memory card."""

    texts: tuple[str, ...]


class Bottom(msgspec.Struct, frozen=True):
    """A memory card by its id, and its bottom."""

    card: str
    texts: tuple[str, ...]


class Composer(msgspec.Struct, frozen=True):
    """A composer, by id."""

    id: str


class Needs(msgspec.Struct, frozen=True):
    """What a court asks for, by its id and some of its needs."""

    court: str
    needs: tuple[str | int, ...]


class Part(msgspec.Struct, frozen=True):
    """The instrument of a place on the player board, by the place's id."""

    place: str
