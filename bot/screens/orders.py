"""Standing orders: what a person decides ahead of an auction, for their eyes only.

Offers are narrowed field by field, as actions are. The values of a select spell
the whole path to each choice, so nothing is remembered between clicks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.interactions import limits, replies
from bot.interactions.clicks import Click, ClickRouter, Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Message, Row, compose
from bot.screens import moves, narrowing, panel
from bot.screens.labels import choice_label, fitted, parts_of, told_apart
from bot.screens.narrowing import Branch, starts_of, step, under
from bot.tables.core.refusals import NoSuchOrder
from bot.tables.core.table import Table
from bot.tables.orders import plans
from render.lengths import HINT
from render.presentation import Presentation
from render.words import Words
from rules.contract import Action, Deltas, Order, Seat, name, path_of

_MOST_SELECTS: Final = 4


def register(clicks: ClickRouter) -> None:
    """Register the buttons and selects of the panel of orders and plans."""
    clicks.on("orders", _on_open)
    clicks.on("order", _on_order)
    clicks.on("revoke", _on_revoke)
    clicks.on("plan", _on_plan)
    clicks.on("revoke_plan", _on_revoke_plan)


async def message(
    bot: Client,
    table: Table,
    user: int,
    words: Words,
    *,
    path: str = "",
    plan: str = "",
    head: str = "",
) -> Message:
    """The person's orders and plan, what they can revoke, and the next step of a new one.

    `path` and `plan` say how far a new order and a new plan have been chosen.

    Raises:
        NoSuchGame: the game is unknown.
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
    """
    game = table.game.id
    offers = await bot.orders.offers(game, user)
    own = await bot.orders.left(game, user)
    planned = _plan_lines(bot, table, user, words)
    ordered = _order_lines(bot, table, user, words, own, offered=bool(offers))
    if planned and not own and not offers:  # a game without orders, or not the time for them
        ordered = [f"### {words('plan.title')}"]
    text = [head, *ordered, "", *planned]
    rows = _leave_selects(bot, table, user, words, offers, path) if offers else []
    if own:
        rows.append(_revoke_select(bot, table, user, words, own))
    if plan:
        rows = []
    if not path:
        rows += _plan_rows(bot, table, user, words, plan)
    navigation = [button("fresh", game, label=words("table.button.move"))]
    if path or plan:
        navigation.insert(0, button("orders", game, label=words("panel.button.back")))
    return compose("\n".join(text).lstrip(), rows=[*rows, navigation])


def _order_lines(
    bot: Client, table: Table, user: int, words: Words, own: tuple[Order, ...], *, offered: bool
) -> list[str]:
    """What orders are, and those that the person has left."""
    lines = [f"### {words('order.title')}", words("order.explain"), ""]
    if own:
        lines.append(words("order.own"))
        lines += [
            words("order.line", order=_order_text(bot, table, user, each, words, None))
            for each in own
        ]
    else:
        lines.append(words("order.none"))
    if offered:
        return lines
    seat = table.seat_of(user)
    own_move = seat is not None and table.decision(seat) is not None
    return [*lines, words("order.own_move" if own_move else "order.not_now")]


def narrowed(offers: tuple[Order, ...], path: str = "") -> tuple[Branch, ...]:
    """The next step of a new order; empty for a path that is not offered."""
    return step(_spelled(offers), narrowing.parsed(path))


def _spelled(offers: tuple[Order, ...]) -> tuple[Any, ...]:
    """Orders for narrowing, which only needs them to be spelled as actions are."""
    return offers


def _leave_selects(
    bot: Client, table: Table, user: int, words: Words, offers: tuple[Order, ...], path: str
) -> list[Row]:
    look, view = bot.presentation(table), table.view(table.seat_of(user))
    branches = narrowed(offers, path)
    parts = [parts_of(look, branch.starts, view, words) for branch in branches]
    options = [
        Option(
            branch.spelled,
            label,
            _order_text(bot, table, user, branch.actions[0], words)
            if len(branch.actions) == 1
            else None,
        )
        for branch, label in zip(branches, told_apart(parts, limits.OPTION_TEXT), strict=True)
    ]
    pages = [options[at : at + limits.OPTIONS] for at in range(0, len(options), limits.OPTIONS)]
    game, asked = table.game.id, _asked(look, offers, path, view, words) or words("order.leave")
    return [
        [select("order", game, number, options=tuple(page), placeholder=asked)]
        for number, page in enumerate(pages[:_MOST_SELECTS])
    ]


def _asked(
    look: Presentation[Any], every: Iterable[Any], path: str, view: Any, words: Words
) -> str:
    """What has been chosen so far of an order or plan; empty at the first step."""
    chosen = narrowing.parsed(path)
    whole = next(iter(under(tuple(every), chosen)), None)
    if whole is None or not chosen:
        return ""
    starts = starts_of(path_of(whole)[: len(chosen)])
    return fitted(parts_of(look, starts, view, words), limits.PLACEHOLDER)


def _revoke_select(
    bot: Client, table: Table, user: int, words: Words, own: tuple[Order, ...]
) -> Row:
    options = tuple(
        Option(name(each), _order_text(bot, table, user, each, words))
        for each in own[: limits.OPTIONS]
    )
    return [select("revoke", table.game.id, options=options, placeholder=words("order.revoke"))]


def _order_text(
    bot: Client,
    table: Table,
    user: int,
    order: Order | Action,
    words: Words,
    longest: int | None = HINT,
) -> str:
    """A whole order in words; in a select, its length is limited."""
    look, view = bot.presentation(table), table.view(table.seat_of(user))
    return look.hint(order, Deltas(), view, words, longest)


def _plan_lines(bot: Client, table: Table, user: int, words: Words) -> list[str]:
    """The person's plan in words, if the game has plans at all."""
    seat = moves.seat_of(table, user)
    own = plans.own(table, seat)
    if not own and not plans.any_offered(table, seat):
        return []
    lines = [words("plan.explain")]
    return lines + [
        words("plan.own", plan=_plan_label(bot, table, each, seat, words)) for each in own
    ]


def _plan_label(bot: Client, table: Table, action: Action, seat: Seat, words: Words) -> str:
    """A plan as its owner reads it: the numbers are those of the hand."""
    look, view = bot.presentation(table), table.view(seat)
    return choice_label(look, starts_of(path_of(action)), view, words)


def _plan_rows(bot: Client, table: Table, user: int, words: Words, path: str) -> list[Row]:
    """The next step of a new plan, and the button that cancels the present one."""
    seat, game = moves.seat_of(table, user), table.game.id
    look, view = bot.presentation(table), table.view(seat)
    prices = dict(plans.offered(table, seat))
    rows: list[Row] = []
    branches = step(tuple(prices), narrowing.parsed(path))[: limits.OPTIONS]
    if branches:
        parts = [parts_of(look, branch.starts, view, words) for branch in branches]
        labels = told_apart(parts, limits.OPTION_TEXT)
        options = tuple(
            Option(
                branch.spelled,
                label,
                look.hint(branch.actions[0], prices[branch.actions[0]], view, words)
                if len(branch.actions) == 1
                else None,
            )
            for branch, label in zip(branches, labels, strict=True)
        )
        asked = _asked(look, prices, path, view, words) or words("plan.leave")
        rows.append([select("plan", game, options=options, placeholder=asked)])
    if plans.own(table, seat):
        rows.append([button("revoke_plan", game, label=words("plan.revoke"))])
    return rows


async def _on_plan(click: Click) -> None:
    """Go one step further: the value is the path so far; a path to a single plan leaves it."""
    path = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    table = await click.table()
    every = plans.offered(table, moves.seat_of(table, click.user))
    matching = under(tuple(action for action, _ in every), narrowing.parsed(path))
    head = "" if matching else words("panel.stale")
    if len(matching) == 1:
        try:
            table = await bot.orders.leave_plan(click.game, click.user, name(matching[0]))
            head = words("plan.left")
        except NoSuchOrder:  # its moment has just passed
            head = words("panel.stale")
    further = path if len(matching) > 1 else ""
    await replies.show(
        click.interaction,
        await message(bot, table, click.user, words, plan=further, head=head),
    )


async def _on_revoke_plan(click: Click) -> None:
    bot, words = click.bot, click.words
    try:
        table = await bot.orders.revoke_plan(click.game, click.user)
    except NoSuchOrder:  # it was followed or dropped: show what there is to do now
        table = await click.table()
        seat, head = moves.seat_of(table, click.user), words("panel.stale")
        await click.show(await panel.message(bot, table, seat, words, head=head))
        return
    head = words("plan.revoked")
    await click.show(await message(bot, table, click.user, words, head=head))


async def _on_open(click: Click) -> None:
    table = await click.table()
    await replies.show(
        click.interaction, await message(click.bot, table, click.user, click.words)
    )


async def _on_order(click: Click) -> None:
    """Go one step further: the value is the path so far; a path to a single order leaves it."""
    path = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    matching = under(
        _spelled(await bot.orders.offers(click.game, click.user)), narrowing.parsed(path)
    )
    head = ""
    if len(matching) == 1:
        head, path = await _leave(click, name(matching[0])), ""
    elif not matching:
        head, path = words("panel.stale"), ""
    table = await click.table()
    await replies.show(
        click.interaction, await message(bot, table, click.user, words, path=path, head=head)
    )


async def _leave(click: Click, spelled: str) -> str:
    """Leave an order; returns what to say about it."""
    try:
        await click.bot.orders.leave(click.game, click.user, spelled)
    except NoSuchOrder:  # its moment has just passed
        return click.words("panel.stale")
    return click.words("order.left")


async def _on_revoke(click: Click) -> None:
    spelled = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    try:
        await bot.orders.revoke(click.game, click.user, spelled)
        head = words("order.revoked")
    except NoSuchOrder:  # it has been used, or its moment has passed
        head = words("panel.stale")
    table = await click.table()
    await replies.show(
        click.interaction, await message(bot, table, click.user, words, head=head)
    )
