"""Private panels follow the table: each is edited by `panel_plan`, until its token expires.

Code that changes a table only says so (`look`). The panel is made from the table as it is then
(`bot.screens.panel`), and notifies nobody.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from itertools import count
from typing import Final, assert_never

import aiohttp
import discord
from cachetools import LRUCache

from bot.background.tasks import KeyedTasks
from bot.delivery.panel_plan import (
    Edit,
    EditLast,
    Later,
    Leave,
    PanelMoment,
    PanelStep,
    Pauses,
    Withdraw,
    plan,
)
from bot.interactions import emojis
from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import (
    Message,
    compose,
    digest_of,
    gone_line,
    timestamp,
    with_foot,
    with_new_selects,
    with_row,
)
from bot.interactions.open_panels import MOST, OpenPanel
from bot.interactions.passing import passes
from bot.interactions.pictures import draw_behind
from bot.interactions.replies import UNKNOWN_MESSAGE
from bot.screens import hand
from bot.screens import panel as screen
from bot.screens.panel_state import closed_text, told_since
from bot.store.rows import GameId
from bot.tables.core.refusals import NoSuchGame, Refusal, Unreadable
from bot.tables.core.table import Table
from render.words import Words

AGAIN: Final = 5.0
"""Seconds until a failed edit is tried again."""

_INVALID_TOKEN: Final = 50027
_GONE: Final = frozenset({UNKNOWN_MESSAGE, _INVALID_TOKEN})
"""Discord's codes for a message that was dismissed, and for a token that has expired."""

_log = logging.getLogger(__name__)


class LivePanels:
    """Keeps the panels that this process can edit up to date; one task per panel at a time."""

    def __init__(self, bot: Client, pauses: Pauses) -> None:
        """Nothing to do yet.

        Args:
            bot: whose panels they are.
            pauses: how long they are left alone.
        """
        self._bot = bot
        self._panels = bot.open_panels
        self._pauses = pauses
        self._tasks: KeyedTasks[int] = KeyedTasks("panel", self._look)
        self._deletions: KeyedTasks[int] = KeyedTasks("replaced panel", self._delete)
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._replaced: dict[int, OpenPanel] = {}
        self._notices: LRUCache[GameId, int] = LRUCache(MOST)
        self._numbers = count(1)
        self._closed = False
        self._panels.changed = self._wake
        self._panels.replaced = self._replace

    def look(self, game: GameId | None = None, *, here: bool = False) -> None:
        """Look at the panels of a table that has changed; None: at all panels. Returns at once.

        Args:
            game: which.
            here: whether this process has changed the table and holds it as it is now;
                otherwise only the store has it.
        """
        panels = self._panels.of_game(game)
        if not here:  # a panel may be opening right now, from the table as it was
            number, told = next(self._numbers), {each.shown.game for each in panels}
            self._notices.update(dict.fromkeys(told if game is None else {game}, number))
        for each in panels:
            self._wake(each)

    async def join(self) -> None:
        """Wait until what is to be edited now has been tried once."""
        await self._tasks.join()
        await self._deletions.join()

    async def close(self) -> None:
        """Stop editing."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self._tasks.close()
        await self._deletions.close()

    def _wake(self, panel: OpenPanel) -> None:
        self._tasks.wake(panel.message)

    def _replace(self, panel: OpenPanel) -> None:
        """Delete a panel, because another one of the same game was opened."""
        self._set_timer(panel.message, None)
        if not self._closed and panel.row is None:
            self._replaced[panel.message] = panel
            self._deletions.wake(panel.message)

    async def _delete(self, message: int) -> bool:
        """Delete a panel that was replaced; a panel that cannot be reached stays."""
        panel = self._replaced.pop(message, None)
        if panel is None:
            return False
        async with panel.lock:
            try:
                await panel.interaction.delete_original_response()
            except discord.HTTPException as error:
                if error.code not in _GONE:
                    _log.info("a panel of game %s stays: %s", panel.shown.game, error)
            except (discord.RateLimited, aiohttp.ClientError, OSError) as error:
                _log.info("a panel of game %s stays: %s", panel.shown.game, error)
        return False

    async def _look(self, message: int) -> bool:
        """Do what there is to do now for a panel; returns whether to look again at once."""
        panel = self._panels.get(message)
        if panel is None:
            self._set_timer(message, None)
            return False
        version = panel.version
        draw_behind()
        try:
            table = await self._table(panel.shown.game)
        except (NoSuchGame, Unreadable):
            self._panels.forget(message)
            return False
        step = plan(table, panel.user, self._moment(panel), self._pauses)
        match step:
            case Later(seconds):
                self._set_timer(message, seconds)
                return False
            case Leave():
                left = panel.expires - self._bot.monotonic()
                # Once a press is answered, this looks again by itself.
                self._set_timer(message, None if panel.answering and left <= 0 else left)
                return False
            case Edit() | EditLast() | Withdraw():
                try:
                    shown = await self._made(panel, table, step)
                except Refusal:  # the table has changed meanwhile: look at it again
                    self._set_timer(message, AGAIN)
                    return False
                return await self._send(panel, shown, version, step)
            case _:
                assert_never(step)

    async def _table(self, game: GameId) -> Table:
        """The table as this process holds it, unless another process may have changed it.

        Raises:
            NoSuchGame: the game is unknown.
            Unreadable: the game cannot be read.
        """
        held, notice = self._bot.games.held(game), self._notices.get(game)
        if held is not None and notice is None:
            return held
        table = await self._bot.games.table(game)
        if self._notices.get(game) == notice:  # otherwise another notice came meanwhile
            self._notices.pop(game, None)
        return table

    def _moment(self, panel: OpenPanel) -> PanelMoment:
        return PanelMoment(
            shown=panel.shown,
            now=self._bot.monotonic(),
            expires=panel.expires,
            pressed=panel.pressed,
            edited=panel.edited,
            answering=panel.answering > 0,
            again=not panel.digest,
        )

    async def _made(
        self, panel: OpenPanel, table: Table, step: Edit | EditLast | Withdraw
    ) -> Message:
        """The panel as it must look now, without the hand if its person may not see it."""
        bot, shown = self._bot, panel.shown
        words = await bot.words_of(panel.user, table)
        if isinstance(step, Withdraw) or await self._has_left(panel, table):
            return withdrawn(table, words)
        if shown.standing[0] == "hand":
            made = await hand.message(bot, table, shown.seat, words)
        else:
            since = told_since(bot, table, shown, await bot.said(words, table, panel.user))
            made = await screen.message(bot, table, shown.seat, words, since=since)
        if isinstance(step, EditLast):
            at = timestamp(bot.clock(), "t")
            made = with_foot(made, f"-# {words('panel.as_of', time=at)}")
        return made

    async def _has_left(self, panel: OpenPanel, table: Table) -> bool:
        """Whether a person who sees a table outside its server has left that server."""
        if panel.interaction.guild_id == table.game.guild:
            return False
        try:
            await self._bot.members.check(table.game.guild, panel.user)
        except NotMember:
            return True
        return False

    async def _send(
        self, panel: OpenPanel, message: Message, version: int, step: PanelStep
    ) -> bool:
        """Edit a panel unless pressed or forgotten meanwhile; returns whether to look again."""
        digest = digest_of(message)
        async with panel.lock:
            if panel.version != version or self._panels.get(panel.message) is not panel:
                return True
            ends = message.panel is None or isinstance(step, EditLast)
            if digest != panel.digest or ends:
                try:
                    await self._edit(panel, message)
                except discord.HTTPException as error:
                    return self._note_failure(panel, error)
                except (discord.RateLimited, aiohttp.ClientError, OSError):
                    self._set_timer(panel.message, AGAIN)
                    return False
                panel.edited = self._bot.monotonic()
                panel.version += 1
            panel.digest = digest
            if ends or message.panel is None:
                self._panels.forget(panel.message)
                return True
            panel.shown = message.panel
            if message.later is not None:  # the coach's verdict, a moment later
                edit = partial(self._complete, panel, panel.version)
                self._bot.late_edits.begin(panel.user, panel.message, message.later, edit)
        return True

    async def _complete(self, panel: OpenPanel, version: int, message: Message) -> None:
        """Show what was added to a panel, unless the panel was pressed meanwhile."""
        await self._send(panel, message, version, Edit())
        self._wake(panel)

    async def _edit(self, panel: OpenPanel, message: Message) -> None:
        if panel.row is not None:
            message = with_row(message, await panel.row())
        if message.panel is not None and (line := await self._gone_line(panel)):
            message = with_foot(message, f"-# {line}")
        changed = with_new_selects(message, self._panels.edit_number())
        await emojis.sent(
            lambda each: panel.interaction.edit_original_response(
                view=each.view,
                attachments=each.files,
                allowed_mentions=each.allowed_mentions,
            ),
            changed,
        )

    async def _gone_line(self, panel: OpenPanel) -> str:
        """The line that the answer to a press would end with as well."""
        table = self._bot.games.held(panel.shown.game)
        if table is None:
            return ""
        return gone_line(table, panel.user, await self._bot.words_of(panel.user, table))

    def _note_failure(self, panel: OpenPanel, error: discord.HTTPException) -> bool:
        """Handle an edit that Discord refused: try again later, or forget the panel."""
        if passes(error):
            self._set_timer(panel.message, AGAIN)
            return False
        if error.code not in _GONE:
            _log.warning("a panel of game %s not edited: %s", panel.shown.game, error)
        self._panels.forget(panel.message)
        return True

    def _set_timer(self, message: int, seconds: float | None) -> None:
        """Look at a panel again after some seconds; None: set no timer."""
        timer = self._timers.pop(message, None)
        if timer is not None:
            timer.cancel()
        if seconds is not None and not self._closed:
            loop = asyncio.get_running_loop()
            self._timers[message] = loop.call_later(max(seconds, 0.0), self._ring, message)

    def _ring(self, message: int) -> None:
        self._timers.pop(message, None)
        self._tasks.wake(message)


def withdrawn(table: Table, words: Words) -> Message:
    """The message in place of a panel whose person may no longer see the hand."""
    closed = table.game.status in {"aside", "cancelled"}
    id_ = closed_text(table) if closed else "panel.withdrawn"
    return compose(words(id_, game=words(f"game.{table.game.game}")))
