"""Made-up languages: English with every text changed, to test what translations may need."""

from __future__ import annotations

import re
from collections.abc import Callable

from babel.messages.catalog import Catalog

from render.words import Words
from render.words.catalogue import catalogue


def made_up(change: Callable[[str, str], str]) -> Words:
    """English with every text changed; `change` takes a text's id and one of its forms."""
    made = Catalog(locale="en")
    for message in catalogue("en"):
        if not message.id:
            continue
        id_ = message.id if isinstance(message.id, str) else message.id[0]
        one = isinstance(message.string, str)
        forms = [str(message.string)] if one else list(message.string or ())
        texts = [change(id_, form) for form in forms]
        made.add(message.id, texts[0] if one else texts)
    return Words("en", made)


_FIGURE = re.compile(r"(\{\w+\})")
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áßčďéƒğĥíĵķľµñóþøřšťúůŵæýžÁßČĎÉĦĞĤÍĴĶĽµÑÓÞØŘŠŤÚŮŴÆÝŽ",
)


def accented(text: str) -> str:
    """A text in letters that English lacks, about as wide; its figures are kept."""
    parts = _FIGURE.split(text)
    return "".join(p if _FIGURE.fullmatch(p) else p.translate(_ACCENTED) for p in parts)


def padded() -> Words:
    """English with every text made a third longer by letters of another script."""
    return made_up(lambda _, text: text + "ё" * (len(text) * 35 // 100))
