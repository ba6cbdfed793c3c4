"""Buttons and selects: what a custom_id says, and which handler answers the click.

A custom_id is `m1:<verb>:<game>[:<argument>...]` for a button and `m1s:...` for a
select, at most 100 characters. It says what was clicked, never who may: that is
asked of the store. Nothing lives in a View object, so every button works after a
restart.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Self, TypeAlias, cast

import discord
import msgspec

from bot.interactions import limits, replies
from bot.interactions.client import Client, Interaction
from bot.interactions.handling import handle
from bot.interactions.message import Message, gone_text
from bot.interactions.replies import Acknowledge
from bot.interactions.request_log import LoggedRequest
from bot.store.rows import STARTED, GameId, UserId
from bot.tables.core.refusals import NoSuchGame, UnknownChoice, Unreadable
from bot.tables.core.table import Table
from render.words import Words

_LARGEST: Final = 2**63 - 1
"""Numbers of messages, people, games and entries are not larger."""

_GRAMMAR: Final = r"(?P<verb>[a-z_]{1,16}):(?P<game>\d{1,12})(?P<args>(?::[\w.\-]*)*)$"


_EDIT: Final = r"-\d+"
"""What ends the custom_id of a menu: of which edit it is (`message.with_new_selects`)."""


class Click(msgspec.Struct, frozen=True):
    """One click, acknowledged already as its verb was registered.

    Attributes:
        bot: the bot it came to.
        interaction: to answer with, by `show` or through `bot.interactions.replies`.
        verb: what the button does.
        game: the game it names, which may be forged; 0: the button is about no game.
        args: the rest of the custom_id; may be forged too.
        values: what was selected; empty for a button.
        words: the person's language.
    """

    bot: Client
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

    async def table(self) -> Table:
        """The table that the button names; raises `NoSuchGame` if there is none."""
        return await self.bot.games.table(self.game)

    async def visible_table(self) -> Table:
        """The table that the button names, if it can be seen from here.

        That is a table of this channel, or one that the person plays at.

        Raises:
            NoSuchGame: the game is unknown.
        """
        table = await self.table()
        if not table.visible_from(self.interaction.channel_id, self.user):
            raise NoSuchGame
        return table

    async def show(self, message: Message | str) -> None:
        """Show a message in place of the private one clicked on; see `replies.show`."""
        await replies.show(self.interaction, message)

    def number(self, place: int) -> int:
        """The argument at a place as a number; raises `UnknownChoice` if it is none."""
        return whole(self.args[place] if place < len(self.args) else "")


def whole(text: str) -> int:
    """A number that a click names, as large as the database can store at most.

    Raises:
        UnknownChoice: there is no such choice.
    """
    if re.fullmatch(r"\d{1,19}", text, re.ASCII) and (number := int(text)) <= _LARGEST:
        return number
    raise UnknownChoice


ClickHandler: TypeAlias = Callable[[Click], Awaitable[None]]


class ClickRouter:
    """The handlers of clicks, by verb."""

    def __init__(self) -> None:
        self._handlers: dict[str, tuple[ClickHandler, Acknowledge]] = {}
        self._before: list[ClickHandler] = []

    def before(self, handler: ClickHandler) -> None:
        """Let `handler` prepare every click, once it is acknowledged and admitted."""
        self._before.append(handler)

    def on(
        self, verb: str, handler: ClickHandler, how: Acknowledge = Acknowledge.UPDATE
    ) -> None:
        """Let `handler` answer a verb (`[a-z_]{1,16}`), once.

        The click is acknowledged as `how` says before the handler runs. A `Refusal`
        that the handler raises is told to the person privately; any other exception
        is logged and the person is told its mark.
        """
        custom_id(verb)
        if verb in self._handlers:
            raise ValueError(f"the verb {verb} has a handler already")
        self._handlers[verb] = (handler, how)

    async def answer(
        self, interaction: Interaction, verb: str, game: GameId, args: tuple[str, ...]
    ) -> None:
        """Answer one click: acknowledge it, run its handler, tell what went wrong."""
        known = verb if verb in self._handlers else "unknown"
        handler, how = self._handlers.get(verb, (_unknown, Acknowledge.PRIVATE))

        async def run(words: Words, record: LoggedRequest) -> None:
            del record
            data: dict[str, Any] = dict(interaction.data or {})
            values = tuple(map(str, data.get("values", ())))
            await _admit(interaction, game, words)
            click = Click(interaction.client, interaction, verb, game, args, values, words)
            for prepare in self._before:
                await prepare(click)
            await handler(click)

        await handle(interaction, "click", known, run, how=how, game=game)


async def _admit(interaction: Interaction, game: GameId, words: Words) -> None:
    """Before a click is handled: a player who has left the server keeps nothing elsewhere.

    Elsewhere its buttons stand in direct messages, and in the answers to `/turns`.

    Any other click of a player wakes a table that rests; if its channel is gone, the answer
    says so.

    Raises:
        NotMember: the person is not on the server any more.
        Resting: the game rests, and another one has its channel.
    """
    bot, user = interaction.client, interaction.user.id
    try:
        table = await bot.games.table(game)
    except (NoSuchGame, Unreadable):
        return  # the handler tells it, where it matters
    if interaction.guild_id != table.game.guild and table.seat_of(user) is not None:
        name = await bot.members.check(table.game.guild, user)
        if name is not None:
            await bot.people.note_name(table.game.guild, user, name)
    if table.seat_of(user) is not None and table.game.status in STARTED:
        replies.set_foot(interaction, gone_text(table.game, words))
    await bot.games.revive(game, user)


async def _unknown(click: Click) -> None:
    del click
    raise UnknownChoice


async def answer_unknown(interaction: Interaction) -> None:
    """Answer a click on a custom_id of no grammar that is known: another version's."""
    data: dict[str, Any] = dict(interaction.data or {})
    known = re.fullmatch(f"m1s?:{_GRAMMAR}", str(data.get("custom_id", "")))
    if interaction.type is discord.InteractionType.component and not known:
        await interaction.client.answer_click(interaction, "", 0, ())


_Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]


class ClickItem(discord.ui.DynamicItem[_Item], template=f"^m1s?:{_GRAMMAR}"):
    """A button or select of ours, found by its custom_id alone, after a restart as well."""

    def __init__(self, item: _Item, match: re.Match[str]) -> None:
        super().__init__(item)
        self._match = match

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """What discord.py calls for a custom_id that the template matches."""
        del interaction
        return cls(cast(_Item, item), match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """What discord.py calls for a click."""
        verb, game = self._match["verb"], int(self._match["game"])
        args = tuple(self._match["args"].split(":")[1:])
        if args and self._match.string.startswith("m1s:") and re.fullmatch(_EDIT, args[-1]):
            args = args[:-1]
        await interaction.client.answer_click(interaction, verb, game, args)


def custom_id(verb: str, game: GameId = 0, *args: str | int, prefix: str = "m1") -> str:
    """The custom_id of a button; raises `ValueError` if it cannot be one."""
    spelled = ":".join([prefix, verb, str(game), *map(str, args)])
    if len(spelled) > limits.CUSTOM_ID or not re.fullmatch(f"{prefix}:{_GRAMMAR}", spelled):
        raise ValueError(f"not a custom_id: {spelled}")
    return spelled


def button(
    verb: str,
    game: GameId,
    *args: str | int,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> discord.ui.Button[Any]:
    """A button whose click goes to the handler of `verb`; a long label is cut."""
    return discord.ui.Button(
        style=style,
        emoji=emoji,
        label=limits.cut(label, limits.BUTTON_LABEL),
        disabled=disabled,
        custom_id=custom_id(verb, game, *args),
    )


class Option(msgspec.Struct, frozen=True):
    """One choice of a select: its value comes back in `Click.values`."""

    value: str
    label: str
    hint: str | None = None
    chosen: bool = False
    emoji: discord.PartialEmoji | None = None


def select(
    verb: str,
    game: GameId,
    *args: str | int,
    options: tuple[Option, ...],
    placeholder: str | None = None,
    disabled: bool = False,
) -> discord.ui.Select[Any]:
    """A select of 1 to 25 options; long labels and hints are cut."""
    return discord.ui.Select(
        custom_id=custom_id(verb, game, *args, prefix="m1s"),
        placeholder=placeholder and limits.cut(placeholder, limits.PLACEHOLDER),
        disabled=disabled,
        options=[
            discord.SelectOption(
                label=limits.cut(each.label, limits.OPTION_TEXT),
                value=each.value,
                description=limits.cut(each.hint or "", limits.OPTION_TEXT) or None,
                default=each.chosen,
                emoji=each.emoji,
            )
            for each in options
        ],
    )
