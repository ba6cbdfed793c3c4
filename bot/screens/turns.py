"""Every table that waits for a person, on all servers, played from one private message."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client, Interaction
from bot.interactions.message import Message, Row, compose, gone_line, in_rows
from bot.interactions.open_lists import Look, home_of
from bot.screens import board, lists, panel, proposals, seat
from bot.screens.moves import seat_of
from bot.screens.waiting import Waiting, asked, latest, since, title, waiting
from bot.store.rows import GameId, UserId
from bot.tables.core.refusals import Resting, UnknownChoice
from render.words import Words

MOST: Final = 10
"""How many tables are shown, each with lines and a button; more come as these are played."""

MOST_MOVED: Final = 5
"""How many tables whose channel is gone have a button that moves them."""

LONGEST: Final = 3500
"""The most characters of a list; a longer one is shown without the latest events."""

_ANSWERED: Final = frozenset({"early", "proposal", "invitation", "vote"})
"""What a person answers instead of playing."""


# -- the list ------------------------------------------------------------------------


async def show(interaction: Interaction, words: Words) -> None:
    """Show the list in the private answer, or in place of the message clicked on."""
    bot, user, guild = interaction.client, interaction.user.id, interaction.guild_id
    await lists.show(interaction, partial(look, bot, user, guild, words), words)


async def look(bot: Client, user: UserId, guild: int | None, words: Words) -> Look:
    """What waits for a person, and how it is shown.

    Args:
        bot: for the tables.
        user: who asks.
        guild: the server of the request, where a table can be moved to a channel; None: a
            direct message.
        words: their language.
    """
    found = await waiting(bot, user)

    def draw(foot: str) -> Message:
        return _message(bot, found, user, guild, words, foot)

    return Look(tuple(each.state for each in found), draw)


def _message(
    bot: Client, found: list[Waiting], user: UserId, guild: int | None, words: Words, foot: str
) -> Message:
    """The list: first what has waited longest, then early questions, then lost tables."""
    wanted = [each for each in found if not each.idle]
    early = [each for each in found if each.kind == "early"]
    lost = [each for each in found if each.kind == "gone"]
    tables = len({each.game for each in wanted})
    most = (*wanted[:MOST], *early[: MOST - len(wanted[:MOST])], *lost[:MOST_MOVED])
    shown = [*enumerate(most, 1)]
    heading = words("turns.title", tables) if tables else words("turns.none")
    blocks = [f"### {heading}"]
    lines = partial(_lines, bot, shown, user, words)
    told = lines(told=True)
    blocks += told if sum(map(len, told)) <= LONGEST else lines(told=False)
    if len(wanted) > MOST:
        blocks.append(words("turns.more", len(wanted) - MOST))
    buttons = [
        _button(n, each, words, first=n == 1) for n, each in shown if each.kind != "gone"
    ]
    gone = {
        each.game: (n, each.listed.game)
        for n, each in reversed(shown)
        if each.listed.game.channel_gone is not None
    }
    moves = [
        button("move_here", game, label=words("turns.button.move_here", number=n))
        for game, (n, row) in sorted(gone.items(), key=lambda each: each[1][0])
        if row.guild == guild
    ][:MOST_MOVED]
    refresh = [button("my_turns", 0, label=words("panel.button.refresh"))]
    return compose(
        "\n".join(blocks),
        words("turns.gone") if gone else "",
        f"-# {foot}" if foot else "",
        rows=[*in_rows(buttons), *in_rows(moves), refresh],
    )


def _lines(
    bot: Client, shown: Sequence[tuple[int, Waiting]], user: UserId, words: Words, *, told: bool
) -> list[str]:
    """A few lines for each table, with its latest event if `told`."""
    lines: list[str] = []
    for number, each in shown:
        if each.kind == "early" and words("turns.early.title") not in "".join(lines):
            lines.append(f"### {words('turns.early.title')}")
        head = words("list.line", number=number, text=title(each.listed, user, words))
        what = asked(bot, each, words)
        if not each.idle:
            what = words("turns.asked", asked=what, when=since(bot, each.since))
        event = latest(bot, each.listed, words) if told else ""
        lines.append("\n".join((head, what, *([f"-# {event}"] if event else []))))
    return lines


def _button(number: int, what: Waiting, words: Words, *, first: bool) -> discord.ui.Button[Any]:
    label = "turns.button.answer" if what.kind in _ANSWERED else "turns.button.move"
    style = discord.ButtonStyle.primary if first else discord.ButtonStyle.secondary
    text = words(label, number=number)
    return button("play_turn", what.game, *what.address, label=text, style=style)


# -- what takes its place --------------------------------------------------------------


async def row(bot: Client, user: UserId, game: GameId, words: Words) -> Row:
    """The way back to the list and, once nothing waits in a game, on to the next table.

    Args:
        bot: for the tables.
        user: whose list it is.
        game: the game that is shown in the list's message.
        words: the person's language.
    """
    tables = {each.game for each in await waiting(bot, user) if not each.idle}
    others = len(tables - {game})
    label = words("turns.button.all", number=len(tables)) if tables else words("turns.all")
    found = [button("my_turns", game, label=label)]
    if others and game not in tables:
        label = words("turns.button.next", number=others)
        style = discord.ButtonStyle.primary
        found.append(button("next_turn", game, label=label, style=style))
    return found


def _return_to(click: Click, game: GameId) -> None:
    """Give what a list's message shows of a game a way back to the list."""
    bot, interaction, user, words = click.bot, click.interaction, click.user, click.words
    again = partial(look, bot, user, interaction.guild_id, words)
    lists.return_to(interaction, again, partial(row, bot, user, game, words), game, words)


async def prepare(click: Click) -> None:
    """Give whatever replaces the list a way back to it, and on to the next table."""
    match home_of(click.interaction):
        case ("my_turns", game):
            _return_to(click, click.game or game)
        case _:
            return


async def _on_list(click: Click) -> None:
    """All my turns, or Refresh: show the list."""
    await show(click.interaction, click.words)


async def _on_play(click: Click) -> None:
    """Play and Answer: `play_turn:<game>:<kind>:<which>`."""
    await _open(click, (click.args[:1] or ("",))[0], click.number(1))


async def _on_next(click: Click) -> None:
    """Next table: what has waited longest at another table; if nothing does, the list.

    A table that rests is woken, or left out if another one has its channel.
    """
    for each in await waiting(click.bot, click.user):
        if each.game == click.game or each.idle:
            continue
        try:
            await click.bot.games.revive(each.game, click.user)
        except Resting:
            continue
        replies.set_home(click.interaction, None)
        await _open_next(click, each)
        return
    await show(click.interaction, click.words)


async def _open_next(click: Click, what: Waiting) -> None:
    kind, which = what.address
    other = replace(click, game=what.game)
    _return_to(other, what.game)
    await _open(other, kind, which)


async def _open(click: Click, kind: str, which: int) -> None:
    """Show what waits at a table, with a way to answer it."""
    bot, words = click.bot, click.words
    table = await click.table()
    replies.set_foot(click.interaction, gone_line(table, click.user, words))
    match kind:
        case "move" | "early":
            await click.show(await panel.message(bot, table, seat_of(table, click.user), words))
        case "vote":
            await click.show(board.vote_message(table, words))
        case "proposal":
            await click.show(proposals.own_message(bot, table, click.user, which, words))
        case "invitation":
            await click.show(seat.invitation_message(table, click.user, which, words))
        case _:
            raise UnknownChoice


async def _on_accept(click: Click) -> None:
    """Take the seat of an invitation: `accept:<game>:<seat>`."""
    await click.show(await seat.take(click))


async def _on_refuse(click: Click) -> None:
    """Decline the seat of an invitation: `refuse:<game>:<seat>`."""
    await click.show(await seat.decline(click))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the list, and of what takes its place."""
    clicks.before(prepare)
    clicks.on("my_turns", _on_list)
    clicks.on("play_turn", _on_play)
    clicks.on("next_turn", _on_next)
    clicks.on("accept", _on_accept)
    clicks.on("refuse", _on_refuse)
