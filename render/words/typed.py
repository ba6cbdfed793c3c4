"""What people type, in the form in which it is compared with what they are offered."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """A text without capitals, accents and surrounding blanks.

    >>> folded(" Moscú "), folded("Счёт")
    ('moscu', 'счет')
    """
    apart = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))
