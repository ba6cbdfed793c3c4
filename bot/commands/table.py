"""`/table`, `/hand` and `/undo`: the game of this channel and one's own place in it."""

from __future__ import annotations

from bot import hands, panel, permissions
from bot.clicks import Clicks
from bot.commands.asking import Asked, command
from bot.house import Tree
from bot.older import strip_table


def register(tree: Tree, clicks: Clicks) -> None:
    """The three commands."""
    del clicks
    tree.add_command(command("table", _table))
    tree.add_command(command("hand", _hand))
    tree.add_command(command("undo", _undo))


async def _table(asked: Asked) -> None:
    table = await asked.table()
    channel, interaction = asked.interaction.channel, asked.interaction
    kind = channel.type if channel else None
    lacking = permissions.missing(interaction.app_permissions, kind)
    if lacking:
        await asked.answer(permissions.complaint(lacking, asked.words))
        return
    await asked.bot.tables.show(table.game.id, anew=True)
    if table.game.message is not None:
        await strip_table(asked.bot, table, table.game.message)
    await asked.answer(asked.words("table.posted"))


async def _hand(asked: Asked) -> None:
    table = await asked.begun()
    seat = table.seat_of(asked.user)
    await asked.answer(await hands.hand(asked.bot, table, seat, asked.words))


async def _undo(asked: Asked) -> None:
    table = await asked.begun()
    played = await asked.bot.tables.take_back(table.game.id, asked.user)
    seat = panel.seat_of(played.table, asked.user)
    done = asked.words("undo.done")
    shown = await panel.opened(asked.bot, played.table, seat, asked.words, head=done)
    await asked.answer(shown)
