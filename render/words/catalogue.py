"""The catalogues of words: reading them, and looking a text up.

Babel reads the PO files; gettext from the standard library chooses the plural
form by the file's own Plural-Forms header. Ids are symbolic, so English is a
catalogue like any other. But it is always complete and has the texts that
another language lacks. An id that English lacks too raises `KeyError`.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from datetime import date, time
from functools import cache, reduce
from importlib import resources
from io import BytesIO
from typing import Final, NamedTuple

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog, Message
from babel.numbers import format_decimal

from render.words import zones

SOURCE: Final = "en"
"""The language that is always complete: it stands in for a text or language that is missing."""

_SOUNDS_I: Final = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
"""The start of a Spanish word before which "y" becomes "e", which Babel does not know."""

_PACKAGE: Final = resources.files("render.words")

LANGUAGES: Final[tuple[str, ...]] = tuple(
    sorted(file.name[:-3] for file in _PACKAGE.iterdir() if file.name.endswith(".po"))
)
"""The languages that have a catalogue, by their code (`en`, `es`)."""

_LISTS_AS: Final = {"en": "en-GB"}
"""The locales by which lists are written, where a language has several ways."""


class Words:
    """The texts of one language, in English where one is missing.

    >>> words = Words("en")
    >>> words("unit.florins", 200)
    '200 florins'
    """

    __slots__ = ("_and", "_english", "_lists", "_locale", "_own", "_symbols", "language")

    def __init__(self, language: str, catalogue: Catalog | None = None) -> None:
        """The catalogue of `language`, or a given one (for tests of translations).

        Raises:
            KeyError: there is no catalogue of that language.
        """
        self._own = _read(language) if catalogue is None else _compiled(catalogue)
        self._english = _read(SOURCE)
        self.language = language
        self._symbols: Mapping[str, str] = {}
        self._locale = Locale.parse(language, sep="-")
        self._lists = Locale.parse(_LISTS_AS.get(language, language), sep="-")
        # This also reads the language's data, so that no answer has to wait for it.
        self._and = format_list(("", ""), locale=self._lists)

    def __call__(self, id: str, n: int | None = None, /, **figures: object) -> str:  # noqa: A002 - gettext's word for it
        """The text `id` with its figures.

        `n` chooses the plural form, if the text has several, and is also the
        figure `{n}`.

        Raises:
            KeyError: no such text, or a figure that the text names is missing.
        """
        if id in self._symbols:
            return f"{figures.get('amount', n)} {self._symbols[id]}"
        found = self._own if id in self._own.ids else self._english
        if id not in found.ids:
            raise KeyError(id)
        if n is None:
            return found.texts.gettext(id).format_map(figures)
        if id in found.plurals:
            text = found.texts.ngettext(id, id, n)
        else:
            text = found.texts.gettext(id)
        return text.format_map({"n": n, **figures})

    def __contains__(self, id: str) -> bool:  # noqa: A002 - as above
        """Whether there is a text of that id, in the language or in English."""
        return id in self._own.ids or id in self._english.ids

    def with_symbols(self, symbols: Mapping[str, str]) -> Words:
        """The same words for a text that shows symbols.

        Args:
            symbols: by the ids of amounts, whose texts become their figure and the symbol,
                and by other names for `symbol`.
        """
        twin = copy(self)
        twin._symbols = symbols
        return twin

    def symbol(self, name: str) -> str | None:
        """The symbol of that name, if these words have it."""
        return self._symbols.get(name)

    def listed(self, items: Iterable[str]) -> str:
        """Names or things in a row, as the language lists them (`A, B and C`).

        If an item has its own "and", another would hide where it ends (`A and B, C`).
        """
        row = tuple(items)
        if any(self._and in item for item in row):
            return self.row(row)
        if not row:
            return self("list.none")
        text = format_list(row, locale=self._lists)
        if self._locale.language == "es" and _SOUNDS_I.match(row[-1]) and len(row) > 1:
            text = f"{text.removesuffix(f' y {row[-1]}')} e {row[-1]}"
        return text

    def clauses(self, items: Iterable[str]) -> str:
        """Statements in a row, each with its own commas (`A; B; C`)."""
        return reduce(lambda row, item: self("hint.joined", first=row, second=item), items)

    def row(self, items: Iterable[str]) -> str:
        """Figures and things in a row without an "and" (`A, B, C`)."""
        return self("list.row").join(items) or self("list.none")

    def decimal(self, n: float) -> str:
        """A figure with one decimal, as the language writes it (`51.3`)."""
        return format_decimal(n, format="#,##0.0", locale=self._locale)

    def clock(self, at: time) -> str:
        """A time of day on a 24-hour clock, as the language writes it (`08:05`)."""
        return format_skeleton("Hm", at, locale=self._locale)

    def day(self, day: date) -> str:
        """A day of this year, as the language writes it (`Sat, November 28`)."""
        return format_skeleton("MMMMEd", day, locale=self._locale)

    def zone(self, zone: str) -> str:
        """A time zone by its city and the city's country (`Kolkata (India)`)."""
        city, country = zones.city(zone, self._locale), zones.country(zone, self._locale)
        return f"{city} ({country})" if country else city

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the texts that the language itself has."""
        return self._own.ids

    @staticmethod
    def pick(locale: str) -> Words:
        """The words for a Discord locale (`en-GB`, `es-419`), English if none fits."""
        return _words(best(locale))


def best(locale: str) -> str:
    """The language with a catalogue that fits a locale best, English if none does."""
    return fitting(locale, LANGUAGES) or SOURCE


def fitting(locale: str, languages: Collection[str]) -> str | None:
    """The one of some languages that fits a locale best, or None."""
    code = locale.replace("_", "-")
    own = (code, code.split("-", maxsplit=1)[0].lower())
    return next((each for each in own if each in languages), None)


def catalogue(language: str) -> Catalog:
    """The PO file of a language, read from disk; raises `KeyError` if there is none."""
    if language not in LANGUAGES:
        raise KeyError(language)
    with _PACKAGE.joinpath(f"{language}.po").open("rb") as file:
        return pofile.read_po(file, locale=language.replace("-", "_"), abort_invalid=True)


@cache
def _words(language: str) -> Words:
    return Words(language)


class _Compiled(NamedTuple):
    """A catalogue for lookups: its complete texts, and those that have plural forms."""

    texts: gettext.GNUTranslations
    ids: frozenset[str]
    plurals: frozenset[str]


@cache
def _read(language: str) -> _Compiled:
    return _compiled(catalogue(language))


def _compiled(catalogue: Catalog) -> _Compiled:
    compiled = BytesIO()
    mofile.write_mo(compiled, catalogue)
    compiled.seek(0)
    ids, plurals = set(), set()
    for message in catalogue:
        if not message.id or message.fuzzy or not _complete(message):
            continue
        # A plural entry has its id twice: msgid and msgid_plural are the same.
        if isinstance(message.id, str):
            ids.add(message.id)
        else:
            plurals.add(message.id[0])
    texts = gettext.GNUTranslations(compiled)
    return _Compiled(texts, frozenset(ids | plurals), frozenset(plurals))


def _complete(message: Message) -> bool:
    texts = (message.string,) if isinstance(message.string, str) else message.string
    return all(texts) if texts else False
