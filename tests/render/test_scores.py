"""The final scores of any game: the same ranking in pictures and in words."""

from msgspec.structs import replace

from render import counted, scores
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import Count, CountedLine, Line, Over, Rival
from tests.render.lacrimosa_samples import SHOWN, played

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


def test_the_verdict_names_the_winners_be_they_people_or_the_game() -> None:
    told = []
    for names, winners in (("A", ()), ("A", (0,)), ("AB", (0, 1))):
        rival = Rival("lacrimosa.soloist", (Line("works", 9),)) if not winners else None
        over = Over(tuple((Line("works", 3),) for _ in names), winners, rival=rival)
        told.append(scores.verdict(over, Scene(tuple(map(Person, names))), EN))
    assert told == [
        "The Soloist wins the game",
        "● A wins the game",
        "● A and ■ B share the victory",
    ]
    rival = Rival("lacrimosa.soloist", (Line("works", 3),), shares=True)
    shared = Over(((Line("works", 3),),), (0,), rival=rival)
    alone = Scene((Person("A"),))
    assert scores.verdict(shared, alone, EN) == "● A and Soloist share the victory"


def test_the_soloists_markers_are_no_tiles() -> None:
    """L156: he takes no tiles; each of his markers in the Requiem scores at once."""
    lines = (Line("composers", 4), Line("requiem", 9))
    over = Over((lines,), (0,), rival=Rival("lacrimosa.soloist", lines))
    own, his = scores.itemised(over, Scene((Person("A"),)), EN).split("Soloist", 1)
    assert "Composer tiles, at once: +4" in own
    assert "Requiem markers, at once: +4 and Requiem: +9" in his
    count = Count(tuple(CountedLine(each.source, each.points) for each in lines))
    seats = (count, replace(count, rival="lacrimosa.soloist"))
    own, his = counted.text(seats, Scene((Person("A"),)), 0, EN).split("Soloist", 1)
    assert "Composer tiles, at once" in own
    assert "Requiem markers, at once" in his
    view = played(1, 1)[-1].view(0)
    page = SHOWN.pages(view, Scene((Person("A"),)), EN)[-1]
    assert "Requiem markers, at once" in page


def test_who_shares_a_place_has_its_number() -> None:
    points = (
        (Line("works", 3),),
        (Line("works", 9),),
        (Line("works", 9),),
        (Line("works", 3),),
    )
    scene = Scene(tuple(map(Person, "ABCD")))
    told = scores.itemised(Over(points, winners=(1, 2)), scene, EN)
    heads = [line for line in told.splitlines() if line.startswith("**")]
    assert [line.strip("*").partition(":")[0] for line in heads] == [
        "1. ■ B", "1. ▲ C", "3. ● A", "3. ◆ D",
    ]  # fmt: skip
