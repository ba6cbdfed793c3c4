"""The puzzles of all games: they replay, are asked as stored, and no habit solves most."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rules.contract import Decision, name
from rules.opponents.told import OTHERS
from rules.puzzles import Puzzle, position, read_all, standing_for
from rules.registry import GAMES, PUZZLES, played_with
from tests.puzzles import __main__ as script
from tests.puzzles import again
from tests.puzzles.finding import led_again, most_points
from tests.puzzles.judges import JUDGES, Judge
from tests.puzzles.positions import DEPTHS, PROMPTS, ROUNDS, choice, place_of

EVERY = [puzzle for puzzles in PUZZLES.values() for puzzle in puzzles]
LEAST = 2
"""The fewest puzzles that a game has."""

DRAWN = 5
WORLDS = 24

every = pytest.mark.parametrize("puzzle", EVERY, ids=lambda each: each.id)


def decision_of(puzzle: Puzzle) -> Decision:
    journal = position(puzzle, played_with(puzzle.game, puzzle.edition))
    decision = journal.decision(puzzle.seat)
    assert decision is not None
    return decision


@every
def test_a_puzzle_is_asked_as_it_is_stored(puzzle: Puzzle) -> None:
    decision = decision_of(puzzle)
    asked = msgspec.json.decode(msgspec.json.encode(decision.prompt))
    assert asked == puzzle.prompt
    assert isinstance(decision.prompt, PROMPTS[puzzle.game])
    choices = tuple(dict.fromkeys(choice(each) for each in decision.options))
    assert choices == puzzle.choices
    assert place_of(puzzle).round == puzzle.round
    assert puzzle.round in ROUNDS[puzzle.game]
    assert puzzle.edition == GAMES[puzzle.game].edition, "find puzzles anew"


@every
def test_what_is_told_of_a_puzzle_can_be_chosen(puzzle: Puzzle) -> None:
    decision = decision_of(puzzle)
    told = (*puzzle.order, *puzzle.near, *([puzzle.wrong.choice] if puzzle.wrong else []))
    for each in told:
        assert standing_for(each, decision), each
        assert each in puzzle.choices
    assert len(puzzle.order) == min(3, len(puzzle.choices)) == len(set(puzzle.order))
    assert puzzle.answer not in puzzle.near
    assert puzzle.wrong is None or puzzle.wrong.choice != puzzle.answer
    tempting = puzzle.wrong.choice if puzzle.wrong else None
    assert puzzle.chosen(puzzle.why.than) in {puzzle.order[1], tempting}


@every
def test_each_action_belongs_to_one_choice(puzzle: Puzzle) -> None:
    for action in decision_of(puzzle).options:
        assert puzzle.chosen(name(action)) == choice(action)
    for tag in DEPTHS:
        assert puzzle.chosen(tag) is None


@every
def test_a_puzzle_has_a_reason_that_speaks_for_its_answer(puzzle: Puzzle) -> None:
    lines, plan = puzzle.why.lines, puzzle.why.plan
    assert lines or plan
    assert not lines or any((each.more > 0) is not (each.what == OTHERS) for each in lines)
    assert plan is None or plan.share > plan.other
    assert puzzle.least >= 2


@pytest.mark.parametrize("game", PUZZLES)
def test_no_habit_solves_more_than_half(game: str) -> None:
    puzzles = PUZZLES[game]
    assert len(puzzles) >= LEAST
    assert len({each.id for each in puzzles}) == len(puzzles)
    answers = Counter(each.answer.partition(".")[0] for each in puzzles)
    assert max(answers.values()) * 2 <= len(puzzles), answers
    first = sum(each.answer == each.choices[0] for each in puzzles)
    points = sum(each.answer in most_points(place_of(each))[:1] for each in puzzles)
    assert max(first, points) * 2 <= len(puzzles), (first, points)
    for one, other in script.PAIRS.items():
        assert abs(answers[one] - answers[other]) <= 1 + len(puzzles) // 10, answers


@pytest.mark.parametrize("game", PUZZLES)
def test_drawn_puzzles_are_still_led_by_their_answers(game: str) -> None:
    """Only the two quick judges are asked, in fewer worlds; all are asked at night."""
    base, figures, *_ = JUDGES[game]
    drawn = Random(len(PUZZLES[game])).sample(PUZZLES[game], min(DRAWN, len(PUZZLES[game])))
    for puzzle in drawn:
        for judge in (base, figures):
            assert led_again(puzzle, replace(judge, worlds=WORLDS)) > 0


def test_what_has_fallen_is_named_with_the_judge(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At night `tests.puzzles.again` judges as many puzzles as there is time for."""
    good, bad, late = PUZZLES["florence"][:3]
    last = JUDGES["florence"][-1].name

    def led(puzzle: Puzzle, judge: Judge) -> float:
        return -0.1 if puzzle is bad and judge.name == last else 0.1

    monkeypatch.setattr(again, "led_again", led)
    assert again.within(1.0, 0, [good, bad]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told == [f"{bad.id}: {last}: take it out", "2 puzzles judged anew, 1 have fallen"]
    assert again.within(0.0, 0, [late, bad]) == 0, "there is no time for the second"
    order = list(again.drawn(7))
    assert sorted(each.id for each in order) == sorted(each.id for each in EVERY)
    assert {each.game for each in order[: len(PUZZLES)]} == set(PUZZLES)
    assert order != list(again.drawn(8))


# -- the script ------------------------------------------------------------------------


def test_what_is_found_is_added_at_once_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = PUZZLES["florence"]
    monkeypatch.setattr(script, "ROOT", tmp_path)
    folder = tmp_path / "florence"
    folder.mkdir()
    assert read_all(folder) == ()
    for each in (first, second, first):
        script.add(each)
    assert read_all(folder) == (first, second)
    assert [each.name for each in folder.iterdir()] == ["puzzles.json"]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_search_that_is_stopped_tells_what_it_has_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stop: signal.Signals
) -> None:
    def stopped(game: str, seconds: float, seed: str, count: Counter[str]) -> None:
        del game, seconds, seed
        count["refused: base"] += 7
        signal.raise_signal(stop)

    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(script, "search", stopped)
    monkeypatch.setattr("sys.argv", ["tests.puzzles", "--game", "florence"])
    try:
        signal.signal(stop, signal.SIG_IGN)  # as a background job starts
        assert script.main() == 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["stopped", "florence: refused: base: 7"]
    assert told[2].startswith(f"florence: {len(PUZZLES['florence'])} puzzles")


def test_answers_of_a_pair_are_found_as_often_as_each_other() -> None:
    known = list(PUZZLES["florence"])
    bids = [replace(known[0], order=("bid.400", "pass"))] * 2
    assert not script.wanted(bids, "florence", "bid.500")
    assert script.wanted(bids, "florence", "pass")
    assert script.wanted(bids, "florence", "build.tower")


def test_no_answer_is_found_for_more_than_half() -> None:
    (puzzle, *_) = PUZZLES["lacrimosa"]
    travels = [
        replace(puzzle, order=(f"travel.{each}",)) for each in ("paris", "praha", "wien")
    ]
    others = [replace(puzzle, order=("requiem.kyrie.horns",))] * 4
    assert script.wanted((), "lacrimosa", "travel.london")
    assert not script.wanted(travels, "lacrimosa", "travel.london")
    assert not script.wanted([*travels, *others[:3]], "lacrimosa", "travel.london")
    assert script.wanted([*travels, *others], "lacrimosa", "travel.london")


def test_questions_that_are_asked_most_often_are_no_more_than_their_share() -> None:
    (puzzle, *_) = PUZZLES["florence"]
    both = [replace(puzzle, order=(each,)) for each in ("bid.400", "pass") * 3]
    others = [replace(puzzle, order=("end_turn",))] * 8
    assert not script.wanted(both, "florence", "pass")
    assert script.wanted([*both, *others], "florence", "pass")
