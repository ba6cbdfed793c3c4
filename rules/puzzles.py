"""Puzzles: a position of a real game, one decision, and the strongest computer player's move.

A game's puzzles are one file, found by `python -m tests.puzzles`. In each, one option leads
however the game is played on. A choice of a puzzle is what a person decides: a building
without its place, a journey without its payment. It is written as the start of the names of
the actions that it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from rules.contract import Action, AnyGame, Decision, Seat, name
from rules.journal import AnyJournal
from rules.opponents.told import Why
from rules.prepared import folded

FILE: Final = "puzzles.json"

Grade: TypeAlias = Literal[1, 2, 3]
"""1: the easy computer player finds it; 2: only the normal one does; 3: neither does."""

Who: TypeAlias = Literal["novice", "adept", "points"]
"""Who is wrong: a computer player of that level, or anyone who takes the most points now."""


class Wrong(msgspec.Struct, frozen=True):
    """What most others would wrongly choose.

    Attributes:
        choice: the choice.
        by: who makes it.
    """

    choice: str
    by: Who


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of one game.

    Attributes:
        id: its game and a few digits of its own: `florence.3fa9c1`.
        seed: that of the game it was found in.
        seats: the number of seats.
        options: the table options.
        edition: the hash of the edition that it was found with; None if the game has none.
        seat: the seat that decides.
        entries: the entries that led to its position, spelled.
        round: the round of the decision.
        prompt: what is asked.
        choices: all that can be chosen, in the order of the panel.
        order: the best choices, the answer first; both if there are two.
        near: the choices that the judges have compared with the answer.
        wrong: what most others would choose; None if all of them find the answer.
        grade: how hard it is.
        least: the smallest of the answer's leads, in points.
        why: why the answer is better than what others choose (in older puzzles, than the
            next best choice), as far as each judge says so.
    """

    id: str
    seed: str
    seats: int
    options: Mapping[str, str]
    edition: str | None
    seat: Seat
    entries: tuple[str, ...]
    round: int
    prompt: Mapping[str, Any]
    choices: tuple[str, ...]
    order: tuple[str, ...]
    near: tuple[str, ...]
    wrong: Wrong | None
    grade: Grade
    least: float
    why: Why

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.id.partition(".")[0]

    @property
    def answer(self) -> str:
        """The right choice."""
        return self.order[0]

    def chosen(self, spelled: str) -> str | None:
        """The choice that an action, or the start of its name, makes; None if it makes none."""
        path = spelled.split(".")
        found = (each for each in self.choices if _begins(path, each.split(".")))
        return next(found, None)


def _begins(path: list[str], start: list[str]) -> bool:
    return path[: len(start)] == start


def read_all(folder: Traversable) -> tuple[Puzzle, ...]:
    """The puzzles in the folder of a game; none if it has no such file."""
    file = folder.joinpath(FILE)
    if not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])


def position(puzzle: Puzzle, game: AnyGame) -> AnyJournal:
    """The position of a puzzle.

    Args:
        puzzle: the puzzle.
        game: its game, with the edition of the puzzle.

    Raises:
        Illegal: the rules have changed.
    """
    return folded(puzzle, game, puzzle.entries)


def standing_for(choice: str, decision: Decision) -> tuple[Action, ...]:
    """The actions of a decision that a choice stands for."""
    start = choice.split(".")
    return tuple(each for each in decision.options if _begins(name(each).split("."), start))
