"""Every table that waits for a person, on all servers: for their eyes only."""

from __future__ import annotations

import math
from typing import Any, Final

import discord
import msgspec

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import Message, compose, in_rows, place
from bot.screens.names import time_since, waited
from bot.store.rows import Proposal, UserId
from bot.tables.core.refusals import Unreadable
from bot.tables.core.table import Table
from bot.tables.orders.early_answers import asked_early
from bot.tables.seating.proposals import open_proposals, waiting_for
from render.words import Words
from rules.contract import Question, Seat

MOST: Final = 20
"""How many tables are shown: each has a line and a button."""

MOST_MOVED: Final = 5
"""How many tables whose channel is gone have a button that moves them."""


class _Waiting(msgspec.Struct, frozen=True):
    """What waits for a person at a table: their move, an answer, or another channel.

    Attributes:
        since: the uptime since which; infinite: nobody waits.
        asked: what is to be answered; None: it is their move.
        early: what can be answered, though nobody waits; None: the channel is gone.
    """

    table: Table
    seat: Seat
    since: float
    asked: Proposal | None = None
    early: Question | None = None

    @property
    def idle(self) -> bool:
        """Whether nobody waits."""
        return math.isinf(self.since)

    @property
    def lost(self) -> bool:
        """Whether nothing waits, but that the channel of the table is gone."""
        return self.idle and self.early is None


async def message(bot: Client, user: UserId, guild: int | None, words: Words) -> Message:
    """What waits for a person, what has waited for longest first; then lost tables.

    Args:
        bot: for the tables.
        user: who asks.
        guild: on which server, where a table can be moved to a channel; None: by direct
            message.
        words: their language.
    """
    found = sorted(await _waiting(bot, user), key=lambda each: each.since)
    waiting = [each for each in found if not each.idle]
    early = [each for each in found if each.early is not None]
    lost = [each for each in found if each.lost]
    tables = len({each.table.game.id for each in waiting})
    most = (*waiting[:MOST], *early[: MOST - len(waiting[:MOST])], *lost[:MOST_MOVED])
    shown = [*enumerate(most, 1)]
    lines = [words("turns.title", tables) if tables else words("turns.none")]
    lines[0] = f"### {lines[0]}"
    lines += [_line(bot, n, each, words) for n, each in shown if not each.idle]
    if len(waiting) > MOST:
        lines.append(words("turns.more", len(waiting) - MOST))
    if early:
        lines.append(f"### {words('turns.early.title')}")
    lines += [_line(bot, n, each, words) for n, each in shown if each.early is not None]
    lines += [_line(bot, n, each, words) for n, each in shown if each.lost]
    buttons = [_button(n, each, words) for n, each in shown if not each.lost]
    gone = {
        each.table.game.id: (n, each.table.game)
        for n, each in reversed(shown)
        if each.table.game.channel_gone is not None
    }
    moves = [
        button("move_here", game, label=words("turns.button.move_here", number=n))
        for game, (n, row) in sorted(gone.items(), key=lambda each: each[1][0])
        if row.guild == guild
    ][:MOST_MOVED]
    note = words("turns.gone") if gone else ""
    return compose("\n".join(lines), note, rows=[*in_rows(buttons), *in_rows(moves)])


async def _waiting(bot: Client, user: UserId) -> list[_Waiting]:
    """What waits, and what has no channel, of servers that the person is still on."""
    found: list[_Waiting] = []
    for game in await bot.store.games.played_by(user):
        try:
            table = await bot.games.table(game)
            here = _at(table, user)
            if here:
                await bot.members.check(table.game.guild, user)
                found += here
        except (NotMember, Unreadable):
            continue
    return found


def _at(table: Table, user: UserId) -> list[_Waiting]:
    seat = table.seat_of(user)
    if seat is None:
        return []
    since = table.seats[seat].waits_since
    move = [] if since is None else [_Waiting(table, seat, since)]
    asked = [each for each in open_proposals(table) if seat in waiting_for(table, each)]
    found = [*move, *(_Waiting(table, seat, each.began, each) for each in asked)]
    if (early := asked_early(table, seat)) is not None:
        found.append(_Waiting(table, seat, math.inf, early=early.question))
    if not found and table.game.channel_gone is not None:
        return [_Waiting(table, seat, math.inf)]
    return found


def _button(number: int, waiting: _Waiting, words: Words) -> discord.ui.Button[Any]:
    game, asked = waiting.table.game.id, waiting.asked
    if asked is not None:
        label = words("turns.button.answer", number=number)
        return button("asked", game, asked.number, label=label)
    label = "turns.button.move" if waiting.early is None else "turns.button.answer"
    return button("move", game, label=words(label, number=number))


def _line(bot: Client, number: int, waiting: _Waiting, words: Words) -> str:
    if waiting.lost:
        game = words(f"game.{waiting.table.game.game}")
        return words("turns.line.gone", number=number, game=game)
    table, decision = waiting.table, waiting.table.decision(waiting.seat)
    if waiting.early is not None:
        return words(
            "turns.line.early",
            number=number,
            game=words(f"game.{table.game.game}"),
            asked=bot.presentation(table).early(waiting.early, words),
            link=place(table.game, words),
        )
    if waiting.asked is not None:
        asked, time = words("turns.asked"), time_since(bot, waiting.since, words)
    else:
        look, time = bot.presentation(table), waited(bot, table, waiting.seat, words)
        asked = "" if decision is None else look.asked(decision.prompt, words)
    return words(
        "turns.line",
        number=number,
        game=words(f"game.{table.game.game}"),
        asked=asked,
        time=time,
        link=place(table.game, words),
    )
