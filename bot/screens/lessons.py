"""Lessons: a game's list of them, and one in progress with its panel, hints and answers.

Everything is shown only to the learner, who is the person who clicks. The buttons name the
lesson and the entry of its decision.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.interactions.clicks import Click, ClickRouter, Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import blocked, names, narrowing, panel_step
from bot.screens.journal import sentences
from bot.screens.labels import choice_label
from bot.screens.narrowing import Path, starts_of, step
from bot.screens.symbols import symbols_button
from bot.store.rows import UserId
from bot.tables.core.refusals import UnknownChoice
from bot.tables.persons import lessons
from bot.tables.persons.lessons import Attempt
from render.presentation import Picture
from render.words import Words
from rules.contract import path_of
from rules.lessons import LEARNER, Lesson

_PREFIX: Final = "lesson_"


# -- the list ----------------------------------------------------------------------


async def list_message(bot: Client, user: UserId, game: str, words: Words) -> Message:
    """The lessons of a game: which are done, and which to go on with."""
    every, done = lessons.offered(game), await bot.lessons.done(user)
    begun = await bot.lessons.in_progress(user)
    title = f"### {words('lesson.title', game=words(f'game.{game}'))}"
    if not every:
        return compose(title, words("lesson.none"))
    lines = [words("lesson.explain"), ""]
    for number, each in enumerate(every, start=1):
        state = "done" if each.id in done else "begun" if each == begun else "new"
        lines.append(
            words(
                f"lesson.line.{state}",
                number=number,
                name=words(f"lesson.{each.id}.name"),
                about=words(f"lesson.{each.id}.about"),
            )
        )
    options = tuple(
        Option(each.id, words(f"lesson.{each.id}.name"), words(f"lesson.{each.id}.about"))
        for each in every
    )
    rows: list[Row] = [
        [select("lesson", 0, options=options, placeholder=words("lesson.choose"))]
    ]
    first = next((each for each in every if each.id not in done), None)
    if begun in every:
        rows.insert(0, [_open_button(begun, "lesson.button.go_on", words)])
    elif first is not None:
        rows.insert(0, [_open_button(first, "lesson.button.begin", words)])
    else:
        lines += ["", words("lesson.all_done")]
    return compose(title, "\n".join(lines), rows=rows)


def _open_button(
    lesson: Lesson, label: str, words: Words
) -> discord.ui.Button[discord.ui.View]:
    name = words(f"lesson.{lesson.id}.name")
    primary = discord.ButtonStyle.primary
    return button("lesson", 0, lesson.id, label=words(label, name=name), style=primary)


# -- one lesson --------------------------------------------------------------------


async def message(
    bot: Client,
    attempt: Attempt,
    words: Words,
    *,
    head: str = "",
    path: Path = (),
    page: int = 0,
    since: int | None = None,
) -> Message:
    """A lesson as it is now: what to do, the board, and a panel like that of a table.

    Args:
        bot: for pictures and presentations.
        attempt: the lesson.
        words: the learner's language.
        head: what to say first: what has happened, why something is not right, a hint.
        path: the choices made so far, as for the panel of a table.
        page: which page of the choices, if one select cannot hold them all.
        since: mark on the board what changed after this entry.
    """
    decision, arose = attempt.decision(LEARNER), attempt.arose(LEARNER)
    if decision is None or arose is None:
        return await _done_message(bot, attempt, words, head, since)
    look = bot.presentation(attempt)
    opened, branches = panel_step.opened(
        panel_step.Panel(
            position=attempt,
            address=_address(attempt, arose),
            journal=attempt.journal,
            seat=LEARNER,
            decision=panel_step.offered(decision, look, attempt.view(LEARNER)),
            look=look,
            view=attempt.view(LEARNER),
            words=words,
            path=path,
        )
    )
    address = opened.address
    why = address.button("why", label=words("panel.button.why"))
    back = panel_step.back_of(opened) if opened.path else why
    navigation: list[discord.ui.Item[Any]] = [back]
    navigation.append(address.button("hint", label=words("lesson.button.hint")))
    if not opened.path:
        navigation += _leaving(attempt.lesson, words)
    navigation.append(symbols_button(attempt.title, words))
    return await panel_step.drawn(
        bot=bot,
        panel=opened,
        branches=branches,
        question=look.question(decision, opened.view, words),
        navigation=navigation,
        head=_heading(attempt, words, head, goal=not opened.path),
        page=page,
        above=() if opened.path else await _board(bot, attempt, words, since),
    )


def _address(attempt: Attempt, arose: int) -> panel_step.Address:
    return panel_step.Address((attempt.lesson.id, arose), prefix=_PREFIX)


def _leaving(lesson: Lesson, words: Words) -> Row:
    """The buttons that begin the lesson again and that lead to the list."""
    return [
        button("lesson_again", 0, lesson.id, label=words("lesson.button.again")),
        button("learn", 0, lesson.game, label=words("lesson.button.list")),
    ]


async def _done_message(
    bot: Client, attempt: Attempt, words: Words, head: str, since: int | None
) -> Message:
    """The message once the goal is reached: what was learnt, and the next lesson."""
    lesson = attempt.lesson
    said = words(f"lesson.{lesson.id}.done", **attempt.figures)
    next_ = lessons.following(lesson, await bot.lessons.done(attempt.user))
    rows: list[Row] = [_leaving(lesson, words)]
    if next_ is not None:
        rows.insert(0, [_open_button(next_, "lesson.button.next", words)])
    return compose(
        _title(lesson, words),
        head,
        f"**{words('lesson.done')}** {said}",
        await _board(bot, attempt, words, since),
        words("lesson.all_done") if next_ is None else "",
        rows=rows,
    )


async def _board(
    bot: Client, attempt: Attempt, words: Words, since: int | None
) -> tuple[Picture, ...]:
    picture = await bot.pictures.board(attempt, words, since)
    return () if picture is None else (picture,)


def _title(lesson: Lesson, words: Words) -> str:
    every = lessons.offered(lesson.game)
    where = words(
        "lesson.where",
        game=words(f"game.{lesson.game}"),
        number=every.index(lesson) + 1,
        of=len(every),
    )
    return f"-# {where}\n### {words(f'lesson.{lesson.id}.name')}"


def _heading(attempt: Attempt, words: Words, head: str, *, goal: bool) -> str:
    """The title, what has happened, and what to do; at first, also what the lesson is about."""
    lesson, figures = attempt.lesson, attempt.figures
    lines = [_title(lesson, words), head]
    if attempt.renewed:
        lines.append(words("lesson.renewed"))
    first = attempt.journal.number == len(lesson.entries)
    if first and goal and not head:
        lines.append(words(f"lesson.{lesson.id}.begin", **figures))
    if goal and (first or not head):
        said = words(f"lesson.{lesson.id}.goal", **figures)
        lines.append(words("lesson.goal", goal=said))
    number = (attempt.task or 0) + 1
    lines.append(f"**{words(f'lesson.{lesson.id}.task.{number}', **figures)}**")
    return "\n".join(filter(None, lines))


def _hint(bot: Client, attempt: Attempt, words: Words) -> str:
    """The hint: why, and then what to choose."""
    action, number = attempt.hinted, (attempt.task or 0) + 1
    if action is None:
        return ""
    said = words(f"lesson.{attempt.lesson.id}.task.{number}.hint", **attempt.figures)
    label = choice_label(
        bot.presentation(attempt), starts_of(path_of(action)), attempt.view(LEARNER), words
    )
    return f"{words('lesson.hint', hint=said)}\n{words('lesson.hint.choose', choice=label)}"


def _why(attempt: Attempt, why: str, words: Words) -> str:
    """Why a choice is wrong here, in the words of the lesson or of its game."""
    own = f"lesson.{attempt.lesson.id}.{why}"
    said = words(own if own in words else f"lesson.{attempt.title}.{why}", **attempt.figures)
    return words("lesson.wrong", why=said)


def _result(bot: Client, attempt: Attempt, since: int, words: Words) -> str:
    """What a right choice did, and what the others did then."""
    told = attempt.events(since, LEARNER)
    look, scene = bot.presentation(attempt), attempt.scene(LEARNER)
    lines = sentences(told, look, scene, words)
    return "\n".join((words("lesson.right"), *(f"- {line}" for line in lines)))


# -- clicks ------------------------------------------------------------------------


def _named(attempt: Attempt, click: Click) -> Attempt:
    """The lesson with names at its seats: the learner's and those of computer players."""
    name = click.interaction.user.display_name
    return attempt.seated(names.prepared(attempt.lesson.seats, LEARNER, name, click.words))


async def _attempt(click: Click) -> Attempt:
    """The learner's lesson that the button names.

    Raises:
        NoSuchLesson: the person has no such lesson.
    """
    return _named(await click.bot.lessons.attempt(click.user, _id(click)), click)


def _id(click: Click) -> str:
    return click.values[0] if click.values and not click.args else "".join(click.args[:1])


def _current(click: Click, attempt: Attempt) -> bool:
    """Whether the decision clicked on is still pending."""
    return attempt.arose(LEARNER) == click.number(1)


async def _show(click: Click, attempt: Attempt, head: str = "") -> None:
    await click.show(await message(click.bot, attempt, click.words, head=head))


async def _on_list(click: Click) -> None:
    """`learn:0:<game>`."""
    game = "".join(click.args[:1])
    if game not in click.bot.presentations:
        raise UnknownChoice
    await click.show(await list_message(click.bot, click.user, game, click.words))


async def _on_open(click: Click) -> None:
    """`lesson:0:<lesson>`, or a choice from the list: begin, or go on."""
    attempt = await click.bot.lessons.begin(click.user, _id(click))
    await _show(click, _named(attempt, click))


async def _on_again(click: Click) -> None:
    """`lesson_again:0:<lesson>`: from the beginning."""
    attempt = await click.bot.lessons.begin(click.user, _id(click), anew=True)
    await _show(click, _named(attempt, click))


async def _on_pick(click: Click) -> None:
    """`lesson_pick:0:<lesson>:<entry>[:<choice>]`: plays a complete right choice."""
    spelled = click.values[0] if click.values else ".".join(click.args[2:3])
    attempt, words = await _attempt(click), click.words
    decision = attempt.decision(LEARNER)
    if decision is None or not _current(click, attempt):
        await _show(click, attempt, words("panel.stale"))
        return
    if decision.find(spelled) is None:
        if not step(decision.options + decision.asides, narrowing.parsed(spelled)):
            raise UnknownChoice
        shown = await message(click.bot, attempt, words, path=narrowing.parsed(spelled))
        await click.show(shown)
        return
    service = click.bot.lessons
    answer = await service.play(click.user, _id(click), click.number(1), spelled)
    after = _named(answer.attempt, click)
    if answer.why is not None:
        await _show(click, after, _why(after, answer.why, words))
    elif answer.since is None:
        await _show(click, after, words("panel.stale"))
    else:
        head, since = _result(click.bot, after, answer.since, words), answer.since
        await click.show(await message(click.bot, after, words, head=head, since=since))


async def _on_step(click: Click) -> None:
    """`lesson_step:0:<lesson>:<entry>:<page>:<path>`: Back, and the pages of a step."""
    attempt, words = await _attempt(click), click.words
    if not _current(click, attempt):
        await _show(click, attempt, words("panel.stale"))
        return
    path, page = narrowing.parsed(".".join(click.args[3:4])), click.number(2)
    await click.show(await message(click.bot, attempt, words, path=path, page=page))


async def _on_hint(click: Click) -> None:
    """`lesson_hint:0:<lesson>:<entry>`."""
    attempt = await _attempt(click)
    await _show(click, attempt, _hint(click.bot, attempt, click.words))


async def _on_why(click: Click) -> None:
    """`lesson_why:0:<lesson>:<entry>`: what is impossible, and why."""
    attempt, words = await _attempt(click), click.words
    back = button("lesson", 0, attempt.lesson.id, label=words("panel.button.back"))
    await click.show(blocked.message(click.bot, attempt, LEARNER, words, back))


def register(clicks: ClickRouter) -> None:
    """Register the buttons of the list and of a lesson."""
    clicks.on("learn", _on_list)
    clicks.on("lesson", _on_open)
    clicks.on("lesson_again", _on_again)
    clicks.on("lesson_pick", _on_pick)
    clicks.on("lesson_step", _on_step)
    clicks.on("lesson_hint", _on_hint)
    clicks.on("lesson_why", _on_why)
