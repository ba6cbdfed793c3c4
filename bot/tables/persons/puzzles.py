"""Puzzles as a service: which one comes next for a person, and what they have chosen.

A puzzle is not a game: nothing is announced, rated or replayed. What a person has solved so far
decides how hard the next one is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.store import Store
from bot.store.person_rows import PuzzleAnswerRow
from bot.store.rows import UserId
from bot.tables.core.admission import check_allowed
from bot.tables.core.refusals import NoSuchPuzzle
from bot.tables.persons.prepared import PreparedPosition
from bot.tables.persons.puzzle_days import PuzzleDayService
from rules.contract import Decision
from rules.journal import AnyJournal
from rules.puzzles import Grade, Puzzle, position
from rules.registry import PUZZLES, played_with

KEPT: Final = 30
"""How many positions stay in memory."""

EASIEST: Final[Grade] = 1
HARDEST: Final[Grade] = 3


class Posed(PreparedPosition, frozen=True, kw_only=True):
    """A puzzle as it is shown.

    Attributes:
        puzzle: the puzzle.
    """

    puzzle: Puzzle

    @property
    def asked(self) -> Decision:
        """The decision that is asked for.

        Raises:
            NoSuchPuzzle: the rules have changed.
        """
        found = self.decision(self.puzzle.seat)
        if found is None:
            raise NoSuchPuzzle
        return replace(found, asides=())


class Solved(msgspec.Struct, frozen=True):
    """How many puzzles a person has solved, and answered at all (`chosen`)."""

    solved: int
    chosen: int


class PuzzleService:
    """The puzzles of one bot.

    A refused request raises a `Refusal` for the person to read, and changes nothing.

    Attributes:
        days: the puzzles of the day.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Use a store; `clock` returns Unix seconds."""
        self.days = PuzzleDayService(store)
        self._store = store
        self._clock = clock
        self._journals: LRUCache[str, AnyJournal] = LRUCache(KEPT)

    async def offered(self, game: str | None = None) -> tuple[Puzzle, ...]:
        """The puzzles of a game (None: of all) that can be played and are not withdrawn."""
        out = await self._store.puzzles.out()
        return tuple(
            each
            for title, puzzles in PUZZLES.items()
            if game in {None, title}
            for each in puzzles
            if each.id not in out and _playable(each)
        )

    async def next(self, user: UserId, game: str | None = None) -> Puzzle | None:
        """The next puzzle for a person; None: they have solved them all."""
        rows = await self._store.puzzles.of_person(user)
        return following(await self.offered(game), rows)

    async def posed(self, puzzle_id: str, place: int) -> Posed:
        """A puzzle as it is shown somewhere.

        Args:
            puzzle_id: the id of the puzzle.
            place: the person or channel that it is shown to.

        Raises:
            NoSuchPuzzle: the puzzle no longer exists.
        """
        puzzle = _known(puzzle_id)
        if puzzle is None:
            raise NoSuchPuzzle
        journal = self._journals.get(puzzle.id)
        if journal is None:
            rules = played_with(puzzle.game, puzzle.edition)
            journal = await asyncio.to_thread(position, puzzle, rules)
            self._journals[puzzle.id] = journal
        return Posed(
            title=puzzle.game,
            edition=puzzle.edition,
            place=place,
            journal=journal,
            puzzle=puzzle,
        )

    async def choose(self, user: UserId, puzzle: Puzzle, choice: str) -> bool:
        """Store what a person chooses, and return whether it is right.

        Raises:
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        await check_allowed(self._store, user)
        solved = choice == puzzle.answer
        await self._store.puzzles.choose(user, puzzle.id, self._clock(), solved=solved)
        return solved

    async def disagree(self, user: UserId, puzzle_id: str) -> None:
        """Record that a person disagrees with the answer that they have read.

        Raises:
            NoSuchPuzzle: the person has not answered the puzzle.
        """
        if not await self._store.puzzles.disagree(user, puzzle_id):
            raise NoSuchPuzzle

    async def solved(self, user: UserId, game: str | None = None) -> Solved:
        """How many puzzles of a game, or of all games, a person has solved."""
        rows = [
            each
            for each in await self._store.puzzles.of_person(user)
            if game in {None, each.puzzle.partition(".")[0]}
        ]
        return Solved(sum(each.solved for each in rows), len(rows))


def following(offered: Sequence[Puzzle], answered: Sequence[PuzzleAnswerRow]) -> Puzzle | None:
    """The puzzle to offer next: a new one near the person's grade, with games taking turns.

    When there is no new one, the unsolved ones come again, the longest ago first.

    Args:
        offered: all there are.
        answered: what the person has chosen, oldest first.
    """
    known = {each.puzzle: each for each in answered}
    fresh = [each for each in offered if each.id not in known]
    if not fresh:
        missed = {each.puzzle for each in answered if not each.solved}
        again = [each for each in offered if each.id in missed]
        return min(again, key=lambda each: known[each.id].at, default=None)
    grades = {each.id: each.grade for puzzles in PUZZLES.values() for each in puzzles}
    level = grade_of((grades.get(each.puzzle), each.solved) for each in answered)
    last = answered[-1].puzzle.partition(".")[0] if answered else None
    return min(fresh, key=lambda each: (each.game == last, abs(each.grade - level), each.id))


def grade_of(answered: Iterable[tuple[Grade | None, bool]]) -> int:
    """The grade that a person is ready for: one above their last puzzle, or below if missed.

    Args:
        answered: the grades of puzzles, and whether they were solved, oldest first.
            A puzzle that is gone has no grade.

    >>> grade_of(())
    1
    >>> grade_of([(1, True), (2, True), (3, False)])
    2
    """
    level: int = EASIEST
    for grade, solved in answered:
        if grade is not None:
            level = min(grade + 1, HARDEST) if solved else max(grade - 1, EASIEST)
    return level


def _known(puzzle_id: str) -> Puzzle | None:
    every = (each for puzzles in PUZZLES.values() for each in puzzles)
    return next((each for each in every if each.id == puzzle_id and _playable(each)), None)


def _playable(puzzle: Puzzle) -> bool:
    try:
        played_with(puzzle.game, puzzle.edition)
    except KeyError:
        return False
    return True
