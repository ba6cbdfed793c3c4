"""Standing orders: what a person decides ahead of an auction, for their eyes only.

Offers are narrowed field by field, as actions are. The values of a select spell
the whole path to each choice, so nothing is remembered between clicks.
"""

from __future__ import annotations

from typing import Any, Final

from bot import answers
from bot.answers import Row, Shown
from bot.clicks import Click, Clicks, Option, button, select
from bot.house import House
from bot.narrowing import Branch, parsed, step, under
from bot.notices import NoSuchOrder
from bot.table import Table
from render.words import Words
from rules.table import Action, Deltas, Order, name

_MOST: Final = 25
"""Discord's limit of a select, in options."""

_MOST_SELECTS: Final = 4


def register(clicks: Clicks) -> None:
    """The button Orders, and the selects of its panel."""
    clicks.on("orders", _opened)
    clicks.on("order", _chosen)
    clicks.on("revoke", _revoked)


async def panel(
    bot: House, table: Table, user: int, words: Words, *, path: str = "", head: str = ""
) -> Shown:
    """The person's orders, what can be revoked, and the next step of a new one.

    Raises: as `Tables.offers`.
    """
    game = table.game.id
    offers = await bot.tables.offers(game, user)
    own = await bot.tables.orders(game, user)
    text = [head, f"### {words('order.title')}", words("order.explain"), ""]
    if own:
        text.append(words("order.own", len(own)))
        text += [
            words("order.line", order=_told(bot, table, user, each, words)) for each in own
        ]
    else:
        text.append(words("order.none"))
    if not offers:
        text.append(words("order.not_now"))
    rows = _leaving(bot, table, user, words, narrowed(offers, path)) if offers else []
    if own:
        rows.append(_revoking(bot, table, user, words, own))
    steady = [button("fresh", game, label=words("table.button.move"))]
    if path:
        steady.insert(0, button("orders", game, label=words("panel.button.back")))
    return answers.written("\n".join(text).lstrip(), rows=[*rows, steady])


def narrowed(offers: tuple[Order, ...], path: str = "") -> tuple[Branch, ...]:
    """The next step of a new order; none for a path that is not offered."""
    return step(_spelled(offers), parsed(path))


def _spelled(offers: tuple[Order, ...]) -> tuple[Any, ...]:
    """Orders are spelled as actions are, which is all that narrowing looks at."""
    return offers


def _leaving(
    bot: House, table: Table, user: int, words: Words, branches: tuple[Branch, ...]
) -> list[Row]:
    look, view = bot.presentation(table), table.view(table.seat_of(user))
    options = [
        Option(
            branch.spelled,
            look.label(branch.path, view, words),
            _told(bot, table, user, branch.actions[0], words)
            if len(branch.actions) == 1
            else None,
        )
        for branch in branches
    ]
    pages = [options[at : at + _MOST] for at in range(0, len(options), _MOST)]
    game, leave = table.game.id, words("order.leave")
    return [
        [select("order", game, number, options=tuple(page), placeholder=leave)]
        for number, page in enumerate(pages[:_MOST_SELECTS])
    ]


def _revoking(bot: House, table: Table, user: int, words: Words, own: tuple[Order, ...]) -> Row:
    options = tuple(
        Option(name(each), _told(bot, table, user, each, words)) for each in own[:_MOST]
    )
    return [select("revoke", table.game.id, options=options, placeholder=words("order.revoke"))]


def _told(bot: House, table: Table, user: int, order: Order | Action, words: Words) -> str:
    """A whole order in words."""
    look, view = bot.presentation(table), table.view(table.seat_of(user))
    return look.hint(order, Deltas(), view, words)


async def _opened(click: Click) -> None:
    table = await click.bot.tables.table(click.game)
    await _show(click, await panel(click.bot, table, click.user, click.words))


async def _chosen(click: Click) -> None:
    """One step further: the value is the path so far; a path to one order leaves it."""
    path = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    meant = under(_spelled(await bot.tables.offers(click.game, click.user)), parsed(path))
    head = ""
    if len(meant) == 1:
        head, path = await _left(click, name(meant[0])), ""
    elif not meant:
        head, path = words("panel.stale"), ""
    table = await bot.tables.table(click.game)
    await _show(click, await panel(bot, table, click.user, words, path=path, head=head))


async def _left(click: Click, spelled: str) -> str:
    """Leave an order; what to say about it."""
    try:
        await click.bot.tables.leave_order(click.game, click.user, spelled)
    except NoSuchOrder:  # its moment has just passed
        return click.words("panel.stale")
    return click.words("order.left")


async def _revoked(click: Click) -> None:
    spelled = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    try:
        await bot.tables.revoke_order(click.game, click.user, spelled)
        head = words("order.revoked")
    except NoSuchOrder:  # it has been used, or its moment has passed
        head = words("panel.stale")
    table = await bot.tables.table(click.game)
    await _show(click, await panel(bot, table, click.user, words, head=head))


async def _show(click: Click, shown: Shown) -> None:
    """Into the private panel that was clicked in; from anywhere else as a new one."""
    message = click.interaction.message
    if message is not None and message.flags.ephemeral:
        await answers.show(click.interaction, shown)
    else:
        await answers.private(click.interaction, shown)
