"""Puzzles: one question, one decision, and an answer with its reason; what is kept of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bot.store.person_rows import PuzzleAnswerRow
from bot.store.puzzles import DISAGREE
from bot.tables.persons.puzzles import following
from render.words import LANGUAGES, Words
from rules.puzzles import Puzzle
from rules.registry import PUZZLES
from tests.bot.driver import Player, Pooled, table
from tests.bot.learning import PICTURES
from tests.bot.solving import WORDS, choose, offered, shown

EVERY = [puzzle for puzzles in PUZZLES.values() for puzzle in puzzles]
GAMES = tuple(PUZZLES)

FORGED = (
    "m1:puzzle:0:chess",
    "m1:puzzle:0",
    "m1:puzzle_pick:0",
    "m1:puzzle_pick:0:florence.000000:any:pass",
    f"m1:puzzle_pick:0:{EVERY[0].id}:any:bid.9000",
    f"m1:puzzle_pick:0:{EVERY[0].id}:chess:{EVERY[0].answer}",
    f"m1:puzzle_pick:0:{EVERY[0].id}:any",
    f"m1:puzzle_disagree:0:{EVERY[0].id}:any:bid.9000",
    f"m1:puzzle_disagree:0:{EVERY[0].id}:any:{EVERY[0].answer}",
)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn: the words appear without pictures."""
    monkeypatch.setattr(*PICTURES)


def only(monkeypatch: pytest.MonkeyPatch, *puzzles: Puzzle) -> None:
    """Leave these puzzles and no others."""
    for game in GAMES:
        some = tuple(each for each in puzzles if each.game == game)
        monkeypatch.setitem(PUZZLES, game, some)


@asynccontextmanager
async def solver(folder: Path, workers: Pooled) -> AsyncIterator[Player]:
    """Ada on a server; Bruno is there too."""
    async with table(folder, workers, "Ada", "Bruno") as world:
        yield world["Ada"]


def wrong(puzzle: Puzzle) -> str:
    """A wrong choice."""
    return next(each for each in puzzle.choices if each != puzzle.answer)


# -- every puzzle ------------------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("puzzle", EVERY, ids=lambda each: each.id)
async def test_all_choices_of_a_puzzle_are_offered_at_once_and_one_answers_it(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle
) -> None:
    only(monkeypatch, puzzle)
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        assert shown(ada.panel) == puzzle
        assert sorted(offered(ada.panel)) == sorted(puzzle.choices)
        answer = await choose(ada, puzzle.answer)
        assert "✓ **Right: " in answer.text
        said = answer.text.splitlines()
        assert any(
            "games imagined" in each or "in no" in each or "game" in each for each in said
        )
        assert "I disagree" in answer.buttons
        assert not any(each.startswith("Next best: ") and each.endswith(": ") for each in said)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("game", GAMES)
async def test_a_wrong_choice_is_told_what_is_better_and_why_without_points(
    tmp_path: Path, workers: Pooled, game: str
) -> None:
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle", game=game)
        puzzle = shown(ada.panel)
        assert puzzle.game == game
        answer = await choose(ada, wrong(puzzle))
        assert "✗ **Not this one: " in answer.text
        assert "**I’d choose: " in answer.text
        assert "Next best: " in answer.text
        for figure in (puzzle.why.points, puzzle.why.before, puzzle.least):
            assert f" {round(figure)} points" not in answer.text
        await ada.click("Next", answer)
        assert shown(ada.panel).game == game, "the next one is of the game that was asked for"
        assert shown(ada.panel) != puzzle


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_puzzle_and_its_answer_are_told_in_each_language(
    tmp_path: Path, workers: Pooled, language: str
) -> None:
    words = Words(language)
    async with solver(tmp_path, workers) as ada:
        await ada.world.bot.people.change(ada.id, locale=language)
        for game in GAMES:
            await ada.slash("puzzle", game=game)
            puzzle = shown(ada.panel)
            assert words("puzzle.title.game", game=words(f"game.{game}")) in ada.panel.text
            answer = await choose(ada, wrong(puzzle))
            assert words("puzzle.answer", answer="…").split("…")[0] in answer.text
            assert words("puzzle.button.disagree") in answer.buttons


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("puzzle_id", "told"), [("lacrimosa.f4b37c", True), ("lacrimosa.b23958", False)]
)
async def test_what_the_answer_does_now_is_told_where_it_is_one_thing(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    puzzle_id: str,
    told: bool,
) -> None:
    """The second answer also gives what its payment leaves of a Wildcard."""
    puzzle = next(each for each in EVERY if each.id == puzzle_id)
    only(monkeypatch, puzzle)
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        answer = await choose(ada, puzzle.answer)
        assert ("Now: " in answer.text) is told


# -- which one comes next ----------------------------------------------------------------


def _made(*grades: int, game: str = "florence") -> tuple[Puzzle, ...]:
    puzzle = EVERY[0]
    return tuple(
        replace(puzzle, id=f"{game}.{nth}", grade=grade) for nth, grade in enumerate(grades)
    )


def _rows(puzzles: Sequence[Puzzle], *solved: bool) -> tuple[PuzzleAnswerRow, ...]:
    return tuple(
        PuzzleAnswerRow(1, each.id, one, float(at))
        for at, (each, one) in enumerate(zip(puzzles, solved, strict=False))
    )


def test_the_next_puzzle_is_as_hard_as_the_person_can_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzles = _made(1, 1, 2, 2, 3, 3)
    only(monkeypatch, *puzzles)
    first = following(puzzles, ())
    assert first is not None
    assert first.grade == 1
    after = following(puzzles, _rows(puzzles, True))
    assert after is not None
    assert after.grade == 2
    missed = following(puzzles, _rows(puzzles, False))
    assert missed is not None
    assert missed.grade == 1


def test_those_that_were_not_solved_come_again_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = _made(1, 2, 3)
    only(monkeypatch, *puzzles)
    assert following(puzzles, _rows(puzzles, False, True, False)) == puzzles[0]
    assert following(puzzles, _rows(puzzles, True, True, True)) is None


def test_games_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = (*_made(1, 1), *_made(1, 1, game="lacrimosa"))
    only(monkeypatch, *puzzles)
    first = following(puzzles, ())
    assert first is not None
    second = following(puzzles, _rows((first,), False))
    assert second is not None
    assert second.game != first.game


@pytest.mark.usefixtures("undrawn")
async def test_a_puzzle_that_was_not_answered_comes_again_and_after_all_there_are_none(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, EVERY[0])
    async with solver(tmp_path, workers) as ada:
        for _ in range(2):
            await ada.slash("puzzle")
            assert shown(ada.panel) == EVERY[0]
        answer = await choose(ada, EVERY[0].answer)
        await ada.click("Next", answer)
        assert WORDS("puzzle.all_done") in ada.panel.text
        for game in GAMES:
            await ada.slash("puzzle", game=game)
            text = "puzzle.all_done.game" if game == EVERY[0].game else "puzzle.none"
            assert WORDS(text) in ada.panel.text


# -- people who disagree -----------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_who_disagrees_is_counted_and_keeps_the_answer(
    tmp_path: Path, workers: Pooled
) -> None:
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        puzzle = shown(ada.panel)
        answer = await choose(ada, wrong(puzzle))
        await ada.click("I disagree", answer)
        assert WORDS("puzzle.disagreed") in ada.panel.text
        assert "**I’d choose: " in ada.panel.text
        assert "I disagree" not in ada.panel.buttons
        store = ada.world.bot.store.puzzles
        assert await store.disagreed() == {puzzle.id: (1, 1)}
        assert await store.out() == frozenset()


@pytest.mark.usefixtures("undrawn")
async def test_a_quarter_of_twenty_who_disagree_take_a_puzzle_out(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = EVERY[:2]
    only(monkeypatch, first, second)
    async with solver(tmp_path, workers) as ada:
        store = ada.world.bot.store.puzzles
        for puzzle in (first, second):
            for user in range(1000, 1020 if puzzle == first else 1021):
                await store.choose(user, puzzle.id, 1.0, solved=False)
            for user in range(1000, 1000 + DISAGREE - 1):
                await store.disagree(user, puzzle.id)
        assert await store.out() == frozenset()
        for puzzle in (first, second):
            await store.disagree(1010, puzzle.id)
        assert await store.out() == {first.id}, "of 21 people five are too few"
        assert await ada.world.bot.puzzles.offered() == (second,)
        await ada.slash("puzzle")
        assert shown(ada.panel) == second


# -- buttons from other moments and other people -----------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_forged_buttons_are_refused(tmp_path: Path, workers: Pooled) -> None:
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        part = next(e for e in ada.panel.parts if "puzzle_pick" in str(e.get("custom_id")))
        label = part.get("label") or "Symbols"
        for forged in FORGED:
            await ada.forge(label, forged)
            refused = {WORDS("refuse.unknown_button"), WORDS("puzzle.refused")}
            assert ada.panel.text in refused, forged
            assert not await ada.world.bot.store.puzzles.of_person(ada.id)


@pytest.mark.usefixtures("undrawn")
async def test_a_puzzle_is_answered_after_a_restart(tmp_path: Path, workers: Pooled) -> None:
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        puzzle = shown(ada.panel)
        await ada.world.restart()
        answer = await choose(ada, puzzle.answer)
        assert "✓ **Right: " in answer.text


@pytest.mark.usefixtures("undrawn")
async def test_puzzles_of_an_edition_that_nobody_knows_are_not_offered(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = replace(PUZZLES["lacrimosa"][0], edition="0" * 16)
    only(monkeypatch, unknown)
    async with solver(tmp_path, workers) as ada:
        await ada.slash("puzzle")
        assert WORDS("puzzle.none") in ada.panel.text


# -- what is kept, and where -------------------------------------------------------------


@pytest.mark.usefixtures("undrawn")
async def test_puzzles_are_among_the_data_of_a_person(tmp_path: Path, workers: Pooled) -> None:
    async with solver(tmp_path, workers) as ada:
        store, bot = ada.world.bot.store, ada.world.bot
        await ada.slash("puzzle")
        first = shown(ada.panel)
        await ada.click("Next", await choose(ada, first.answer))
        second = shown(ada.panel)
        await choose(ada, wrong(second))
        await ada.slash("record")
        assert "Puzzles solved: 1 of 2" in ada.panel.text
        await ada.slash("privacy")
        assert "2 puzzles that you have answered" in ada.panel.text
        data = msgspec.json.decode(await bot.privacy.data(ada.id))
        assert [(each["puzzle"], each["solved"]) for each in data["puzzles"]] == [
            (first.id, 1),
            (second.id, 0),
        ]
        assert ada.id in await store.privacy.accounts()
        panel = ada.panel
        for label in ("Delete", "Delete all of it", "Delete for good"):
            await ada.click(label, panel)
            panel = ada.panel
        assert await store.puzzles.of_person(ada.id) == ()
        await ada.slash("puzzle")
        await choose(ada, shown(ada.panel).answer)
        assert ada.panel.text == WORDS("privacy.refused.deleted")
        assert await store.puzzles.of_person(ada.id) == ()


@pytest.mark.usefixtures("undrawn")
async def test_who_has_chosen_in_no_puzzle_has_no_line_of_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with solver(tmp_path, workers) as ada:
        await ada.slash("record")
        assert "Puzzles solved" not in ada.panel.text


@pytest.mark.usefixtures("undrawn")
async def test_puzzles_work_in_direct_messages_and_nothing_is_posted(
    tmp_path: Path, workers: Pooled
) -> None:
    async with solver(tmp_path, workers) as ada:
        (asked,) = await ada.slash_directly("puzzle")
        assert asked.direct
        puzzle = shown(asked)
        is_button, label = offered(asked)[puzzle.answer]
        news = await (ada.click if is_button else ada.select)(label, asked)
        answer = next(each for each in news if each.id == asked.id)
        assert "✓ **Right: " in answer.text
        assert not ada.private, "something was shown on the server"
        assert not ada.world.public
        assert not ada.world["Bruno"].messages


async def test_a_puzzle_and_its_answer_have_the_board_and_the_hand(
    tmp_path: Path, workers: Pooled
) -> None:
    async with solver(tmp_path, workers) as ada:
        for game in GAMES:
            await ada.slash("puzzle", game=game)
            files = [str(each["filename"]) for each in ada.panel.files]
            assert f"{game}-board.png" in files
            assert f"{game}-hand-1.png" in files
            answer = await choose(ada, shown(ada.panel).answer)
            assert [str(each["filename"]) for each in answer.files][:2] == files[:2]
