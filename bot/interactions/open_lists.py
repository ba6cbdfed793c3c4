"""Open private lists, which are kept up to date without a sound.

A list is edited through the interaction whose `@original` it is. The interaction is kept only
in memory: its token may be neither stored nor logged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, TypeAlias

import aiohttp
import discord
import msgspec

from bot.background.periodic import Periodic
from bot.interactions.message import Message
from bot.interactions.passing import passes
from bot.interactions.payloads import HOMES
from bot.interactions.token_life import life_left

EVERY: Final = 15.0
"""Seconds between two checks of the open lists."""

_WITHIN: Final = 10.0
"""Seconds that one edit may take."""

_AT_ONCE: Final = 8
"""How many lists are checked at the same time."""


class Look(msgspec.Struct, frozen=True):
    """A list as it is now.

    Attributes:
        state: what it shows; equal states look the same.
        draw: makes its message, with a line in small print at the end.
    """

    state: object
    draw: Callable[[str], Message]


LookAgain: TypeAlias = Callable[[], Awaitable[Look]]


class OpenList(msgspec.Struct):
    """An open list, or what has taken its place, and the interaction that edits it.

    Attributes:
        until: when it is edited for the last time, in Unix seconds.
        ended: makes the line in small print of the last edit.
        game: the game that is shown in place of the list; None: the list is shown.
    """

    interaction: discord.Interaction[Any]
    look: LookAgain
    state: object
    until: float
    ended: Callable[[], str]
    game: int | None = None


class OpenLists:
    """The open lists of this process."""

    def __init__(
        self, clock: Callable[[], float], replaced: Callable[[int], None] = lambda _: None
    ) -> None:
        """No list is open yet.

        Args:
            clock: Unix seconds.
            replaced: called with the id of a message in which a list replaces something else.
        """
        self._clock = clock
        self._replaced = replaced
        self._lists: dict[int, OpenList] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._periodic = Periodic("the open lists", EVERY, self.refresh)

    def __len__(self) -> int:
        """How many lists are open and kept up to date."""
        return sum(each.game is None for each in self._lists.values())

    def start(self) -> None:
        """Start keeping lists up to date."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop keeping lists up to date."""
        self._lists.clear()
        await self._periodic.close()

    def follow(
        self,
        interaction: discord.Interaction[Any],
        shown: discord.Message,
        look: LookAgain,
        state: object,
        ended: Callable[[], str],
        game: int | None = None,
    ) -> None:
        """Keep a list up to date, if its message is private.

        Args:
            interaction: the interaction whose `@original` the message is.
            shown: the message as Discord returned it.
            look: finds out again what the list shows.
            state: what it shows now.
            ended: makes the line in small print of its last edit.
            game: the game that the message shows in place of the list; None: it shows the list.
        """
        if game is None:
            self._replaced(shown.id)
        if shown.flags.ephemeral:
            now = self._clock()
            until = now + life_left(interaction, now)
            self._lists[shown.id] = OpenList(interaction, look, state, until, ended, game)
            self._locks.setdefault(shown.id, asyncio.Lock())

    async def go_back(self, user: int, game: int) -> None:
        """Show a person's lists again where something about a game has taken their place.

        The game is shown elsewhere by now; of two views alike, one would soon be out of date.
        """
        for message, each in tuple(self._lists.items()):
            if each.interaction.user.id == user and each.game == game:
                each.game, each.state = None, None  # None is the state of no list
                self._replaced(message)
                await self._refresh(message)

    async def leave(self, message: int) -> None:
        """Stop editing a message: something else takes the place of its list."""
        lock = self._locks.get(message)
        if lock is not None:
            async with lock:  # an edit in progress would come after what replaces it
                self._forget(message)

    def forget(self, interaction: discord.Interaction[Any]) -> None:
        """Forget the list of a click that another process answers and now keeps."""
        if interaction.message is not None:
            self._forget(interaction.message.id)

    def _forget(self, message: int) -> None:
        self._lists.pop(message, None)
        self._locks.pop(message, None)

    async def refresh(self) -> None:
        """Edit once the lists whose contents have changed, and those that end."""
        await asyncio.gather(*(self._refresh(each) for each in tuple(self._lists)))

    async def _refresh(self, message: int) -> None:
        lock = self._locks.get(message)
        if lock is None:
            return
        async with self._few, lock:
            open_list = self._lists.get(message)
            if open_list is None:
                return
            ends = self._clock() >= open_list.until
            if open_list.game is not None:
                if ends:
                    self._forget(message)
                return
            look = await open_list.look()
            if look.state != open_list.state or ends:
                try:
                    await _edit(open_list, look.draw(open_list.ended() if ends else ""))
                except discord.HTTPException as error:
                    if not passes(error):  # it was dismissed, or is too old
                        self._forget(message)
                    return
                except (discord.RateLimited, TimeoutError, aiohttp.ClientError, OSError):
                    return  # the next check tries again
                open_list.state = look.state
            if ends:
                self._forget(message)


async def _edit(open_list: OpenList, message: Message) -> None:
    """Edit a list.

    Raises:
        discord.HTTPException: Discord refuses it.
        discord.RateLimited: the edit may succeed later.
        TimeoutError: the edit took too long.
        aiohttp.ClientError: Discord cannot be reached.
        OSError: Discord cannot be reached.
    """
    async with asyncio.timeout(_WITHIN):
        await open_list.interaction.edit_original_response(
            view=message.view,
            attachments=message.files,
            allowed_mentions=message.allowed_mentions,
        )


def home_of(interaction: discord.Interaction[Any]) -> tuple[str, int] | None:
    """The list in whose message a button was pressed, and the game that is shown there.

    None: the message belongs to no list, or is not private. The answer comes from the message's
    buttons, so it is known even after a restart.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return None
    for each in _custom_ids(message.components):
        _, verb, game, *_ = [*each.split(":"), "", ""]
        if verb in HOMES and game.isascii() and game.isdecimal():
            return verb, int(game)
    return None


def _custom_ids(components: Any) -> Iterator[str]:
    """The custom_ids of components, including nested ones."""
    for each in components:
        if isinstance(custom_id := getattr(each, "custom_id", None), str):
            yield custom_id
        yield from _custom_ids(getattr(each, "children", ()))
