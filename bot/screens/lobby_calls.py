"""What people in a lobby are told: plain text, which a phone shows."""

from __future__ import annotations

from msgspec.structs import replace

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.message import Message, plain_message, timestamp
from bot.screens.call_table import link_button
from bot.screens.names import seat_name_with_level
from bot.store.out import LobbyCall, LobbyEnd
from bot.store.rows import UserId
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_times
from render.words import Words, plain


def end_message(what: LobbyEnd, table: Table, words: Words) -> Message:
    """The message that a lobby closes in a day, or has closed; it mentions all its people.

    Args:
        what: which of the two.
        table: the lobby.
        words: its language.
    """
    game = words(f"game.{table.game.game}")
    if what.closed:
        text = words("lobby.expired", game=game)
    else:
        ends = timestamp(lobby_times.times_of(table.game).ends)
        text = words("lobby.ends", game=game, when=ends)
    users = tuple(row.user for row in table.humans if row.user is not None)
    again = button("open_again", table.game.id, label=words("lobby.button.open_again"))
    buttons = [again] if what.closed else [again, *link_button(table, words)]
    return plain_message(_to(users, text, words), buttons, mentions=users, notifies=True)


async def call_message(client: Client, what: LobbyCall, table: Table, words: Words) -> Message:
    """What a person in the lobby is told by direct message.

    Raises:
        NoSuchGame: the new lobby is unknown.
        Unreadable: the new lobby was written by a newer release.
    """
    there = table if what.lobby is None else await client.games.table(what.lobby)
    text = _text(client, what, table, words)
    return plain_message(text, link_button(there, words), notifies=True)


def _text(client: Client, what: LobbyCall, table: Table, words: Words) -> str:
    """The text of the message, above the button to the lobby."""
    game = words(f"game.{table.game.game}")
    match what.what:
        case "gathered":
            return _gathered(client, what.user, table, words)
        case "soon":
            hour = lobby_times.times_of(table.game).hour
            when = timestamp(client.clock() if hour is None else hour)
            return words("lobby.call.soon", game=game, when=when)
        case "too_few":
            return words("lobby.call.too_few", game=game)
        case "again":
            return words("lobby.call.again", name=plain(what.name), game=game)


def in_channel(message: Message, user: UserId, words: Words, *, rings: bool) -> Message:
    """The same for someone who accepts no direct messages: in the channel, by a mention.

    In quiet hours it does not ring. It is no silent message then: everyone would see that.
    """
    mentions = (user,) if rings else ()
    text = _to((user,), message.content, words)
    return replace(message, content=text, mentions=mentions)


def _gathered(client: Client, opener: UserId, table: Table, words: Words) -> str:
    """The people who sit with the opener, and whether they are enough."""
    rules = client.lobbies.rules_of(table)
    taken = len(table.seats)
    enough = taken >= lobby_times.enough(rules)
    others = (row for row in table.humans if row.user != opener)
    return words(
        "lobby.call.enough" if enough else "lobby.call.gathered",
        taken,
        names=words.listed(seat_name_with_level(row, words) for row in others),
        game=words(f"game.{table.game.game}"),
        most=max(rules.seats),
    )


def _to(users: tuple[UserId, ...], text: str, words: Words) -> str:
    """A text after mentions of the people it addresses."""
    return words("call.to", mentions=" ".join(f"<@{user}>" for user in users), text=text)
