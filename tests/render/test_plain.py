"""The sentences that a game gets by convention when it inherits `render.plain.Plain`."""

from __future__ import annotations

from typing import Any

import pytest
from babel.messages.catalog import Catalog

from render.plain import Plain
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import (
    Action,
    Decision,
    Delta,
    Deltas,
    Event,
    Prompt,
    Reason,
    Standings,
    TookBack,
    WentBack,
)

TEXTS = {
    "takes.asked.take": "Take",
    "takes.question.take": "How many of {left}?",
    "takes.progress": "{left} are left",
    "takes.hand": "Your hand, of {left}",
    "takes.label.take.0": "Take",
    "takes.label.take.1": "Take {value}",
    "takes.hint.sticks": "Sticks: {change}",
    "takes.hint.coins": "Coins: {change}",
    "takes.told.took": "{name} takes {n}.",
    "takes.why.too_many": "At most {needs}.",
    "takes.topic.rules": "Sticks",
    "takes.chapter.rules": "Take the last one.",
    "takes.option.game.long": "A long game",
}


class Take(Action, frozen=True, tag="take"):
    """Take `n`."""

    n: int


class ToTake(Prompt, frozen=True, tag="take"):
    """How many?"""


class Took(Event, frozen=True, tag="took"):
    """A seat has taken some."""

    seat: int
    n: int


class _Takes(Plain[int]):
    game = "takes"

    def figures(self, view: int, words: Words) -> dict[str, object]:
        return {"left": view}

    def summary(self, view: int, scene: Scene, words: Words) -> str:
        return f"{view} left"


LOOK: Any = _Takes()  # type: ignore[abstract]  # it has no pictures
SCENE = Scene((Person("Ada"), Person("Bruno", computer=True)))
DECISION = Decision(0, ToTake(), (Take(1),))


@pytest.fixture(scope="module")
def words() -> Words:
    made = Catalog(locale="en")
    for id_, text in TEXTS.items():
        made.add(id_, text)
    return Words("en", made)


def test_decisions_are_named_by_their_tags(words: Words) -> None:
    assert LOOK.asked(ToTake(), words) == "Take"
    assert LOOK.question(DECISION, 7, words) == "How many of 7?"
    assert LOOK.label(("take",), 7, words) == "Take"
    assert LOOK.label(("take", 3), 7, words) == "Take 3"


def test_the_position_is_told_with_its_figures(words: Words) -> None:
    assert LOOK.progress(7, words) == "7 are left"
    assert LOOK.hand_text(7, words) == "Your hand, of 7"
    assert LOOK.pages(7, SCENE, words) == ("7 left",)
    assert LOOK.opening(7, SCENE, words) == ("Turn order: ● Ada, ■ Bruno (computer).",)


def test_a_price_is_told_amount_by_amount(words: Words) -> None:
    price = Deltas((Delta("sticks", 2), Delta("coins", -1)))
    assert LOOK.hint(Take(2), price, 7, words) == "Sticks: +2, Coins: −1"
    assert LOOK.effect(Take(2), price, 7, words) == "Sticks: +2, Coins: −1"
    assert len(LOOK.hint(Take(2), price, 7, words, 12)) <= 12
    assert LOOK.hint(Take(2), Deltas(), 7, words) == ""


def test_events_are_told_if_they_have_a_text(words: Words) -> None:
    assert LOOK.told(Took(1, 3), SCENE, words) == "■ Bruno (computer) takes 3."
    assert LOOK.told(Standings((1, 2)), SCENE, words) is None
    assert LOOK.told(TookBack(0), SCENE, words) == words("told.took_back", name="● Ada")
    assert LOOK.told(WentBack(0), SCENE, words) == words("told.went_back", name="● Ada")


def test_a_reason_is_the_games_own_or_that_of_all_games(words: Words) -> None:
    assert LOOK.why(Reason("too_many", needs=3), words) == "At most 3."
    assert LOOK.why(Reason("game_over"), words) == words("why.game_over")


def test_rules_and_options_are_found_by_their_ids(words: Words) -> None:
    assert LOOK.topics(words) == (("rules", "Sticks"),)
    assert LOOK.chapter("rules", words) == "Take the last one."
    assert LOOK.chapter("no.such", words) is None
    assert LOOK.option("game", "long", words) == "A long game"
    assert LOOK.coming("bag", ("red", "blue"), SCENE, words) == "red, blue"


def test_it_has_nothing_that_a_game_can_lack(words: Words) -> None:
    actions, price = (Take(1), Take(2)), Deltas()
    assert LOOK.held(7) == 7
    assert not LOOK.mapped(("take",), actions)
    assert LOOK.numbers(("take",), actions) == {}
    assert LOOK.places(7, ("take",), actions, words) is None
    assert LOOK.detail(("take", 1), actions, 7, words) == ""
    assert LOOK.distinct(actions, 7) == actions
    assert not LOOK.declines(Take(1))
    assert LOOK.warning(Take(1), DECISION, price, 7, words) == ""
    assert not any(LOOK.coached(7, DECISION, words))
    assert LOOK.outlook(DECISION, 7, words) == ()
    (line,) = LOOK.news([(Took(0, 1), SCENE)], words)
    assert line.weight == "usual"
