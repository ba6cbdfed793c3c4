"""A puzzle shows nothing that its seat could not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.screens import panel_step, puzzles
from bot.tables.persons.puzzles import Posed
from render.words import LANGUAGES, Words
from rules.journal import AnyJournal, Journal
from rules.registry import PUZZLES
from tests.bot.driver import Pooled, table
from tests.bot.learning import PICTURES

EVERY = [puzzle for found in PUZZLES.values() for puzzle in found]
WORLDS = 3
ADDRESS = panel_step.Address(("a",))


def altered(posed: Posed, seed: int) -> AnyJournal:
    """The game with everything that the seat may not know changed."""
    old, new = posed.journal, object.__new__(Journal)
    state = old.game.imagine(posed.view(posed.puzzle.seat), Random(seed))
    for name in Journal.__slots__:
        setattr(new, name, getattr(old, name))
    new._positions = (*old._positions[:-1], state)
    new._arose = {}
    new._note_decisions()
    return new


async def shown(bot: Any, posed: Posed, words: Words) -> Iterator[object]:
    """All that a person gets of a puzzle, and what its pictures are drawn from."""
    seat = posed.puzzle.seat
    message = await puzzles.asked(bot, posed, ADDRESS, words, navigation=[])
    answers = [puzzles.answer(bot, posed, each, words) for each in posed.puzzle.choices]
    view, scene = posed.view(seat), posed.scene(seat)
    return iter((message.view.to_components(), answers, view, scene))


async def test_what_is_shown_does_not_depend_on_what_the_seat_may_not_know(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*PICTURES)
    changed = 0
    async with table(tmp_path, workers, "Ada") as world:
        for nth, puzzle in enumerate(EVERY):
            words = Words(LANGUAGES[nth % len(LANGUAGES)])
            posed = await world.bot.puzzles.posed(puzzle.id, 1)
            before = list(await shown(world.bot, posed, words))
            for seed in range(WORLDS):
                other = Posed(
                    title=posed.title,
                    edition=posed.edition,
                    place=1,
                    journal=altered(posed, seed),
                    puzzle=puzzle,
                )
                changed += other.journal._positions[-1] != posed.journal._positions[-1]
                assert list(await shown(world.bot, other, words)) == before, puzzle.id
    assert changed > len(EVERY), "hidden things were changed"
