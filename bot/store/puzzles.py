"""What people have chosen in puzzles, and with which puzzles they disagree."""

from __future__ import annotations

from typing import Final

from bot.database.contract import Database
from bot.store.columns import PUZZLE_ANSWER
from bot.store.person_rows import PuzzleAnswerRow
from bot.store.rows import UserId

DISAGREE: Final = 5
"""How many must disagree, and be at least a quarter of all who chose, to take a puzzle out."""

_SHARE: Final = 4

_CHOSEN: Final = """
    INSERT INTO puzzle_answers ("user", puzzle, solved, at) VALUES (?, ?, ?, ?)
    ON CONFLICT ("user", puzzle) DO UPDATE SET at = excluded.at,
        solved = CASE WHEN excluded.solved = 1 THEN 1 ELSE puzzle_answers.solved END
"""
_DISAGREED: Final = """
    SELECT puzzle, sum(disagrees), count(*) FROM puzzle_answers
    WHERE puzzle IN (SELECT puzzle FROM puzzle_answers WHERE disagrees = 1)
    GROUP BY puzzle ORDER BY puzzle
"""


class Puzzles:
    """People's puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def choose(self, user: UserId, puzzle: str, at: float, *, solved: bool) -> None:
        """Remember what a person has chosen; a puzzle solved once stays solved.

        Args:
            user: who.
            puzzle: its id.
            at: when, in Unix seconds.
            solved: whether it was the best choice.
        """
        await self._database.write(_CHOSEN, user, puzzle, int(solved), at)

    async def disagree(self, user: UserId, puzzle: str) -> bool:
        """Remember that a person disagrees with a puzzle; false: they have not chosen in it."""
        change = 'UPDATE puzzle_answers SET disagrees = 1 WHERE "user" = ? AND puzzle = ?'
        return await self._database.write(change, user, puzzle) > 0

    async def of_person(self, user: UserId) -> tuple[PuzzleAnswerRow, ...]:
        """All that a person has chosen, in chronological order."""
        find = f'SELECT {PUZZLE_ANSWER.selected} FROM puzzle_answers WHERE "user" = ?'
        rows = await self._database.all(f"{find} ORDER BY at, puzzle", user)
        return tuple(map(PUZZLE_ANSWER.read, rows))

    async def disagreed(self) -> dict[str, tuple[int, int]]:
        """For each puzzle with which someone disagrees: how many do, and how many chose."""
        rows = await self._database.all(_DISAGREED)
        return {str(puzzle): (int(times), int(chosen)) for puzzle, times, chosen in rows}

    async def out(self) -> frozenset[str]:
        """The puzzles that are out because too many people disagree with them."""
        found = await self.disagreed()
        return frozenset(
            puzzle
            for puzzle, (times, chosen) in found.items()
            if times >= DISAGREE and times * _SHARE >= chosen
        )
