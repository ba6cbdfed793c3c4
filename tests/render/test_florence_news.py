"""What makes one line of news in Florence, and what is never cut."""

from __future__ import annotations

import pytest

from render.florence import presentation
from render.presentation import News, Person, Scene
from render.words import Words
from rules.contract import Event
from rules.florence.events import (
    Bought,
    Built,
    Completed,
    Kept,
    Laid,
    Looked,
    Opened,
    Paid,
    Passed,
    Placed,
    PlayedBonus,
    Raised,
    Scored,
    TurnEnded,
)
from tests.render.languages import EN

SCENE = Scene((Person("Ada"), Person("Ben"), Person("Cy", computer=True)))
OPENED, RAISED, PASSED = Opened(1, "lake", 200), Raised(2, "lake", 300), Passed(0, "lake")
LAID, DONE = Laid(0, "poet", 9), Completed(0, "poet", 11, 0, 5)
BONUS = PlayedBonus(0, "cards_in_hand", 2, 11)
BUILT, GAINED = Built(0, "university", 1, 4, 300), Scored(0, "buildings", 3)


def lines(*events: Event, words: Words = EN) -> list[News]:
    return list(presentation().news([(event, SCENE) for event in events], words))


def test_the_open_auction_is_one_line_that_is_never_cut() -> None:
    bought = Bought(0, "jester", 400)
    *before, auction = lines(bought, OPENED, RAISED, PASSED, Raised(1, "lake", 400))
    assert [line.text for line in before] == ["● Ada gets the Jester for 400 florins."]
    assert before[0].weight == "usual"
    bids = "▲ Cy (computer) 300 florins, ● Ada passes, ■ Ben 400 florins"
    assert auction.text == f"The bidding for the Lake goes on: {bids}."
    assert (auction.at, auction.weight) == (4, "kept")


@pytest.mark.parametrize("language", ["es", "fr", "ru"])
def test_the_auction_is_told_in_every_language(language: str) -> None:
    words = Words.pick(language)
    (auction,) = lines(OPENED, PASSED, words=words)
    assert all(name in auction.text for name in ("Ada", "Ben", "200"))
    (built,) = lines(BUILT, GAINED, words=words)
    assert built.text.count(".") >= 2
    assert "3" in built.text


def test_one_bid_is_told_as_it_is_and_never_cut() -> None:
    (opened,) = lines(OPENED)
    assert opened.text == "■ Ben opens the auction for the Lake at 200 florins."
    assert opened.weight == "kept"


def test_an_auction_that_is_over_is_one_line() -> None:
    (sold,) = lines(OPENED, RAISED, PASSED, Passed(1, "lake"), Bought(2, "lake", 300))
    assert sold.text == "▲ Cy (computer) gets the Lake for 300 florins. ● Ada and ■ Ben pass."
    assert (sold.at, sold.weight) == (4, "usual")
    (one,) = lines(OPENED, PASSED, Bought(1, "lake", 200))
    assert one.text == "■ Ben gets the Lake for 200 florins. ● Ada passes."
    (alone,) = lines(OPENED, Bought(1, "lake", 200))
    assert alone.text == "■ Ben gets the Lake for 200 florins."
    first, second = lines(
        *(OPENED, PASSED, Bought(1, "lake", 200)),
        *(Opened(2, "park", 200), Bought(2, "park", 200)),
    )
    assert ("the Lake" in first.text, "the Park" in second.text) == (True, True)
    assert lines(TurnEnded(0))[0].text == "● Ada ends the turn."


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((LAID, DONE), ["completes"]),
        ((LAID, BONUS, DONE), ["adds", "completes"]),
        ((LAID,), ["plays"]),
        ((LAID, BONUS), ["plays", "adds"]),
        ((LAID, TurnEnded(1), DONE), ["plays", "ends", "completes"]),
        ((LAID, Completed(0, "painter", 9, 0, 4)), ["plays", "completes"]),
        ((BUILT, GAINED), ["builds"]),
        ((Placed(0, "lake", 1, 4), Scored(0, "landscapes", 3)), ["places"]),
        ((BUILT, Scored(1, "buildings", 3)), ["builds", "scores"]),
        ((DONE, GAINED), ["completes", "scores"]),
        (
            (Paid(0, "bonus", 300), Looked(0, "bonus", 5, None), Kept(0, "bonus", None)),
            ["draws"],
        ),
        ((Kept(0, "bonus", None),), ["keeps"]),
        ((Paid(1, "bonus", 300), Kept(0, "bonus", None)), ["draws", "keeps"]),
    ],
)
def test_what_belongs_together_is_one_line(events: tuple[Event, ...], told: list[str]) -> None:
    shown = lines(*events)
    assert len(shown) == len(told)
    assert all(f" {verb} " in line.text for verb, line in zip(told, shown, strict=True))


def test_points_stand_in_the_line_of_what_brought_them() -> None:
    (built,) = lines(BUILT, GAINED)
    assert built.text == "● Ada builds the University at E1 for 300 florins. That scores 3 PP."


@pytest.mark.parametrize(
    ("florins", "prestige", "earned"),
    [(900, 0, "900 florins."), (700, 1, "700 florins and 1 PP."), (0, 4, "4 PP.")],
)
def test_a_work_earns_what_it_brings_and_no_nothing(
    florins: int, prestige: int, earned: str
) -> None:
    (done,) = lines(Completed(0, "painter", 9, florins, prestige))
    assert done.text == f"● Ada completes the Painter’s Work, worth 9, and earns {earned}"
