"""Pictures: drawn by workers, each view once, one at a time per channel.

A picture that a click needs is drawn before those of messages that change by themselves, and
never waits for them: a channel may have one of each kind in progress.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.background.locks import KeyedLocks
from bot.background.workers import BEHIND, LONG, LONG_LAST, SHORT, Workers
from bot.tables.core.position import Position
from bot.tables.core.ratings import START
from bot.tables.core.table import Table
from render import ratings, review
from render.film import film, frames
from render.fitting import UPLOAD, within
from render.presentation import Person, Picture, Scene
from render.presentations import lobby_card, shown
from render.ratings import RatedPerson
from render.review import Course
from render.words import Words
from rules import stops
from rules.contract import Action, Seat

KEPT: Final = 16 * 2**20
"""How many bytes of finished pictures stay in memory."""

FRAMES: Final = 6
"""How many frames of a film are drawn before other work gets its turn."""

Kind: TypeAlias = Literal["board", "closer", "hand", "places", "scores"]

Progress: TypeAlias = Callable[[int, int], Awaitable[None]]
"""Called with the number of frames drawn so far and the number of all frames."""

_encoder = msgspec.json.Encoder(order="deterministic")
_log = logging.getLogger(__name__)


_behind: ContextVar[bool] = ContextVar("_behind", default=False)


def draw_behind() -> None:
    """From now on, draw this task's pictures after those that clicks need."""
    _behind.set(True)


async def no_progress(*_: int) -> None:
    """Tell nobody."""


class Pictures:
    """Draws what people see of a table, and of a server's ratings.

    A picture that cannot be drawn is logged and left out: the words beside it say
    the same.
    """

    def __init__(
        self, workers: Workers, drawn: Callable[[float], None] = lambda _: None
    ) -> None:
        """Nothing is drawn yet.

        Args:
            workers: where pictures are drawn.
            drawn: called with the seconds that each picture took, except films.
        """
        self._workers = workers
        self._drawn = drawn
        self._kept: LRUCache[bytes, tuple[Picture, ...]] = LRUCache(KEPT, getsizeof=_weight)
        self._channels: KeyedLocks[tuple[int, bool]] = KeyedLocks()
        self._filming = asyncio.Lock()
        self._guilds: KeyedLocks[int] = KeyedLocks()

    async def board(
        self,
        position: Position,
        words: Words,
        since: int | None = None,
        seat: Seat | None = None,
    ) -> Picture | None:
        """The board as a seat (None: everyone) may see it, changes after `since` marked."""
        view, scene = position.view(seat), position.scene(seat, since)
        drawn = await self._draw("board", position, view, scene, words)
        return next(iter(drawn), None)

    async def closer(self, table: Table, words: Words) -> tuple[Picture, ...]:
        """The board in parts, as everyone may see it."""
        return await self._draw("closer", table, table.view(None), table.scene(None), words)

    async def hand(self, position: Position, seat: Seat, words: Words) -> tuple[Picture, ...]:
        """The hand of a seat, one picture per page."""
        view = shown(position.title, position.edition).held(position.view(seat))
        return await self._draw("hand", position, view, Scene(position.people), words)

    async def places(
        self,
        position: Position,
        seat: Seat,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        words: Words,
    ) -> Picture | None:
        """The numbered places that `actions` choose between, if there are any."""
        if not shown(position.title, position.edition).mapped(path, actions):
            return None
        view, scene = position.view(seat), Scene(position.people)
        drawn = await self._draw("places", position, view, scene, words, path, actions)
        return next(iter(drawn), None)

    async def scores(self, table: Table, words: Words) -> Picture | None:
        """The final scores, and how they came about."""
        points = await asyncio.to_thread(table.points_by_round)
        scene = replace(table.scene(None), points_by_round=points)
        drawn = await self._draw("scores", table, table.view(None), scene, words)
        return next(iter(drawn), None)

    async def card(
        self, table: Table, words: Words, chosen: tuple[str, ...] = ()
    ) -> Picture | None:
        """The title card of a lobby, with the people who have joined.

        Args:
            table: the lobby, or what has become of it.
            words: the language.
            chosen: the options that differ from the usual ones, in words.
        """
        begun = table.game.status != "lobby"
        marks = table.game.seat_order == "joined" or begun
        asked = (table.game.game, table.people, words.language, marks, begun, chosen)
        return next(iter(await self._once("card", table.game.channel, _card, asked)), None)

    async def symbols(self, game: str, words: Words) -> Picture | None:
        """The key to a game's symbols."""
        return next(
            iter(await self._once("symbols", 0, _symbols, (game, words.language))), None
        )

    async def ratings(
        self, channel: int, people: tuple[RatedPerson, ...], title: str, words: Words
    ) -> Picture | None:
        """A server's table of ratings, with their course over time.

        Args:
            channel: where the picture was requested.
            people: as `render.ratings.picture` takes them.
            title: what was played.
            words: the language.
        """
        asked = (people, title, words.language)
        return next(iter(await self._once("ratings", channel, _ratings, asked)), None)

    async def course(self, table: Table, course: Course, words: Words) -> Picture | None:
        """The charts of a review."""
        title = words(f"game.{table.game.game}")
        asked = (course, table.people, title, words.language)
        return next(iter(await self._once("course", table.game.channel, _course, asked)), None)

    async def film(
        self, table: Table, words: Words, limit: int, progress: Progress = no_progress
    ) -> Picture | None:
        """The game so far as an animation of at most `limit` bytes, as everyone saw it.

        One film is made at a time, and each server queues for only one. A few frames are drawn
        at a time, so that other pictures and computer players get their turn in between.
        """
        # Whoever is named in it may be deleted or renamed later.
        named = (table.people, table.seatings)
        asked = (table.game.id, "film", table.number, named, words.language, limit)
        key = hashlib.blake2b(_encoder.encode(asked), digest_size=16).digest()
        async with self._guilds(table.game.guild), self._filming:
            if (kept := self._kept.get(key)) is not None:
                return kept[0]
            try:
                drawn = await self._filmed(table, words, limit, progress)
            except Exception:  # noqa: BLE001 - logged; the person is told
                _log.exception("no film of game %s", table.game.id)
                return None
            self._keep(key, (drawn,))
            return drawn

    async def _filmed(
        self, table: Table, words: Words, limit: int, progress: Progress
    ) -> Picture:
        moments = await asyncio.to_thread(_moments, table)
        game, drawn = table.game.game, list[bytes]()
        for at in range(0, len(moments), FRAMES):
            await progress(at, len(moments))
            some = moments[at : at + FRAMES]
            drawn += await self._workers.run_within(
                LONG, frames, game, table.game.edition, some, words.language
            )
        alt = words("history.film.alt", len(drawn), game=words(f"game.{game}"))
        name = f"{game}-film.gif"
        return await self._workers.run_within(LONG_LAST, film, drawn, limit, name, alt)

    async def _draw(
        self,
        kind: Kind,
        position: Position,
        view: Any,
        scene: Scene,
        words: Words,
        path: tuple[object, ...] = (),
        actions: tuple[Action, ...] = (),
    ) -> tuple[Picture, ...]:
        game, edition = position.title, position.edition
        asked = (game, edition, kind, view, scene, words.language, path, actions)
        return await self._once(kind, position.place, _drawn, asked)

    async def _once(
        self,
        what: str,
        channel: int,
        draw: Callable[..., tuple[Picture, ...]],
        asked: tuple[Any, ...],
    ) -> tuple[Picture, ...]:
        """What `draw` makes of `asked` in a worker, unless it is still in memory."""
        key = hashlib.blake2b(_encoder.encode((what, asked)), digest_size=16).digest()
        if (kept := self._kept.get(key)) is not None:
            return kept
        behind = _behind.get()
        limit = BEHIND if behind else SHORT
        async with self._channels((channel, behind)):  # a click does not wait for queued boards
            if (kept := self._kept.get(key)) is not None:
                return kept
            began = perf_counter()
            try:
                drawn = await self._workers.run_within(limit, draw, *asked)
            except Exception:  # noqa: BLE001 - whatever went wrong, the words are there
                _log.exception("no picture: %s for channel %s", what, channel)
                return ()
            self._drawn(perf_counter() - began)
            self._keep(key, drawn)
            return drawn

    def _keep(self, key: bytes, drawn: tuple[Picture, ...]) -> None:
        with suppress(ValueError):  # larger than the whole cache
            self._kept[key] = drawn


def _moments(table: Table) -> tuple[tuple[Any, Scene], ...]:
    """What everyone saw after each turn that changed something. Not for the event loop."""
    journal = table.journal
    if journal is None:
        return ()
    numbers = stops.frames(journal)
    pasts = zip((0, *numbers), map(table.at, numbers), strict=False)
    return tuple((past.view(None), past.scene(None, since)) for since, past in pasts)


def _weight(drawn: tuple[Picture, ...]) -> int:
    return sum(len(each.data) for each in drawn) + 1000


def _card(
    game: str,
    people: tuple[Person, ...],
    language: str,
    marks: bool,
    begun: bool,
    chosen: tuple[str, ...],
) -> tuple[Picture, ...]:
    """In a worker: a lobby's card, fit to be sent."""
    drawn = lobby_card(game, people, Words(language), marks=marks, begun=begun, chosen=chosen)
    return (within(drawn, UPLOAD),)


def _symbols(game: str, language: str) -> tuple[Picture, ...]:
    """In a worker: the key to a game's symbols, fit to be sent."""
    return (within(shown(game, None).symbols(Words.pick(language)), UPLOAD),)


def _ratings(people: tuple[RatedPerson, ...], title: str, language: str) -> tuple[Picture, ...]:
    """In a worker: a server's table of ratings, fit to be sent."""
    return (within(ratings.picture(people, START, title, Words.pick(language)), UPLOAD),)


def _course(
    course: Course, people: tuple[Person, ...], title: str, language: str
) -> tuple[Picture, ...]:
    """In a worker: the charts of a review, fit to be sent."""
    return (within(review.picture(course, people, title, Words.pick(language)), UPLOAD),)


def _drawn(
    game: str,
    edition: str | None,
    kind: Kind,
    view: Any,
    scene: Scene,
    language: str,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
) -> tuple[Picture, ...]:
    """In a worker: the pictures of one kind, fit to be sent; none where none would help."""
    drawn = _of_kind(game, edition, kind, view, scene, Words.pick(language), path, actions)
    return tuple(within(each, UPLOAD) for each in drawn)


def _of_kind(
    game: str,
    edition: str | None,
    kind: Kind,
    view: Any,
    scene: Scene,
    words: Words,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
) -> tuple[Picture, ...]:
    look = shown(game, edition)
    match kind:
        case "board":
            return (look.board(view, scene, words),)
        case "closer":
            return look.closer(view, scene, words)
        case "hand":
            return look.hand(view, scene, words)
        case "places":
            picture = look.places(view, path, actions, words)
            return () if picture is None else (picture,)
        case "scores":
            return (look.scores(view, scene, words),)
