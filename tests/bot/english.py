"""English left in what people who read another language are sent.

A word counts as English if the English catalogue has it and the language's own does not. In a
language that is not written in Latin letters, every word in those letters counts. What is the
same in all languages is allowed: titles of works, places, movements, names of languages, and
the names in a language's facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from bot.commands.host import PORTAL
from render.words import LANGUAGES, SOURCE, Words, coverage
from render.words.catalogue import catalogue
from rules.lacrimosa import HOUSE_TEXT
from tests.render.translation_checks import CYRILLIC, facts, texts

_FIGURE: Final = re.compile(r"\{\w+\}")
_NO_WORDS: Final = re.compile(
    r"https?://\S+|<[@#t/:][^>]*>|@\u200b?(?:everyone|here)\b|\S+\.(?:png|json|gif|webp|md)\b"
)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_PRINTED: Final = re.compile(r'^(?:title|name|kv|dates) = "(.*)"$', re.MULTILINE)


def nth_language(n: int, game: str = "florence") -> str:
    """A language for a test: `n` varies it; English where tables have no other."""
    others = [each for each in coverage.offered(game) if each != SOURCE] or [SOURCE]
    return others[n % len(others)]


def english(text: str, language: str, names: Iterable[str] = ()) -> Iterator[str]:
    """The English words in a text; none if it is read in English.

    Args:
        text: what someone was sent.
        language: the one they read in.
        names: of people and channels, which belong to no language.
    """
    if language == SOURCE:
        return
    own = {word for name in names for word in _words(name)}
    text = _NO_WORDS.sub(" ", text)
    for phrase in PORTAL.values():  # as the person finds it on Discord
        text = text.replace(phrase, " ")
    for found in _WORD.finditer(text):
        word, cut = found[0], text.startswith("…", found.end())
        known = word.casefold()
        if known in own or known in _allowed(language):
            continue
        if cut and any(each.startswith(known) for each in _allowed(language)):
            continue
        if known in _spoken(SOURCE) or (language in CYRILLIC and word.isascii()):
            yield word


@cache
def _spoken(language: str) -> frozenset[str]:
    """The words of a catalogue."""
    forms = (form for each in texts(catalogue(language)).values() for form in each)
    return frozenset(word for form in forms for word in _words(_FIGURE.sub(" ", form)))


@cache
def _allowed(language: str) -> frozenset[str]:
    """What may be in a language: its own words, what is the same in all, texts it lacks."""
    printed = _words("\n".join(_PRINTED.findall(HOUSE_TEXT)))
    named = (word for name in facts(language).names for word in _words(name))
    languages = (_words(Words(each)("language.name")) for each in LANGUAGES)
    lacking = Words(SOURCE).ids - Words(language).ids
    english = texts(catalogue(SOURCE))
    shown = (_words(_FIGURE.sub(" ", form)) for id_ in lacking for form in english[id_])
    return _spoken(language).union(printed, named, *languages, *shown)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
