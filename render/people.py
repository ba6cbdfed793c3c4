"""The people at a table as texts and pictures name them.

In messages the shape of the seat's mark comes before each name at a table, as on the board.
Where two names look alike, the shape or the word for it appears everywhere. A name that
shows nothing is replaced by that word. Computer players are always marked as such. The
spelling of a name depends on its place: inert in messages, bare where markdown is not
rendered, and in letters that the fonts have where it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from render.presentation import Person, Scene
from render.typesetting import legible
from render.words import Words, bare, blank, plain
from rules.contract import Seat

Spelling: TypeAlias = Callable[[str], str]
"""How a person's name is written: `plain` in messages, `bare` elsewhere."""

SHAPES: Final = "●■▲◆✚"
"""The shape of each seat's mark in a text. No emoji set has all their shapes and colours."""


def with_shape(seat: Seat, text: str, words: Words) -> str:
    """A name after its seat's mark: the symbol if the words have it, otherwise a shape."""
    return f"{words.symbol(shape(seat)) or SHAPES[seat]} {text}"


def shape(seat: Seat) -> str:
    """The name of a seat's mark among the symbols of `Words`."""
    return f"shape.{seat}"


def named(seat: Seat, name: str, words: Words, spelling: Spelling = plain) -> str:
    """A name, or the word for the seat's mark if the name shows nothing."""
    return _mark_as_name(seat, words) if blank(name) else spelling(name)


def person(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The name at a seat; computer players are marked as such."""
    return _shaped(seat, _unmarked(seat, scene, words, spelling), scene, words, spelling)


def _unmarked(seat: Seat, scene: Scene, words: Words, spelling: Spelling) -> str:
    """The name at a seat, without its mark."""
    sitting = scene.people[seat]
    name = named(seat, sitting.name, words, spelling)
    return words("seat.computer", name=name) if sitting.computer else name


def _shaped(seat: Seat, text: str, scene: Scene, words: Words, spelling: Spelling) -> str:
    """A text with the shape of the seat's mark, where it is needed."""
    if spelling is plain or scene.people[seat].alike:
        return with_shape(seat, text, words)
    return text


def with_level(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The name at a seat, with the level of a computer player."""
    sitting = scene.people[seat]
    if not sitting.computer or sitting.level is None:
        return person(seat, scene, words, spelling)
    level, name = words(f"level.{sitting.level}"), named(seat, sitting.name, words, spelling)
    text = words("seat.computer.level", name=name, level=level)
    return _shaped(seat, text, scene, words, spelling)


def as_played(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The same in results: a person who used suggestions is marked as well."""
    name = with_level(seat, scene, words, spelling)
    return words("advice.used", name=name) if scene.people[seat].advised else name


def people(seats: Iterable[Seat], scene: Scene, words: Words) -> str:
    """Several people in a row."""
    return words.listed(person(seat, scene, words) for seat in seats)


def marked(seat: Seat, scene: Scene, words: Words, spelling: Spelling = plain) -> str:
    """The name at a seat, with the seat's colour and shape in words."""
    sitting = scene.people[seat]
    name = named(seat, sitting.name, words, spelling)
    key = "seat.computer.with_mark" if sitting.computer else "seat.with_mark"
    return words(key, name=name, mark=mark(seat, words))


def mark(seat: Seat, words: Words) -> str:
    """The colour and shape of a seat."""
    return words(f"seat.mark.{seat}")


def listed_name(sitting: Person, seat: Seat, words: Words) -> str:
    """The name alone, where markdown is not rendered: in alt texts and labels."""
    name = named(seat, sitting.name, words, bare)
    return with_shape(seat, name, words) if sitting.alike else name


def _mark_as_name(seat: Seat, words: Words) -> str:
    word = mark(seat, words)
    return word[:1].upper() + word[1:]


def drawn(sitting: Person, seat: Seat, words: Words) -> str:
    """A name in letters that the fonts have, or the word for the seat's mark.

    The word comes before a name that looks like another, so that only the name is cut.
    """
    word = _mark_as_name(seat, words)
    name = legible(sitting.name, word)
    return f"{word} · {name}" if sitting.alike and name != word else name
