"""How long people usually take to move: at the end of a game, in a lobby, with results."""

from __future__ import annotations

from math import ceil
from typing import Final

from bot.interactions.client import Client
from bot.screens.names import holder_name
from bot.store.result_rows import PaceRow
from bot.store.rows import UserId
from bot.tables.core import paces
from bot.tables.core.paces import AT_LEAST, AT_LEAST_IN_A_GAME
from bot.tables.core.table import Table
from render.words import Words

LATEST: Final = 100
"""How many of a person's latest turns are used to say how long they take."""

_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86_400.0


def within(seconds: float, words: Words) -> str:
    """A duration, rounded up: whole minutes or hours, or days if it is more than two days."""
    if seconds > 2 * _DAY:
        return words("time.days", ceil(seconds / _DAY))
    if seconds > _HOUR:
        return words("time.hours", ceil(seconds / _HOUR))
    return words("time.minutes", max(ceil(seconds / _MINUTE), 1))


async def of_game(bot: Client, table: Table, words: Words) -> str:
    """How long a game over days took, and the usual times of its people who are listed."""
    turns = await bot.store.paces.of_game(table.game.id)
    if not turns:
        return ""
    took = turns[-1].acted - min(each.began for each in turns)
    lines = [words("pace.game", max(ceil(took / _DAY), 1))]
    people = []
    for row in table.humans:
        own = [each for each in turns if each.user == row.user]
        person = await bot.people.read(row.holder)
        usual = paces.usual(own, person)
        if usual is not None and person.listed and len(own) >= AT_LEAST_IN_A_GAME:
            name, text = holder_name(row, words), within(usual, words)
            people.append(words("list.named", name=name, text=text))
    if people:
        lines.append(words("pace.people", people=" · ".join(people)))
    return "\n".join(f"-# {line}" for line in lines)


async def of_lobby(bot: Client, table: Table, words: Words) -> tuple[str, ...]:
    """The usual pace of the people in a lobby over days, if enough of them share theirs."""
    if table.game.pace != "days" or len(table.humans) < 2:
        return ()
    users = [row.holder for row in table.humans]
    shares = [
        (
            await bot.people.read(user),
            await bot.store.paces.latest(table.game.guild, user, AT_LEAST),
        )
        for user in users
    ]
    usual = paces.together(shares)
    return () if usual is None else (words("pace.lobby", time=within(usual, words)),)


async def of_person(bot: Client, guild: int, user: UserId, words: Words) -> str:
    """How long the reader usually takes on a server; empty if they had too few turns."""
    turns = await _latest(bot, guild, user)
    usual = paces.usual(turns, await bot.people.read(user))
    if usual is None or len(turns) < AT_LEAST:
        return ""
    return words("pace.own", time=within(usual, words))


async def of_other(bot: Client, guild: int, user: UserId, words: Words) -> str:
    """The same for someone else, if they are listed."""
    turns, person = await _latest(bot, guild, user), await bot.people.read(user)
    usual = paces.usual(turns, person)
    if usual is None or len(turns) < AT_LEAST or not person.listed:
        return ""
    return words("pace.other", time=within(usual, words))


async def _latest(bot: Client, guild: int, user: UserId) -> tuple[PaceRow, ...]:
    return await bot.store.paces.latest(guild, user, LATEST)
