"""What the things of Lacrimosa are called, wherever a text names them.

Titles of opus cards, places and movements stay as the edition prints them; types,
instruments, actions, composers and the titles of our own memories are texts in each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from render.lengths import clipped
from render.words import Words, plain
from rules.lacrimosa.catalogue import HOUSE_TEXT, SIDES, Court, Edition
from rules.lacrimosa.scoring import BY_OPUS
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
    """The short name of an action, for rewards."""
    return words(f"lacrimosa.deed.{what}")


def genre(what: str, words: Words) -> str:
    """The name of a type of opus."""
    return words(f"lacrimosa.type.{what}")


def right(each: Right, words: Words) -> str:
    """An action that may still be taken, with the type of opus it requires."""
    name = action(each.action, words)
    if each.genre is None:
        return name
    return words("lacrimosa.action.of_type", action=name, type=genre(each.genre, words))


def composer(edition: Edition, what: str, words: Words) -> str:
    """A composer's surname; another edition's composer is spelled as in that edition."""
    if (known := f"lacrimosa.composer.{what}") in words:
        return words(known)
    names = [each.name for each in edition.tables.composer if each.id == what]
    return names[0].split()[-1] if names else plain(what)


def side(edition: Edition, composers: tuple[str, ...], which: str, words: Words) -> str:
    """The composer of a side of a marker; in a solo game the second is the Soloist's."""
    at = SIDES.index(which)
    if at < len(composers):
        return composer(edition, composers[at], words)
    return words("lacrimosa.side.soloist")


def part(edition: Edition, space: str, words: Words) -> str:
    """The instrument of a space of the Requiem or of a player board, with its number.

    >>> from rules.lacrimosa.catalogue import HOUSE_TEXT
    >>> part(Edition(HOUSE_TEXT), "sequentia.voice-2", Words("en"))
    'Voice 2'
    """
    found = edition.spaces.get(space) or edition.board[space]
    name = words(f"lacrimosa.instrument.{found.instrument}")
    number = space.rpartition(".")[2].removeprefix(found.instrument).lstrip("-")
    return words("lacrimosa.part", instrument=name, number=number) if number else name


def space(edition: Edition, what: str, words: Words) -> str:
    """A space of the Requiem with its movement."""
    movement = edition.movements[edition.movement_of[what]].name
    return words("lacrimosa.space", movement=movement, part=part(edition, what, words))


# -- components --------------------------------------------------------------------


def card(edition: Edition, what: str, words: Words) -> str:
    """The full title of a memory or an opus; a memory's includes its actions."""
    if what in edition.memories:
        return with_actions(edition, what, memory_title(edition, what, words), words)
    opus = edition.opus[what]
    return words("lacrimosa.card.opus", title=opus.title, kv=opus.kv)


def memory_title(edition: Edition, what: str, words: Words) -> str:
    """The title of a memory: ours in the reader's language, another edition's as printed."""
    printed, known = edition.memories[what].title, f"lacrimosa.memory.{what.replace('-', '_')}"
    return words(known) if known in words and printed == _our_titles()[what] else printed


@cache
def _our_titles() -> dict[str, str]:
    return {id_: memory.title for id_, memory in Edition(HOUSE_TEXT).memories.items()}


def with_actions(edition: Edition, what: str, title: str, words: Words) -> str:
    """The title of a memory, which says nothing by itself, with what the card can do."""
    actions = dict.fromkeys(edition.memories[what].actions)
    row = words.row(deed(each, words) for each in actions)
    return words("lacrimosa.card.memory", title=title, actions=row)


def short(edition: Edition, what: str, words: Words) -> str:
    """A title that fits a button; an opus always keeps its number.

    >>> from rules.lacrimosa.catalogue import HOUSE_TEXT
    >>> short(Edition(HOUSE_TEXT), "opus-k297", Words("en"))
    'Sinfonie Nr. 31 D-Dur KV 297'
    """
    if what in edition.memories:
        return clipped(memory_title(edition, what, words), SHORT)
    opus = edition.opus[what]
    plainer = _ASIDE.sub("", opus.title)
    for title in (opus.title, plainer):
        text = words("lacrimosa.card.opus", title=title, kv=opus.kv)
        if len(text) <= SHORT:
            return text
    frame = len(words("lacrimosa.card.opus", title="", kv=opus.kv))
    title = clipped(plainer, max(SHORT - frame, 1))
    return words("lacrimosa.card.opus", title=title, kv=opus.kv)


def cards(edition: Edition, ids: Iterable[str], words: Words) -> str:
    """Several titles in a row."""
    return words.row(card(edition, each, words) for each in ids)


def demand(edition: Edition, court: Court, words: Words) -> str:
    """What a court tile asks for at the end."""
    needs = words.listed(needed(edition, court, words))
    return words(f"lacrimosa.court.{court.kind}", needs=needs)


def needed(edition: Edition, court: Court, words: Words) -> tuple[str, ...]:
    """The types, periods, instruments or movements that a court tile asks for."""
    return tuple(need(edition, court.kind, each, words) for each in court.needs)


def need(edition: Edition, kind: str, what: str | int, words: Words) -> str:
    """A type, instrument or movement by its name, a period by its number."""
    match kind:
        case "types":
            return genre(str(what), words)
        case "instruments":
            return words(f"lacrimosa.instrument.{what}")
        case "movements":
            return edition.movements[str(what)].name
        case _:
            return str(what)


def missing(edition: Edition, court: Court, needs: Iterable[str | int], words: Words) -> str:
    """Some of what a court asks for, in a row: opus cards or markers, each with its kind."""
    form = "opus" if court.kind in BY_OPUS else "marker"
    names = (
        words("picture.lacrimosa.period", period=each)
        if court.kind == "periods"
        else need(edition, court.kind, each, words)
        for each in needs
    )
    return words.row(words(f"lacrimosa.need.{form}", need=name) for name in names)


def named(edition: Edition, what: str, words: Words) -> str:
    """The name of whatever a reason is about; a forged id is shown, but inert."""
    if what in edition.memories or what in edition.opus:
        return card(edition, what, words)
    if what in edition.places:
        return edition.places[what].name
    if what in edition.movements:
        return edition.movements[what].name
    if what in edition.spaces:
        return space(edition, what, words)
    for family in _TERMS:
        if (known := f"lacrimosa.{family}.{what}") in words:
            return words(known)
    return plain(what)


def option(edition: Edition, key: str, value: str, words: Words) -> str:
    """A value of a table option; composers are given by name."""
    if key == "composer" and value in {each.id for each in edition.tables.composer}:
        return composer(edition, value, words)
    if key == "composers" and "+" in value:
        first, _, second = value.partition("+")
        return words(
            "lacrimosa.option.composers.pair",
            first=composer(edition, first, words),
            second=composer(edition, second, words),
        )
    return words(f"lacrimosa.option.{key}.{value}")
