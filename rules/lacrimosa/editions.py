"""The editions that a process knows, by the hashes that games remember them by.

They are learnt once when the process starts: first the house edition, then the text that
the host brings and those of the games still open.
"""

from __future__ import annotations

from typing import Final

from rules.lacrimosa.catalogue import HOUSE_TEXT, Edition, hash_of
from rules.lacrimosa.edition_checks import load

_KNOWN: Final[dict[str, Edition]] = {}


def learn(text: str) -> Edition:
    """The edition of a text, known from now on.

    Raises:
        ValueError: the text is not an edition that can be played; one line names the
            entry and the rule that it breaks.
    """
    return _keep(load(text))


def recall(text: str) -> Edition:
    """The edition of a text that games were started with, known from now on.

    It was checked then, so stricter rules of a later release do not end those games. A known
    text is not read again, as reading takes a few hundredths of a second.

    Raises:
        ValueError: it cannot be read.
    """
    return _KNOWN.get(hash_of(text)) or _keep(Edition(text))


def _keep(edition: Edition) -> Edition:
    return _KNOWN.setdefault(edition.hash, edition)


def known(edition: str) -> Edition:
    """The edition that has that hash.

    Raises:
        KeyError: there is none.
    """
    return _KNOWN[edition]


HOUSE: Final = learn(HOUSE_TEXT)
"""The house edition."""
