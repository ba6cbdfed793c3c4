"""The editions that a process knows, by the hashes by which games remember them.

Filled once when the process starts: first the house edition, then the texts that
the house's owner brings and those of the games still open.
"""

from __future__ import annotations

from typing import Final

from rules.lacrimosa.catalogue import HOUSE_TEXT, Edition
from rules.lacrimosa.checker import load

_KNOWN: Final[dict[str, Edition]] = {}


def learn(text: str) -> Edition:
    """The edition of a text, known from now on.

    Raises:
        ValueError: the text is no edition that can be played; one line with the
            entry and the rule that it breaks.
    """
    book = load(text)
    return _KNOWN.setdefault(book.hash, book)


def known(edition: str) -> Edition:
    """The edition with that hash. Raises: KeyError."""
    return _KNOWN[edition]


HOUSE: Final = learn(HOUSE_TEXT)
"""The house edition."""
