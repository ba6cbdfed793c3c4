"""Every picture of whole games, in every language: no text is cut, small, or over another."""

from __future__ import annotations

import pytest

from render import gallery
from render.canvas import Canvas
from render.presentations import PRESENTATIONS
from render.typesetting import fitted, text_width
from render.words import LANGUAGES, Words
from rules.registry import GAMES
from tests.render.goldens import faults

FEWEST_AND_MOST = [
    (game, seats)
    for game in PRESENTATIONS
    for seats in {*GAMES[game].seats[:1], *GAMES[game].seats[-1:]}
]

LONGEST = "fr"
"""The language whose pictures every run checks, as its words are the longest."""


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(each, marks=() if each == LONGEST else pytest.mark.nightly)
        for each in LANGUAGES
    ],
)
def test_no_text_is_cut_or_covered_in_the_pictures_of_a_game(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, found = 0, set[str]()

    def looked_at(canvas: Canvas) -> bytes:
        found.update(faults(canvas))
        return b""

    monkeypatch.setattr(Canvas, "png", looked_at)
    for game, seats in FEWEST_AND_MOST:
        for shot in gallery.shots(game, seats, Words(language)):
            assert not found, f"{shot.name}: {sorted(found)}"
            pictures += 1
    assert pictures > 100


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Фрейштадлер", ["Фрейштад-", "лер"]),
        ("Süßmayr", ["Süßmayr"]),
        ("retourné, tourné", ["retourné,", "tourné"]),
    ],
)
def test_a_word_that_no_line_holds_is_parted_between_syllables(
    text: str, lines: list[str]
) -> None:
    width = 86.0
    _, broken = fitted(text, "sans_semi", 18, width, 2)
    assert broken == lines
    assert all(text_width(line, "sans_semi", 15) <= width for line in broken)


def test_a_word_without_a_place_to_part_it_is_cut() -> None:
    assert fitted("Www" * 9, "sans_semi", 18, 86.0, 2)[1][-1].endswith("…")
