"""`/history`: the past positions of this channel's game, one after the other."""

from __future__ import annotations

from bot import history
from bot.clicks import Clicks
from bot.commands.asking import Asked, command
from bot.house import Tree


def register(tree: Tree, clicks: Clicks) -> None:
    """The command and the buttons of its answer."""
    tree.add_command(command("history", _history))
    history.register(clicks)


async def _history(asked: Asked) -> None:
    table = await asked.begun()
    seat = table.seat_of(asked.user)
    await asked.answer(await history.shown(asked.bot, table, seat, table.number, asked.words))
