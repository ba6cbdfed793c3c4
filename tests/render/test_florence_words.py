"""Florence in words: every event, prompt, reason and card has its sentence."""

from typing import Any, get_args

import msgspec
import pytest

from render.florence.words import names
from render.words import Words
from rules.contract import Decision, Event, Prompt, Reason, TookBack, WentBack
from rules.florence import actions as does
from rules.florence import events as tells
from rules.florence import orders as waits
from rules.florence.catalogue import BONUS, BUILDINGS, FREEDOMS, LOTS, PRESTIGE, PROFESSIONS
from tests.render.florence_samples import (
    CHOICES,
    EVENTS,
    PROMPTS,
    REASONS,
    SCENE,
    SHOWN,
    largest,
    played,
)
from tests.render.languages import LANGUAGES


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize(
    ("samples", "union"),
    [
        (EVENTS, tells.Told | TookBack | WentBack),
        (PROMPTS, does.Asked),
        (CHOICES, does.Move | waits.StandingOrder),
    ],
)
def test_the_samples_below_cover_every_case(
    samples: tuple[msgspec.Struct, ...], union: Any
) -> None:
    assert {sample.__struct_config__.tag for sample in samples} == tags(union)


# -- what happened -----------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence_or_is_silent_where_cards_are_hidden(
    event: Event, words: Words
) -> None:
    sentence = SHOWN.told(event, SCENE, words)
    silent = isinstance(event, tells.Looked | tells.PutBack) and event.cards is None
    assert silent == (sentence is None)
    if sentence is not None:
        assert len(sentence) <= 350
        assert "@everyone" not in sentence
        assert "<@" not in sentence.replace("\\<@", "")


def test_hidden_cards_are_not_named_and_known_ones_are() -> None:
    words = LANGUAGES["en"]
    hidden = SHOWN.told(tells.Kept(0, "bonus", None), SCENE, words)
    known = SHOWN.told(tells.Kept(0, "bonus", "large_buildings"), SCENE, words)
    assert hidden == "● Ana keeps one of the Bonus cards."
    assert known == "● Ana keeps this card: Great houses."


def test_computers_are_marked_as_such() -> None:
    sentence = SHOWN.told(tells.Raised(2, "forest", 300), SCENE, LANGUAGES["en"])
    assert sentence == "▲ 王小明 (computer) bids 300 florins for the Forest."


def test_tied_best_works_name_everybody() -> None:
    sentence = SHOWN.told(tells.BestWork(3, 17, (0, 2)), SCENE, LANGUAGES["en"])
    assert sentence == (
        "● Ana and ▲ 王小明 (computer) tie for the best Work of round 3, worth 17, "
        "and score 3 PP each."
    )


@pytest.mark.parametrize("seats", [3, 5])
def test_a_whole_game_in_words(seats: int, words: Words) -> None:
    journal = played(seats, seats)
    for number in range(1, journal.number + 1):
        for viewer in (None, 0):
            for event in journal.told(number, viewer):
                sentence = SHOWN.told(event, SCENE, words)
                assert sentence is None or len(sentence) <= 400


# -- what is asked -----------------------------------------------------------------


@pytest.mark.parametrize("prompt", PROMPTS, ids=repr)
def test_every_prompt_has_a_public_phrase_and_a_question(prompt: Prompt, words: Words) -> None:
    view = largest().view(0)
    phrase = SHOWN.asked(prompt, words)
    assert 0 < len(phrase) <= 70
    question = SHOWN.question(Decision(0, prompt, ()), view, words)
    assert question.strip() not in {"", phrase}
    assert len(question) <= 500


def test_a_question_names_the_money_of_its_reader_only() -> None:
    journal = largest()
    decision = Decision(0, does.ToOpen(1), ())
    words = LANGUAGES["en"]
    assert "3500 florins and 0 PP" in SHOWN.question(decision, journal.view(0), words)
    assert "0 PP and hidden florins" in SHOWN.question(decision, journal.view(None), words)


# -- why not -----------------------------------------------------------------------


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: str(reason.code))
def test_every_reason_is_a_sentence_with_its_figures(reason: Reason, words: Words) -> None:
    sentence = SHOWN.why(reason, words)
    assert len(sentence) <= 250
    if reason.code == "cannot_pay":
        assert {"700", "400", "300"} <= set(sentence.replace(".", " ").split())


def test_every_reason_of_the_catalogue_is_tried_and_every_code_of_the_rules_known() -> None:
    ids = {id_ for id_ in LANGUAGES["en"].ids if id_.startswith("why.")}
    codes = {id_.removeprefix("why.") for id_ in ids}
    remedies = {code for code in codes if code.startswith("remedy.")}
    assert codes - remedies - {"with_remedy"} == {reason.code for reason in REASONS}
    assert remedies == {f"remedy.{reason.remedy}" for reason in REASONS if reason.remedy}


def test_a_forged_name_in_a_reason_is_shown_but_inert() -> None:
    sentence = SHOWN.why(Reason("not_in_hand", what="@everyone **x**"), LANGUAGES["en"])
    assert "@\u200beveryone" in sentence
    assert r"\*\*x\*\*" in sentence


# -- rules and cards ---------------------------------------------------------------


def test_the_rules_have_chapters_that_fit_a_message(words: Words) -> None:
    topics = SHOWN.topics(words)
    assert 12 <= len(topics) <= 25
    for topic, title in topics:
        assert len(title) <= 45
        chapter = SHOWN.chapter(topic, words)
        assert chapter is not None
        assert 200 <= len(chapter) <= 3500
    assert SHOWN.chapter("no_such_topic", words) is None


@pytest.mark.parametrize("card", [*PROFESSIONS, *BONUS, *PRESTIGE])
def test_every_card_has_a_title_and_a_text(card: str, words: Words) -> None:
    assert names.named(card, words)
    described = names.card_text(card, words)
    assert described
    if card in PRESTIGE and words is LANGUAGES["en"]:
        assert str(PRESTIGE[card].points) in described
    if card in BONUS:
        assert f"+{BONUS[card].points}" in described


def test_two_things_never_share_a_name_in_one_list() -> None:
    words = LANGUAGES["en"]
    for ids in (PROFESSIONS, BONUS, PRESTIGE, BUILDINGS, LOTS, FREEDOMS):
        assert len({names.named(id_, words) for id_ in ids}) == len(ids)
