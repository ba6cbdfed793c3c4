"""What waits for a person at all their tables, from rows alone."""

from __future__ import annotations

import math
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import place, timestamp
from bot.screens.call_table import table_text
from bot.screens.journal import sentences
from bot.store.asks import Ask, AskKind
from bot.store.lists import ListedTable
from bot.store.rows import GameId, UserId
from bot.tables.core.refusals import Unreadable
from bot.tables.core.table import Table
from bot.tables.seating import asks
from bot.tables.seating.asks import events_of, prompt_of, question_of
from render.presentation import Scene
from render.words import Words
from rules.contract import Seat

MOST: Final = 100
"""How many tables of a person are looked at."""

LONGEST_EVENT: Final = 120
"""The most characters of the latest event at a table."""

WaitingKind: TypeAlias = Literal[AskKind, "vote", "gone"]


class Waiting(msgspec.Struct, frozen=True):
    """What waits for a person at a table.

    Attributes:
        listed: the table by its rows.
        kind: what it is; `vote`: the game is set aside; `gone`: its channel is gone, and
            nothing else waits.
        seat: the seat that is asked.
        since: the uptime since which it waits; infinite: nobody waits.
        ask: the one in the row of the seat, if there is one.
    """

    listed: ListedTable
    kind: WaitingKind
    seat: Seat
    since: float = math.inf
    ask: Ask = Ask(kind="move")

    @property
    def game(self) -> GameId:
        """The number of the game."""
        return self.listed.game.id

    @property
    def idle(self) -> bool:
        """Whether nobody waits."""
        return math.isinf(self.since)

    @property
    def address(self) -> tuple[str, int]:
        """What a button names: the kind and, where there may be several, which."""
        return self.kind, self.ask.number if self.kind == "proposal" else self.seat

    @property
    def state(self) -> object:
        """What a list shows of it."""
        row, ask = self.listed.game, self.ask
        names = tuple((each.name, each.opponent) for each in self.listed.seats)
        where = (row.guild, row.channel, row.message, row.channel_gone)
        return (row.id, *self.address, self.since, ask.what, row.latest, names, where)


async def waiting(bot: Client, user: UserId) -> list[Waiting]:
    """What waits for a person on the servers that they are still on, the longest first.

    Then comes what nobody waits for, and finally tables without a channel.
    """
    found: list[Waiting] = []
    for listed in await bot.store.lists.started(user, MOST):
        here = _at(bot, await _noted(bot, listed), user)
        try:
            if here:
                await bot.members.check(listed.game.guild, user)
            found += here
        except NotMember:
            continue
    return sorted(found, key=lambda each: (each.kind == "gone", each.since, each.game))


async def _noted(bot: Client, listed: ListedTable) -> ListedTable:
    """The rows of a table, made again if only earlier releases have written them."""
    if listed.game.latest is not None or listed.game.status != "playing":
        return listed
    try:
        table = asks.noted(await bot.games.table(listed.game.id))
    except Unreadable:
        return listed
    return replace(listed, game=table.game, seats=table.seats)


def _at(bot: Client, listed: ListedTable, user: UserId) -> list[Waiting]:
    row = listed.seat_of(user)
    if listed.game.status == "aside":
        if row is None or row.seat in listed.voted:
            return []
        since = bot.uptime.now() - (bot.clock() - listed.game.updated)
        return [Waiting(listed, "vote", row.seat, since)]
    found = [
        Waiting(
            listed, each.kind, seat.seat, math.inf if each.since is None else each.since, each
        )
        for seat in listed.seats
        for each in seat.asks
        if (seat.invited if each.kind == "invitation" else seat.user) == user
    ]
    if not found and row is not None and listed.game.channel_gone is not None:
        return [Waiting(listed, "gone", row.seat)]
    return found


def table_of(listed: ListedTable) -> Table:
    """A table without its journal, for names and places."""
    return Table(listed.game, listed.seats)


def title(listed: ListedTable, user: UserId, words: Words) -> str:
    """The game, with the people at it, and where it is."""
    own = listed.seat_of(user)
    text = table_text(table_of(listed), None if own is None else own.seat, words)
    return words("list.table", table=text, link=place(listed.game, words))


def asked(bot: Client, what: Waiting, words: Words) -> str:
    """What is asked, with a capital letter at the beginning."""
    row = what.listed.game
    look: Any = bot.presentation(table_of(what.listed))
    text = ""
    match what.kind:
        case "move":
            prompt = prompt_of(row.game, what.ask.what)
            text = "" if prompt is None else look.asked(prompt, words)
        case "early":
            question = question_of(what.ask.what)
            text = "" if question is None else look.early(question, words)
        case "proposal":
            text = words(f"turns.ask.{what.ask.what}")
        case "invitation" | "vote" | "gone":
            text = words(f"turns.ask.{what.kind}")
    text = text or words(f"turns.ask.{what.kind}")
    return text[:1].upper() + text[1:]


def since(bot: Client, uptime: float) -> str:
    """An uptime as a timestamp, which Discord shows in the reader's own time."""
    return timestamp(bot.clock() - max(bot.uptime.now() - uptime, 0.0))


def latest(bot: Client, listed: ListedTable, words: Words) -> str:
    """The latest event at a table, as everyone may know it; empty if missing or too long."""
    table = table_of(listed)
    scene = Scene(people=table.people)
    events = events_of(listed.game.game, listed.game.latest)
    lines = [*sentences(events, bot.presentation(table), scene, words)]
    return lines[-1] if lines and len(lines[-1]) <= LONGEST_EVENT else ""
