"""Suggestions in the panel: some options with the reason, each a button that opens it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.interactions import limits
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, in_rows
from bot.screens import moves, panel, panel_step
from bot.screens.labels import choice_label, parts_of, told_apart
from bot.screens.narrowing import starts_of
from bot.tables.core.refusals import NotYourMove, Stale
from bot.tables.core.table import Table, names_of
from render.words import Words, signed
from rules.contract import Action, Decision, Seat, name, path_of
from rules.opponents.advice import OTHERS, Advice, Suggestion


def message(bot: Client, table: Table, seat: Seat, advice: Advice, words: Words) -> Message:
    """What is suggested to a seat that must decide, the best first.

    Where a bid and a pass are even, neither is: then nothing is numbered.
    """
    decision, arose = table.decision(seat), table.arose(seat)
    if table.journal is None or decision is None or arose is None:
        return compose(words("panel.stale.nothing"))
    found = (
        replace(each, action=_among(bot, table, decision, each.action))
        for each in advice.suggestions
    )
    shown = tuple({each.action: each for each in reversed(tuple(found))}.values())[::-1]
    look, view = bot.presentation(table), table.view(seat)
    even = advice.limit is not None and advice.limit.even
    numbers = [0] * len(shown) if even else range(1, len(shown) + 1)
    lines = [
        _line(bot, table, seat, nth, each, words)
        for nth, each in zip(numbers, shown, strict=True)
    ]
    parts = [parts_of(look, starts_of(path_of(each.action)), view, words) for each in shown]
    choices = [
        button("step", table.game.id, seat, arose, 0, name(each.action), label=label)
        for each, label in zip(shown, told_apart(parts, limits.BUTTON_LABEL), strict=True)
    ]
    back = button("fresh", table.game.id, label=words("panel.button.back"))
    only = len(decision.options) == 1 and not decision.asides
    return compose(
        f"### {words('advice.title')}",
        look.verdict(advice, view, words) or "",
        "\n".join(lines),
        words("advice.only" if only else "advice.by"),
        rows=[*in_rows(choices), [back]],
    )


def named(bot: Client, table: Table, seat: Seat, action: Action, words: Words) -> str:
    """An action as the panel names it."""
    starts = starts_of(path_of(action))
    return choice_label(bot.presentation(table), starts, table.view(seat), words)


def parts_text(table: Table, parts: Iterable[str], words: Words) -> str:
    """What an option brings more of than others, as terms in a row."""
    ids = (
        "brings.others" if each == OTHERS else f"brings.{table.game.game}.{each}"
        for each in parts
    )
    return words.listed(words(each) for each in ids)


def _line(
    bot: Client, table: Table, seat: Seat, nth: int, suggestion: Suggestion, words: Words
) -> str:
    """An option with the points that it may bring, and one sentence that says why.

    It has a number if it comes before the next one; 0: none comes before another.
    """
    action, lead = named(bot, table, seat, suggestion.action, words), suggestion.lead
    if not nth:
        line = words("advice.line.even", action=action)
    elif lead is None:
        line = words("advice.line.plain", nth=nth, action=action)
    else:
        alone = len(table.seats) == 1
        points = str(round(lead)) if alone else signed(round(lead))
        expected = words("advice.alone" if alone else "advice.ahead", points=points)
        line = words("advice.line", nth=nth, action=action, expected=expected)
    return f"{line}\n{_reason(bot, table, seat, suggestion, words)}"


def _reason(bot: Client, table: Table, seat: Seat, suggestion: Suggestion, words: Words) -> str:
    """Why, in one sentence: what it gains and costs now, what it prepares."""
    look, view, action = bot.presentation(table), table.view(seat), suggestion.action
    journal = table.journal
    now = ""
    if journal is not None:
        now = look.effect(action, journal.price(seat, action), view, words)
    later = parts_text(table, suggestion.brings, words) if suggestion.brings else ""
    if now and later:
        return words("advice.why.both", now=now, later=later)
    if now:
        return words("advice.why.now", now=now)
    return words("advice.why.later", later=later) if later else words("advice.why.plain")


def _among(bot: Client, table: Table, decision: Decision, action: Action) -> Action:
    """The option that the panel offers for an action: one of those the same in effect."""
    look, view = bot.presentation(table), table.view(decision.seat)
    offered = panel_step.offered(decision, look, view)
    if action in offered.options + offered.asides:
        return action
    pairs = ((each, look.distinct((each, action), view)) for each in offered.options)
    return next((each for each, left in pairs if len(left) == 1), action)


async def _on_suggest(click: Click) -> None:
    """Suggest: `suggest:<game>:<seat>:<arose>`."""
    bot, words = click.bot, click.words
    seat, arose = click.number(0), click.number(1)
    try:
        advised = await bot.advice.suggest(click.game, click.user, seat, arose)
    except Stale:
        table = await click.table()
        own = moves.seat_of(table, click.user)
        if own != seat:
            raise NotYourMove(names_of(table.deciding)) from None
        head = moves.stale_text(table, seat, words)
        await click.show(await panel.message(bot, table, seat, words, head=head))
        return
    await click.show(message(bot, advised.table, seat, advised.advice, words))


def register(clicks: ClickRouter) -> None:
    """The button **Suggest**; what it suggests are steps of the panel."""
    clicks.on("suggest", _on_suggest)
