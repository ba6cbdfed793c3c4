"""Names and notes that people wrote, made safe for our messages.

A display name may contain any script, but also markdown, mentions, links, line
breaks and marks that reverse the text. What a reader sees stays; what would
act on the message is removed (`bare`) or escaped (`plain`).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST: Final = 32
"""Discord's limit for a display name, in characters."""

_NOBODY: Final = "…"
_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji need them
_ISOLATE: Final = ("\u2068", "\u2069")
_MARKDOWN: Final = re.compile(r"([\\*_~`|<>\[\]:])")
_LEADING: Final = re.compile(r"^(\d*)([#+.)-])")  # a heading, a list
_GAP: Final = re.compile(r"\n{3,}")
_MENTION: Final = re.compile(r"@(?=\S)")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_BREAKS: Final = frozenset({"Cc", "Zl", "Zp", "Zs"})
_HIDDEN: Final = frozenset({"Cf", "Cs", "Co"})


def bare(name: str) -> str:
    """A name for alt texts, labels and pictures, where markdown is not rendered.

    One line, at most 32 characters, without invisible marks; a name written
    from right to left is isolated, so that figures beside it keep their place.
    """
    seen = "".join(filter(None, map(_visible, unicodedata.normalize("NFC", name))))
    line = " ".join(seen.split())[:LONGEST].rstrip()
    if all(unicodedata.category(mark)[0] in "MZ" or mark in _JOINERS + _BLANK for mark in line):
        return _NOBODY
    if any(unicodedata.bidirectional(mark) in {"R", "AL"} for mark in line):
        return line.join(_ISOLATE)
    return line


def blank(name: str) -> bool:
    """Whether nothing of a name can be seen."""
    return bare(name) == _NOBODY


def plain(name: str) -> str:
    r"""A name for a Discord message: its markdown, mentions and links are inert.

    >>> plain("**x**"), plain("<@123>")
    ('\\*\\*x\\*\\*', '\\<@\u200b123\\>')
    """
    return _inert(bare(name))


def written_lines(text: str, longest: int) -> str:
    r"""A person's text of several lines, without invisible marks or needless blanks.

    Args:
        text: as it was written.
        longest: how many characters are kept.

    >>> written_lines(" Jester\x00  first\r\n\n\n\nthen: a Lake ", 100)
    'Jester first\n\nthen: a Lake'
    """
    raw = unicodedata.normalize("NFC", text).splitlines()
    lines = (" ".join("".join(filter(None, map(_visible, line))).split()) for line in raw)
    return _GAP.sub("\n\n", "\n".join(lines)).strip()[:longest].rstrip()


def plain_lines(text: str) -> str:
    """The same for a Discord message: its markdown, mentions and links are inert."""
    return "\n".join(map(_inert, text.split("\n")))


def _inert(line: str) -> str:
    escaped = _MARKDOWN.sub(r"\\\1", line)
    escaped = _LEADING.sub(r"\1\\\2", escaped)
    return _MENTION.sub("@\u200b", escaped)


def _visible(mark: str) -> str:
    category = unicodedata.category(mark)
    if category in _BREAKS:
        return " "
    if category in _HIDDEN and mark not in _JOINERS:
        return ""
    return mark
