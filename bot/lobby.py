"""The lobby: who will play, with which options, until somebody presses Start.

The message is drawn from the stored rows alone and delivered by the deliverer;
the buttons change the rows through `Tables`, which decides who may.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord
from discord.ext import tasks

from bot import answers
from bot.answers import Row, Shown
from bot.clicks import Click, Clicks, Option, button, select
from bot.house import House
from bot.lobbies import ORDERS, SEAT_ORDER
from bot.notices import NoSuchGame
from bot.seating import named
from bot.table import Table
from render.words import Words, bare, plain
from rules.games import GAMES
from rules.opponents import LEVELS
from rules.table import Choice

AGE: Final = 24 * 3600
"""How long a lobby waits for its start, in seconds."""

_BETWEEN_LOOKS: Final = 15
"""Minutes between two looks for lobbies that have expired."""

_OPPONENT: Final = "opponent.name."

_log = logging.getLogger(__name__)


# -- the message --------------------------------------------------------------


async def shown(bot: House, table: Table) -> Shown:
    """The lobby message as it shall stand in the channel now, in the table's language."""
    words = bot.table_words(table)
    picture = await bot.pictures.card(table, words)
    rows = _rows(bot, table, words) if table.game.status == "lobby" else ()
    return answers.composed((picture,) if picture else (), _text(table, words), rows=rows)


def _text(table: Table, words: Words) -> str:
    title = words(f"game.{table.game.game}")
    match table.game.status:
        case "lobby":
            return "\n".join(_waiting(table, title, words))
        case "cancelled":
            return words("lobby.closed.line", game=title)
        case "playing" | "over" | "aside":
            names = words.listed(named(row, words) for row in table.seats)
            return f"### {title}\n{words('lobby.started', names=names)}"


def _waiting(table: Table, title: str, words: Words) -> list[str]:
    """Who sits here, what is chosen, and how long the lobby stays open."""
    row, rules = table.game, GAMES[table.game.game]
    fewest, most = rules.seats[0], rules.seats[-1]
    starter = next((each.name for each in table.seats if each.user == row.starter), None)
    lines = [
        f"### {words('lobby.title', game=title)}",
        words(
            "lobby.line",
            starter=words("seat.someone") if starter is None else plain(starter),
            fewest=fewest,
            most=most,
        ),
        words("lobby.count", len(table.seats), most=most),
    ]
    for number in range(1, most + 1):
        if number <= len(table.seats):
            name = named(table.seats[number - 1], words)
            lines.append(words("lobby.seat", number=number, name=name))
        else:
            lines.append(words("lobby.free", number=number))
    lines.append(words("lobby.language", language=words("language.name")))
    lines.append(words("lobby.expires", when=answers.when(row.updated + AGE, "f")))
    return lines


def _rows(bot: House, table: Table, words: Words) -> list[Row]:
    """The options of the table (those of every game, then its own) and the buttons."""
    game = table.game
    orders = tuple(
        Option(each, words(f"lobby.order.{each}"), chosen=each == game.seat_order)
        for each in ORDERS
    )
    own = [
        (choice.key, _values(bot, table, choice, words))
        for choice in GAMES[game.game].choices
        if max(choice.seats) >= len(table.seats)
    ]
    selects: list[Row] = [
        [select("lobby_set", game.id, key, options=options)]
        for key, options in [(SEAT_ORDER, orders), *own]
    ]
    return [*selects, *_buttons(table, words)]


def _values(bot: House, table: Table, choice: Choice, words: Words) -> tuple[Option, ...]:
    chosen = table.game.chosen.get(choice.key, choice.values[0])
    name, look = words(f"{table.game.game}.option.{choice.key}"), bot.presentation(table)
    return tuple(
        Option(
            value,
            words("lobby.option", name=name, value=look.option(choice.key, value, words)),
            chosen=value == chosen,
        )
        for value in choice.values
    )


def _buttons(table: Table, words: Words) -> list[Row]:
    style = discord.ButtonStyle
    rows = [
        [
            ("join", style.success),
            ("leave", style.secondary),
            ("add_opponent", style.secondary),
            ("start", style.primary),
            ("cancel", style.danger),
        ]
    ]
    if any(row.level for row in table.seats):
        rows.append([("remove_opponent", style.secondary)])
    return [
        [
            button(verb, table.game.id, label=words(f"lobby.button.{verb}"), style=colour)
            for verb, colour in row
        ]
        for row in rows
    ]


# -- the buttons --------------------------------------------------------------


async def _join(click: Click) -> None:
    await _here(click)
    await click.bot.tables.join(
        click.game, click.user, bare(click.interaction.user.display_name)
    )


async def _leave(click: Click) -> None:
    await _here(click)
    await click.bot.tables.leave(click.game, click.user)


async def _add_opponent(click: Click) -> None:
    table = await _here(click)
    name = _free_name(table, click.bot.table_words(table))
    await click.bot.tables.add_opponent(click.game, click.user, LEVELS[0], name)


async def _remove_opponent(click: Click) -> None:
    await _here(click)
    await click.bot.tables.remove_opponent(click.game, click.user)


async def _start(click: Click) -> None:
    await _here(click)
    await click.bot.tables.start(click.game, click.user)


async def _cancel(click: Click) -> None:
    await _here(click)
    await click.bot.tables.cancel(click.game, click.user)


async def _set(click: Click) -> None:
    await _here(click)
    key, value = (*click.args, "")[0], (*click.values, "")[0]
    await click.bot.tables.set_option(click.game, click.user, key, value)


async def _here(click: Click) -> Table:
    """The lobby clicked on. Raises: NoSuchGame, also for one of another server."""
    table = await click.bot.tables.table(click.game)
    if table.game.guild != click.interaction.guild_id:
        raise NoSuchGame
    return table


def _free_name(table: Table, words: Words) -> str:
    """A name for the next opponent that nobody at the table has."""
    taken = {row.name for row in table.seats}
    names = [words(each) for each in sorted(words.ids) if each.startswith(_OPPONENT)]
    return next((name for name in names if name not in taken), names[0])


def register(clicks: Clicks) -> None:
    """The buttons and selects of a lobby."""
    for verb, handler in (
        ("join", _join),
        ("leave", _leave),
        ("add_opponent", _add_opponent),
        ("remove_opponent", _remove_opponent),
        ("start", _start),
        ("cancel", _cancel),
        ("lobby_set", _set),
    ):
        clicks.on(verb, handler)


# -- expiry -------------------------------------------------------------------


class Expiry:
    """Closes the lobbies that nobody started within a day; each leaves a notice."""

    def __init__(self, bot: House) -> None:
        self._bot = bot
        self._loop = tasks.loop(minutes=_BETWEEN_LOOKS)(self._look)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at once, and again from time to time."""
        self._task = self._loop.start()

    async def close(self) -> None:
        """Stop looking; a look under way is cancelled and waited for."""
        self._loop.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        try:
            await self._bot.tables.expire_lobbies(AGE)
        except Exception:  # noqa: BLE001 - logged; the next look may succeed
            _log.exception("expired lobbies could not be closed")
