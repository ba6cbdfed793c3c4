"""The picture of a server's ratings: as accepted, legible with any names, put into words."""

from __future__ import annotations

from random import Random

import pytest

from render import ratings
from render.ratings import RatedPerson
from render.words import Words
from tests.render.goldens import EN, LANGUAGES, NAMES, faults, is_as_accepted

START = 1000
SOME = ("Ana María", "Борис", "Chiara", "David", "Ева Константинова", "孫悟空", "Lorenzo")


def people(names: tuple[str, ...], matches: int, spread: int = 120) -> tuple[RatedPerson, ...]:
    """Rated people, each with most of `matches` counted games."""
    rng = Random(7)
    found = []
    for i, name in enumerate(names):
        rating, course = START, list[tuple[int, int]]()
        for number in range(1, matches + 1):
            if i == 0 or number == 1 or rng.randrange(3):
                rating += rng.randint(-spread, spread + 20)
                course.append((number, rating))
        found.append((name, course))
    found.sort(key=lambda each: -each[1][-1][1])
    return tuple(
        RatedPerson(
            place=place,
            name=name,
            rating=course[-1][1],
            games=len(course),
            wins=len(course) // 3,
            course=tuple(course),
        )
        for place, (name, course) in enumerate(found, start=1)
    )


@pytest.mark.parametrize(("name", "matches"), [("ratings", 40), ("ratings_few", 6)])
def test_a_picture_is_as_it_was_accepted(name: str, matches: int) -> None:
    """To accept an intended change, run this test with MAECENAS_ACCEPT=1."""
    shown = people(SOME if matches > 6 else SOME[:3], matches)
    canvas = ratings.draw(shown, START, EN("game.florence"), EN)
    is_as_accepted(name, canvas.png(), __file__)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("matches", [1, 12, 700])
@pytest.mark.parametrize("count", [1, 5, 10])
def test_every_text_stands_in_its_box(language: str, matches: int, count: int) -> None:
    words = LANGUAGES[language]
    shown = people((*NAMES, *NAMES)[:count], matches)
    title = words("game.florence")
    assert faults(ratings.draw(shown, START, title, words)) == []


def test_no_course_leaves_its_field() -> None:
    """Ratings that never change, that get very high, and that fall below zero."""
    flat = RatedPerson(1, "Ana", START, 5, 1, tuple((n, START) for n in range(1, 6)))
    steep = RatedPerson(1, "Ben", 9000, 5, 5, tuple((n, 1800 * n) for n in range(1, 6)))
    low = RatedPerson(2, "Cleo", -900, 5, 0, tuple((n, -180 * n) for n in range(1, 6)))
    for shown in ((flat,), (steep,), (low,), (steep, flat, low)):
        assert faults(ratings.draw(shown, START, "Florence", EN)) == []


def test_only_so_many_are_shown_and_all_of_them_are_told() -> None:
    shown = people(tuple(f"Person {n}" for n in range(14)), 8)
    picture = ratings.picture(shown, START, "Florence", EN)
    assert picture.size == ratings.SIZE
    names = [each.name for each in shown]
    assert all(f"{name}: " in picture.alt for name in names[: ratings.MOST])
    assert all(f"{name}: " not in picture.alt for name in names[ratings.MOST :])
    assert f"1. {names[0]}: {shown[0].rating}" in picture.alt


def test_a_name_without_letters_is_the_mark_of_its_line() -> None:
    shown = people(("孫悟空",), 5)
    drawn = {each.text for each in ratings.draw(shown, START, "Florence", EN).written}
    assert "Blue circle" in drawn


def test_a_figure_has_the_decimal_sign_of_the_language() -> None:
    assert Words("en").decimal(1234.55) == "1,234.6"
    assert Words("en").decimal(51) == "51.0"
