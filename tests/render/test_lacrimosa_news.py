"""One line of news in Lacrimosa: the two cards of a turn, and what they bring."""

from __future__ import annotations

import pytest

from render.lacrimosa import presentation
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import Delta, Event
from rules.lacrimosa.events import (
    Exchanged,
    LaidExperience,
    LaidStory,
    TookDucats,
    Travelled,
    TurnEnded,
    UsedCard,
)
from tests.lacrimosa.positions import EDITION
from tests.render.languages import EN

SCENE = Scene((Person("Ada"), Person("Ben")))
FIRST, SECOND = list(EDITION.memories)[:2]
LAID, STORY = LaidExperience(0, FIRST), LaidStory(0, SECOND)
USED = UsedCard(0, FIRST, (Delta("talent", 2),))


def lines(*events: Event, words: Words = EN) -> list[str]:
    look = presentation(EDITION)
    return [line.text for line in look.news([(event, SCENE) for event in events], words)]


def test_a_turn_is_one_or_two_lines() -> None:
    travelled = Travelled(0, next(iter(EDITION.places)), None, (Delta("journey", -1),))
    cards, travel, _ = lines(LAID, STORY, USED, travelled, TurnEnded(0))
    assert cards.startswith("● Ada plays ")
    assert "+2 Talent" in cards
    assert ". In Story: " in cards
    assert "Ada" in travel


def test_ducats_in_place_of_the_card_and_a_card_that_brings_nothing() -> None:
    (ducats,) = lines(LAID, STORY, TookDucats(0, 3))
    assert "takes 3 ducats instead of" in ducats
    assert ". In Story: " in ducats
    (nothing,) = lines(LAID, STORY, UsedCard(0, FIRST, ()))
    assert ". In Story: " in nothing


def test_what_another_event_parts_is_told_as_it_was() -> None:
    assert len(lines(LAID, STORY)) == 2, "not used yet"
    assert len(lines(LAID, STORY, Exchanged(0, (Delta("ducats", -1),)), USED)) == 4
    assert len(lines(LAID, LaidStory(1, SECOND), USED)) == 3


@pytest.mark.parametrize("language", ["es", "fr", "ru"])
def test_it_is_told_in_every_language(language: str) -> None:
    words = Words.pick(language)
    (line,) = lines(LAID, STORY, USED, words=words)
    assert "Ada" in line
    assert "2" in line
