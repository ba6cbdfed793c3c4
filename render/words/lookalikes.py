"""Names that look alike: the same letters in other styles, capitals, accents or scripts.

Every name is reduced to a skeleton, as in Unicode's report 39, with the letters that
other scripts share with Latin. Names with equal skeletons look alike; false matches do no
harm.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from render.words.names import bare

_CYRILLIC: Final = "авеёзіјкмнорсԁѕтухԛԝҽһԍпгьъыл"
_LATIN: Final = str.maketrans(
    {
        **dict(zip(_CYRILLIC, "abee3ijkmhopcdstyxqwehgnrbbbn", strict=True)),
        **dict(zip("αβεζηικμνορστυχωγϲϳ", "abeznikuvopotuxwycj", strict=True)),
        **dict(zip("ıɑɡɩʏøłđħŧ", "iagiyoldht", strict=True)),
        **dict(zip("0156|!$@", "olsbllsa", strict=True)),
        **dict.fromkeys("i", "l"),  # a capital I, a small l and a figure 1 are one stroke
    }
)
_TWO_AS_ONE: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_IN_BRACKETS: Final = re.compile(r"\s*[(\[{][^()\[\]{}]*[)\]}]\s*$")
"""A name that itself says "(computer)" looks like a computer player's."""


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """A name reduced so that everything that looks alike is the same.

    >>> skeleton("Anna") == skeleton("Аnnа") == skeleton("𝓐nna")
    True
    """
    shown = _IN_BRACKETS.sub("", unicodedata.normalize("NFKC", bare(name)))
    apart = unicodedata.normalize("NFKD", shown.casefold())
    latin = apart.translate(_LATIN).translate(_LATIN)  # a Cyrillic i becomes i, then a stroke
    same = "".join(each for each in latin if each.isalnum())
    for two, one in _TWO_AS_ONE:
        same = same.replace(two, one)
    return same or apart


def alike(names: Sequence[str]) -> tuple[bool, ...]:
    """For each name, whether another one looks like it."""
    skeletons = [skeleton(each) for each in names]
    counted = Counter(skeletons)
    return tuple(counted[each] > 1 for each in skeletons)
