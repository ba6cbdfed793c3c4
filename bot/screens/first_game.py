"""What someone is told in the first private message of their first game of a kind."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.interactions.message import Row
from bot.screens import coach
from bot.tables.core.table import Table
from render.presentation import Picture
from render.words import Words
from rules.contract import Seat


async def begins(bot: Client, table: Table, seat: Seat) -> bool:
    """Whether a seat's person is in the first turn of their first game of its kind.

    This follows from the game and what is stored. So a message that is edited or made again
    after a restart says the same, and only in that turn. Of several such games, only the one
    whose message came first counts. It is false for people who have no coach.
    """
    row = table.seats[seat]
    if table.game.status != "playing" or row.sits is None or row.since is not None:
        return False
    if table.turn_before(seat):
        return False
    title = table.game.game
    if await bot.store.results.finished(row.sits, title):
        return False
    return await bot.coach.introduces(row.sits, table.game)


def text(table: Table, words: Words) -> str:
    """The aim of the game, and how one turn goes."""
    game = table.game.game
    title = words("first.title", game=words(f"game.{game}"))
    aim, alone = f"game.{game}.aim", f"game.{game}.aim.alone"
    if len(table.seats) == 1 and alone in words:
        aim = alone
    return f"### {title}\n{words(aim)}\n\n{words(f'game.{game}.turn')}"


async def key(bot: Client, table: Table, words: Words) -> tuple[str | tuple[Picture, ...], ...]:
    """The key of symbols with its line; nothing if it cannot be drawn."""
    picture = await bot.pictures.symbols(table.game.game, words)
    return () if picture is None else (words("first.symbols"), (picture,))


async def row(bot: Client, table: Table, seat: Seat, words: Words) -> Row:
    """The button that only this message has: the coach, on or off."""
    user = table.seats[seat].sits
    return [] if user is None else [await coach.switch_of(bot, user, table.game.game, words)]
