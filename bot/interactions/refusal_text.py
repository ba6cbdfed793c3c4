"""A refusal as a sentence in the person's language."""

from __future__ import annotations

from bot.interactions.client import Client
from bot.interactions.message import place
from bot.store.rows import GameId
from bot.tables.core.refusals import (
    ChannelBusy,
    LobbyOver,
    NoSeatHere,
    NoSuchGame,
    NotYourMove,
    Refusal,
    Refused,
    TooFew,
    TooMany,
    TooManyStarted,
    TooManyTables,
    TooManyWaiting,
    Unreadable,
)
from bot.tables.core.table import Table
from render.people import named, with_shape
from render.words import Words, plain


async def refusal_text(
    bot: Client, refusal: Refusal, words: Words, table: Table | None = None
) -> str:
    """The sentence of a refusal, with its figures, links, titles, names and reasons.

    Args:
        bot: for the tables and presentations.
        refusal: what was raised.
        words: the person's language.
        table: the table it is about, if known: for titles and reasons.
    """
    id_, figures = refusal.id, dict[str, object](refusal.figures)
    if "name" in figures:
        figures["name"] = plain(str(figures["name"]))
    match refusal:
        case ChannelBusy():
            busy = await find_table(bot, refusal.game)
            figures["link"] = place(busy.game, words) if busy else ""
            if busy and busy.game.status == "lobby" and type(refusal) is ChannelBusy:
                id_ = "lobby.refused.channel_waits"
        case LobbyOver() if table is not None and table.game.status != "cancelled":
            id_ = "lobby.begun"
        case TooManyWaiting() | TooManyStarted() | TooManyTables():
            tables = [await find_table(bot, game) for game in refusal.games]
            figures["links"] = words.listed(place(each.game, words) for each in tables if each)
        case NoSeatHere() | NotYourMove():
            figures["names"] = words.listed(
                with_shape(seat, named(seat, name, words), words) for seat, name in refusal.who
            )
        case Refused() if table is not None:
            figures["reason"] = bot.presentation(table).why(refusal.reason, words)
        case Refused():
            id_ = "refuse.unknown_button"
        case TooFew() | TooMany() if table is not None:
            figures["game"] = words(f"game.{table.game.game}")
    return words(id_, **figures)


async def find_table(bot: Client, game: GameId) -> Table | None:
    """A table by its number, or None if there is none that can be read."""
    try:
        return await bot.games.table(game)
    except (NoSuchGame, Unreadable):
        return None
