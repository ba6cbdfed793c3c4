"""Set texts: the fonts, how wide a text is, where it breaks, which letters can be shown.

All fonts are loaded here. A text in a box shrinks to fit and breaks where it may; a word
that no line can hold breaks between syllables. A text that fits at no size ends in an
ellipsis.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import font_source_sans_pro
import font_source_serif_pro
from PIL import Image, ImageFont

Face: TypeAlias = Literal["serif", "serif_bold", "sans", "sans_semi", "sans_bold", "sans_black"]

SMALLEST: Final = 15
"""The smallest size of a text, in pixels."""
_FILES: Final[dict[Face, str]] = {
    "serif": f"{font_source_serif_pro.font_directory}/SourceSerifPro-Semibold.ttf",
    "serif_bold": f"{font_source_serif_pro.font_directory}/SourceSerifPro-Bold.ttf",
    "sans": f"{font_source_sans_pro.font_directory}/SourceSansPro-Regular.ttf",
    "sans_semi": f"{font_source_sans_pro.font_directory}/SourceSansPro-Semibold.ttf",
    "sans_bold": f"{font_source_sans_pro.font_directory}/SourceSansPro-Bold.ttf",
    "sans_black": f"{font_source_sans_pro.font_directory}/SourceSansPro-Black.ttf",
}
ELLIPSIS: Final = "…"
_SPACES: Final = {ord("\N{NARROW NO-BREAK SPACE}"): "\N{NO-BREAK SPACE}"}
"""The replacement for a space that the serif fonts lack."""

_VOWELS: Final = "aeiouyáéíóúàâèêëîïôöùûüäœаеёиоуыэюя"
_SYLLABLE: Final = re.compile(
    rf"(?<=\w\w)(?=(?![{_VOWELS}])\w[{_VOWELS}])(?=\w\w\w)", re.IGNORECASE
)
"""Where a long word may be split: before a consonant followed by a vowel."""

_NO_CHARACTER: Final = "\U0010ffff"


@lru_cache(maxsize=128)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; the basic layout is enough for these scripts."""
    return ImageFont.truetype(Path(_FILES[face]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    """Whether both families can show a character."""
    for face in ("serif_bold", "sans_semi"):
        letters = font(face, 32)
        missing = bytes(letters.getmask(_NO_CHARACTER))
        if bytes(letters.getmask(character)) == missing:
            return False
    return True


@lru_cache(maxsize=1024)
def legible(name: str, otherwise: str) -> str:
    """A person's whole name as the fonts can show it, or `otherwise`.

    Styled letters are shown plain, and ornaments around a word are left out. A name with
    an unsupported letter, or an unsupported sign inside a word, is not cut up.
    """
    composed = unicodedata.normalize("NFKC", name)
    words = [
        "".join(mark for mark in word if unicodedata.category(mark)[0] not in "CM")
        for word in composed.split()
    ]
    shown = [*filter(None, map(_without_ornaments, words))]
    if not all(map(_has, "".join(shown))) or not any(map(str.isalnum, "".join(shown))):
        return otherwise
    return " ".join(shown)


def _without_ornaments(word: str) -> str:
    """A word without the signs at its ends that the fonts lack; letters and figures stay."""
    kept = [n for n, mark in enumerate(word) if mark.isalnum() or _has(mark)]
    return word[kept[0] : kept[-1] + 1] if kept else ""


@lru_cache(maxsize=4096)
def text_width(text: str, face: Face, size: int) -> float:
    """How wide a text would be, in pixels."""
    text, letters = text.translate(_SPACES), font(face, size)
    if text.endswith(ELLIPSIS):  # its kerning pulls the advance back under the dots
        return max(letters.getlength(text), letters.getbbox(text)[2])
    return letters.getlength(text)


@lru_cache(maxsize=4096)
def fitted(
    text: str, face: Face, size: int, width: float, lines: int, least: int = SMALLEST
) -> tuple[int, list[str]]:
    """The largest size from `size` down to `least` at which a text fits, and its lines."""
    text = text.translate(_SPACES)
    for smaller in range(size, least - 1, -1):
        for count in range(1, lines + 1):
            broken = _broken(text, face, smaller, width)
            if len(broken) <= count:
                return smaller, broken
    parted = _broken(_parted(text, face, least, width), face, least, width)
    if len(parted) <= lines:
        return least, parted
    last = _broken(" ".join(_pieces(text, face, least, width)), face, least, width)
    kept, rest = last[: lines - 1], " ".join(last[lines - 1 :])
    while rest and text_width(rest.rstrip() + ELLIPSIS, face, least) > width:
        rest = rest[:-1]
    return least, [*kept, rest.rstrip() + ELLIPSIS]


def _parted(text: str, face: Face, size: int, width: float) -> str:
    """A text with the words that no line can hold hyphenated between syllables."""
    words = []
    for word in text.split(" "):
        ends = [each.start() for each in _SYLLABLE.finditer(word)]
        fits = [end for end in ends if text_width(f"{word[:end]}-", face, size) <= width]
        if fits and text_width(word, face, size) > width:
            words += [f"{word[: fits[-1]]}-", word[fits[-1] :]]
        else:
            words.append(word)
    return " ".join(words)


def _pieces(text: str, face: Face, size: int, width: float) -> Iterator[str]:
    """The words of a text; a word that no line can hold is split into parts that fit."""
    for word in text.split(" "):
        rest = word
        while text_width(rest, face, size) > width and (most := _most(rest, face, size, width)):
            yield rest[:most]
            rest = rest[most:]
        yield rest


def _most(word: str, face: Face, size: int, width: float) -> int:
    """How many letters of a word fit, at least one; 0 for a word of one letter."""
    ends = range(2, len(word))
    fits = bisect(ends, width, key=lambda end: text_width(word[:end], face, size))
    return fits + 1 if len(word) > 1 else 0


def _broken(text: str, face: Face, size: int, width: float) -> list[str]:
    """Lines no wider than `width` pixels; a single word that is too wide gives too many."""
    lines = [""]
    for word in text.split(" "):
        tried = f"{lines[-1]} {word}" if lines[-1] else word
        if text_width(tried, face, size) <= width:
            lines[-1] = tried
        elif text_width(word, face, size) > width:
            return [*lines, word, *[""] * 9] if lines[-1] else [word, *[""] * 9]
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=2048)
def letter_mask(
    text: str, face: Face, size: int, start: tuple[float, float]
) -> tuple[Image.Image | None, tuple[int, int]]:
    """The mask of a text, and its offset from the whole pixel before its baseline.

    `start` is the fraction of a pixel by which the text is moved. None: it has no ink.
    """
    drawn, offset = font(face, size).getmask2(text, "L", anchor="ls", start=start)
    if not all(drawn.size):
        return None, (0, 0)
    return Image.frombytes("L", drawn.size, bytes(drawn)), (int(offset[0]), int(offset[1]))
