"""A slash command from its definition to its private answer.

Every command answers privately: it is acknowledged first, a notice is told in
the person's language, and a fault is logged under a mark.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

import msgspec
from discord import app_commands

from bot import answers, daybook
from bot.answers import Acknowledge, Shown
from bot.commands.naming import text
from bot.house import House, Interaction
from bot.moves import readable
from bot.notices import NoGameHere, Notice
from bot.store.rows import UserId
from bot.table import Table
from render.words import Words

P = ParamSpec("P")
AnyCommand: TypeAlias = app_commands.Command[Any, ..., None]
Anything: TypeAlias = AnyCommand | app_commands.Group

_log = logging.getLogger(__name__)

GUILDS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


class GuildOnly(Notice):
    """Games live in the channels of servers."""

    id = "lobby.refused.guild_only"


class Closing(Notice):
    """The bot is about to stop: nothing new is begun."""

    id = "refuse.closing"


class Asked(msgspec.Struct, frozen=True):
    """One command of a person in a server's channel, acknowledged already.

    Attributes:
        words: the person's language.
        guild, channel: where it was asked.
        line: what the log will say of it.
    """

    bot: House
    interaction: Interaction
    words: Words
    guild: int
    channel: int
    line: daybook.Line

    @property
    def user(self) -> UserId:
        """Who asks."""
        return self.interaction.user.id

    async def table(self) -> Table:
        """The lobby or game of this channel, or its last finished one.

        Raises: NoGameHere.
        """
        table = await self.bot.tables.in_channel(self.channel)
        if table is None or table.game.status == "cancelled":
            raise NoGameHere
        self.line.game = table.game.id
        return table

    async def begun(self) -> Table:
        """The game of this channel, which has something to show.

        Raises: NoGameHere, NotBegun, SetAside, Unreadable.
        """
        table = await self.table()
        readable(table)
        return table

    async def answer(self, shown: Shown | str) -> None:
        """The private answer."""
        whole = answers.written(shown) if isinstance(shown, str) else shown
        await answers.show(self.interaction, whole)


Body: TypeAlias = Callable[Concatenate[Asked, P], Awaitable[None]]


def command(id: str, body: Body[...], *options: str) -> AnyCommand:  # noqa: A002
    """A command of a server's channels whose words are `command.<id>.*`.

    Args:
        id: the last part of its ids, dotted for a subcommand.
        body: what it does; its parameters are named as `options`.
        options: the last parts of the ids of its options.
    """
    callback: Any = _heard(id, body)
    if options:
        names = {each: text(f"command.{id}.{each}.name") for each in options}
        about = {each: text(f"command.{id}.{each}.description") for each in options}
        callback = app_commands.describe(**about)(app_commands.rename(**names)(callback))
    made: AnyCommand = app_commands.Command(
        name=text(f"command.{id}.name"),
        description=text(f"command.{id}.description"),
        callback=callback,
        allowed_contexts=GUILDS,
        allowed_installs=INSTALLS,
    )
    return made


def _heard(verb: str, body: Body[P]) -> Callable[..., Any]:
    """What Discord calls: acknowledges, runs the body, tells notices and faults."""

    async def answer(
        interaction: Interaction, line: daybook.Line, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        bot = interaction.client
        try:
            await answers.acknowledge(interaction, Acknowledge.PRIVATE)
        except answers.UNHEARD as error:
            # Too late for Discord: the person saw it fail, so nothing may happen.
            _log.warning("a command could not be acknowledged: %s, %s", verb, error)
            line.end = "late"
            return
        line.acknowledged()
        words = Words.pick(interaction.locale.value)
        try:
            words = await bot.words(interaction)
            await body(_asked(interaction, words, line), *args, **kwargs)
        except Notice as notice:
            line.end = notice.id
            table = await bot.tables.in_channel(interaction.channel_id or 0)
            await answers.tell(interaction, notice, words, table)
        except Exception as error:  # noqa: BLE001 - a fault must not leave a person waiting
            line.end = "fault"
            await answers.fault(interaction, error, words)

    @wraps(body)
    async def callback(interaction: Interaction, *args: P.args, **kwargs: P.kwargs) -> None:
        interaction.client.under_way()
        with daybook.line(interaction.client, "command", verb) as line:
            async with answers.or_cut_off(interaction):
                await answer(interaction, line, *args, **kwargs)

    return callback


def _asked(interaction: Interaction, words: Words, line: daybook.Line) -> Asked:
    """Raises: GuildOnly, Closing."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise GuildOnly
    if interaction.client.closing:
        raise Closing
    place = (interaction.guild_id, interaction.channel_id)
    return Asked(interaction.client, interaction, words, *place, line)
