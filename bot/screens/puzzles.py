"""Puzzles: a position with one question, and the answer to the choice.

Everything is shown only to the person who clicks. The buttons name the puzzle and the choice.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import advice, names, panel_step
from bot.screens.labels import Parts, choice_label, parts_of
from bot.screens.narrowing import Branch, starts_of, values
from bot.screens.symbols import symbols_button
from bot.store.rows import UserId
from bot.tables.core.refusals import NoSuchPuzzle, UnknownChoice
from bot.tables.persons.puzzles import Posed
from render.presentation import Picture
from render.words import Words
from rules.contract import Action, Delta
from rules.puzzles import Puzzle, Who, standing_for
from rules.registry import PUZZLES

_PREFIX: Final = "puzzle_"

ANY: Final = "any"
"""In a custom_id: puzzles of any game."""


# -- the question ----------------------------------------------------------------------


async def next_message(
    bot: Client, user: UserId, name: str, scope: str, words: Words
) -> Message:
    """The next puzzle of a person, or a message that none is left.

    Args:
        bot: for puzzles and pictures.
        user: who solves it.
        name: the name of that person, as pictures show it.
        scope: the id of a game, or `ANY`.
        words: their language.
    """
    game = None if scope == ANY else scope
    puzzle = await bot.puzzles.next(user, game)
    if puzzle is None:
        return compose(f"### {words('puzzle.title')}", await _no_more(bot, user, game, words))
    posed = await bot.puzzles.posed(puzzle.id, user)
    named = seated(posed, name, words)
    address = panel_step.Address((puzzle.id, scope), prefix=_PREFIX)
    navigation = [symbols_button(puzzle.game, words)]
    return await asked(bot, named, address, words, navigation=navigation)


async def _no_more(bot: Client, user: UserId, game: str | None, words: Words) -> str:
    """Why there is no next puzzle, of one game or of any game."""
    if not (await bot.puzzles.solved(user, game)).chosen:
        return words("puzzle.none")
    return words("puzzle.all_done" if game is None else "puzzle.all_done.game")


async def asked(
    bot: Client,
    posed: Posed,
    address: panel_step.Address,
    words: Words,
    *,
    navigation: Row,
    head: str = "",
) -> Message:
    """The board, the hand, the question, and a button or option for each choice.

    Args:
        bot: for pictures and presentations.
        posed: the puzzle.
        address: what the choices name.
        words: the reader's language.
        navigation: the last row.
        head: what to say first, in place of the title.
    """
    panel = _panel(bot, posed, address, words)
    return await panel_step.drawn(
        bot=bot,
        panel=panel,
        branches=_branches(posed),
        question=panel.look.question(panel.decision, panel.view, words),
        navigation=navigation,
        head=head or title(bot, posed, words),
        above=await pictures(bot, posed, words),
        hand=False,
    )


async def pictures(bot: Client, posed: Posed, words: Words) -> tuple[Picture, ...]:
    """The board as the deciding seat sees it, and its hand."""
    seat = posed.puzzle.seat
    board = await bot.pictures.board(posed, words, seat=seat)
    own = await bot.pictures.hand(posed, seat, words)
    return (*(() if board is None else (board,)), *own)


def seated(posed: Posed, name: str, words: Words) -> Posed:
    """A puzzle with the names of the person who solves it and of the others at the table."""
    puzzle = posed.puzzle
    return posed.seated(names.prepared(puzzle.seats, puzzle.seat, name, words))


def title(bot: Client, posed: Posed, words: Words, called: str = "puzzle.title.game") -> str:
    """The text `called` with the game's name, its progress, and how hard the puzzle is."""
    puzzle = posed.puzzle
    game, grade = words(f"game.{puzzle.game}"), words(f"puzzle.grade.{puzzle.grade}")
    where = bot.presentation(posed).progress(posed.view(puzzle.seat), words)
    return f"### {words(called, game=game)}\n-# {words.row((where, grade))}"


def _panel(
    bot: Client, posed: Posed, address: panel_step.Address, words: Words
) -> panel_step.Panel:
    """The panel that the deciding seat would have, without actions that use something up."""
    look, view = bot.presentation(posed), posed.view(posed.puzzle.seat)
    return panel_step.Panel(
        position=posed,
        address=address,
        journal=posed.journal,
        seat=posed.puzzle.seat,
        decision=panel_step.offered(posed.asked, look, view),
        look=look,
        view=view,
        words=words,
        path=(),
    )


def _branches(posed: Posed) -> tuple[Branch, ...]:
    """All choices, in a single step."""
    found = []
    for each in posed.puzzle.choices:
        actions = standing_for(each, posed.asked)
        if not actions:
            raise NoSuchPuzzle
        found.append(Branch(each, values(actions[0], len(each.split("."))), actions, 0))
    return tuple(found)


# -- the answer ------------------------------------------------------------------------


def answer(bot: Client, posed: Posed, choice: str, words: Words) -> tuple[str, ...]:
    """Whether a choice is right, why, what others would choose, and what comes next best."""
    puzzle = posed.puzzle
    best, *others = (label(bot, posed, each, words) for each in puzzle.order)
    if choice == puzzle.answer:
        lines = [words("puzzle.right", answer=best)]
    else:
        chosen = label(bot, posed, choice, words)
        lines = [words("puzzle.wrong", choice=chosen), words("puzzle.answer", answer=best)]
    lines += reasons(bot, posed, words)
    if puzzle.wrong is not None:
        tempting = label(bot, posed, puzzle.wrong.choice, words)
        lines.append(_tempting(puzzle.wrong.by, tempting, words))
    lines.append(words("puzzle.order", choices=words.row(others)))
    return tuple(lines)


def _tempting(by: Who, choice: str, words: Words) -> str:
    if by == "points":
        return words("puzzle.tempting.points", choice=choice)
    return words("puzzle.tempting.level", level=words(f"level.{by}"), choice=choice)


def reasons(bot: Client, posed: Posed, words: Words) -> tuple[str, ...]:
    """What the best choice does now and what came of it, but not how much better it is."""
    puzzle, look = posed.puzzle, bot.presentation(posed)
    view, now = posed.view(puzzle.seat), _now(bot, posed, words)
    compared = puzzle.chosen(puzzle.why.than) or puzzle.order[1]
    own, than = (_parts(bot, posed, each, words) for each in (puzzle.answer, compared))
    called = advice.called(than, own)
    why = look.reasons(puzzle.why, view, called, words, bare=True)
    return (*((words("advice.now", now=now),) if now else ()), *why)


def _now(bot: Client, posed: Posed, words: Words) -> str:
    """What the best choice does now; empty if its gain depends on how it is done."""
    puzzle = posed.puzzle
    actions = standing_for(puzzle.answer, posed.asked)
    if len({_gains(posed, each) for each in actions}) > 1:
        return ""
    action, view = actions[0], posed.view(puzzle.seat)
    price = posed.journal.price(puzzle.seat, action)
    return bot.presentation(posed).effect(action, price, view, words)


def _gains(posed: Posed, action: Action) -> tuple[Delta, ...]:
    price = posed.journal.price(posed.puzzle.seat, action)
    return tuple(each for each in (*price.amounts, *price.later) if each.amount > 0)


def label(bot: Client, posed: Posed, choice: str, words: Words) -> str:
    """A choice as the panel names it."""
    view = posed.view(posed.puzzle.seat)
    return choice_label(bot.presentation(posed), _starts(posed, choice), view, words)


def _parts(bot: Client, posed: Posed, choice: str, words: Words) -> Parts:
    view = posed.view(posed.puzzle.seat)
    return parts_of(bot.presentation(posed), _starts(posed, choice), view, words)


def _starts(posed: Posed, choice: str) -> tuple[tuple[object, ...], ...]:
    return starts_of(values(_first(posed, choice), len(choice.split("."))))


def _first(posed: Posed, choice: str) -> Action:
    """The action that a choice means, or the first of several.

    Raises:
        NoSuchPuzzle: the rules have changed.
    """
    actions = standing_for(choice, posed.asked)
    if not actions:
        raise NoSuchPuzzle
    return actions[0]


async def answer_message(
    click: Click, posed: Posed, choice: str, scope: str, *, disagrees: bool = False
) -> Message:
    """The answer below the position, with **Next** and **I disagree**."""
    bot, puzzle, words = click.bot, posed.puzzle, click.words
    row = [
        button(
            *("puzzle", 0, scope),
            label=words("puzzle.button.next"),
            style=discord.ButtonStyle.primary,
        )
    ]
    if not disagrees:
        label_ = words("puzzle.button.disagree")
        row.append(button("puzzle_disagree", 0, puzzle.id, scope, choice, label=label_))
    row.append(symbols_button(puzzle.game, words))
    said = "\n".join(answer(bot, posed, choice, words))
    noted = words("puzzle.disagreed") if disagrees else ""
    shown = await pictures(bot, posed, words)
    return compose(title(bot, posed, words), shown, said, noted, rows=[row])


async def of_person(bot: Client, user: UserId, words: Words) -> str:
    """How many puzzles a person has solved; empty if they have answered none."""
    found = await bot.puzzles.solved(user)
    if not found.chosen:
        return ""
    return words("record.puzzles", solved=found.solved, chosen=found.chosen)


# -- clicks ----------------------------------------------------------------------------


async def posed_to(click: Click, puzzle_id: str) -> Posed:
    """A puzzle with the names at its seats.

    Raises:
        NoSuchPuzzle: the puzzle no longer exists.
    """
    posed = await click.bot.puzzles.posed(puzzle_id, click.user)
    return seated(posed, click.interaction.user.display_name, click.words)


def chosen(click: Click, puzzle: Puzzle, place: int) -> str:
    """The choice that a click names.

    Raises:
        UnknownChoice: there is no such choice.
    """
    spelled = click.values[0] if click.values else "".join(click.args[place : place + 1])
    if spelled not in puzzle.choices:
        raise UnknownChoice
    return spelled


def _scope(click: Click, place: int) -> str:
    """The game whose puzzles a person wants, or `ANY`.

    Raises:
        UnknownChoice: there is no such game.
    """
    scope = "".join(click.args[place : place + 1])
    if scope not in {ANY, *PUZZLES}:
        raise UnknownChoice
    return scope


async def _on_next(click: Click) -> None:
    """`puzzle:0:<game or any>`."""
    scope, name = _scope(click, 0), click.interaction.user.display_name
    await click.show(await next_message(click.bot, click.user, name, scope, click.words))


async def _on_pick(click: Click) -> None:
    """`puzzle_pick:0:<puzzle>:<game or any>[:<choice>]`: the choice answers the puzzle."""
    posed = await posed_to(click, "".join(click.args[:1]))
    choice, scope = chosen(click, posed.puzzle, 2), _scope(click, 1)
    await click.bot.puzzles.choose(click.user, posed.puzzle, choice)
    await click.show(await answer_message(click, posed, choice, scope))


async def _on_disagree(click: Click) -> None:
    """`puzzle_disagree:0:<puzzle>:<game or any>:<choice>`: counts it, and says so."""
    posed = await posed_to(click, "".join(click.args[:1]))
    choice, scope = chosen(click, posed.puzzle, 2), _scope(click, 1)
    await click.bot.puzzles.disagree(click.user, posed.puzzle.id)
    await click.show(await answer_message(click, posed, choice, scope, disagrees=True))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of a puzzle and of its answer."""
    clicks.on("puzzle", _on_next)
    clicks.on("puzzle_pick", _on_pick)
    clicks.on("puzzle_disagree", _on_disagree)
