"""Final scores of any game: who stands where, the same in pictures and in words."""

from render import scores
from render.presentation import Person, Scene
from render.words import Words
from rules.table import Line, Over

EN = Words("en")
TIED = Over(tuple((Line("works", n),) for n in (7, 9, 9, 4)), winners=(2,), tie_break="florins")


def test_who_lost_a_tie_stands_behind_the_winner() -> None:
    assert scores.ranked(TIED, range(4)) == [2, 1, 0, 3]
    assert [scores.place(TIED, seat) for seat in range(4)] == [3, 2, 1, 4]


def test_winners_who_share_are_all_first() -> None:
    shared = Over(TIED.lines, winners=(1, 2))
    assert [scores.place(shared, seat) for seat in range(4)] == [3, 1, 1, 4]


def test_the_words_rank_as_the_picture_does() -> None:
    scene = Scene(tuple(map(Person, ("Ana", "Ben", "Cleo", "Dan"))), over=TIED)
    said = scores.alt(scene, EN)
    assert "1. Cleo: 9" in said
    assert "2. Ben: 9" in said
    told = "\n".join(scores.told(TIED, scene, EN, str))
    names = ("Cleo", "Ben", "Ana", "Dan")
    assert [told.index(name) for name in names] == sorted(told.index(name) for name in names)
    assert EN("score.florins") in told
