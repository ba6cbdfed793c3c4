"""`/history`: the past positions of this channel's game, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import history
from bot.commands.asking import Asked, command

if TYPE_CHECKING:
    from bot.app import Maecenas


def register(bot: Maecenas) -> None:
    """The command and the buttons of its answer."""
    bot.tree.add_command(command("history", _history))
    history.register(bot)


async def _history(asked: Asked) -> None:
    table = await asked.begun()
    seat = table.seat_of(asked.user)
    await asked.answer(await history.shown(asked.bot, table, seat, table.number, asked.words))
