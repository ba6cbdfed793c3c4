"""The house edition with something altered, and the complaint about it."""

from __future__ import annotations

import re

import pytest

from rules.lacrimosa import HOUSE_TEXT, load


def block(id_: str, text: str = HOUSE_TEXT) -> tuple[int, int]:
    """Where the entry with an id begins and ends."""
    at = text.index(f'\nid = "{id_}"')
    start = text.rindex("[[", 0, at)
    end = text.find("\n[[", at)
    return start, end if end >= 0 else len(text)


def changed_in(text: str, id_: str, old: str, new: str) -> str:
    """An edition with one entry changed."""
    start, end = block(id_, text)
    entry = text[start:end]
    assert old in entry, entry
    return text[:start] + entry.replace(old, new, 1) + text[end:]


def changed(id_: str, old: str, new: str) -> str:
    """The house edition with one entry changed."""
    return changed_in(HOUSE_TEXT, id_, old, new)


def edited(old: str, new: str) -> str:
    """The house edition with its first occurrence of some text replaced."""
    assert old in HOUSE_TEXT
    return HOUSE_TEXT.replace(old, new, 1)


def without(id_: str) -> str:
    start, end = block(id_)
    return HOUSE_TEXT[:start] + HOUSE_TEXT[end:]


def doubled(id_: str) -> str:
    start, end = block(id_)
    return f"{HOUSE_TEXT[:end]}\n{HOUSE_TEXT[start:end]}{HOUSE_TEXT[end:]}"


def moved(
    kind: str, period: int, to: int, year: int, *, keep: int, text: str = HOUSE_TEXT
) -> str:
    """An edition with all but the first `keep` cards of a period moved to another period."""
    entries = re.finditer(rf"\[\[{kind}\]\]\n(?:(?!\[\[).*\n?)*", text)
    here = [found[0] for found in entries if f"period = {period}\n" in found[0]]
    for entry in here[keep:]:
        new = entry.replace(f"period = {period}\n", f"period = {to}\n")
        text = text.replace(entry, re.sub(r"year = \d+", f"year = {year}", new))
    return text


def complaint(text: str) -> str:
    with pytest.raises(ValueError) as caught:
        load(text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("edition: ")
    return message
