"""`/privacy`: what is stored about the person who asks, and the click that deletes it."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.delivery.cleared import clear_messages
from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.client import Tree
from bot.screens import privacy
from bot.tables.core.refusals import UnknownChoice

_QUESTIONS = 2
"""How many questions are asked before everything is deleted."""


def register(tree: Tree) -> None:
    """Add the command to the tree."""
    tree.add_command(command("privacy", _privacy, reach=Reach.DIRECT))


def register_clicks(clicks: ClickRouter) -> None:
    """Register the button that deletes, and the questions before it."""
    clicks.on("delete_data", _on_delete)


async def _privacy(context: CommandContext) -> None:
    await context.answer(await privacy.message(context.bot, context.user, context.words))


async def _on_delete(click: Click) -> None:
    """`delete_data:0:<step>`: two questions, then it is done."""
    step = click.number(0)
    if not 1 <= step <= _QUESTIONS + 1:
        raise UnknownChoice
    if step <= _QUESTIONS:
        await click.show(privacy.question(step, click.words))
        return
    sent = await click.bot.privacy.delete(click.user)
    await click.show(click.words("privacy.done"))
    await clear_messages(click.bot, sent, click.words)
