"""The table message: the board, who must decide, the latest events, the public buttons."""

from __future__ import annotations

from typing import Final

import discord
from msgspec.structs import replace

from bot.interactions import limits, replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose, in_rows, timestamp
from bot.interactions.replies import Acknowledge
from bot.screens import (
    confirmation,
    limit_choice,
    moves,
    pace,
    pause,
    proposals,
    turn_end,
)
from bot.screens.closer import closer_button
from bot.screens.following import follow_button
from bot.screens.history import looking_back
from bot.screens.names import seat_name, undo_entry, waiting_names
from bot.screens.news import most_of, news
from bot.screens.panel_state import panel_of
from bot.screens.score import score_button
from bot.screens.seat import take_buttons
from bot.screens.seatings import conceded_names, open_lines, seating_lines
from bot.screens.symbols import symbols_button
from bot.store.rows import GameId, UserId
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import Stale, UnknownChoice
from bot.tables.core.table import Table
from render import scores
from render.presentation import News, Picture
from render.words import Words, plain
from rules.contract import Decision, Over, name, path_of

MOST_EVENTS: Final = 8
"""How many of the latest events the table message lists."""

MOST_PUBLIC: Final = 10
"""How many public choices fit in two rows; more than that are made in the panel."""

_STYLES: Final = {False: discord.ButtonStyle.success, True: discord.ButtonStyle.secondary}
"""The style of a public choice, by whether the choice declines."""


async def message(bot: Client, table: Table) -> Message:
    """The table message as it should be in the channel now.

    Args:
        bot: for words, pictures and presentations.
        table: the game.
    """
    words = bot.table_words(table)
    match table.game.status:
        case "aside":
            return vote_message(table, words)
        case "over" if table.game.ended == "conceded":
            return await _conceded_message(bot, table, words)
        case "over" if table.over is not None:
            return await _final_message(bot, table, table.over, words)
        case "playing":
            return await _running_message(bot, table, words)
        case _:
            return compose(words("table.closed", game=words(f"game.{table.game.game}")))


# -- a running game --------------------------------------------------------------


async def _running_message(bot: Client, table: Table, words: Words) -> Message:
    since = _news_since(table)
    picture = await bot.pictures.board(table, words, since)
    shown = (picture,) if picture else _summary(bot, table, words)
    said = await bot.said(words, table, table.game.starter)
    blocks = _running_blocks(bot, table, said, words, shown)
    if sum(len(each) for each in blocks if isinstance(each, str)) > limits.TEXT:
        blocks = _running_blocks(bot, table, words, words, shown)
    return compose(*blocks, rows=_rows(bot, table, words))


def _running_blocks(
    bot: Client,
    table: Table,
    said: Words,
    words: Words,
    picture: str | tuple[Picture, ...],
) -> list[str | tuple[Picture, ...]]:
    """The texts and the picture; `said` are the words of the texts that show symbols."""
    return [
        _status(bot, table, said),
        pause.line(table, words),
        picture,
        turn_end.line(bot, table, said),
        _event_lines(bot, table, _news_since(table), said),
        proposals.shown(bot, table, words),
        open_lines(table, words),
    ]


def _news_since(table: Table) -> int:
    """The entry after which events are news, going by the last turns of those who decide."""
    sealed = table.sealed
    seats = [each.seat for each in table.decisions] if sealed is None else sealed.seats
    turns = (table.news_since(seat, table.turn_before(seat)) for seat in seats)
    return min(turns, default=table.number)


def _status(bot: Client, table: Table, words: Words) -> str:
    look = bot.presentation(table)
    figures = {
        "progress": look.progress(table.view(None), words),
        "when": timestamp(table.game.updated),
        "asked": words.listed(
            dict.fromkeys(look.asked(each.prompt, words) for each in table.decisions)
        ),
    }
    if (sealed := table.sealed) is not None:
        figures["asked"] = look.early(sealed.question, words)
        return words("table.status.sealed", names=waiting_names(table, words), **figures)
    if len(table.deciding) == 1:
        return words("table.status", name=seat_name(table.deciding[0], words), **figures)
    return words("table.status.several", names=waiting_names(table, words), **figures)


def _event_lines(bot: Client, table: Table, since: int, words: Words) -> str:
    """The news; before anyone has acted, how the game begins instead of its whole set-up."""
    look, begun = bot.presentation(table), table.begun
    first = max(since, begun)
    lines = [News(0, line) for line in seating_lines(table, first, first, words)]
    if begun == table.number:
        opening = look.opening(table.view(None), table.scene(None), words)
        lines = [*(News(0, line) for line in opening), *lines]
    lines += news(bot, table, first + 1, table.number, None, words)
    return "\n".join(f"- {line}" for line in most_of(lines, MOST_EVENTS, words))


def _summary(bot: Client, table: Table, words: Words) -> str:
    """The position in brief, in place of a picture that cannot be drawn."""
    summary = bot.presentation(table).summary(table.view(None), table.scene(None), words)
    return f"{summary}\n-# {words('table.picture_missing')}"


def _rows(bot: Client, table: Table, words: Words) -> tuple[Row, ...]:
    game = table.game.id
    row = [
        button(
            "move",
            game,
            label=words("table.button.move"),
            style=discord.ButtonStyle.primary,
        ),
        button("hand", game, label=words("table.button.hand")),
        button("words", game, 0, label=words("table.button.words")),
    ]
    if (entry := undo_entry(table)) is not None:
        row.append(button("undo", game, entry, label=words("table.button.take_back")))
    if _can_nudge(table):
        row.append(button("nudge", game, label=words("table.button.nudge")))
    public, asked = _public_rows(bot, table, words), proposals.rows(table, words)
    return (*public, *asked, pause.row(table, words), row, *in_rows(take_buttons(table, words)))


def _can_nudge(table: Table) -> bool:
    """Whether the game waits for a person whom someone else could remind."""
    return len(table.humans) > 1 and any(row.waits_since is not None for row in table.deciding)


def _public_rows(bot: Client, table: Table, words: Words) -> list[Row]:
    """The public choices if one person must decide, or the button for answering early."""
    if table.sealed is not None:
        return [[button("up_to", table.game.id, label=words("limit.answer"))]]
    match table.decisions:
        case (Decision(seat=seat, public=public),) if table.seats[seat].sits is not None:
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
            style=_STYLES[look.declines(action)],
        )
        for action in public
    ]
    return in_rows(
        [*buttons[:1], *limit_choice.board_button(table, public, words), *buttons[1:]]
    )


# -- the end, and games set aside --------------------------------------------------


async def _final_message(bot: Client, table: Table, over: Over, words: Words) -> Message:
    picture = await bot.pictures.scores(table, words)
    board = await bot.pictures.board(table, words, since=table.number - 1)
    scene = table.scene(None)
    head = [f"## {words('scores.title')}", f"**{scores.verdict(over, scene, words)}**"]
    if over.tie_break is not None:
        source = words(f"score.{over.tie_break}")
        head.append(words("words.over.tie_break", source=source))
    in_words = button("words", table.game.id, 0, label=words("table.button.words"))
    row = [*_end_row(table, words), in_words]
    pictures = tuple(each for each in (picture, board) if each is not None)
    counted = scores.itemised(over, scene, words)
    foot = await pace.of_game(bot, table, words)
    return compose("\n".join(head), pictures, counted, foot, rows=(row,))


async def _conceded_message(bot: Client, table: Table, words: Words) -> Message:
    """The end of a game that one of two people has conceded."""
    board = await bot.pictures.board(table, words, since=table.number)
    title = words("scores.conceded", **conceded_names(table, words))
    pictures, foot = () if board is None else (board,), await pace.of_game(bot, table, words)
    return compose(f"## {title}", pictures, foot, rows=(_end_row(table, words),))


def _end_row(table: Table, words: Words) -> Row:
    """The buttons of every game that has ended."""
    style, label = discord.ButtonStyle.primary, words("table.button.rematch")
    rematch = button("rematch", table.game.id, label=label, style=style)
    return [rematch, *looking_back(table, words)]


def vote_message(table: Table, words: Words) -> Message:
    """The message of a game whose replay differs: its players vote on how to go on."""
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
    return compose(words(why), title, count, rows=(row,))


# -- clicks ------------------------------------------------------------------------


async def _on_public(click: Click) -> None:
    """Play a public choice, or say privately why not.

    If the choice needs a confirmation or a limit, it is first asked for privately. On a private
    copy of the table message, the panel shows what was done, in its place.
    """
    seat, arose = click.number(0), click.number(1)
    if len(click.args) != 3:
        raise UnknownChoice
    bot, words = click.bot, click.words
    asked = _question(bot, await click.table(), click.user, click.args, words)
    if asked is not None:
        await replies.private(click.interaction, asked)
        await bot.open_lists.go_back(click.user, click.game)
        return
    anew = replies.is_answered_anew(click.interaction)  # a question was expected a moment ago
    if anew or replies.is_on_private_message(click.interaction):
        await moves.play(click, seat, click.args[2])
        await bot.open_lists.go_back(click.user, click.game)
        return
    try:
        await bot.games.play(click.game, click.user, seat, arose, click.args[2])
    except Stale:
        # This answer cannot be edited later: it says only what stays true.
        move = button("move", click.game, label=words("table.button.move"))
        stale = compose(words("panel.stale.public"), rows=[[move]])
        await replies.private(click.interaction, stale)


def _question(
    bot: Client, table: Table, user: UserId, args: tuple[str, ...], words: Words
) -> Message | None:
    """The question before a public choice of the pending decision; None: there is none."""
    seat = table.seat_of(user)
    if seat is None or args[:2] != (str(seat), str(table.arose(seat))):
        return None
    asked = confirmation.message(bot, table, seat, args[2], words)
    asked = asked or limit_choice.to_open(bot, table, seat, args[2], words)
    return asked and replace(asked, panel=panel_of(table, seat, kept="aside"))


def _how(bot: Client, user: UserId, game: GameId, args: tuple[str, ...]) -> Acknowledge:
    """How a public choice is acknowledged: a question is a new answer, replaced once stale."""
    table = bot.games.held(game)
    if table is None or len(args) != 3:
        return Acknowledge.UPDATE
    asked = _question(bot, table, user, args, bot.table_words(table))
    return Acknowledge.UPDATE if asked is None else Acknowledge.PRIVATE


async def _on_undo(click: Click) -> None:
    """Undo: `undo:<game>:<entry>`; says privately what was undone."""
    await click.show(await moves.take_back(click))
    await click.bot.open_lists.go_back(click.user, click.game)


async def _on_nudge(click: Click) -> None:
    """Remind those who are waited for; say privately who they are, but not when."""
    nudged = await click.bot.reminders.nudge(click.game, click.user)
    done = "nudge.done.live" if nudged.live else "nudge.done"
    lines = [
        click.words(id_, names=click.words.listed(map(plain, names)))
        for id_, names in ((done, nudged.reminded), ("nudge.gone", nudged.gone))
        if names
    ]
    await replies.private(click.interaction, "\n".join(lines))


async def _on_words(click: Click) -> None:
    await click.show(await words_message(click, 0))


async def _on_page(click: Click) -> None:
    await click.show(await words_message(click, click.number(0)))


async def words_message(click: Click, page: int) -> Message:
    """A page of the whole position in words, as the person may see it."""
    table = await click.visible_table()
    readable(table)
    seat, words = table.seat_of(click.user), click.words
    look = click.bot.presentation(table)
    pages = look.pages(table.view(seat), table.scene(seat), words)
    if known := known_next(click.bot, table, words):
        pages = (*pages, known)
    page = min(max(page, 0), len(pages) - 1)
    foot = words("table.words.page", page=page + 1, pages=len(pages))
    row = [
        button("page", click.game, to, label=words(label), disabled=not 0 <= to < len(pages))
        for to, label in (
            (max(page - 1, 0) if page else len(pages), "panel.button.previous"),
            (page + 1, "panel.button.next"),
        )
    ]
    if len(pages) == 1:
        row = []
    row += [closer_button(table, words), symbols_button(table.game.game, words)]
    row.append(score_button(table, words))
    row += follow_button(table, click.user, words)
    return compose(pages[page], f"-# {foot}", rows=in_rows(row))


def known_next(bot: Client, table: Table, words: Words) -> str:
    """What everyone knows will come next from public supplies, because draws were undone."""
    journal, look = table.journal, bot.presentation(table)
    if journal is None or table.over is not None:
        return ""
    scene, known = table.scene(None), journal.known(None)
    lines = [look.coming(supply, items, scene, words) for supply, items in known.items()]
    return "\n".join([words("words.coming"), *(f"- {line}" for line in lines)]) if lines else ""


async def _on_vote(click: Click) -> None:
    games = click.bot.games
    match click.args:
        case ("continue",):
            table = await games.vote(click.game, click.user, "continue")
        case ("end",):
            table = await games.vote(click.game, click.user, "end")
        case _:
            raise UnknownChoice
    answer = "vote.cast" if table.game.status == "aside" else "vote.decided"
    await replies.tell(click.interaction, click.words(answer))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the table message: public choices, Undo, Nudge, In words, votes.

    `bot.commands.play` answers Rematch, because that waits until the lobby is posted.
    """
    clicks.on("public", _on_public, _how)
    # As a new answer, not an edit of this message: its token can keep the panel up to date.
    clicks.on("undo", _on_undo, Acknowledge.PRIVATE)
    clicks.on("nudge", _on_nudge)
    clicks.on("words", _on_words, Acknowledge.PRIVATE)
    clicks.on("page", _on_page)
    clicks.on("vote", _on_vote)
