"""The charts of a review: as accepted, legible with any names, put into words."""

from __future__ import annotations

import pytest

from render import gallery, review
from render.presentation import Person
from render.review import Course
from rules.registry import GAMES
from tests.render.goldens import EN, LANGUAGES, NAMES, faults, is_as_accepted

STEPS = (0.12, 0.27, 0.45, 0.6, 0.72, 0.9, 1.0)


def course(seats: int, highest: int = 60, swing: float = 20.0) -> Course:
    """A game of seven rounds, seen from the last seat."""
    points = [tuple(round(at * (highest - 3 * seat)) for seat in range(seats)) for at in STEPS]
    ahead = tuple((n / 30, swing * ((n % 7) - 3) / 3) for n in range(31))
    return Course(
        seat=seats - 1,
        points=((0.0, (0,) * seats), *zip(STEPS, points, strict=True)),
        ahead=ahead,
        rounds=STEPS,
        costly=(0.31, 0.8, 0.04),
    )


def people(seats: int) -> tuple[Person, ...]:
    return tuple(Person(name) for name in (*NAMES, *NAMES)[:seats])


def test_a_picture_is_as_it_was_accepted() -> None:
    """To accept an intended change, run this test with MAECENAS_ACCEPT=1."""
    canvas = review.draw(course(4), people(4), EN("game.florence"), EN)
    is_as_accepted("review", canvas.png(), __file__)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_every_text_stands_in_its_box(language: str, seats: int) -> None:
    words = LANGUAGES[language]
    for title in ("game.florence", "game.lacrimosa"):
        drawn = review.draw(course(seats, 188, 60.0), people(seats), words(title), words)
        assert faults(drawn) == []


def test_a_game_without_a_course_is_drawn_all_the_same() -> None:
    """It was conceded at once: nothing was expected, and no round has ended."""
    short = Course(seat=1, points=((0.0, (0, 0)),), ahead=(), rounds=())
    assert faults(review.draw(short, people(2), "Florence", EN)) == []


def test_each_decision_has_its_number_on_the_course() -> None:
    drawn = review.draw(course(2), people(2), "Florence", EN)
    below = [each.text for each in drawn.written if each.box[1] > 540]
    assert [below.count(number) for number in "123"] == [2, 2, 2], "once more than the rounds"
    assert "+20" in below
    alone = review.draw(course(1), people(1), "Florence", EN)
    assert "20" in [each.text for each in alone.written if each.box[1] > 540]


def test_the_gallery_shows_it_for_every_game() -> None:
    for game in GAMES:
        seats = GAMES[game].seats[-1]
        (shot,) = gallery.charts(game, seats, EN)
        assert shot.name == f"{game}-{seats}-review"
        assert shot.picture.size == review.SIZE


def test_it_is_told_in_words() -> None:
    picture = review.picture(course(2), (Person("Ann"), Person("*Ben*")), "Florence", EN)
    assert picture.size == review.SIZE
    assert picture.name == "review.png"
    assert "Ben" in picture.alt
    assert "(57 at the end)" in picture.alt
