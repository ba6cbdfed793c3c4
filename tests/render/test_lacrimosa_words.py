"""Lacrimosa in words: every event, prompt, reason and option has its sentence."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from render.lacrimosa import presentation
from render.lacrimosa.words import amounts
from render.lacrimosa.words.names import composer
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import (
    Decision,
    Event,
    Prompt,
    Reason,
    Standings,
    TookBack,
    WentBack,
)
from rules.lacrimosa import HOUSE_TEXT, Edition
from rules.lacrimosa import actions as does
from rules.lacrimosa import events as tells
from rules.lacrimosa.state import Right, Turn
from tests.render.lacrimosa_samples import (
    CHOICES,
    COURT,
    EDITION,
    EVENTS,
    GAME,
    MEMORY,
    OPUS,
    PROMPTS,
    REASONS,
    SCENE,
    SHOWN,
    SOME,
    moment,
    played,
)
from tests.render.languages import EN

ROOT = Path(__file__).parents[2]


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize(
    ("samples", "union"),
    [
        (EVENTS, tells.Told | TookBack | WentBack | Standings),
        (PROMPTS, does.Asked),
        (CHOICES, does.Move),
    ],
)
def test_the_samples_cover_every_case(samples: tuple[msgspec.Struct, ...], union: Any) -> None:
    assert {sample.__struct_config__.tag for sample in samples} == tags(union)


# -- what happened -----------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence_or_is_silent(event: Event, words: Words) -> None:
    sentence = SHOWN.told(event, SCENE, words)
    silent = isinstance(event, Standings) or event == tells.Dealt(0, 2, None)
    assert silent == (sentence is None)
    if sentence is not None:
        assert len(sentence) <= 400
        assert "@everyone" not in sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            tells.UsedCard(0, MEMORY, SOME[:1]),
            "● Ana uses The grey messenger (Requiem, Commission): −3 ducats.",
        ),
        (
            tells.Performed(0, OPUS, ()),
            "● Ana performs Missa C-Dur „Credo-Messe“ KV 257.",
        ),
        (
            tells.Documented(0, MEMORY, "start-memory-1", ()),
            (
                "● Ana documents The grey messenger (Requiem, Commission). "
                "It replaces The music room door (Document)."
            ),
        ),
        (
            tells.SoloDid("document", MEMORY, 0, 0, ()),
            "The Soloist documents The grey messenger (Requiem, Commission).",
        ),
        (
            tells.SoloDid("travel", "wien", 0, 0, (COURT,)),
            "The Soloist travels to Wien and takes a Royal Court.",
        ),
        (
            tells.NeutralPlaced(2, "kyrie.organ", None),
            "▲ 王小明 (computer) places the neutral marker on Kyrie (Organ) for the Soloist.",
        ),
        (tells.Ended(()), "The Soloist wins the game."),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert SHOWN.told(event, SCENE, EN) == sentence


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_whole_game_in_words(seats: int, words: Words) -> None:
    journal = played(seats, seats)[-1]
    for number in range(1, journal.number + 1):
        for viewer in (None, 0):
            for event in journal.told(number, viewer):
                sentence = SHOWN.told(event, SCENE, words)
                assert sentence is None or len(sentence) <= 500


# -- what is asked -----------------------------------------------------------------


@pytest.mark.parametrize("prompt", PROMPTS, ids=repr)
def test_every_prompt_has_a_public_phrase_and_a_question(prompt: Prompt, words: Words) -> None:
    view, _, _ = moment(does.ToLayExperience)
    phrase = SHOWN.asked(prompt, words)
    assert 0 < len(phrase) <= 70
    question = SHOWN.question(Decision(view.seat, prompt, ()), view, words)
    assert question.strip() not in {"", phrase}
    assert len(question) <= 900


def test_the_question_of_a_turn_is_its_plan() -> None:
    view, decision, _ = moment(does.ToAct, busy=True)
    question = SHOWN.question(decision, view, EN)
    head, *plan, purse = question.split("\n")
    assert head.startswith("Turn ")
    assert len(plan) == len(view.stack[-1].rights)
    assert any("to choose from" in line for line in plan)
    assert (
        f"You have {amounts.amount('ducats', view.seats[decision.seat].ducats, EN)}." in purse
    )


def test_a_plan_names_what_is_missing_for_the_nearest_choice() -> None:
    view, _, _ = moment(does.ToLayExperience)
    poor = replace(
        view.seats[view.seat], ducats=1, tracks=(0, 0, 0), counters=(0, 0, 0), opus=()
    )
    seats = tuple(poor if s == view.seat else side for s, side in enumerate(view.seats))
    rights = (Right("commission"), Right("travel"), Right("perform_or_sell"), Right("requiem"))
    view = replace(view, seats=seats, stack=(Turn(rights),))
    prompt = does.ToAct(tuple(right.action for right in rights))
    plan = SHOWN.question(Decision(view.seat, prompt, ()), view, EN).split("\n")[1:-1]
    assert re.fullmatch(
        r"- \*\*Commission an Opus\*\*: .+ short of .+",
        plan[0],
    )
    assert " short of " in plan[1]
    assert plan[2].startswith("- **Perform or Sell**: not now. You have no Opus")
    assert "Composition" in plan[3]


def test_only_counters_that_one_has_are_counted() -> None:
    assert amounts.owned("talent", 2, 0, EN) == "Talent 2"
    assert amounts.owned("talent", 2, 1, EN) == "Talent 2 + 1 counter"
    assert amounts.owned("journey", 0, 3, EN) == "Journey 0 + 3 counters"


def test_without_rights_a_turn_has_nothing_left() -> None:
    view, _, _ = moment(does.ToLayExperience)
    view = replace(view, stack=(Turn(()),))
    question = SHOWN.question(Decision(view.seat, does.ToAct(()), ()), view, EN)
    assert question.startswith("You have no actions left.")
    assert SHOWN.asked(does.ToAct(()), EN) == "end the turn"


def test_what_a_round_brought_is_never_routine() -> None:
    scene = Scene((Person("Ada"),))
    told = SHOWN.news([(tells.TurnEnded(0), scene), (tells.Maintained(0, (), ()), scene)], EN)
    assert [line.weight for line in told] == ["routine", "usual"]


# -- why not -----------------------------------------------------------------------


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: str(reason.code))
def test_every_reason_is_a_sentence_with_its_figures(reason: Reason, words: Words) -> None:
    sentence = SHOWN.why(reason, words)
    assert len(sentence) <= 250
    if reason.missing:
        assert {str(reason.needs), str(reason.has)} <= set(
            re.findall(r"\d+", sentence)
        ) or reason.code in {"no_counter", "wrong_seats"}


def test_one_of_what_is_lacking_is_named_as_one() -> None:
    """With a single form for all numbers, the catalogue said "1 more Story Points"."""
    sentences = {
        code: SHOWN.why(Reason(code, needs=1, has=0), EN)
        for code in ("cannot_pay_wild", "cannot_pay_ducats")
    }
    assert "1 more Story Point of any kind," in sentences["cannot_pay_wild"]
    assert "1 ducat," in sentences["cannot_pay_ducats"]


def test_every_code_of_the_rules_is_tried_and_every_text_used() -> None:
    files = [*(ROOT / "rules/lacrimosa").glob("*.py"), *(ROOT / "rules").glob("*.py")]
    codes = {
        code
        for file in files
        for code in re.findall(r"Reason\(\s*\"(\w+)\"", file.read_text(encoding="utf-8"))
    }
    assert codes <= {reason.code for reason in REASONS}
    own = {id_.split(".")[2] for id_ in EN.ids if id_.startswith("lacrimosa.why.")}
    assert own <= codes


def test_a_forged_name_in_a_reason_is_shown_but_inert() -> None:
    sentence = SHOWN.why(Reason("not_in_row", what="@everyone **x**"), EN)
    assert "@\u200beveryone" in sentence
    assert r"\*\*x\*\*" in sentence


# -- rules and options -------------------------------------------------------------


def test_the_rules_have_chapters_that_fit_a_message(words: Words) -> None:
    topics = SHOWN.topics(words)
    assert 16 <= len(topics) <= 25
    for topic, title in topics:
        assert len(title) <= 45
        chapter = SHOWN.chapter(topic, words)
        assert chapter is not None
        assert 200 <= len(chapter) <= 3500
    assert SHOWN.chapter("no_such_topic", words) is None


def test_every_table_option_has_a_text(words: Words) -> None:
    for choice in GAME.choices:
        assert words(f"lacrimosa.option.{choice.key}")
        texts = {SHOWN.option(choice.key, value, words) for value in choice.values}
        assert len(texts) == len(choice.values)
    assert SHOWN.option("composers", "eybler+suessmayr", EN) == "Eybler and Süßmayr"


def test_a_composer_of_another_edition_is_called_as_it_spells_him() -> None:
    other = Edition(
        HOUSE_TEXT.replace('"eybler"', '"salieri"').replace("Joseph Eybler", "A. Salieri")
    )
    assert (
        presentation(other).option("composers", "salieri+stadler", EN) == "Salieri and Stadler"
    )


@pytest.mark.parametrize(
    ("deed", "cause"),
    [
        (("perform_or_sell", OPUS, 3, 2, ()), "{row}"),
        (("travel", "wien", 0, 0, (COURT,)), "{direction}, "),
        (("requiem", "kyrie.organ", 1, 0, ()), "{movement}, {order}"),
    ],
)
def test_what_the_soloist_does_has_the_instruction_that_made_it_so(
    deed: tuple[str, str, int, int, tuple[str, ...]], cause: str
) -> None:
    edition = Edition(HOUSE_TEXT)
    for card in edition.soloist.values():
        told = SHOWN.told(tells.SoloDid(*deed, card.id), SCENE, EN)
        figures = {
            "row": {"left": "newest card", "right": "oldest card"}[card.row_side],
            "direction": EN(f"lacrimosa.solo.direction.{card.travel.direction}"),
            "movement": edition.movements[card.requiem.movement].name,
            "order": EN(f"lacrimosa.solo.order.{card.requiem.order}"),
        }
        assert told is not None
        assert f". His card: {cause.format(**figures)}" in told


def test_a_card_without_a_reward_is_used_without_a_gain() -> None:
    assert SHOWN.told(tells.UsedCard(0, MEMORY, ()), SCENE, EN) == (
        "● Ana uses The grey messenger (Requiem, Commission)."
    )


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_composers_are_spelled_as_in_the_edition(language: str) -> None:
    for each in EDITION.tables.composer:
        assert composer(EDITION, each.id, Words(language)) == each.name.split()[-1]


def test_who_has_exchanged_enough_is_told_that_they_can_pay() -> None:
    view, _, _ = moment(does.ToAct)
    prompt = next(each for each in PROMPTS if isinstance(each, does.ToPay))

    def asked(option: does.Move) -> str:
        return SHOWN.question(Decision(view.seat, prompt, (option,)), view, EN)

    paying = does.Compose("sanctus", "horns", "eighth", 1)
    assert "Exchange at the bank until you can pay" in asked(does.SellCounter("talent"))
    assert "You can pay now." in asked(paying)
    assert "Exchange" not in asked(paying).splitlines()[0]
