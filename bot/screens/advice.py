"""Suggestions in the panel: a few options with a reason, and a button that opens each."""

from __future__ import annotations

from msgspec.structs import replace

from bot.interactions import limits
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, in_rows
from bot.screens import moves, panel, panel_step
from bot.screens.labels import SEPARATOR, Parts, apart, choice_label, parts_of, told_apart
from bot.screens.narrowing import starts_of
from bot.tables.core.refusals import NotYourMove, Stale
from bot.tables.core.table import Table, names_of
from render.words import Words, signed
from rules.contract import Action, Decision, Seat, name, path_of
from rules.opponents.advice import Advice, Suggestion
from rules.opponents.told import Why


def message(bot: Client, table: Table, seat: Seat, advice: Advice, words: Words) -> Message:
    """What is suggested to a seat that must decide, the best first.

    If a bid and a pass are equally good, nothing is numbered.
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
    why = reasons(bot, table, seat, shown[0].action, advice.why, words)
    lines[0] = "\n".join((lines[0], *why))
    parts = [parts_of(look, starts_of(path_of(each.action)), view, words) for each in shown]
    labels = told_apart(apart(parts), limits.BUTTON_LABEL)
    choices = [
        button("step", table.game.id, seat, arose, 0, name(each.action), label=label)
        for each, label in zip(shown, labels, strict=True)
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


def reasons(
    bot: Client, table: Table, seat: Seat, better: Action, why: Why | None, words: Words
) -> tuple[str, ...]:
    """Why an option is better than another one, one sentence per reason."""
    decision = table.decision(seat)
    than = decision.find(why.than) if decision is not None and why is not None else None
    if why is None or decision is None or than is None:
        return ()
    look, view = bot.presentation(table), table.view(seat)
    own, other = (
        parts_of(look, starts_of(path_of(each)), view, words)
        for each in (better, _among(bot, table, decision, than))
    )
    return look.reasons(why, view, called(other, own), words)


def called(other: Parts, beside: Parts) -> str:
    """The shortest name that distinguishes a choice from another one in a sentence.

    If both choices do something with things, the name includes what is done.

    >>> called(("Perform", "Idomeneo"), ("Sell", "Idomeneo"))
    'Perform › Idomeneo'
    >>> called(("Use the card", "Pay 1"), ("Pass",))
    'Pay 1'
    >>> called(("Pass",), ("Raise", "Bid 400"))
    'Pass'
    >>> called(("Requiem", "Kyrie", "Voice 1"), ("Requiem", "Kyrie", "Voice 2"))
    'Kyrie › Voice 1'
    """
    kept = next(
        (n for n, (a, b) in enumerate(zip(other, beside, strict=False), 1) if a != b),
        len(other),
    )
    first = 0 if kept == 1 and len(beside) > 1 else 1
    return SEPARATOR.join(other[first : max(2, kept)] or other[:1])


def _line(
    bot: Client, table: Table, seat: Seat, nth: int, suggestion: Suggestion, words: Words
) -> str:
    """An option with the points that it may bring, and what it does now.

    `nth` is its number; 0: no option is better than another.
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
    return "\n".join(filter(None, (line, _now(bot, table, seat, suggestion.action, words))))


def _now(bot: Client, table: Table, seat: Seat, action: Action, words: Words) -> str:
    """What an option gains and costs now; empty if its name already says so."""
    if table.journal is None:
        return ""
    look, price = bot.presentation(table), table.journal.price(seat, action)
    now = look.effect(action, price, table.view(seat), words)
    return words("advice.now", now=now) if now else ""


def _among(bot: Client, table: Table, decision: Decision, action: Action) -> Action:
    """The option that the panel offers for an action: one that has the same effect."""
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
    """Register the button **Suggest**; its suggestions are steps of the panel."""
    clicks.on("suggest", _on_suggest)
