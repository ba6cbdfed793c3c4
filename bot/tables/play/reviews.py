"""Reviews of finished games: asked for, computed while nobody else is thinking, and kept.

A request is a stored row, so a restart only starts the computation over. One review is
computed at a time, in short jobs, from what the seat saw at each of its decisions.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from secrets import token_bytes
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bot.background.tasks import KeyedTasks
from bot.background.workers import WorkerFailed
from bot.store.result_rows import ReviewRow
from bot.store.rows import GameId, UserId
from bot.tables.core.admission import check_allowed
from bot.tables.core.cache import TableCache
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import NoReview, Refusal, TooManyReviews
from bot.tables.core.table import Table
from bot.tables.opponents.thinking import Thinking
from render.review import Course
from rules.contract import Seat, Standings
from rules.journal import AnyJournal
from rules.opponents import ADVISERS
from rules.opponents.review import EFFORT, Choice, Effort, Review, choices, reviewing
from rules.opponents.search import lead

MOST_WAITING: Final = 3
"""How many reviews of a person may be still to be computed."""

MOST_FAILURES: Final = 3
"""After how many failures a review is given up; the person can ask for it again."""

LOOKED_FOR: Final = 2.0
"""Seconds between looks for a review that another process may have computed."""

MOST_LOOKED_AT: Final = 50
"""How many reviews are searched for one that no other process is computing."""

_log = logging.getLogger(__name__)
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Review)


class ReviewRequest(msgspec.Struct, frozen=True):
    """A review that was asked for.

    Attributes:
        table: the finished game.
        seat: whose review it is.
        review: the review; None: it is being computed.
        done: how much of the computation is done, from 0 to 1.
    """

    table: Table
    seat: Seat
    review: Review | None
    done: float = 0.0


class ReviewService:
    """The reviews of one bot.

    Attributes:
        effort: how much work goes into a review.
    """

    def __init__(
        self,
        cache: TableCache,
        thinking: Thinking,
        *,
        effort: Effort = EFFORT,
    ) -> None:
        """Compute nothing before `resume` or a request.

        Args:
            cache: where the tables are.
            thinking: where reviews wait for their turn.
            effort: how much work goes into a review.
        """
        self._cache = cache
        self._store = cache.store
        self._thinking = thinking
        self.effort = effort
        self._done: dict[tuple[GameId, Seat], float] = {}
        self._failures: Counter[tuple[GameId, Seat]] = Counter()
        self._tasks: KeyedTasks[str] = KeyedTasks("computing", self._compute_next)
        self._changed = asyncio.Condition()
        self._latest_waits: dict[UserId, object] = {}
        self._computing: GameId | None = None
        cache.leases.watch(lambda game: game == self._computing)

    def resume(self) -> None:
        """After a start, go on with what was asked for."""
        self._tasks.wake("reviews")

    async def join(self) -> None:
        """Wait until all reviews are computed (for tests)."""
        await self._tasks.join()

    async def close(self) -> None:
        """Stop computing, and wait until that has stopped."""
        await self._tasks.close()

    async def ask(self, game: GameId, user: UserId) -> ReviewRequest:
        """The review of a person's own game; it is computed if it was not asked for before.

        Raises:
            NoSuchGame: the game is unknown.
            Unreadable: no position of the game can be restored.
            NoReview: the person had no seat, or the game is not over or has no reviews.
            TooManyReviews: too many of the person's reviews are still to be computed.
            DeletedBefore: the person had their data deleted, so nothing may be stored.
        """
        table = await self._cache.table(game)
        seat = table.seat_of(user)
        if seat is None or table.game.status != "over" or table.game.game not in ADVISERS:
            raise NoReview
        readable(table)
        found = await self._find(game, seat, user)
        if found is not None:
            return ReviewRequest(table, seat, found)
        if await self._store.reviews.find(game, seat, user) is None:
            await check_allowed(self._store, user)
            if await self._store.reviews.waiting(user) >= MOST_WAITING:
                raise TooManyReviews(most=MOST_WAITING)
            await self._store.reviews.ask(game, seat, user, self._cache.moment().unix)
        self._tasks.wake("reviews")
        return ReviewRequest(table, seat, None, self._done.get((game, seat), 0.0))

    async def wait(self, request: ReviewRequest, user: UserId, seconds: float) -> Review | None:
        """The review, once it is computed, unless the person begins another wait.

        Of a person's waits only the latest goes on: each counts as a click that is being
        answered, and a person may have only a few of these.

        Returns:
            The review; None: it takes longer than `seconds`, or the person began another wait.
        """
        game, seat = request.table.game.id, request.seat
        this = self._latest_waits[user] = object()
        try:
            async with asyncio.timeout(seconds), self._changed:
                self._changed.notify_all()  # for the person's wait before this one
                while self._latest_waits.get(user) is this:
                    if found := await self._find(game, seat, user):
                        return found
                    await self._computed_somewhere()
        except TimeoutError:
            pass
        finally:
            if self._latest_waits.get(user) is this:
                del self._latest_waits[user]
        return None

    async def _computed_somewhere(self) -> None:
        """Wait until another review may be ready; other processes do not announce theirs."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), LOOKED_FOR)

    async def _find(self, game: GameId, seat: Seat, user: UserId) -> Review | None:
        """A computed review, if there is one; one that cannot be read is dropped."""
        row = await self._store.reviews.find(game, seat, user)
        if row is None or row.review is None:
            return None
        try:
            return _decoder.decode(row.review)
        except msgspec.DecodeError as error:
            _log.error("the review of game %s cannot be read: %s", game, error)
            await self._store.reviews.drop(row)
            return None

    # -- computing ---------------------------------------------------------------

    async def _compute_next(self, _: str) -> bool:
        """Compute one review; false: nobody is waiting for one.

        Raises:
            WorkerFailed: the worker's process hung or died.
        """
        row = await self._next()
        if row is None:
            return False
        key = (row.game, row.seat)
        self._computing = row.game
        try:
            review = await self._computed(row)
        except Refusal as refusal:  # the game can no longer be read
            _log.warning("game %s has no review: %s", row.game, refusal)
            review = None
        except WorkerFailed:
            self._failures[key] += 1
            if self._failures[key] < MOST_FAILURES:
                raise
            _log.error("the review of game %s is given up", row.game)
            review = None
        except Exception:  # noqa: BLE001 - whatever it is, the next review must not wait for it
            _log.exception("game %s has no review", row.game)
            review = None
        finally:
            self._computing = None
        self._failures.pop(key, None)
        self._done.pop(key, None)
        if review is None:
            await self._store.reviews.drop(row)
        else:
            kept = _encoder.encode(review).decode()
            await self._store.reviews.keep(replace(row, review=kept))
        async with self._changed:
            self._changed.notify_all()
        return True

    async def _next(self) -> ReviewRow | None:
        """The review that has waited longest and that no other process is computing."""
        for row in await self._store.reviews.next(MOST_LOOKED_AT):
            if await self._cache.leases.hold(row.game):
                return row
        return None

    async def _computed(self, row: ReviewRow) -> Review:
        """Compute a review, job by job.

        Raises:
            NoSuchGame: the game is unknown.
            NotBegun: the game has not begun.
            SetAside: a replay of the game differed.
            Unreadable: no position of the game can be restored.
            WorkerFailed: the worker's process hung or died.
            Exception: what a job raises.
        """
        table = await self._cache.table(row.game)
        journal = readable(table)
        entries = await self._store.games.entries(row.game)
        own = {each.n for each in entries if each.by_user == row.user}
        found = await asyncio.to_thread(_choices, journal, row.seat, own)
        secret = await self._store.games.secret(row.game, token_bytes(16))
        found = tuple(replace(each, advised=self._advised(each, secret)) for each in found)
        jobs = reviewing(table.game.game, found, f"{row.game}/{row.seat}", self.effort)
        result: Any = None
        while True:
            try:
                job = jobs.send(result)
            except StopIteration as end:
                review: Review = end.value
                return review
            self._done[row.game, row.seat] = job.done
            result = await self._thinking.review(job.run, *job.asked)

    def _advised(self, choice: Choice, secret: bytes) -> bool:
        """Whether a choice is what was advised, as far as this process remembers."""
        advice = self._thinking.advice(choice.view, choice.decision, secret)
        return advice is not None and advice.agrees(choice.action)


def _choices(journal: AnyJournal, seat: Seat, own: set[int]) -> tuple[Choice, ...]:
    """A seat's own decisions. This goes through the whole game: keep it off the event loop."""
    return tuple(choices(journal, seat, own.__contains__))


def course(table: Table, seat: Seat, review: Review) -> Course:
    """How a finished game went for a seat. This takes long: keep it off the event loop.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    journal = readable(table)
    line = journal.line
    places = {number: (nth + 1) / len(line) for nth, number in enumerate(line)}
    standings = [
        (places[number], event)
        for number in line
        for event in journal.told(number, None)
        if isinstance(event, Standings)
    ]
    points = [(0.0, (0,) * len(table.seats)), *((at, each.points) for at, each in standings)]
    ahead = [(places[number], value) for number, value in review.outlook if number in places]
    if journal.over is not None:
        totals = journal.over.totals
        points.append((1.0, totals))
        ahead.append((1.0, lead([float(each) for each in totals], seat)))
    else:  # conceded or ended early: the points as they stood
        counts = journal.game.counted(journal.view(seat))[: len(table.seats)]
        points.append((1.0, tuple(each.points for each in counts)))
    return Course(
        seat=seat,
        points=tuple(points),
        ahead=tuple(ahead),
        rounds=tuple(at for at, _ in standings),
        costly=tuple(places.get(each.number, 1.0) for each in review.costly),
    )
