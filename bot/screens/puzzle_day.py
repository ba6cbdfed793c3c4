"""The puzzle of the day in a channel: one message, and private answers to those who choose."""

from __future__ import annotations

from typing import Final

from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.client import Client
from bot.interactions.message import Message
from bot.interactions.replies import Acknowledge
from bot.screens import panel_step, puzzles
from bot.screens.symbols import symbols_button
from bot.store.person_rows import PuzzleChannelRow
from bot.tables.core.refusals import NoSuchPuzzle, UnknownChoice
from render.words import Words

_PREFIX: Final = "day_"


async def message(bot: Client, row: PuzzleChannelRow) -> Message:
    """The post: how many solved the last puzzle, its answer and why, then the new one.

    Raises:
        NoSuchPuzzle: the puzzle no longer exists.
    """
    words = Words.pick(row.language)
    posed = await bot.puzzles.posed(row.puzzle or "", row.channel)
    puzzle = posed.puzzle
    named = puzzles.seated(posed, words("puzzle.day.seat"), words)
    lines = (
        await _before(bot, row, words),
        puzzles.title(bot, named, words, "puzzle.day.title"),
        words("puzzle.day.how"),
    )
    return await puzzles.asked(
        bot,
        named,
        panel_step.Address((puzzle.id, row.day or ""), prefix=_PREFIX),
        words,
        navigation=[symbols_button(puzzle.game, words)],
        head="\n".join(filter(None, lines)),
    )


async def _before(bot: Client, row: PuzzleChannelRow, words: Words) -> str:
    """How many solved the puzzle before this one, what was best, and why."""
    if row.day_before is None or row.puzzle_before is None:
        return ""
    try:
        posed = await bot.puzzles.posed(row.puzzle_before, row.channel)
    except NoSuchPuzzle:
        return ""
    answer = puzzles.label(bot, posed, posed.puzzle.answer, words)
    solved, chosen = await bot.store.puzzle_days.found(row.channel, row.day_before)
    text = "puzzle.day.found" if chosen else "puzzle.day.nobody"
    figures = {"solved": solved, "chosen": chosen} if chosen else {}
    said = words(text, answer=answer, **figures)
    return "\n".join((said, *puzzles.reasons(bot, posed, words)))


async def _on_pick(click: Click) -> None:
    """`day_pick:0:<puzzle>:<day>[:<choice>]`: each person's first choice on that day counts."""
    posed = await puzzles.posed_to(click, "".join(click.args[:1]))
    puzzle, day = posed.puzzle, "".join(click.args[1:2])
    choice = puzzles.chosen(click, puzzle, 2)
    channel, bot = click.interaction.channel_id, click.bot
    if channel is None:
        raise UnknownChoice
    choice = await bot.puzzles.days.choose(channel, day, click.user, puzzle, choice)
    await bot.puzzles.choose(click.user, puzzle, choice)
    await click.show(await puzzles.answer_message(click, posed, choice, puzzles.ANY))


def register(clicks: ClickRouter) -> None:
    """Register the buttons on the message, which leave it as it is."""
    clicks.on("day_pick", _on_pick, Acknowledge.PRIVATE)
