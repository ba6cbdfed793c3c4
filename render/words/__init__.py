"""Every text that a person reads, by id, in each language that has a catalogue.

One gettext catalogue per language (`en.po`, `es.po`) holds whole sentences
under symbolic ids, with named figures and the plural forms of the language.
A text is never put together from pieces, so it can be translated as it stands.
English has every text, and stands in where another language lacks one.
"""

from __future__ import annotations

from render.words.catalogue import LANGUAGES, SOURCE, Words
from render.words.names import bare, blank, plain, plain_lines, written_lines
from render.words.typed import folded

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "Words",
    "bare",
    "blank",
    "folded",
    "number",
    "plain",
    "plain_lines",
    "signed",
    "written_lines",
]

MINUS = "\N{MINUS SIGN}"


def number(n: int) -> str:
    """An amount, with a real minus sign if it is negative.

    >>> number(3), number(-18)
    ('3', '−18')
    """
    return f"{MINUS}{-n}" if n < 0 else str(n)


def signed(n: int) -> str:
    """A change of an amount, with a real minus sign.

    >>> signed(3), signed(-200), signed(0)
    ('+3', '−200', '0')
    """
    return f"+{n}" if n > 0 else number(n)
