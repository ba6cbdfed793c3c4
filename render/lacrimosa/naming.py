"""How the things of Lacrimosa are called, wherever a text names them.

Card titles, places and movements stay as the edition prints them; types,
instruments, actions and composers are terms with a text in each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from render.lengths import clipped
from render.words import Words, plain
from rules.lacrimosa.catalogue import SIDES, Court, Edition
from rules.lacrimosa.state import Right

SHORT: Final = 30
"""The longest title on a button, in characters."""

_ASIDE: Final = re.compile(r"\s+[„“\"(–].*$")
"""A nickname, a remark or a second half of a title."""

_TERMS: Final = ("action", "kind", "type", "instrument")


# -- terms -------------------------------------------------------------------------


def action(what: str, words: Words) -> str:
    """The name of an action, short enough for a button."""
    return words(f"lacrimosa.action.{what}")


def deed(what: str, words: Words) -> str:
    """The name of an action where room is short: in rewards."""
    return words(f"lacrimosa.deed.{what}")


def genre(what: str, words: Words) -> str:
    """The name of a type of opus."""
    return words(f"lacrimosa.type.{what}")


def right(each: Right, words: Words) -> str:
    """An action that may still be taken, with the type of opus it asks for."""
    name = action(each.action, words)
    if each.genre is None:
        return name
    return words("lacrimosa.action.of_type", action=name, type=genre(each.genre, words))


def composer(book: Edition, what: str, words: Words) -> str:
    """A composer's surname; one of another edition as that edition spells it."""
    if (known := f"lacrimosa.composer.{what}") in words:
        return words(known)
    names = [each.name for each in book.tables.composer if each.id == what]
    return names[0].split()[-1] if names else plain(what)


def side(book: Edition, composers: tuple[str, ...], which: str, words: Words) -> str:
    """The composer of a side of a marker; in a solo game the second is the Soloist's."""
    at = SIDES.index(which)
    if at < len(composers):
        return composer(book, composers[at], words)
    return words("lacrimosa.side.soloist")


def part(book: Edition, space: str, words: Words) -> str:
    """The instrument of a space of the Requiem or of a player board, with its number.

    >>> from rules.lacrimosa.catalogue import HOUSE_TEXT
    >>> part(Edition(HOUSE_TEXT), "sequentia.voice-2", Words("en"))
    'Voice 2'
    """
    found = book.spaces.get(space) or book.board[space]
    name = words(f"lacrimosa.instrument.{found.instrument}")
    number = space.rpartition(".")[2].removeprefix(found.instrument).lstrip("-")
    return words("lacrimosa.part", instrument=name, number=number) if number else name


def space(book: Edition, what: str, words: Words) -> str:
    """A space of the Requiem with its movement."""
    movement = book.movements[book.movement_of[what]].name
    return words("lacrimosa.space", movement=movement, part=part(book, what, words))


# -- components --------------------------------------------------------------------


def card(book: Edition, what: str, words: Words) -> str:
    """The whole title of a memory or an opus."""
    if what in book.memories:
        return book.memories[what].title
    opus = book.opus[what]
    return words("lacrimosa.card.opus", title=opus.title, kv=opus.kv)


def short(book: Edition, what: str, words: Words) -> str:
    """The title as it fits a button: an opus always keeps its number.

    >>> from rules.lacrimosa.catalogue import HOUSE_TEXT
    >>> short(Edition(HOUSE_TEXT), "opus-k297", Words("en"))
    'Sinfonie Nr. 31 D-Dur KV 297'
    """
    if what in book.memories:
        return clipped(book.memories[what].title, SHORT)
    opus = book.opus[what]
    plainer = _ASIDE.sub("", opus.title)
    for title in (opus.title, plainer):
        text = words("lacrimosa.card.opus", title=title, kv=opus.kv)
        if len(text) <= SHORT:
            return text
    frame = len(words("lacrimosa.card.opus", title="", kv=opus.kv))
    title = clipped(plainer, max(SHORT - frame, 1))
    return words("lacrimosa.card.opus", title=title, kv=opus.kv)


def cards(book: Edition, ids: Iterable[str], words: Words) -> str:
    """Several titles in a row."""
    return words.row(card(book, each, words) for each in ids)


def demand(book: Edition, court: Court, words: Words) -> str:
    """What a court tile asks for at the end."""
    needs = words.listed(needed(book, court, words))
    return words(f"lacrimosa.court.{court.kind}", needs=needs)


def needed(book: Edition, court: Court, words: Words) -> tuple[str, ...]:
    """The types, periods, instruments or movements that a court tile asks for."""
    return tuple(_need(book, court.kind, need, words) for need in court.needs)


def _need(book: Edition, kind: str, need: str | int, words: Words) -> str:
    match kind:
        case "types":
            return genre(str(need), words)
        case "instruments":
            return words(f"lacrimosa.instrument.{need}")
        case "movements":
            return book.movements[str(need)].name
        case _:
            return str(need)


def named(book: Edition, what: str, words: Words) -> str:
    """The name of whatever a reason is about; a forged one is shown but inert."""
    if what in book.memories or what in book.opus:
        return card(book, what, words)
    if what in book.places:
        return book.places[what].name
    if what in book.movements:
        return book.movements[what].name
    if what in book.spaces:
        return space(book, what, words)
    for family in _TERMS:
        if (known := f"lacrimosa.{family}.{what}") in words:
            return words(known)
    return plain(what)
