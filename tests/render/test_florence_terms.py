"""Florence's pictures have room for every language's terms: all texts stay in their boxes.

The terms are those of the glossary. Where there is no translation yet, sentences are
English made a third longer, in Cyrillic letters for Russian.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from render.words import Words
from render.words.catalogue import LANGUAGES
from tests.render.goldens import faults
from tests.render.made_up import made_up
from tests.render.test_florence_pictures import ALL, drawn

TERMS: dict[str, dict[str, str]] = msgspec.json.decode(
    (Path(__file__).parent / "florence_terms.json").read_bytes()
)
CYRILLIC = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абцдефгхийклмнопкрстуввхызАБЦДЕФГХИЙКЛМНОПКРСТУВВХЫЗ",
)
TITLES = ("bonus.", "prestige.")
"""Families of card titles, which are terms but are not in the glossary."""

FIGURE = re.compile(r"({\w+})")


def longer(text: str, language: str, *, title: bool = False) -> str:
    """A text made a third longer, or a sixth if it is a single word or a card's title."""
    bare = FIGURE.sub("0", text)
    more = round(len(bare) * (0.16 if title or " " not in bare else 0.35))
    parts = FIGURE.split(text + ("eei" * more)[:more])
    if language == "ru":
        parts = [p if FIGURE.fullmatch(p) else p.translate(CYRILLIC) for p in parts]
    return "".join(parts)


def spoken(language: str) -> Words:
    """The words of a language: its catalogue if any, or ones made up with its terms."""
    if language in LANGUAGES:
        return Words(language)
    terms = TERMS[language]

    def said(id_: str, text: str) -> str:
        return terms.get(id_) or longer(text, language, title=id_.startswith(TITLES))

    return made_up(said)


SPOKEN = {language: spoken(language) for language in TERMS}


def test_every_term_of_the_glossary_is_a_text() -> None:
    for terms in TERMS.values():
        assert set(terms) <= Words("en").ids
        assert len(terms) > 45


@pytest.mark.parametrize("language", sorted(TERMS))
@pytest.mark.parametrize("name", ALL)
def test_every_text_stands_in_its_box(name: str, language: str) -> None:
    assert faults(drawn(name, SPOKEN[language])) == []
