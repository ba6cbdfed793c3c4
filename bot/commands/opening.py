"""Making and posting a new lobby that someone asked for with a command or a button."""

from __future__ import annotations

import msgspec

from bot.commands.command import GuildOnly
from bot.delivery.outbox import OutboxDelivery
from bot.interactions.client import Client, Interaction
from bot.interactions.message import message_link
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from render.words import SOURCE, Words, bare, coverage
from rules.registry import GAMES


class UnknownTitle(Refusal):
    """There is no game with that id."""

    id = "lobby.refused.unknown_game"


class LobbyRequest(msgspec.Struct, frozen=True):
    """What someone wants to play, and in which language."""

    game: str
    language: str


def opened_text(text: str, table: Table, words: Words) -> str:
    """Where a new lobby is; without a message, it waits until Discord can be reached."""
    if table.game.message is None:
        return words("lobby.waits")
    return words(text, link=message_link(table.game))


def lobby_request(game: str, language: str) -> LobbyRequest:
    """What someone wants to play, in a language that its tables can have, or in English.

    Raises:
        UnknownTitle: there is no game with that id.
    """
    if game not in GAMES:
        raise UnknownTitle
    return LobbyRequest(game, coverage.of_table(language, game) or SOURCE)


async def open_lobby(
    bot: Client,
    delivery: OutboxDelivery,
    interaction: Interaction,
    request: LobbyRequest,
    channel: int,
    parent: int | None,
) -> Table:
    """Make and post a new lobby.

    Raises:
        GuildOnly: the command was used outside a server.
        Unposted: Discord does not allow the lobby to be posted.
        DeletedBefore: the person's data was deleted, and nothing may be stored about them.
        ChannelBusy: the channel has an open table.
        NoSuchGame: the game is unknown.
        TooManyWaiting: the person keeps too many lobbies waiting.
        TooManyStarted: too many games that the person opened are running on the server.
        TooManyTables: the server has too many open tables.
    """
    if interaction.guild_id is None:
        raise GuildOnly
    person = interaction.user
    table = await bot.lobbies.create_lobby(
        game=request.game,
        guild=interaction.guild_id,
        channel=channel,
        user=person.id,
        name=bare(person.display_name),
        parent=parent,
        language=request.language,
    )
    await delivery.post_lobby(table.game.id)
    return await bot.games.table(table.game.id)
