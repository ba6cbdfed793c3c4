"""Every text that a person reads, by id, in each language of the house.

One gettext catalogue a language (`en.po` and its sisters) holds whole sentences
under symbolic ids, with named figures and the plural forms of the language.
A text is never put together from pieces, so it can be translated as it stands.
"""

from __future__ import annotations

from render.words.catalogue import LANGUAGES, SOURCE, Words
from render.words.names import bare, plain

__all__ = ["LANGUAGES", "SOURCE", "Words", "bare", "plain", "signed"]

MINUS = "\N{MINUS SIGN}"


def signed(n: int) -> str:
    """A change of an amount, with a real minus sign.

    >>> signed(3), signed(-200), signed(0)
    ('+3', '−200', '0')
    """
    if n < 0:
        return f"{MINUS}{-n}"
    return f"+{n}" if n else "0"
