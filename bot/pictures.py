"""Pictures: drawn by workers, each view once, one at a time for a channel."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import msgspec

from bot import card
from bot.table import Table
from bot.workers import Workers
from render.film import film, frames
from render.fitting import UPLOAD, within
from render.presentation import Person, Picture, Scene
from render.presentations import shown
from render.words import Words
from rules import stops
from rules.table import Action, Seat

KEPT: Final = 16 * 2**20
"""How many bytes of finished pictures stay in memory."""

FRAMES: Final = 6
"""How many frames of a film are drawn before others have their turn."""

Kind: TypeAlias = Literal["board", "hand", "places", "scores"]

_encoder = msgspec.json.Encoder(order="deterministic")
_log = logging.getLogger(__name__)


class Pictures:
    """Draws what people see of a table.

    A picture that cannot be drawn is logged and left out: the words beside it say
    the same.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[bytes, tuple[Picture, ...]] = OrderedDict()
        self._bytes = 0
        self._drawing: dict[int, tuple[asyncio.Lock, int]] = {}
        self._filming = asyncio.Lock()

    async def board(
        self, table: Table, words: Words, since: int | None = None, seat: Seat | None = None
    ) -> Picture | None:
        """The board as a seat (None: everybody) may see it, changes after `since` marked."""
        view, scene = table.view(seat), table.scene(seat, since)
        drawn = await self._draw("board", table, view, scene, words)
        return next(iter(drawn), None)

    async def hand(self, table: Table, seat: Seat, words: Words) -> tuple[Picture, ...]:
        """The hand of a seat, one picture a page."""
        view = shown(table.game.game, table.game.edition).held(table.view(seat))
        return await self._draw("hand", table, view, Scene(table.people), words)

    async def places(
        self,
        table: Table,
        seat: Seat,
        path: tuple[object, ...],
        actions: tuple[Action, ...],
        words: Words,
    ) -> Picture | None:
        """The numbered places that `actions` choose between, if there are any."""
        if not shown(table.game.game, table.game.edition).mapped(path, actions):
            return None
        view, scene = table.view(seat), Scene(table.people)
        drawn = await self._draw("places", table, view, scene, words, path, actions)
        return next(iter(drawn), None)

    async def scores(self, table: Table, words: Words) -> Picture | None:
        """The final scores, and how they came about."""
        history = await asyncio.to_thread(table.history)
        scene = msgspec.structs.replace(table.scene(None), history=history)
        drawn = await self._draw("scores", table, table.view(None), scene, words)
        return next(iter(drawn), None)

    async def card(self, table: Table, words: Words) -> Picture | None:
        """The title card of a lobby with those who have joined."""
        settled = table.game.seat_order == "joined" or table.game.status != "lobby"
        asked = (table.game.game, table.people, words.language, settled)
        return next(iter(await self._once("card", table, _card, asked)), None)

    async def film(self, table: Table, words: Words, limit: int) -> Picture | None:
        """The game so far as an animation of at most so many bytes, as everybody saw it.

        One film is made at a time, a few frames at once, so that other pictures and
        opponents come in between.
        """
        asked = (table.game.id, "film", table.number, words.language, limit)
        key = hashlib.blake2b(_encoder.encode(asked), digest_size=16).digest()
        async with self._filming:
            if (kept := self._found(key)) is not None:
                return kept[0]
            try:
                drawn = await self._filmed(table, words, limit)
            except Exception:  # noqa: BLE001 - logged; the person is told
                _log.exception("no film of game %s", table.game.id)
                return None
            self._keep(key, (drawn,))
            return drawn

    async def _filmed(self, table: Table, words: Words, limit: int) -> Picture:
        moments = await asyncio.to_thread(_moments, table)
        game, drawn = table.game.game, list[bytes]()
        for at in range(0, len(moments), FRAMES):
            some = moments[at : at + FRAMES]
            drawn += await self._workers.run(
                frames, game, table.game.edition, some, words.language
            )
        alt = words("history.film.alt", len(drawn), game=words(f"game.{game}"))
        return await self._workers.run(film, drawn, limit, f"{game}-film.gif", alt)

    async def _draw(
        self,
        kind: Kind,
        table: Table,
        view: Any,
        scene: Scene,
        words: Words,
        path: tuple[object, ...] = (),
        actions: tuple[Action, ...] = (),
    ) -> tuple[Picture, ...]:
        game, edition = table.game.game, table.game.edition
        asked = (game, edition, kind, view, scene, words.language, path, actions)
        return await self._once(kind, table, _drawn, asked)

    async def _once(
        self,
        what: str,
        table: Table,
        draw: Callable[..., tuple[Picture, ...]],
        asked: tuple[Any, ...],
    ) -> tuple[Picture, ...]:
        """What `draw` makes of `asked` in a worker, unless it is still known."""
        key = hashlib.blake2b(_encoder.encode((what, asked)), digest_size=16).digest()
        if (kept := self._found(key)) is not None:
            return kept
        async with self._turn(table.game.channel):
            if (kept := self._found(key)) is not None:
                return kept
            try:
                drawn = await self._workers.run(draw, *asked)
            except Exception:  # noqa: BLE001 - whatever went wrong, the words are there
                _log.exception("no picture: %s of game %s", what, table.game.id)
                return ()
            self._keep(key, drawn)
            return drawn

    def _turn(self, channel: int) -> _Turn:
        return _Turn(self._drawing, channel)

    def _found(self, key: bytes) -> tuple[Picture, ...] | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def _keep(self, key: bytes, drawn: tuple[Picture, ...]) -> None:
        self._kept[key] = drawn
        self._bytes += _weight(drawn)
        while self._bytes > KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _weight(oldest)


class _Turn:
    """The right to draw for a channel, in order of arrival; forgotten when nobody waits."""

    def __init__(self, drawing: dict[int, tuple[asyncio.Lock, int]], channel: int) -> None:
        self._drawing = drawing
        self._channel = channel

    async def __aenter__(self) -> None:
        lock, users = self._drawing.get(self._channel, (asyncio.Lock(), 0))
        self._drawing[self._channel] = (lock, users + 1)
        try:
            await lock.acquire()
        except BaseException:
            self._leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._drawing[self._channel][0].release()
        self._leave()

    def _leave(self) -> None:
        lock, users = self._drawing.pop(self._channel)
        if users > 1:
            self._drawing[self._channel] = (lock, users - 1)


def _moments(table: Table) -> tuple[tuple[Any, Scene], ...]:
    """What everybody saw after each turn that changed something. Not for the loop."""
    journal = table.journal
    if journal is None:
        return ()
    numbers = stops.frames(journal)
    pasts = zip((0, *numbers), map(table.at, numbers), strict=False)
    return tuple((past.view(None), past.scene(None, since)) for since, past in pasts)


def _weight(drawn: tuple[Picture, ...]) -> int:
    return sum(len(each.data) for each in drawn) + 1000


def _card(
    game: str, people: tuple[Person, ...], language: str, settled: bool
) -> tuple[Picture, ...]:
    """In a worker: a lobby's card, fit to be sent."""
    return (within(card.drawn(game, people, language, settled), UPLOAD),)


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
    """In a worker: the pictures of one kind, none where none helps, fit to be sent."""
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
        case "hand":
            return look.hand(view, scene, words)
        case "places":
            picture = look.places(view, path, actions, words)
            return () if picture is None else (picture,)
        case "scores":
            return (look.scores(view, scene, words),)
