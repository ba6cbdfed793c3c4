"""What is one line of news in Florence, and what is never cut."""

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
    assert [line.text for line in before] == ["● Ada buys for 400 florins: Jester."]
    assert before[0].weight == "usual"
    bids = "▲ Cy (computer) 300 florins, ● Ada passes, ■ Ben 400 florins"
    assert auction.text == f"The auction goes on: Lake. Bids: {bids}."
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
    assert opened.text == "■ Ben opens an auction: Lake, 200 florins."
    assert opened.weight == "kept"


def test_an_auction_that_is_over_is_one_line() -> None:
    (sold,) = lines(OPENED, RAISED, PASSED, Passed(1, "lake"), Bought(2, "lake", 300))
    assert sold.text == "Lake: ▲ Cy (computer), 300 florins. ● Ada and ■ Ben pass."
    assert (sold.at, sold.weight) == (4, "usual")
    (one,) = lines(OPENED, PASSED, Bought(1, "lake", 200))
    assert one.text == "Lake: ■ Ben, 200 florins. ● Ada passes."
    (alone,) = lines(OPENED, Bought(1, "lake", 200))
    assert alone.text == "Lake: ■ Ben, 200 florins."
    first, second = lines(
        *(OPENED, PASSED, Bought(1, "lake", 200)),
        *(Opened(2, "park", 200), Bought(2, "park", 200)),
    )
    assert (first.text[:4], second.text[:4]) == ("Lake", "Park")
    assert not lines(TurnEnded(0))[0].text.startswith("The auction")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((LAID, DONE), ["completes"]),
        ((LAID, BONUS, DONE), ["adds", "completes"]),
        ((LAID,), ["lays"]),
        ((LAID, BONUS), ["lays", "adds"]),
        ((LAID, TurnEnded(1), DONE), ["lays", "ends", "completes"]),
        ((LAID, Completed(0, "painter", 9, 0, 4)), ["lays", "completes"]),
        ((BUILT, GAINED), ["builds"]),
        ((Placed(0, "lake", 1, 4), Scored(0, "landscapes", 3)), ["places"]),
        ((BUILT, Scored(1, "buildings", 3)), ["builds", "gains"]),
        ((DONE, GAINED), ["completes", "gains"]),
        (
            (Paid(0, "bonus", 300), Looked(0, "bonus", 5, None), Kept(0, "bonus", None)),
            ["pays"],
        ),
        ((Kept(0, "bonus", None),), ["keeps"]),
        ((Paid(1, "bonus", 300), Kept(0, "bonus", None)), ["pays", "keeps"]),
    ],
)
def test_what_belongs_together_is_one_line(events: tuple[Event, ...], told: list[str]) -> None:
    shown = lines(*events)
    assert len(shown) == len(told)
    assert all(f" {verb} " in line.text for verb, line in zip(told, shown, strict=True))


def test_points_stand_in_the_line_of_what_brought_them() -> None:
    (built,) = lines(BUILT, GAINED)
    assert built.text == "● Ada builds for 300 florins: University, E1. That brings 3 PP."
