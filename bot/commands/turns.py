"""`/turns`: every table, on all servers, that waits for the person who asks."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.interactions.client import Tree
from bot.screens import turns


def register(tree: Tree) -> None:
    """The command."""
    tree.add_command(command("turns", _turns, anywhere=True))


async def _turns(context: CommandContext) -> None:
    here = context.interaction.guild_id
    await context.answer(await turns.message(context.bot, context.user, here, context.words))
