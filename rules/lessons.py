"""Lessons: a prepared position, what to do in it, and which choices are right on the way.

Each lesson is a file in its game's package: the entries that lead to its position, and
tasks. A task knows which choices of the learner are right, why others are not, and what
the other seats do after it. This module knows no game: goals and figures come from
`Teaching`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from rules.contract import Action, Decision, Moved, Seat, name
from rules.journal import AnyJournal

LEARNER: Final[Seat] = 0
"""The learner's seat."""

Goal: TypeAlias = Callable[[Any], bool]
"""Whether something is reached, going by the learner's view."""


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices that a task rejects for a reason of their own.

    Attributes:
        choices: patterns for the names of actions.
        why: the last part of the text's id: `lesson.<lesson>.wrong.<why>`, or for the whole
            game `lesson.<game>.wrong.<why>`.
    """

    choices: tuple[str, ...]
    why: str


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One choice of the learner, or several.

    Attributes:
        right: patterns for the names of actions; the first one on offer is the hint.
        until: the goal that ends the task; None if its first choice does.
        wrong: why other choices are not right; the first entry that fits counts.
        replies: patterns for what the other seats do after it, in order.
        draws: what comes up after it, in order, as far as possible.
    """

    right: tuple[str, ...]
    until: str | None = None
    wrong: tuple[Wrong, ...] = ()
    replies: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a lesson's file, made by `python -m tests.lessons`."""

    entries: tuple[str, ...]
    edition: str | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a lesson."""

    seats: int
    goal: str
    task: tuple[Task, ...]
    position: _Position
    options: dict[str, str] = {}


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of one game.

    Attributes:
        id: its game and its name, as its texts spell them: `florence.bid`.
        game: the id of its game.
        seats: the number of seats.
        options: the table options that differ from the default.
        goal: the name of the goal that ends it.
        tasks: what to do, in order; the last one lasts until the goal is reached.
        edition: the hash of the edition that it was made for; None if the game has none.
        entries: the entries that led to its position, spelled.
    """

    id: str
    game: str
    seats: int
    options: dict[str, str]
    goal: str
    tasks: tuple[Task, ...]
    edition: str | None
    entries: tuple[str, ...]


class Teaching(msgspec.Struct, frozen=True):
    """What a game gives its lessons.

    Attributes:
        goals: the goals by name.
        figures: the figures that lesson texts mention, from the learner's view.
    """

    goals: Mapping[str, Goal]
    figures: Callable[[Any], Mapping[str, int]]


def read_all(game: str, folder: Traversable) -> tuple[Lesson, ...]:
    """The lessons of a game, in order: `1_bid.toml` is the first, `<game>.bid`."""
    files = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return tuple(_read(game, folder.joinpath(file)) for file in files)


def _read(game: str, file: Traversable) -> Lesson:
    read = msgspec.toml.decode(file.read_text("utf-8"), type=_File)
    return Lesson(
        id=f"{game}.{file.name.removesuffix('.toml').partition('_')[2]}",
        game=game,
        seats=read.seats,
        options=read.options,
        goal=read.goal,
        tasks=read.task,
        edition=read.position.edition,
        entries=read.position.entries,
    )


class ScriptedRandom(Random):
    """Chance that draws what a script names, in order, as far as possible.

    The rest comes from a seed, so that the same position draws the same for everyone.
    """

    def __init__(self, script: Iterable[str], seed: str) -> None:
        """Chance with a script, each item of which comes up once."""
        super().__init__(seed)
        self.left = list(script)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """`k` of a population, those in the script first."""
        del counts
        loose, found = list(population), list[Any]()
        for item in tuple(self.left):
            if item in loose and len(found) < k:
                loose.remove(item)
                self.left.remove(item)
                found.append(item)
        return [*found, *super().sample(loose, k - len(found))]


# -- the way to the goal -----------------------------------------------------------


def reached(lesson: Lesson, teaching: Teaching, journal: AnyJournal) -> int | None:
    """Which task of a lesson a journal has come to, from 0; None once the goal is reached.

    The journal begins with the lesson's entries, and no other seat is left to decide.
    """
    own = [
        number
        for number, entry in enumerate(journal.entries, start=1)
        if number > len(lesson.entries) and isinstance(entry, Moved) and entry.seat == LEARNER
    ]
    task, last = 0, len(lesson.tasks) - 1
    for following in (*own, journal.number + 1)[1:]:
        until = lesson.tasks[task].until
        if until is None or teaching.goals[until](journal.view(LEARNER, following - 1)):
            task = min(task + 1, last)
    return None if teaching.goals[lesson.goal](journal.view(LEARNER)) else task


def wrong(lesson: Lesson, task: int, decision: Decision, action: Action) -> str | None:
    """The end of the id of the text that says why a choice is wrong; None if it is right."""
    spelling, asked = name(action), lesson.tasks[task]
    if _fits(spelling, asked.right):
        return None
    for each in asked.wrong:
        if _fits(spelling, each.choices):
            return f"wrong.{each.why}"
    return "wrong.aside" if action in decision.asides else f"task.{task + 1}.wrong"


def hinted(lesson: Lesson, task: int, decision: Decision) -> Action | None:
    """The first right choice of a task, in the order of its patterns."""
    actions = decision.options + decision.asides
    for pattern in lesson.tasks[task].right:
        for action in actions:
            if fnmatchcase(name(action), pattern):
                return action
    return None


def replied(
    lesson: Lesson, task: int, journal: AnyJournal, decision: Decision
) -> Action | None:
    """What another seat does by the script of a task; None if it thinks for itself.

    Args:
        lesson: the lesson.
        task: the task in which the learner has acted.
        journal: after that action, with what others have done since.
        decision: that of the other seat.
    """
    done = 0
    for entry in reversed(journal.entries):
        if isinstance(entry, Moved):
            if entry.seat == LEARNER:
                break
            done += 1
    pattern = lesson.tasks[task].replies[done : done + 1]
    fitting = (each for each in decision.options if _fits(name(each), pattern))
    return next(fitting, None)


def _fits(spelling: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(spelling, each) for each in patterns)
