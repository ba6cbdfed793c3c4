"""The people at a table as texts and pictures name them.

Computer players are always marked as such. A name is spelled as its place asks:
inert in messages, bare where no markdown is read, in letters that the fonts have
where it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from render.presentation import Person, Scene
from render.typesetting import legible
from render.words import Words, plain
from rules.contract import Seat

Spelling: TypeAlias = Callable[[str], str]
"""How a person's name is written: `plain` in messages, `bare` elsewhere."""


def person(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """Who sits there; computer players are marked as such."""
    sitting = scene.people[seat]
    name = spelling(sitting.name)
    return words("seat.computer", name=name) if sitting.computer else name


def with_level(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """Who sits there, of computer players how well they play."""
    sitting = scene.people[seat]
    if not sitting.computer or sitting.level is None:
        return person(seat, scene, words, spelling)
    level = words(f"level.{sitting.level}")
    return words("seat.computer.level", name=spelling(sitting.name), level=level)


def as_played(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The same in results: who has used suggestions is marked as well."""
    name = with_level(seat, scene, words, spelling)
    return words("advice.used", name=name) if scene.people[seat].advised else name


def people(seats: Iterable[Seat], scene: Scene, words: Words) -> str:
    """Several people in a row."""
    return words.listed(person(seat, scene, words) for seat in seats)


def marked(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """Who sits there, with the colour and shape of the seat."""
    name = person(seat, scene, words, spelling)
    return words("seat.with_mark", name=name, mark=mark(seat, words))


def mark(seat: Seat, words: Words) -> str:
    """The colour and shape of a seat."""
    return words(f"seat.mark.{seat}")


def drawn(sitting: Person, seat: Seat, words: Words) -> str:
    """A name in letters that the fonts have, else the word for the seat's mark."""
    word = mark(seat, words)
    return legible(sitting.name, word[:1].upper() + word[1:])
