"""Lessons as a service: what a learner does in one, what the others do, what is kept.

A lesson in progress is a position of `rules.lessons` and what was played since. It is
not a game: it is never announced, counted, rated or replayed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from cachetools import LRUCache

from bot.background.locks import KeyedLocks
from bot.store import Store
from bot.store.person_rows import LessonRow
from bot.store.rows import UserId
from bot.tables.core.admission import check_allowed
from bot.tables.core.levels import EASIEST
from bot.tables.core.refusals import NoSuchLesson, UnknownChoice
from bot.tables.opponents.thinking import Thinking
from bot.tables.persons.prepared import PreparedPosition
from rules import lessons
from rules.contract import Action, AnyGame, Decision, Illegal, Seat
from rules.journal import AnyJournal
from rules.lessons import LEARNER, Lesson, ScriptedRandom
from rules.prepared import folded, spelled
from rules.registry import LESSONS, TEACHING, played_with

KEPT: Final = 200
"""How many journals of lessons stay in memory."""

_SECRET: Final = b"lessons"
"""Computer players in a lesson do the same for everyone."""


class Attempt(PreparedPosition, frozen=True, kw_only=True):
    """A lesson that a person has in progress, or has just done.

    Attributes:
        lesson: the lesson.
        task: the number of the current task, from 0; None: the goal is reached.
        renewed: whether it had to start over, because the lesson has changed.
    """

    lesson: Lesson
    task: int | None
    renewed: bool = False

    @property
    def user(self) -> UserId:
        """The learner: a lesson is shown only to its learner, so this is its place."""
        return self.place

    @property
    def figures(self) -> dict[str, int]:
        """What the texts of the lesson mention."""
        return dict(TEACHING[self.title].figures(self.view(LEARNER)))

    @property
    def hinted(self) -> Action | None:
        """The choice that a hint names."""
        decision = self.decision(LEARNER)
        if self.task is None or decision is None:
            return None
        return lessons.hinted(self.lesson, self.task, decision)

    def decision(self, seat: Seat) -> Decision | None:
        """What a seat must decide now; nothing once the goal is reached."""
        return None if self.task is None else self.journal.decision(seat)


class Answer(msgspec.Struct, frozen=True):
    """What came of a choice.

    Attributes:
        attempt: as it stands now.
        since: the entry before the choice, if it was played; None: it was not.
        why: the end of the id of the text that says why it was wrong.
    """

    attempt: Attempt
    since: int | None = None
    why: str | None = None


class LessonService:
    """The lessons of one bot.

    A refused request raises a `Refusal` for the person to read, and changes nothing.
    """

    def __init__(self, store: Store, thinking: Thinking, clock: Callable[[], float]) -> None:
        """Use a store; `clock` returns Unix seconds."""
        self._store = store
        self._thinking = thinking
        self._clock = clock
        self._locks: KeyedLocks[UserId] = KeyedLocks()
        self._journals: LRUCache[tuple[str, tuple[str, ...]], AnyJournal] = LRUCache(KEPT)

    async def done(self, user: UserId) -> frozenset[str]:
        """The lessons that a person has done."""
        return await self._store.lessons.done(user)

    async def in_progress(self, user: UserId) -> Lesson | None:
        """The lesson that a person has begun and not finished, if it still exists."""
        row = await self._store.lessons.read(user)
        return None if row is None else _known(row.lesson)

    async def begin(self, user: UserId, lesson_id: str, *, anew: bool = False) -> Attempt:
        """The lesson as the person left it, or from its beginning.

        Another lesson in progress ends: a person has one at a time.

        Args:
            user: who learns.
            lesson_id: the id of the lesson.
            anew: whether it starts from the beginning in any case.

        Raises:
            NoSuchLesson: the person has no such lesson.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        lesson = _known(lesson_id)
        if lesson is None:
            raise NoSuchLesson
        await check_allowed(self._store, user)
        async with self._locks(user):
            row = await self._store.lessons.read(user)
            if row is None or row.lesson != lesson_id or anew:
                return await self._begun(user, lesson)
            return await self._resumed(row, lesson)

    async def attempt(self, user: UserId, lesson_id: str) -> Attempt:
        """The person's lesson in progress, if it is the one that a button names.

        Raises:
            NoSuchLesson: the person has no such lesson.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        async with self._locks(user):
            return await self._current(user, lesson_id)

    async def play(self, user: UserId, lesson_id: str, arose: int, spelled: str) -> Answer:
        """Play a complete choice of the learner, if it is right, and what the others then do.

        Raises:
            NoSuchLesson: the person has no such lesson.
            UnknownChoice: there is no such choice.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        async with self._locks(user):
            now = await self._current(user, lesson_id)
            decision, task = now.decision(LEARNER), now.task
            if decision is None or task is None or now.arose(LEARNER) != arose:
                return Answer(now)
            action = decision.find(spelled)
            if action is None:
                raise UnknownChoice
            why = lessons.wrong(now.lesson, task, decision, action)
            if why is not None:
                return Answer(now, why=why)
            journal = await self._played(now.lesson, task, now.journal, action)
            after = self._attempt(user, now.lesson, journal)
            row = _row(after)
            if after.task is None:
                await self._store.lessons.complete(row, self._clock())
            else:
                await self._store.lessons.write(row)
            self._journals[now.lesson.id, row.entries] = journal
            return Answer(after, since=now.journal.number)

    # -- inside ----------------------------------------------------------------

    async def _current(self, user: UserId, lesson_id: str) -> Attempt:
        await check_allowed(self._store, user)
        row, lesson = await self._store.lessons.read(user), _known(lesson_id)
        if row is None or row.lesson != lesson_id or lesson is None:
            raise NoSuchLesson
        return await self._resumed(row, lesson)

    async def _begun(self, user: UserId, lesson: Lesson, *, renewed: bool = False) -> Attempt:
        row = LessonRow(user, lesson.id, lesson.edition, lesson.entries)
        await self._store.lessons.write(row)
        journal = await self._folded(lesson, lesson.entries)
        return self._attempt(user, lesson, journal, renewed=renewed)

    async def _resumed(self, row: LessonRow, lesson: Lesson) -> Attempt:
        """The lesson as it was left; started over if another release has changed it."""
        position = row.entries[: len(lesson.entries)]
        if row.edition != lesson.edition or position != lesson.entries:
            return await self._begun(row.user, lesson, renewed=True)
        try:
            journal = await self._folded(lesson, row.entries)
        except Illegal:
            return await self._begun(row.user, lesson, renewed=True)
        attempt = self._attempt(row.user, lesson, journal)
        if attempt.hinted is None:  # the right choice of this task no longer exists
            return await self._begun(row.user, lesson, renewed=True)
        return attempt

    def _attempt(
        self, user: UserId, lesson: Lesson, journal: AnyJournal, *, renewed: bool = False
    ) -> Attempt:
        task = lessons.reached(lesson, TEACHING[lesson.game], journal)
        return Attempt(
            title=lesson.game,
            edition=lesson.edition,
            place=user,
            journal=journal,
            lesson=lesson,
            task=task,
            renewed=renewed,
        )

    async def _folded(self, lesson: Lesson, entries: tuple[str, ...]) -> AnyJournal:
        """The journal of entries, made off the event loop.

        Raises:
            Illegal: the rules say no.
        """
        journal = self._journals.get((lesson.id, entries))
        if journal is None:
            game = _rules(lesson)
            journal = await asyncio.to_thread(folded, lesson, game, entries)
            self._journals[lesson.id, entries] = journal
        return journal

    async def _played(
        self, lesson: Lesson, task: int, journal: AnyJournal, action: Action
    ) -> AnyJournal:
        """The journal after a learner's choice and what the others do until the next one."""
        chance = ScriptedRandom(lesson.tasks[task].draws, lesson.id)
        journal = await asyncio.to_thread(journal.move, LEARNER, action, chance)
        teaching = TEACHING[lesson.game]
        while journal.decision(LEARNER) is None and journal.decisions:
            if lessons.reached(lesson, teaching, journal) is None:
                break
            decision = min(journal.decisions, key=lambda each: each.seat)
            reply = lessons.replied(lesson, task, journal, decision)
            if reply is None:
                view = journal.view(decision.seat)
                think = self._thinking.action
                reply = await think(lesson.game, EASIEST, view, decision, _SECRET)
            journal = await asyncio.to_thread(journal.move, decision.seat, reply, chance)
        return journal


def offered(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order, without those made for an unknown edition."""
    return tuple(each for each in LESSONS.get(game, ()) if _playable(each))


def following(lesson: Lesson, done: frozenset[str]) -> Lesson | None:
    """The lesson to offer after one: the next not done, starting over after the last."""
    every = offered(lesson.game)
    at = every.index(lesson) + 1
    return next((each for each in every[at:] + every[:at] if each.id not in done), None)


def _known(lesson_id: str) -> Lesson | None:
    every = (each for game in LESSONS for each in offered(game))
    return next((each for each in every if each.id == lesson_id), None)


def _rules(lesson: Lesson) -> AnyGame:
    return played_with(lesson.game, lesson.edition)


def _playable(lesson: Lesson) -> bool:
    try:
        _rules(lesson)
    except KeyError:
        return False
    return True


def _row(attempt: Attempt) -> LessonRow:
    entries = tuple(map(spelled, attempt.journal.entries))
    return LessonRow(attempt.user, attempt.lesson.id, attempt.lesson.edition, entries)
