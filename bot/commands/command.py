"""A slash command from its definition to its private answer, and what its body is given."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

import discord
import msgspec
from discord import app_commands

from bot.commands import own_tables
from bot.commands.reach import SERVERS_ALONE, Reach, fields
from bot.commands.translator import text
from bot.interactions import replies
from bot.interactions.client import Client, Interaction
from bot.interactions.handling import handle
from bot.interactions.message import Message, gone_line
from bot.interactions.replies import Acknowledge
from bot.interactions.request_log import LoggedRequest
from bot.store.rows import UserId
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from render.words import Words

P = ParamSpec("P")
AnyCommand: TypeAlias = app_commands.Command[Any, ..., None]
AnyMenu: TypeAlias = app_commands.ContextMenu


class GuildOnly(Refusal):
    """Games live in the channels of servers."""

    id = "lobby.refused.guild_only"


class CommandContext(msgspec.Struct, frozen=True):
    """One use of a command by a person, already acknowledged.

    Attributes:
        bot: the bot it came to.
        interaction: for answers, by `answer` or through `bot.interactions.replies`.
        words: the person's language.
        record: what the log will say about it.
    """

    bot: Client
    interaction: Interaction
    words: Words
    record: LoggedRequest

    @property
    def guild(self) -> int:
        """The server where it is used.

        Raises:
            GuildOnly: it is used in a direct message.
        """
        if self.interaction.guild_id is None:
            raise GuildOnly
        return self.interaction.guild_id

    @property
    def channel(self) -> int:
        """The channel where it is used.

        Raises:
            GuildOnly: it is used in a direct message.
        """
        if self.interaction.channel_id is None:
            raise GuildOnly
        return self.interaction.channel_id

    @property
    def user(self) -> UserId:
        """The person who uses it."""
        return self.interaction.user.id

    async def table(self, chosen: str | None = None) -> Table:
        """The chosen table; without a choice, that of this channel, or the person's only one.

        The table of a channel is its lobby or game, or its last finished game.

        Args:
            chosen: the number of a table at which the person has a seat; may be forged.

        Raises:
            NotYourTable: the person has no seat at a table with that number.
            NotMember: the person is no longer on the server.
            NoGameHere: the channel never had a table.
            WhichTable: there is no table here, and the person plays at several.
        """
        table = await own_tables.find(self.bot, self.user, chosen, self.channel)
        self.record.game = table.game.id
        seated = table.seat_of(self.user) is not None
        if seated and table.game.guild != self.interaction.guild_id:
            await self.bot.members.check(table.game.guild, self.user)
        replies.set_foot(self.interaction, gone_line(table, self.user, self.words))
        return table

    async def started_game(self, chosen: str | None = None) -> Table:
        """The same table, if its game has begun and can be read.

        Raises:
            NotYourTable: the person has no seat at a table with that number.
            NotMember: the person is no longer on the server.
            NoGameHere: the channel never had a table.
            WhichTable: there is no table here, and the person plays at several.
            NotBegun: the game has not begun.
            SetAside: a replay of the game differed.
            Unreadable: no position of the game can be restored.
        """
        table = await self.table(chosen)
        readable(table)
        return table

    async def answer(self, message: Message | str) -> None:
        """Send the private answer."""
        await replies.show(self.interaction, message)


Body: TypeAlias = Callable[Concatenate[CommandContext, P], Awaitable[None]]


def command(
    id: str,  # noqa: A002
    body: Body[...],
    *options: str,
    reach: Reach = Reach.SERVERS,
    texts: str | None = None,
) -> AnyCommand:
    """A command whose texts are `command.<id>.*`.

    Args:
        id: the last part of its ids, dotted for a subcommand.
        body: what it does; its parameters have the names in `options`.
        options: the last parts of the ids of its options.
        reach: where it can be used.
        texts: what the ids of its options begin with; None: the command's own id.
    """
    callback: Any = _callback(id, body, reach)
    if options:
        own = texts or f"command.{id}"
        names = {each: text(f"{own}.{each}.name") for each in options}
        about = {each: text(f"{own}.{each}.description") for each in options}
        callback = app_commands.describe(**about)(app_commands.rename(**names)(callback))
    made: AnyCommand = app_commands.Command(
        name=text(f"command.{id}.name"),
        description=text(f"command.{id}.description"),
        callback=callback,
        **fields(reach),
    )
    return made


def game_command(
    id: str,  # noqa: A002
    body: Body[...],
    reach: Reach = Reach.EVERYWHERE,
) -> AnyCommand:
    """A command about a game: that of the channel, or the one that its option `table` names.

    Args:
        id: as for `command`.
        body: what it does; its one parameter is `table`.
        reach: where it can be used.
    """
    made = command(id, body, "table", reach=reach, texts="command.game")
    made.autocomplete("table")(own_tables.choices)
    return made


def person_menu(id: str, body: Body[[discord.Member | discord.User]]) -> AnyMenu:  # noqa: A002
    """A command in the menu of a person, named by the text `command.<id>.menu.name`.

    Args:
        id: as for `command`, and for the log.
        body: what it does for the person whose menu it is.
    """
    run = _callback(id, body, Reach.SERVERS)

    async def callback(interaction: Interaction, person: discord.Member | discord.User) -> None:
        await run(interaction, person)

    return app_commands.ContextMenu(
        name=text(f"command.{id}.menu.name"),
        callback=callback,
        allowed_contexts=Reach.SERVERS.value,
        allowed_installs=SERVERS_ALONE,
    )


def _callback(verb: str, body: Body[P], reach: Reach) -> Callable[..., Any]:
    """What discord.py calls for a command: `body`, handled like every request."""

    @wraps(body)
    async def callback(interaction: Interaction, *args: P.args, **kwargs: P.kwargs) -> None:
        async def run(words: Words, record: LoggedRequest) -> None:
            if interaction.guild_id is None and reach is Reach.SERVERS:
                raise GuildOnly
            context = CommandContext(
                bot=interaction.client,
                interaction=interaction,
                words=words,
                record=record,
            )
            await body(context, *args, **kwargs)

        await handle(interaction, "command", verb, run, how=Acknowledge.PRIVATE)

    # discord.py reads the options from it, and would look their types up in this module.
    callback.__signature__ = inspect.signature(body, eval_str=True)  # type: ignore[attr-defined]  # inspect's own
    return callback
