"""The labels of the buttons and options of one step: within a limit, and all different.

The label of a choice with several parts is its path. If it is too long, the parts before the
last one are shortened: the last one is what is being chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Any, Final, TypeAlias

from render.lengths import clipped
from render.presentation import Presentation
from render.words import Words

MORE: Final = "⋯"
"""The label of a button that opens rarer choices, the same in every language."""

SEPARATOR: Final = " › "
"""Between the parts of a choice."""

PHONE: Final = 38
"""How many characters of a button fit on one line of a phone."""

SYMBOL: Final = 4
"""The room that a symbol before a label takes, in characters."""

OPTION: Final = 60
OPTION_HEAD: Final = 34
"""The most characters of an option, and how many of them a phone is sure to show."""

WIDE: Final = 24
MOST_BUTTONS: Final = 6
"""Longer labels, or more buttons, become a menu."""

_SHORT: Final = (24, 20, 16, 14, 12, 10, 9, 8)
_SHORTER: Final = (7, 6, 5, 4)
"""Lengths to try for each part before the last one, if labels differ only beyond `PHONE`. The
shorter ones say little: they are tried only after parts were left out."""

SHORTEST: Final = 4
"""A part that would be shorter says nothing, and is left out."""

_LEFT_OUT: Final = "…"
"""Replaces parts that say nothing."""

Parts: TypeAlias = tuple[str, ...]
"""The labels of a path that is chosen at once, in order."""


def parts_of(
    look: Presentation[Any], starts: Iterable[tuple[object, ...]], view: Any, words: Words
) -> Parts:
    """The labels of a path, without those that repeat an earlier one."""
    return tuple(dict.fromkeys(look.label(each, view, words) for each in starts))


def apart(choices: Sequence[Parts]) -> list[Parts]:
    """The parts of several choices, without a first part that all of them share.

    >>> apart([("Bid", "300"), ("Bid", "400")])
    [('300',), ('400',)]
    >>> apart([("Bid", "300"), ("Pass",)])
    [('Bid', '300'), ('Pass',)]
    """
    alike = len({each[0] for each in choices}) == 1 and len(choices) > 1
    if alike and all(len(each) > 1 for each in choices):
        return [each[1:] for each in choices]
    return list(choices)


def choice_label(
    look: Presentation[Any], starts: Iterable[tuple[object, ...]], view: Any, words: Words
) -> str:
    """The label of a choice in a text, where it has no limit."""
    return SEPARATOR.join(parts_of(look, starts, view, words))


def fitted(parts: Parts, longest: int) -> str:
    """A label within a limit: the last part whole, and as much of the others as fits.

    Parts in the middle are left out before the others become shorter than `SHORTEST`.

    >>> fitted(("An inn far away (Travel)", "Pay 1 Talent"), 30)
    'An inn far… › Pay 1 Talent'
    """
    for kept in _ever_fewer(parts):
        most = max(map(len, kept[:-1]), default=0)
        for length in range(max(most, SHORTEST), SHORTEST - 1, -1):
            label = _shortened(kept, length)
            if len(label) <= longest:
                return label
    return clipped(parts[-1], longest)


def _ever_fewer(parts: Parts) -> Iterator[Parts]:
    """The parts, then fewer and fewer of those between the first and the last one."""
    yield parts
    between = [at for at in range(1, len(parts) - 1) if parts[at] != _LEFT_OUT]
    for count in range(1, len(between) + 1):
        for gone in combinations(between, count):
            left = (_LEFT_OUT if at in gone else each for at, each in enumerate(parts))
            yield _merged(tuple(left))


def _merged(parts: Parts) -> Parts:
    """The parts, with a single mark for those left out in a row."""
    pairs = zip(("", *parts), parts, strict=False)
    return tuple(part for before, part in pairs if not before == part == _LEFT_OUT)


def told_apart(choices: Sequence[Parts], longest: int, seen: int = PHONE) -> list[str]:
    """The labels of the choices of one step, no two alike.

    Labels that differ only beyond what a phone shows leave out parts that say nothing. Their
    first parts are shortened, as little as it takes to tell the labels apart. Only if that
    is not enough are parts in the middle left out as well.

    Args:
        choices: the choices of one step.
        longest: the most characters of a label.
        seen: how many of them a phone shows.
    """
    labels = [fitted(parts, longest) for parts in choices]
    alike = _alike([_head(label, seen) for label in labels])
    fewer = {at: tuple(_ever_fewer(_telling(choices[at], choices))) for at in alike}
    whole, *further = range(max(map(len, fewer.values()), default=1))
    for step, length in chain(
        product((whole,), (longest, *_SHORT)),
        product(further, (longest, *_SHORT)),
        ((step, length) for length in _SHORTER for step in (whole, *further)),
    ):
        shorter = labels.copy()
        for at, ways in fewer.items():
            parts = ways[min(step, len(ways) - 1)]
            shorter[at] = fitted(_each_within(parts, length), longest)
        if not _alike([_head(label, seen) for label in shorter]):
            return shorter
    return numbered(labels, longest)


def laid_out(
    choices: Sequence[Parts], kinds: Sequence[bool], room: int, *, symbols: bool
) -> tuple[list[str], list[bool]]:
    """The labels of the choices of one step, and which of them are in a menu.

    A kind of action is always a button, and so is a single other choice that is not cut.
    Several become a menu if a label is wide or there would be many buttons.

    Args:
        choices: the choices of one step.
        kinds: which of them are kinds of action.
        room: how many characters are left free before each label.
        symbols: whether labels have a symbol before them.
    """
    longest = PHONE - SYMBOL * symbols - room
    labels = told_apart(choices, longest, longest)
    others = [at for at, kind in enumerate(kinds) if not kind]
    if len(others) == 1:
        few = labels[others[0]] == SEPARATOR.join(choices[others[0]])
    else:
        wide = any(len(labels[at]) + room > WIDE for at in others)
        few = not wide and len(choices) <= MOST_BUTTONS
    if few or not others:
        return labels, [False] * len(choices)
    options = told_apart([choices[at] for at in others], OPTION - room, OPTION_HEAD - room)
    for at, label in zip(others, options, strict=True):
        labels[at] = label
    return labels, [not kind for kind in kinds]


def numbered(labels: Sequence[str], longest: int | None = None) -> list[str]:
    """The labels; of those that read the same, all but the first have a number."""
    seen, found = Counter[str](), []
    for label in labels:
        seen[label] += 1
        again = f" ({seen[label]})" if seen[label] > 1 else ""
        found.append(clipped(label, longest and longest - len(again)) + again)
    return found


def _telling(parts: Parts, choices: Sequence[Parts]) -> Parts:
    """The parts of a choice, without those in the middle that all of its kind share."""
    kind = [each for each in choices if each[0] == parts[0]]
    between = (
        _LEFT_OUT if all(each[at : at + 1] == (part,) for each in kind) else part
        for at, part in enumerate(parts[1:-1], 1)
    )
    return _merged((parts[0], *between, *parts[1:][-1:]))


def _each_within(parts: Parts, length: int) -> Parts:
    *before, last = parts
    return (*(clipped(part, length) for part in before), last)


def _shortened(parts: Parts, length: int) -> str:
    return SEPARATOR.join(_each_within(parts, length))


def _head(label: str, seen: int) -> str:
    """What a phone shows of a label."""
    return label if len(label) <= seen else label[: seen - 1]


def _alike(labels: Sequence[str]) -> set[int]:
    """The positions of labels that read the same as another one."""
    counts = Counter(labels)
    return {at for at, label in enumerate(labels) if counts[label] > 1}
