"""How long a text may be where people read it, and how it is made to fit.

The limits are Discord's, or lower where the text shares its space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from render.words import Words

LABEL: Final = 80
"""A button, in characters."""

HINT: Final = 100
"""The line below a choice in a menu; a line in a list of choices has no limit."""

ALT: Final = 1024
"""What a picture shows, in words."""

PAGE: Final = 3500
"""A page of text, with a margin for what surrounds it."""


_ENDS: Final = re.compile(r"[,;](?= )")


def clipped(text: str, longest: int | None) -> str:
    """A text cut at a limit, after a whole word where one ends late enough; None: no limit.

    >>> clipped("The Princes of Florence", 14), clipped("Lacrimosa", 5)
    ('The Princes…', 'Lacr…')
    """
    if longest is None or len(text) <= longest:
        return text
    head = text[: longest - 1].rstrip()
    whole = head.rpartition(" ")[0]
    if text[len(head)] != " " and len(whole) > longest // 2:
        head = whole
    return f"{head.rstrip(' ,;:–-')}…"


def clipped_after(text: str, longest: int | None) -> str:
    """A row of amounts cut at a limit after a whole amount, not inside `+1 Talent`.

    >>> clipped_after("+2 ducats, +1 Talent, +3 Journey", 24)
    '+2 ducats, +1 Talent, …'
    """
    if longest is None or len(text) <= longest:
        return text
    ends = [each.end() for each in _ENDS.finditer(text, 0, longest - 1)]
    return f"{text[: ends[-1]]} …" if ends else clipped(text, longest)


def unmarked(text: str) -> str:
    r"""A text without Markdown, which a screen reader would read aloud in an alt text.

    >>> unmarked("**Your hand**, 2 cards\n- a *door*")
    'Your hand, 2 cards\na *door*'
    """
    return "\n".join(line.removeprefix("- ") for line in text.replace("**", "").split("\n"))


def joined(first: str, second: str, words: Words, longest: int | None = HINT) -> str:
    """Two texts as the line beside a choice: the second whole, the first as far as it fits.

    Args:
        first: a text; an empty one is left out.
        second: another one.
        words: the reader's language.
        longest: the most characters that the line may have; None: no limit.

    >>> joined("6 left", "−200 florins", Words("en"))
    '6 left; −200 florins'
    """
    if not first or not second:
        return clipped_after(first or second, longest)
    longer = len(words("hint.joined", first=first, second=second)) - (longest or 0)
    if longest is None or longer <= 0:
        return words("hint.joined", first=first, second=second)
    short = clipped_after(first, max(len(first) - longer, 1))
    return clipped_after(words("hint.joined", first=short, second=second), longest)


def filled(parts: Iterable[str], longest: int, between: str) -> str:
    """The first parts, whole, as many as a limit allows."""
    text = ""
    for part in parts:
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > longest:
            break
        text = longer
    return text
