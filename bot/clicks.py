"""Buttons and selects: what a custom_id says, and which room hears the click.

A custom_id is `m1:<verb>:<game>[:<argument>...]` for a button and `m1s:...` for a
select, at most 100 characters. It says what was clicked, never who may: that is
asked of the store. Nothing lives in a View object, so every button works after a
restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
import msgspec

from bot.answers import Acknowledge, Interaction
from bot.store.rows import GameId, UserId
from render.words import Words

if TYPE_CHECKING:
    from bot.app import Maecenas

LONGEST = 100
"""Discord's limit of a custom_id, in characters."""


class Click(msgspec.Struct, frozen=True):
    """One click, acknowledged already as its verb was registered.

    Attributes:
        bot: the bot it came to.
        interaction: to answer with, through `bot.answers`.
        verb: what the button does.
        game: the game it names; may be forged: `bot.tables.table(game)` raises
            `NoSuchGame`. 0 where the button is about no game.
        args: the rest of the custom_id; may be forged too.
        values: what was selected; empty for a button.
        words: the person's language.
    """

    bot: Maecenas
    interaction: Interaction
    verb: str
    game: GameId
    args: tuple[str, ...]
    values: tuple[str, ...]
    words: Words

    @property
    def user(self) -> UserId:
        """Who clicked."""
        return self.interaction.user.id


Handler: TypeAlias = Callable[[Click], Awaitable[None]]


class Clicks:
    """The verbs that are known, and the rooms that hear them."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[Handler, Acknowledge]] = {}

    def on(
        self, verb: str, handler: Handler, how: Acknowledge = Acknowledge.UPDATE
    ) -> None:
        """Let `handler` hear a verb (`[a-z_]{1,16}`), once.

        The click is acknowledged as `how` says before the handler runs. A `Notice`
        that the handler raises is told to the person privately; any other exception
        is logged and the person hears its mark.
        """
        raise NotImplementedError


def custom_id(verb: str, game: GameId = 0, *args: str | int) -> str:
    """The custom_id of a button; raises `ValueError` if it cannot be one."""
    raise NotImplementedError


def button(
    verb: str,
    game: GameId,
    *args: str | int,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """A button whose click goes to the room of `verb`; the label is cut to 80."""
    raise NotImplementedError


class Option(msgspec.Struct, frozen=True):
    """One choice of a select: its value comes back in `Click.values`."""

    value: str
    label: str
    hint: str | None = None
    chosen: bool = False


def select(
    verb: str,
    game: GameId,
    *args: str | int,
    options: tuple[Option, ...],
    placeholder: str | None = None,
    disabled: bool = False,
) -> discord.ui.Select[Any]:
    """A select of 1 to 25 options; labels and hints are cut to 100."""
    raise NotImplementedError
