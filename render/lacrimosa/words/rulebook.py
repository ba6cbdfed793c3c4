"""The rules of Lacrimosa in our own words, in chapters that a message can hold."""

from __future__ import annotations

from typing import Final

from render.words import Words

CHAPTERS: Final = (
    "aim",
    "setup",
    "round",
    "turn",
    "points",
    "exchange",
    "row",
    "document",
    "commission",
    "perform",
    "travel",
    "requiem",
    "composers",
    "maintenance",
    "end",
    "courts",
    "hidden",
    "solo",
    "soloist",
    "edition",
    "table",
)
"""The ids of the chapters, in reading order; the texts are in the catalogue."""


def topics(words: Words) -> tuple[tuple[str, str], ...]:
    """The chapters of the rules: id and title."""
    return tuple((topic, words(f"lacrimosa.rules.{topic}.title")) for topic in CHAPTERS)


def chapter(topic: str, words: Words) -> str | None:
    """A chapter in full, or None if there is none of that id."""
    return words(f"lacrimosa.rules.{topic}") if topic in CHAPTERS else None
