"""How people at a table are named: told apart, and never taken for computers."""

from __future__ import annotations

import pytest

from render import people
from render.presentation import Person, Scene
from render.words import Words, bare
from render.words.lookalikes import alike, skeleton

WORDS = Words("en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnnа"),  # Cyrillic
        ("Анна", "Aнна"),  # Latin
        ("PAUL", "РАUL"),
        ("Anna", "\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}nna"),
        ("MAX", "\uff2d\uff21\uff38"),
        ("Ilya", "llya"),
        ("Bob", "B0b"),
        ("Ben", "Bén"),
        ("Ann", "A\u200bnn"),
        ("Ann", "Ann."),
        ("rnax", "max"),
        ("Lucrezia (computer, easy)", "Lucrezia"),
        ("\u3164", "\u2800"),  # both show nothing
    ],
)
def test_which_names_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert alike((one, "Chiara", other)) == (True, False, True)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anne"), ("Ben", "Bea"), ("Анна", "Инна"), ("李", "孫"), ("🦊", "🐺")],
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert alike((one, other)) == (False, False)


SCENE = Scene(
    people=(
        Person("Cy"),
        Person("Anna", alike=True),
        Person("Аnna", alike=True),
        Person("Lucrezia", computer=True, level="novice"),
        Person("\u3164"),
    )
)


def test_in_messages_the_shape_of_the_seat_stands_before_each_name() -> None:
    names = [people.person(seat, SCENE, WORDS) for seat in range(5)]
    assert names == ["● Cy", "■ Anna", "▲ Аnna", "◆ Lucrezia (computer)", "✚ Plum cross"]
    assert people.people((1, 2), SCENE, WORDS) == "■ Anna and ▲ Аnna"
    assert people.with_level(3, SCENE, WORDS) == "◆ Lucrezia (computer, easy)"


def test_names_that_look_alike_have_the_shape_everywhere() -> None:
    names = [people.person(seat, SCENE, WORDS, bare) for seat in range(4)]
    assert names == ["Cy", "■ Anna", "▲ Аnna", "Lucrezia (computer)"]
    assert people.with_level(3, SCENE, WORDS, bare) == "Lucrezia (computer, easy)"


def test_the_words_for_the_mark_are_enough() -> None:
    assert people.marked(1, SCENE, WORDS) == "Anna (red square)"


def test_names_that_look_alike_have_the_mark_in_pictures() -> None:
    names = [people.drawn(each, seat, WORDS) for seat, each in enumerate(SCENE.people)]
    assert names == [
        "Cy",
        "Red square · Anna",
        "Amber triangle · Аnna",
        "Lucrezia",
        "Plum cross",
    ]


def test_a_name_that_shows_nothing_is_the_mark() -> None:
    assert people.named(1, "\u3164", WORDS) == "Red square"
    assert people.named(1, "…", WORDS) == "Red square", "as 0.1.0 stored it"
    assert people.drawn(Person("\u3164"), 1, WORDS) == "Red square"
