"""What whole games say, in every language: texts filled into other texts leave no seams."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from render.words import LANGUAGES, SOURCE, Words
from tests.render.said import said, spoken
from tests.render.translation_checks import FEW

every_language = pytest.mark.parametrize("language", LANGUAGES)


def depth(text: str) -> int:
    """How deep the brackets of a text are nested; -1 if they are not balanced."""
    deep = most = 0
    for mark in re.findall(r"[()]", text):
        deep += 1 if mark == "(" else -1
        most = max(most, deep)
        if deep < 0:
            return -1
    return most if not deep else -1


@every_language
def test_no_bracket_stands_in_a_bracket(language: str) -> None:
    """Cards, spaces and actions can have brackets, so texts that include them have none."""
    wrong = [f"{where}: {text}" for where, text in said(language) if depth(text) not in {0, 1}]
    assert wrong == []
    assert sum(depth(text) for _, text in said(language)) > 500


@every_language
def test_what_is_asked_has_no_colon(language: str) -> None:
    """It appears after a colon in calls, in lists and at the foot of the board."""
    asked = [text for where, text in said(language) if where == "asked"]
    assert [text for text in asked if ":" in text] == []
    assert len(asked) > 30


@every_language
def test_a_line_that_is_cut_ends_after_a_whole_amount(language: str) -> None:
    cut = [text for where, text in said(language) if where == "cut"]
    assert [text for text in cut if re.search(r"\d(?:[\s/]\w+)?…", text)] == []
    assert language == SOURCE or cut


def test_a_few_numbers_are_all_that_some_texts_are_asked_with() -> None:
    asked: dict[str, Counter[int | None]] = {}

    class Noted(Words):
        def __call__(self, id: str, n: int | None = None, /, **figures: object) -> str:  # noqa: A002 - as in `Words`
            if id in FEW:
                asked.setdefault(id, Counter())[n] += 1
            return super().__call__(id, n, **figures)

    assert sum(1 for _ in spoken(Noted(SOURCE))) > 10_000
    strange = {id_: n for id_, each in asked.items() for n in each if n not in FEW[id_]}
    assert strange == {}
    assert len(asked) > len(FEW) / 2
