"""Lessons: each reaches its goal by its hints, wrong moves are answered, and none is a game."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.store.person_rows import LessonRow
from rules.registry import LESSONS
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.learning import PICTURES, WORDS, attempt, begin, choose, follow_hint

EVERY = [lesson.id for game in LESSONS.values() for lesson in game]
MOST = 30
"""The most choices that any lesson takes."""

FORGED = (
    "m1:lesson_pick:0:florence.bid:9:bid.9000",
    "m1:lesson_pick:0:florence.bid:x:pass",
    "m1:lesson_pick:0:florence.build:9:pass",
    "m1:lesson_step:0:florence.bid:9",
    "m1:lesson:0:florence.none",
    "m1:lesson:0",
    "m1:learn:0:chess",
)

GAME_TABLES = ("games", "seats", "entries", "outbox", "results", "result_seats", "due")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn: the words appear without pictures."""
    monkeypatch.setattr(*PICTURES)


@asynccontextmanager
async def learner(folder: Path, workers: Pooled) -> AsyncIterator[Player]:
    """Ada on a server; Bruno is there too."""
    async with table(folder, workers, "Ada", "Bruno") as world:
        yield world["Ada"]


async def _counts(world: World) -> dict[str, int]:
    """How many rows there are in each table of games."""
    database: Any = world.bot.store._database
    count = "SELECT count(*) FROM {}".format
    return {each: (await database.all(count(each)))[0][0] for each in GAME_TABLES}


async def _finish(player: Player) -> None:
    """Follow the hints to the goal."""
    for _ in range(MOST):
        await follow_hint(player)
        if await attempt(player) is None:
            return
    raise AssertionError("the goal was not reached")


# -- every lesson ----------------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("lesson_id", EVERY)
async def test_a_lesson_reaches_its_goal_by_its_own_hints(
    tmp_path: Path, workers: Pooled, lesson_id: str
) -> None:
    async with learner(tmp_path, workers) as ada:
        first = await begin(ada, lesson_id)
        assert WORDS(f"lesson.{lesson_id}.name") in first.text
        assert "**Goal:**" in first.text
        await _finish(ada)
        assert "**Done!**" in ada.panel.text
        assert await ada.world.bot.lessons.done(ada.id) == {lesson_id}
        assert any(each.startswith("Next: ") for each in ada.panel.buttons)
        assert not any((await _counts(ada.world)).values()), "it left something of a game"


@pytest.mark.usefixtures("undrawn")
async def test_what_is_done_is_marked_and_the_next_one_offered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with learner(tmp_path, workers) as ada:
        first, second, *_ = LESSONS["florence"]
        await begin(ada, first.id)
        await _finish(ada)
        assert f"Next: {WORDS(f'lesson.{second.id}.name')}" in ada.panel.buttons
        await ada.click("Lessons", ada.panel)
        assert f"1. ✓ **{WORDS(f'lesson.{first.id}.name')}**" in ada.panel.text
        await ada.click(f"Begin: {WORDS(f'lesson.{second.id}.name')}", ada.panel)
        await ada.click("Lessons", ada.panel)
        assert f"2. ▸ **{WORDS(f'lesson.{second.id}.name')}**" in ada.panel.text
        assert f"Continue: {WORDS(f'lesson.{second.id}.name')}" in ada.panel.buttons


# -- wrong moves -----------------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_a_wrong_move_is_answered_with_its_reason_and_not_played(
    tmp_path: Path, workers: Pooled
) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        before = await ada.world.bot.store.lessons.read(ada.id)
        await ada.click("Bid 300", ada.panel)
        assert (
            "✗ **Not this one.** " + WORDS("lesson.florence.bid.task.1.wrong") in ada.panel.text
        )
        assert "Pass" in ada.panel.buttons, "the lesson goes on"
        assert await ada.world.bot.store.lessons.read(ada.id) == before
        await ada.click("Pass", ada.panel)
        assert "✓ Right." in ada.panel.text
        assert "Federico (computer) gets the " in ada.panel.text


@pytest.mark.usefixtures("undrawn")
async def test_texts_have_the_figures_of_the_position_and_say_why_not(
    tmp_path: Path, workers: Pooled
) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.money")
        assert "You have 500 florins" in ada.panel.text
        await choose(ada, "build.library.0.26")
        assert WORDS("lesson.florence.money.wrong.forced") in ada.panel.text
        await choose(ada, "sell.1")
        assert WORDS("lesson.florence.wrong.aside") in ada.panel.text
        await ada.click("Why can’t I …?", ada.panel)
        assert WORDS("panel.blocked") in ada.panel.text
        await ada.click("Back", ada.panel)
        assert "Complete a Work › Poet" in ada.panel.choices


@pytest.mark.usefixtures("undrawn")
async def test_start_again_begins_anew(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        await follow_hint(ada)
        await ada.click("Start over", ada.panel)
        assert "**Goal:**" in ada.panel.text
        row = await ada.world.bot.store.lessons.read(ada.id)
        assert row is not None
        assert row.entries == LESSONS["florence"][0].entries


# -- buttons from other moments and other people -----------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_a_lesson_goes_on_after_a_restart(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        await follow_hint(ada)
        await ada.world.restart()
        await ada.click("Bid 300", ada.panel)
        assert "✓ Right." in ada.panel.text
        await follow_hint(ada)
        assert await ada.world.bot.lessons.done(ada.id) == {"florence.bid"}


@pytest.mark.usefixtures("undrawn")
async def test_nobody_drives_the_lesson_of_somebody_else(
    tmp_path: Path, workers: Pooled
) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        before = await ada.world.bot.store.lessons.read(ada.id)
        bruno = ada.world["Bruno"]
        await bruno.slash("learn", game="florence")
        part = ada.panel.button("Pass")
        assert part is not None
        await bruno.forge("Begin: Bid and pass", part["custom_id"])
        assert bruno.panel.text == WORDS("lesson.refused")
        assert await ada.world.bot.store.lessons.read(ada.id) == before
        assert await ada.world.bot.store.lessons.read(bruno.id) is None


@pytest.mark.usefixtures("undrawn")
async def test_forged_buttons_are_refused(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        shown = await begin(ada, "florence.bid")
        before = await ada.world.bot.store.lessons.read(ada.id)
        for forged in FORGED:
            await ada.forge("Pass", forged)
            assert ada.panel.text in {WORDS("refuse.unknown_button"), WORDS("lesson.refused")}
            assert ada.panel.id != shown.id
            assert await ada.world.bot.store.lessons.read(ada.id) == before


@pytest.mark.usefixtures("undrawn")
async def test_a_click_that_comes_twice_counts_once(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        shown = ada.panel
        await ada.world.together(ada.click("Pass", shown), ada.click("Pass", shown))
        row = await ada.world.bot.store.lessons.read(ada.id)
        assert row is not None
        own = [
            each
            for each in row.entries[len(LESSONS["florence"][0].entries) :]
            if each[0] == "0"
        ]
        assert own == ["0:pass"]


@pytest.mark.usefixtures("undrawn")
async def test_another_lesson_ends_the_one_before(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "florence.bid")
        older = ada.panel
        await begin(ada, "lacrimosa.halves")
        await ada.click("Pass", older)
        assert ada.panel.text == WORDS("lesson.refused")
        now = await attempt(ada)
        assert now is not None
        assert now.lesson.id == "lacrimosa.halves"


# -- lessons that have changed -------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "changed",
    [
        {"edition": "of another release"},
        {"entries": ()},
        {"entries": ("=painter,lawyer",)},
        {"entries": (*LESSONS["lacrimosa"][0].entries, "0:experience.no-such-card")},
        {"entries": (*LESSONS["lacrimosa"][0].entries, "9:use")},
        {"entries": (*LESSONS["lacrimosa"][0].entries, "nonsense")},
    ],
    ids=["edition", "empty", "position", "action", "seat", "nonsense"],
)
async def test_a_lesson_that_does_not_fold_any_more_begins_anew(
    tmp_path: Path, workers: Pooled, changed: dict[str, Any]
) -> None:
    async with learner(tmp_path, workers) as ada:
        lesson = LESSONS["lacrimosa"][0]
        row = LessonRow(ada.id, lesson.id, lesson.edition, lesson.entries)
        store = ada.world.bot.store
        await store.lessons.write(replace(row, **changed))
        shown = await begin(ada, lesson.id)
        assert WORDS("lesson.renewed") in shown.text
        assert await store.lessons.read(ada.id) == row
        await follow_hint(ada)
        assert WORDS("lesson.renewed") not in ada.panel.text


@pytest.mark.usefixtures("undrawn")
async def test_lessons_of_an_edition_that_nobody_knows_are_not_offered(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner(tmp_path, workers) as ada:
        first, *others = LESSONS["lacrimosa"]
        unknown = replace(first, edition="0" * 16)
        monkeypatch.setitem(LESSONS, "lacrimosa", (unknown, *others))
        await ada.slash("learn", game="lacrimosa")
        assert WORDS(f"lesson.{first.id}.name") not in ada.panel.text
        assert len(ada.panel.choices) == len(others)
        monkeypatch.setitem(LESSONS, "lacrimosa", (unknown,))
        await ada.slash("learn", game="lacrimosa")
        assert WORDS("lesson.none") in ada.panel.text


# -- what is kept, and where ---------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_lessons_are_among_the_data_of_a_person(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        store, bot = ada.world.bot.store, ada.world.bot
        await begin(ada, "florence.bid")
        await _finish(ada)
        await begin(ada, "florence.build")
        await ada.slash("privacy")
        assert "2 lessons that you have begun or done" in ada.panel.text
        data = msgspec.json.decode(await bot.privacy.data(ada.id))
        assert data["lessons"][0]["lesson"] == "florence.build"
        assert [each["lesson"] for each in data["lessons_done"]] == ["florence.bid"]
        assert ada.id in await store.privacy.accounts()
        shown = ada.panel
        for label in ("Delete", "Delete all of it", "Delete for good"):
            await ada.click(label, shown)
            shown = ada.panel
        assert await store.lessons.read(ada.id) is None
        assert await store.lessons.done(ada.id) == frozenset()
        await ada.slash("learn", game="florence")
        await ada.click("Begin: Bid and pass", ada.panel)
        assert ada.panel.text == WORDS("privacy.refused.deleted")
        assert await store.lessons.read(ada.id) is None


@pytest.mark.usefixtures("undrawn")
async def test_lessons_work_in_direct_messages(tmp_path: Path, workers: Pooled) -> None:
    async with learner(tmp_path, workers) as ada:
        (answer,) = await ada.slash_directly("learn", game="florence")
        assert answer.direct
        assert "Begin: Bid and pass" in answer.buttons
        news = await ada.click("Begin: Bid and pass", answer)
        shown = next(each for each in news if each.id == answer.id)
        news = await ada.click("Pass", shown)
        shown = next(each for each in news if each.id == answer.id)
        assert "✓ Right." in shown.text
        assert not ada.private, "something was shown on the server"


@pytest.mark.usefixtures("undrawn")
async def test_nothing_is_posted_and_all_answers_are_for_the_learner_alone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with learner(tmp_path, workers) as ada:
        await begin(ada, "lacrimosa.travel")
        await _finish(ada)
        assert not ada.world.public
        assert not ada.world["Bruno"].messages
        assert all(each.passing for each in ada.messages)


# -- pictures ------------------------------------------------------------------------------


async def test_a_lesson_has_the_board_the_hand_and_the_places_of_a_table(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await begin(ada, "florence.build")
        assert _pictures(ada) == ["board"]
        await follow_hint(ada)
        assert _pictures(ada) == ["board", "hand-1"]
        await ada.click("Build", ada.panel)
        await ada.click("Theatre", ada.panel)
        await ada.click(ada.panel.buttons[0], ada.panel)
        assert _pictures(ada) == ["places"]
        await ada.click("Hint", ada.panel)
        assert "**Hint:**" in ada.panel.text


def _pictures(player: Player) -> list[str]:
    names = [str(each["filename"]) for each in player.panel.files]
    return [re.sub(r"^\w+?-|\.\w+$", "", each) for each in names]
