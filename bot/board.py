"""The table message: board, whose decision, last events, and the public buttons."""

from __future__ import annotations

from typing import Final

import discord

from bot import answers, panel
from bot.answers import Acknowledge, Row, Shown, composed, written
from bot.chronicle import sentences
from bot.clicks import Click, Clicks, button
from bot.house import House
from bot.moves import readable
from bot.narrowing import path_of
from bot.notices import Stale, UnknownChoice
from bot.seating import can_take_back, named, waiting
from bot.table import Table
from render.words import Words, bare, signed
from rules.table import Decision, Line, Over, Seat, name

MOST_EVENTS: Final = 8
"""How many of the last events the table message tells."""

MOST_PUBLIC: Final = 10
"""With more public choices than two rows hold, they are made in the panel."""

_ROW: Final = 5


async def shown(bot: House, table: Table, closed: tuple[Seat, ...] = ()) -> Shown:
    """The table message as it shall stand in the channel now.

    Args:
        bot: for words, pictures and presentations.
        table: the game.
        closed: the seats whose direct messages were found to be closed, told once.
    """
    words = bot.table_words(table)
    match table.game.status:
        case "aside":
            return _aside(table, words)
        case "over" if table.over is not None:
            return await _over(bot, table, table.over, words)
        case "playing":
            return await _playing(bot, table, words, closed)
        case _:
            return written(words("table.closed", game=words(f"game.{table.game.game}")))


# -- a running game --------------------------------------------------------------


async def _playing(bot: House, table: Table, words: Words, closed: tuple[Seat, ...]) -> Shown:
    since = _seen(table)
    picture = await bot.pictures.board(table, words, since)
    people = tuple(row.user for row in table.deciding if row.user is not None)
    blocks = [
        _status(bot, table, words),
        (picture,) if picture else _in_words(bot, table, words),
        _events(bot, table, since, words),
        _closed(table, closed, words),
        _mention(people, words),
    ]
    return composed(*blocks, rows=_rows(bot, table, words), mentions=people)


def _seen(table: Table) -> int:
    """The entry after which something is news: a turn ago of whoever decides."""
    turns = (table.turn_before(each.seat) for each in table.decisions)
    return min(turns, default=table.number)


def _status(bot: House, table: Table, words: Words) -> str:
    look = bot.presentation(table)
    figures = {
        "progress": look.progress(table.view(None), words),
        "when": answers.when(table.game.updated),
        "asked": words.listed(
            dict.fromkeys(look.asked(each.prompt, words) for each in table.decisions)
        ),
    }
    if len(table.deciding) == 1:
        return words("table.status", name=named(table.deciding[0], words), **figures)
    return words("table.status.several", names=waiting(table, words), **figures)


def _events(bot: House, table: Table, since: int, words: Words) -> str:
    look, scene = bot.presentation(table), table.scene(None)
    lines = tuple(sentences(table.events(since, None), look, scene, words))
    return "\n".join(f"- {line}" for line in lines[-MOST_EVENTS:])


def _closed(table: Table, closed: tuple[Seat, ...], words: Words) -> str:
    if not closed:
        return ""
    names = words.listed(named(table.seats[seat], words) for seat in closed)
    return words("table.hands_by_button", names=names)


def _mention(people: tuple[int, ...], words: Words) -> str:
    mentions = [f"<@{user}>" for user in people]
    match mentions:
        case []:
            return ""
        case [mention]:
            return words("table.mention", mention=mention)
        case _:
            return words("table.mention.several", mentions=words.listed(mentions))


def _in_words(bot: House, table: Table, words: Words) -> str:
    """The position in brief, in place of a picture that cannot be drawn."""
    summary = bot.presentation(table).summary(table.view(None), table.scene(None), words)
    return f"{summary}\n-# {words('table.picture_missing')}"


def _rows(bot: House, table: Table, words: Words) -> tuple[Row, ...]:
    game = table.game.id
    steady = [
        button(
            "move",
            game,
            label=words("table.button.move"),
            style=discord.ButtonStyle.primary,
        ),
        button("hand", game, label=words("table.button.hand")),
        button("words", game, 0, label=words("table.button.words")),
    ]
    if can_take_back(table):
        steady.append(button("undo", game, label=words("table.button.take_back")))
    return (*_public(bot, table, words), steady)


def _public(bot: House, table: Table, words: Words) -> list[Row]:
    """The small decisions that stand openly, if one person must decide."""
    match table.decisions:
        case (Decision(seat=seat, public=public),) if table.seats[seat].user is not None:
            if len(public) > MOST_PUBLIC:
                return []
        case _:
            return []
    arose = table.arose(seat) or 0
    look, view = bot.presentation(table), table.view(None)
    buttons = [
        button(
            *("public", table.game.id, seat, arose, name(action)),
            label=look.label(path_of(action), view, words),
            style=discord.ButtonStyle.success,
        )
        for action in public
    ]
    return [buttons[at : at + _ROW] for at in range(0, len(buttons), _ROW)]


# -- the end, and games set aside --------------------------------------------------


async def _over(bot: House, table: Table, over: Over, words: Words) -> Shown:
    picture = await bot.pictures.scores(table, words)
    board = await bot.pictures.board(table, words, since=table.number - 1)
    head = [f"## {words('scores.title')}", f"**{verdict(table, over, words)}**"]
    if over.tie_break is not None:
        source = words(f"score.{over.tie_break}")
        head.append(words("table.tie_break", source=source))
    game = table.game.id
    row = [
        button(
            "rematch",
            game,
            label=words("table.button.rematch"),
            style=discord.ButtonStyle.primary,
        ),
        button("history", game, label=words("table.button.history")),
        button("words", game, 0, label=words("table.button.words")),
    ]
    pictures = tuple(each for each in (picture, board) if each is not None)
    return composed("\n".join(head), pictures, _scores(table, over, words), rows=(row,))


def verdict(table: Table, over: Over, words: Words) -> str:
    """Who has won: one seat, several, or the game itself."""
    winners = [named(table.seats[seat], words) for seat in over.winners]
    if not winners and over.rival is not None:
        winners = [words(over.rival.name)]
    if len(winners) == 1:
        return words("scores.winner", name=winners[0])
    return words("scores.winners", names=words.listed(winners))


def _scores(table: Table, over: Over, words: Words) -> str:
    """The itemised scores, the winners first."""
    scored = [
        (seat in over.winners, named(table.seats[seat], words), lines)
        for seat, lines in enumerate(over.lines)
    ]
    if over.rival is not None:
        scored.append((not over.winners, words(over.rival.name), over.rival.lines))
    ranked = sorted(scored, key=lambda each: (each[0], _total(each[2])), reverse=True)
    return "\n".join(
        _score(place, name, lines, words) for place, (_, name, lines) in enumerate(ranked, 1)
    )


def _score(place: int, name: str, lines: tuple[Line, ...], words: Words) -> str:
    points = words("unit.points", _total(lines))
    head = words("scores.line", place=place, name=name, points=points)
    items = words.listed(
        words("scores.item", source=words(f"score.{each.source}"), points=signed(each.points))
        for each in lines
        if each.points
    )
    return f"**{head}**\n-# {items}"


def _total(lines: tuple[Line, ...]) -> int:
    return sum(line.points for line in lines)


def _aside(table: Table, words: Words) -> Shown:
    """A game whose replay differs: its players vote how it goes on."""
    needed = len(table.humans) // 2 + 1
    cast = [ballot for _, ballot in table.votes]
    count = words(
        "vote.count",
        continuing=cast.count("continue"),
        ending=cast.count("end"),
        needed=needed,
    )
    game, why = table.game.id, "table.set_aside.lost"
    row = [button("vote", game, "end", label=words("vote.button.end"))]
    if table.journal is not None:
        label = words("vote.button.continue", number=table.number)
        row.insert(0, button("vote", game, "continue", label=label))
        why = "table.set_aside"
    title = f"### {words('vote.title')}"
    return written(words(why), title, count, rows=(row,))


# -- clicks ------------------------------------------------------------------------


async def _chose(click: Click) -> None:
    """A public choice: plays it, or answers privately why not."""
    seat, arose = click.number(0), click.number(1)
    if len(click.args) != 3:
        raise UnknownChoice
    bot = click.bot
    try:
        await bot.tables.play(click.game, click.user, seat, arose, click.args[2])
    except Stale:
        table = await bot.tables.table(click.game)
        fresh = await panel.opened(
            bot, table, seat, click.words, head=panel.stale(table, seat, click.words)
        )
        await answers.private(click.interaction, fresh)


async def _took_back(click: Click) -> None:
    await click.bot.tables.take_back(click.game, click.user)


async def _told_in_words(click: Click) -> None:
    await answers.show(click.interaction, await in_words(click, 0))


async def _turned_page(click: Click) -> None:
    await answers.show(click.interaction, await in_words(click, click.number(0)))


async def in_words(click: Click, page: int) -> Shown:
    """A page of the whole position, as the person may see it."""
    table = await click.bot.tables.table(click.game)
    readable(table)
    seat, words = table.seat_of(click.user), click.words
    look = click.bot.presentation(table)
    pages = look.pages(table.view(seat), table.scene(seat), words)
    page = min(max(page, 0), len(pages) - 1)
    foot = words("table.words.page", page=page + 1, pages=len(pages))
    row = [
        button("page", click.game, to, label=words(label), disabled=not 0 <= to < len(pages))
        for to, label in (
            (max(page - 1, 0) if page else len(pages), "panel.button.previous"),
            (page + 1, "panel.button.next"),
        )
    ]
    return written(pages[page], f"-# {foot}", rows=(row,) if len(pages) > 1 else ())


async def _voted(click: Click) -> None:
    tables = click.bot.tables
    match click.args:
        case ("continue",):
            table = await tables.vote(click.game, click.user, "continue")
        case ("end",):
            table = await tables.vote(click.game, click.user, "end")
        case _:
            raise UnknownChoice
    told = "vote.cast" if table.game.status == "aside" else "vote.decided"
    await answers.private(click.interaction, click.words(told))


async def _again(click: Click) -> None:
    name = bare(click.interaction.user.display_name)
    await click.bot.tables.rematch(click.game, click.user, name)


def register(clicks: Clicks) -> None:
    """The buttons of the table message: public choices, Take back, In words, votes, Rematch."""
    clicks.on("public", _chose)
    clicks.on("undo", _took_back)
    clicks.on("words", _told_in_words, Acknowledge.PRIVATE)
    clicks.on("page", _turned_page)
    clicks.on("vote", _voted)
    clicks.on("rematch", _again)
