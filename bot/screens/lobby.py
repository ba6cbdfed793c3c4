"""The lobby: who will play, with which options, until somebody presses Start.

The message is made of the stored rows alone, and sent by `bot.delivery`; the buttons
change the rows through `bot.lobbies`, which decides who may.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, Option, button, select, whole
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose, in_rows, timestamp
from bot.screens.names import seat_name_with_level
from bot.tables.core import options
from bot.tables.core.levels import known
from bot.tables.core.options import TableOption
from bot.tables.core.refusals import NoSuchGame
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_changes import decider
from bot.tables.lobby.lobby_times import times_of
from render.people import with_shape
from render.words import Words, bare
from rules.contract import AnyGame, Choice
from rules.opponents import LEVELS

_OPPONENT: Final = "opponent.name."

_ALL: Final = "all"
"""In a value of the select of levels: all opponents."""


# -- the message --------------------------------------------------------------


async def message(bot: Client, table: Table) -> Message:
    """The lobby message as it shall be in the channel now, in the table's language."""
    words = bot.table_words(table)
    picture = await bot.pictures.card(table, words)
    rows = _rows(bot, table, words) if table.game.status == "lobby" else ()
    return compose((picture,) if picture else (), _text(bot, table, words), rows=rows)


def _text(bot: Client, table: Table, words: Words) -> str:
    title = words(f"game.{table.game.game}")
    match table.game.status:
        case "lobby":
            return "\n".join(_lobby_lines(table, bot.lobbies.rules_of(table), title, words))
        case "cancelled":
            return words("lobby.closed.line", game=title)
        case "playing" | "over" | "aside":
            names = words.listed(
                with_shape(row.seat, seat_name_with_level(row, words), words)
                for row in table.seats
            )
            return f"### {title}\n{words('lobby.started', names=names)}"


def _lobby_lines(table: Table, rules: AnyGame, title: str, words: Words) -> list[str]:
    """Who sits here, what is chosen, and how long the lobby stays open."""
    row = table.game
    fewest, most = rules.seats[0], rules.seats[-1]
    starter = decider(table)
    opener = words("seat.someone") if starter is None else seat_name_with_level(starter, words)
    lines = [
        f"### {words('lobby.title', game=title)}",
        words(
            "lobby.line",
            starter=opener,
            fewest=fewest,
            most=most,
        ),
        words("lobby.count", len(table.seats), most=most),
    ]
    for number in range(1, most + 1):
        if number <= len(table.seats):
            name = seat_name_with_level(table.seats[number - 1], words)
            lines.append(words("lobby.seat", number=number, name=name))
        else:
            lines.append(words("lobby.free", number=number))
    if fewest == 1:
        lines.append(_alone_line(table, rules, words))
    if row.pace == "live":
        lines.append(words("lobby.live.line"))
    lines.append(words("lobby.language", language=words("language.name")))
    times = times_of(row)
    if times.full is not None:
        lines.append(words("lobby.full", when=timestamp(times.full)))
    lines.append(words("lobby.expires", when=timestamp(times.ends, "f")))
    return lines


def _alone_line(table: Table, rules: AnyGame, words: Words) -> str:
    """That one person is enough: how to begin, and which option says how hard it is."""
    if len(table.seats) > 1:
        return words("lobby.alone.others")
    options = words.listed(
        words("lobby.alone.option", name=words(f"{rules.name}.option.{each.key}"))
        for each in rules.choices
        if _alone(each)
    )
    return words("lobby.alone", start=words("lobby.button.start_alone"), options=options)


def _alone(choice: Choice) -> bool:
    """Whether an option is for those who play alone."""
    return max(choice.seats) == 1


def _rows(bot: Client, table: Table, words: Words) -> list[Row]:
    """The options of the table (those of every game, then its own) and the buttons."""
    game, rules = table.game, bot.lobbies.rules_of(table)
    choices = [each for each in rules.choices if max(each.seats) >= len(table.seats)]
    own = [
        (each.key, _values(bot, table, each, words))
        for each in sorted(choices, key=_alone, reverse=True)
    ]
    shared = [(each.key, _named(each, table, words)) for each in options.shown(game)]
    selects: list[Row] = [
        [select("lobby_set", game.id, key, options=values)] for key, values in [*shared, *own]
    ]
    levels = _levels(table, words)
    if levels:
        placeholder = words("lobby.level.change")
        selects.append([select("level", game.id, options=levels, placeholder=placeholder)])
    return [*selects, *_buttons(table, rules, words)]


def _named(option: TableOption, table: Table, words: Words) -> tuple[Option, ...]:
    """The values of an option of every table."""
    chosen = option.value(table.game)
    return tuple(
        Option(each, option.text(words, each), chosen=each == chosen)
        for each in option.names(table.game)
    )


def _levels(table: Table, words: Words) -> tuple[Option, ...]:
    """The levels to choose from, none where no opponent sits.

    One opponent is shown as it is; of several only what would change is offered, so that
    the select is a new one after each choice and never keeps showing an old one.
    """
    computers = [(bare(row.name), known(row.level)) for row in table.seats if row.level]
    single, names = len(computers) == 1, {each: words(f"level.{each}") for each in LEVELS}
    together = (
        Option(f"{_ALL}.{each}", words("lobby.level.all", level=names[each]))
        for each in LEVELS
        if not single and any(level != each for _, level in computers)
    )
    one_by_one = (
        Option(
            f"{number}.{each}",
            words("lobby.level", name=name, level=names[each]),
            chosen=level == each,
        )
        for number, (name, level) in enumerate(computers)
        for each in LEVELS
        if single or level != each
    )
    return (*together, *one_by_one)


def _values(bot: Client, table: Table, choice: Choice, words: Words) -> tuple[Option, ...]:
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


def _buttons(table: Table, rules: AnyGame, words: Words) -> list[Row]:
    styles = {
        "join": discord.ButtonStyle.success,
        "leave": discord.ButtonStyle.secondary,
        "add_opponent": discord.ButtonStyle.secondary,
        "start": discord.ButtonStyle.primary,
        "cancel": discord.ButtonStyle.danger,
    }
    if any(row.level for row in table.seats):
        styles["remove_opponent"] = discord.ButtonStyle.secondary
    labels = {verb: words(f"lobby.button.{verb}") for verb in styles}
    if len(table.seats) == rules.seats.start == 1:
        labels["start"] = words("lobby.button.start_alone")
    return in_rows(
        [
            button(verb, table.game.id, label=labels[verb], style=style)
            for verb, style in styles.items()
        ]
    )


# -- the buttons --------------------------------------------------------------


async def _on_join(click: Click) -> None:
    await _lobby(click)
    name = bare(click.interaction.user.display_name)
    table = await click.bot.lobbies.join(click.game, click.user, name)
    if table.game.pace == "live":
        await replies.private(click.interaction, click.words("lobby.live"))


async def _on_leave(click: Click) -> None:
    await _lobby(click)
    await click.bot.lobbies.leave(click.game, click.user)


async def _on_add_opponent(click: Click) -> None:
    words = click.bot.table_words(await _lobby(click))
    names = (words(each) for each in sorted(words.ids) if each.startswith(_OPPONENT))
    await click.bot.lobbies.add_opponent(click.game, click.user, None, *names)


async def _on_remove_opponent(click: Click) -> None:
    await _lobby(click)
    await click.bot.lobbies.remove_opponent(click.game, click.user)


async def _on_start(click: Click) -> None:
    await _lobby(click)
    await click.bot.lobbies.start(click.game, click.user)


async def _on_cancel(click: Click) -> None:
    await _lobby(click)
    await click.bot.lobbies.cancel(click.game, click.user)


async def _on_set(click: Click) -> None:
    await _lobby(click)
    key, value = (*click.args, "")[0], (*click.values, "")[0]
    await click.bot.lobbies.set_option(click.game, click.user, key, value)


async def _on_level(click: Click) -> None:
    """An opponent's level, or that of all: the value is `<number or all>.<level>`."""
    await _lobby(click)
    which, _, level = (*click.values, "")[0].partition(".")
    number = None if which == _ALL else whole(which)
    await click.bot.lobbies.set_level(click.game, click.user, number, level)


async def _lobby(click: Click) -> Table:
    """The lobby clicked on.

    Raises:
        NoSuchGame: the game is unknown, or of another server.
    """
    table = await click.table()
    if table.game.guild != click.interaction.guild_id:
        raise NoSuchGame
    return table


def register(clicks: ClickRouter) -> None:
    """The buttons and selects of a lobby."""
    for verb, handler in (
        ("join", _on_join),
        ("leave", _on_leave),
        ("add_opponent", _on_add_opponent),
        ("remove_opponent", _on_remove_opponent),
        ("start", _on_start),
        ("cancel", _on_cancel),
        ("lobby_set", _on_set),
        ("level", _on_level),
    ):
        clicks.on(verb, handler)
