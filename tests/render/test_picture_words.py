"""Pictures say what the texts beside them say, in the same words."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from render.canvas import Canvas
from render.lacrimosa.pictures import board, hand, places
from render.lacrimosa.words import names
from render.lacrimosa.words.label import label
from rules.lacrimosa import HOUSE_TEXT, Edition
from rules.lacrimosa.actions import PlaceNeutral
from rules.lacrimosa.catalogue import ROW
from rules.lacrimosa.view import View
from tests.render.goldens import EN, LANGUAGES, faults
from tests.render.test_lacrimosa_pictures import position, texts
from tests.render.test_words import entries

EDITION = Edition(HOUSE_TEXT)
WORD = re.compile(r"[^\W\d_][\w’]{2,}")
SHARED = ("score.", "scores.", "summary.", "words.", "seat.")
"""Families of texts that appear beside the pictures of every game."""

OF_PICTURES = {
    "florence": {
        "act",
        "choosing",
        "page",
        "waits",
        "ready",
        "draws",
        "lead",
        "reached",
        "build",
        "how",
        "far",
        "chooses",
    },
    "lacrimosa": {
        "effect",
        "act",
        "brown",
        "frame",
        "spend",
        "documents",
        "performs",
    },
}
"""Words that only pictures need, or that name a deed which texts mention in another form."""


def spoken(text: str) -> list[str]:
    """The words of a text, without its figures."""
    return WORD.findall(re.sub(r"{\w+}", " ", text))


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
def test_a_picture_has_no_word_that_the_texts_do_not_have(game: str) -> None:
    """Nor a different capital: "Story" in the text beside a picture is "Story" in it."""
    known: set[str] = set()
    shown: dict[str, tuple[str, ...]] = {}
    for id_, forms in entries():
        if id_.startswith((f"{game}.", "why.", "told.", *SHARED)):
            known |= {word for form in forms for word in spoken(form)}
        elif id_.startswith("picture.lacrimosa." if game == "lacrimosa" else "picture."):
            shown[id_] = forms
    if game == "florence":
        others = ("picture.lacrimosa.", "picture.lobby.")
        shown = {id_: forms for id_, forms in shown.items() if not id_.startswith(others)}
    own = {
        (id_, word)
        for id_, forms in shown.items()
        for form in forms
        for i, word in enumerate(spoken(form))
        if not {word, word[0].swapcase() + word[1:] if i == 0 else word} & known
    }
    assert {word.lower() for _, word in own} <= OF_PICTURES[game], own


def title_is_in(card: str, shown: list[str]) -> bool:
    """Whether the words of a memory's English title appear among texts, in order."""
    words = names.memory_title(EDITION, card, EN).split()
    return f" {' '.join(words)} " in f" {' '.join(shown)} "


def test_memories_in_the_row_have_the_titles_of_the_reader() -> None:
    at = position("turn")
    cards = [card for card in EDITION.memories if not card.startswith("start")]
    for first in range(0, len(cards), ROW):
        row = tuple((cards[first:] + cards)[:ROW])
        for words in (EN, LANGUAGES["longer"]):
            canvas = board.draw(EDITION, replace(at.view, row=row), at.scene, words)
            assert faults(canvas) == []
            assert words is not EN or all(title_is_in(card, texts(canvas)) for card in row)


def test_memories_in_hand_have_the_titles_of_the_reader() -> None:
    cards = tuple(EDITION.memories)
    for i, page in enumerate(holding(cards)):
        assert all(title_is_in(card, texts(page)) for card in cards[4 * i : 4 * i + 4])


def with_hand(cards: tuple[str, ...]) -> View:
    view = position("hand").view
    seats = tuple(
        replace(seat, hand=cards) if i == view.viewer else seat
        for i, seat in enumerate(view.seats)
    )
    return replace(view, seats=seats)


def holding(cards: tuple[str, ...]) -> tuple[Canvas, ...]:
    """The pages of a hand of these cards."""
    return hand.draw(EDITION, with_hand(cards), position("hand").scene, EN)


def test_another_edition_has_its_titles_as_printed() -> None:
    at = position("turn")
    card = next(card for card in EDITION.memories if not card.startswith("start"))
    printed = EDITION.memories[card].title
    other = Edition(HOUSE_TEXT.replace(f'"{printed}"', '"Qwerty"', 1))
    view = replace(at.view, row=(card, *at.view.row[1:]))
    assert "Qwerty" in texts(board.draw(other, view, at.scene, EN))


def test_cards_in_hand_have_the_numbers_of_their_buttons() -> None:
    """This includes the second page."""
    cards = tuple(EDITION.memories)[:7]
    pages = holding(cards)
    for i, card in enumerate(cards):
        page, left = pages[i // 4], 16 + 222 * (i % 4)
        over = [each for each in page.written if left <= each.box[0] < left + 208]
        assert title_is_in(card, [each.text for each in over])
        discs = [each.text for each in over if each.box[2] - each.box[0] == 2 * 23]
        for tag in ("experience", "story"):
            number, _, _ = label(EDITION, (tag, card), with_hand(cards), EN).partition(" · ")
            assert discs == [number]


@pytest.mark.parametrize("name", ["side", "neutral"])
def test_a_composer_is_named_in_the_description_as_on_the_button(name: str) -> None:
    at = position(name)
    path, actions = at.path, at.actions
    if isinstance(actions[0], PlaceNeutral):
        space = actions[0].space
        path = ("neutral", space)
        actions = tuple(a for a in actions if isinstance(a, PlaceNeutral) and a.space == space)
    told = places.alt(EDITION, at.view, path, actions, EN)
    sides = places.numbered(EDITION, path, actions)
    assert sides
    for side, n in sides.items():
        assert f"{n}: {label(EDITION, (*path, side), at.view, EN)}" in told
