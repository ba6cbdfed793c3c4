"""The lessons of all games: their positions, the ways to their goals, and how they are made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from render.words import LANGUAGES, Words
from rules import lessons
from rules.contract import Action, Decision, Illegal, TakenBack, name
from rules.journal import AnyJournal
from rules.lacrimosa import HOUSE_TEXT, editions
from rules.lessons import LEARNER, Lesson, ScriptedRandom
from rules.opponents import choose
from rules.prepared import folded, spelled
from rules.registry import GAMES, LESSONS, TEACHING, played_with
from tests.lessons import __main__ as renewal
from tests.lessons import lacrimosa

EVERY = [lesson for game in LESSONS.values() for lesson in game]
MOST = 30
"""The most choices that a lesson takes."""

every = pytest.mark.parametrize("lesson", EVERY, ids=lambda each: each.id)


def position(lesson: Lesson) -> AnyJournal:
    return folded(lesson, played_with(lesson.game, lesson.edition), lesson.entries)


def way(lesson: Lesson) -> tuple[tuple[int | None, AnyJournal], ...]:
    """Each task on the way that the hints show, with its position; then the end."""
    return _way(lesson.id)


@cache
def _way(lesson_id: str) -> tuple[tuple[int | None, AnyJournal], ...]:
    (lesson,) = (each for each in EVERY if each.id == lesson_id)
    found: list[tuple[int | None, AnyJournal]] = []
    teaching, journal = TEACHING[lesson.game], position(lesson)
    for _ in range(MOST):
        task = lessons.reached(lesson, teaching, journal)
        found.append((task, journal))
        if task is None:
            return tuple(found)
        decision = _decision(journal)
        action = lessons.hinted(lesson, task, decision)
        assert action is not None, f"no hint for task {task + 1}: {decision.options}"
        journal = _played(lesson, task, journal, action)
    raise AssertionError("the goal was not reached")


def _decision(journal: AnyJournal) -> Decision:
    decision = journal.decision(LEARNER)
    assert decision is not None
    return decision


def _played(lesson: Lesson, task: int, journal: AnyJournal, action: Action) -> AnyJournal:
    """The journal after a choice of the learner and the replies of the others."""
    chance = ScriptedRandom(lesson.tasks[task].draws, lesson.id)
    journal = journal.move(LEARNER, action, chance)
    while journal.decision(LEARNER) is None and journal.decisions:
        if lessons.reached(lesson, TEACHING[lesson.game], journal) is None:
            break
        (decision,) = journal.decisions
        reply = lessons.replied(lesson, task, journal, decision)
        if reply is None:
            view = journal.view(decision.seat)
            reply = choose(lesson.game, "novice", view, decision, Random(1))
        journal = journal.move(decision.seat, reply, chance)
    return journal


def _choices(journal: AnyJournal) -> Iterator[Action]:
    decision = _decision(journal)
    yield from decision.options
    yield from decision.asides


def test_each_game_has_seven_lessons() -> None:
    assert {game: len(found) for game, found in LESSONS.items()} == dict.fromkeys(TEACHING, 7)


@every
def test_a_lesson_is_pinned_to_the_edition_of_its_game(lesson: Lesson) -> None:
    assert lesson.edition == GAMES[lesson.game].edition, "run python -m tests.lessons"


@every
def test_the_position_is_what_its_script_makes(lesson: Lesson) -> None:
    assert renewal.file_of(lesson).read_text("utf-8").endswith(renewal.made(lesson)), (
        "run python -m tests.lessons"
    )


@every
def test_hints_lead_to_the_goal_through_every_task(lesson: Lesson) -> None:
    tasks = [task for task, _ in way(lesson)]
    assert tasks[-1] is None
    assert sorted({task for task in tasks if task is not None}) == list(
        range(len(lesson.tasks))
    )


@every
def test_each_choice_of_each_task_is_right_or_has_a_reason_in_words(lesson: Lesson) -> None:
    figures = TEACHING[lesson.game].figures
    for task, journal in way(lesson)[:-1]:
        assert task is not None
        reasons = {
            lessons.wrong(lesson, task, _decision(journal), each) for each in _choices(journal)
        }
        assert None in reasons
        for language in LANGUAGES:
            words = Words(language)
            for reason in reasons - {None}:
                own = f"lesson.{lesson.id}.{reason}"
                shared = f"lesson.{lesson.game}.{reason}"
                assert words(own if own in words else shared, **figures(journal.view(LEARNER)))


@every
def test_each_task_has_its_texts_with_their_figures(lesson: Lesson) -> None:
    figures = TEACHING[lesson.game].figures
    for words in map(Words, LANGUAGES):
        first, *_ = way(lesson)
        for task, journal in way(lesson):
            known = figures(journal.view(LEARNER))
            parts = ("done",) if task is None else (f"task.{task + 1}", f"task.{task + 1}.hint")
            for part in parts:
                said = words(f"lesson.{lesson.id}.{part}", **known)
                assert len(said) <= 400, said
        known = figures(first[1].view(LEARNER))
        assert words(f"lesson.{lesson.id}.begin", **known)
        assert words(f"lesson.{lesson.id}.goal", **known)
        assert len(words(f"lesson.{lesson.id}.name")) <= 40
        assert len(words(f"lesson.{lesson.id}.about")) <= 100


@every
def test_every_reason_of_a_file_is_given_somewhere(lesson: Lesson) -> None:
    given = set()
    for task, journal in way(lesson)[:-1]:
        assert task is not None
        for each in _choices(journal):
            given.add(lessons.wrong(lesson, task, _decision(journal), each))
    wanted = {f"wrong.{wrong.why}" for task in lesson.tasks for wrong in task.wrong}
    assert wanted <= given


@pytest.mark.parametrize("lesson", LESSONS["lacrimosa"], ids=lambda each: each.id)
def test_a_position_can_be_made_for_another_economy(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HOUSE_TEXT.replace("opus_cost = { ducats = 2 }", "opus_cost = { ducats = 1 }")
    assert text != HOUSE_TEXT
    other = editions.learn(text)
    assert other.hash != lesson.edition
    monkeypatch.setattr(lacrimosa, "HOUSE", other)
    made = renewal.made(lesson)
    assert other.hash in made
    assert made != renewal.file_of(lesson).read_text("utf-8")


def test_lessons_have_no_other_entries_than_moves_and_draws() -> None:
    with pytest.raises(Illegal):
        spelled(TakenBack(0, 1))


@pytest.mark.parametrize(
    "entry", ["", "0:", "0:no.such.action", "x:pass", "7:pass", "=nothing"]
)
def test_an_entry_that_does_not_fit_is_refused(entry: str) -> None:
    lesson = LESSONS["florence"][0]
    with pytest.raises(Illegal):
        folded(lesson, GAMES["florence"], (*lesson.entries, entry))


def test_a_script_comes_up_once_and_the_rest_is_the_same_for_everybody() -> None:
    chance = ScriptedRandom(("d", "b", "x"), "seed")
    first = chance.sample(["a", "b", "c", "d"], 3)
    assert first[:2] == ["d", "b"]
    assert len(set(first)) == 3
    assert chance.left == ["x"]
    assert ScriptedRandom(("d", "b", "x"), "seed").sample(["a", "b", "c", "d"], 3) == first


def test_a_scripted_reply_counts_from_the_latest_choice_of_the_learner() -> None:
    lesson = LESSONS["florence"][0]
    journal = position(lesson)
    seen = []
    decision = _decision(journal)
    action = lessons.hinted(lesson, 0, decision)
    assert action is not None
    journal = journal.move(LEARNER, action, ScriptedRandom(lesson.tasks[0].draws, ""))
    while journal.decision(LEARNER) is None:
        (other,) = journal.decisions
        reply = lessons.replied(lesson, 0, journal, other)
        assert reply is not None
        seen.append(name(reply).split(".")[0])
        journal = journal.move(other.seat, reply, Random(1))
    assert seen == ["keep", "under", "open"]
