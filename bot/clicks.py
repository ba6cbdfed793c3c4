"""Buttons and selects: what a custom_id says, and which room hears the click.

A custom_id is `m1:<verb>:<game>[:<argument>...]` for a button and `m1s:...` for a
select, at most 100 characters. It says what was clicked, never who may: that is
asked of the store. Nothing lives in a View object, so every button works after a
restart.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Self, TypeAlias, cast

import discord
import msgspec

from bot import answers, daybook
from bot.answers import Acknowledge
from bot.house import House, Interaction
from bot.notices import NoSuchGame, Notice, UnknownChoice
from bot.store.rows import GameId, UserId
from bot.table import Table
from render.words import Words

LONGEST: Final = 100
"""Discord's limit of a custom_id, and of the label and hint of a select's option."""

LONGEST_LABEL: Final = 80
"""Discord's limit of a button's label, in characters."""

_GRAMMAR: Final = r"(?P<verb>[a-z_]{1,16}):(?P<game>\d{1,12})(?P<args>(?::[\w.\-]*)*)$"

_log = logging.getLogger(__name__)


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

    bot: House
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

    def number(self, place: int) -> int:
        """The argument at a place as a number; raises `UnknownChoice` if it is none."""
        try:
            return int(self.args[place])
        except (IndexError, ValueError):
            raise UnknownChoice from None


Handler: TypeAlias = Callable[[Click], Awaitable[None]]


class Clicks:
    """The verbs that are known, and the rooms that hear them."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[Handler, Acknowledge]] = {}

    def on(self, verb: str, handler: Handler, how: Acknowledge = Acknowledge.UPDATE) -> None:
        """Let `handler` hear a verb (`[a-z_]{1,16}`), once.

        The click is acknowledged as `how` says before the handler runs. A `Notice`
        that the handler raises is told to the person privately; any other exception
        is logged and the person hears its mark.
        """
        custom_id(verb)
        if verb in self._rooms:
            raise ValueError(f"the verb {verb} is heard by another room")
        self._rooms[verb] = (handler, how)

    async def hear(
        self, interaction: Interaction, verb: str, game: GameId, args: tuple[str, ...]
    ) -> None:
        """Answer one click: acknowledge it, run its room, tell what went wrong."""
        interaction.client.under_way()
        known = verb if verb in self._rooms else "unknown"
        with daybook.line(interaction.client, "click", known, game) as line:
            async with answers.or_cut_off(interaction):
                await self._answer(interaction, verb, game, args, line)

    async def _answer(
        self,
        interaction: Interaction,
        verb: str,
        game: GameId,
        args: tuple[str, ...],
        line: daybook.Line,
    ) -> None:
        handler, how = self._rooms.get(verb, (_unknown, Acknowledge.PRIVATE))
        if interaction.client.closing:
            handler, how = _closing, Acknowledge.NONE
        try:
            await answers.acknowledge(interaction, how)
        except answers.UNHEARD as error:
            # Too late for Discord: the person saw it fail, so nothing may happen.
            _log.warning("a click could not be acknowledged: %s, %s", verb, error)
            line.end = "late"
            return
        line.acknowledged()
        words = Words.pick(interaction.locale.value)
        try:
            words = await interaction.client.words(interaction)
            data: dict[str, Any] = dict(interaction.data or {})
            values = tuple(map(str, data.get("values", ())))
            await handler(
                Click(interaction.client, interaction, verb, game, args, values, words)
            )
        except Notice as notice:
            line.end = notice.id
            table = await _table_of(interaction.client, game)
            await answers.tell(interaction, notice, words, table)
        except Exception as error:  # noqa: BLE001 - logged by `fault`, whatever it is
            line.end = "fault"
            await answers.fault(interaction, error, words)


async def _table_of(bot: House, game: GameId) -> Table | None:
    try:
        return await bot.tables.table(game)
    except NoSuchGame:
        return None


async def _unknown(click: Click) -> None:
    del click
    raise UnknownChoice


async def _closing(click: Click) -> None:
    await answers.private(click.interaction, click.words("refuse.closing"))


async def answer_strays(interaction: Interaction) -> None:
    """Answer a click on a custom_id of no grammar that is known: another version's."""
    data: dict[str, Any] = dict(interaction.data or {})
    known = re.fullmatch(rf"m1s?:{_GRAMMAR}", str(data.get("custom_id", "")))
    if interaction.type is discord.InteractionType.component and not known:
        await interaction.client.hear(interaction, "", 0, ())


class _Pressed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=f"^m1:{_GRAMMAR}"):
    """A button of ours, found by its custom_id alone."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
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
        del interaction
        return cls(cast(discord.ui.Button[Any], item), match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _heard(interaction, self._match)


class _Selected(discord.ui.DynamicItem[discord.ui.Select[Any]], template=f"^m1s:{_GRAMMAR}"):
    """A select of ours, found by its custom_id alone."""

    def __init__(self, item: discord.ui.Select[Any], match: re.Match[str]) -> None:
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
        del interaction
        return cls(cast(discord.ui.Select[Any], item), match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _heard(interaction, self._match)


DYNAMIC: Final = (_Pressed, _Selected)
"""What the client registers, so that clicks find their way after a restart."""


async def _heard(interaction: Interaction, match: re.Match[str]) -> None:
    args = tuple(match["args"].split(":")[1:])
    await interaction.client.hear(interaction, match["verb"], int(match["game"]), args)


def custom_id(verb: str, game: GameId = 0, *args: str | int) -> str:
    """The custom_id of a button; raises `ValueError` if it cannot be one."""
    spelled = ":".join(["m1", verb, str(game), *map(str, args)])
    if len(spelled) >= LONGEST or not re.fullmatch(rf"m1:{_GRAMMAR}", spelled):
        raise ValueError(f"not a custom_id: {spelled}")
    return spelled


def button(
    verb: str,
    game: GameId,
    *args: str | int,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """A button whose click goes to the room of `verb`; the label is cut to 80."""
    return discord.ui.Button(
        style=style,
        label=_cut(label, LONGEST_LABEL),
        disabled=disabled,
        custom_id=custom_id(verb, game, *args),
    )


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
    return discord.ui.Select(
        custom_id=custom_id(verb, game, *args).replace("m1:", "m1s:", 1),
        placeholder=placeholder and _cut(placeholder, LONGEST),
        disabled=disabled,
        options=[
            discord.SelectOption(
                label=_cut(each.label, LONGEST),
                value=each.value,
                description=_cut(each.hint, LONGEST) if each.hint else None,
                default=each.chosen,
            )
            for each in options
        ],
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
