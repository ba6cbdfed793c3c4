"""The clicks that answer early questions."""

from __future__ import annotations

from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.message import Message
from bot.screens import early, moves, orders, panel
from bot.tables.core.game_changes import running
from bot.tables.core.refusals import NoSuchOrder
from bot.tables.core.table import Table
from bot.tables.orders import standing_orders
from rules.contract import Order, name


async def _on_early(click: Click) -> None:
    """Show the whole phase: `early:<game>:1`."""
    await click.show(await _shown(click, await click.table(), whole=True))


async def _on_answer(click: Click) -> None:
    """Leave an order by its name; the start of a name leads to the orders that share it."""
    spelled, (bot, words) = (*click.values, "")[0], (click.bot, click.words)
    table = await click.table()
    seat = moves.seat_of(table, click.user)
    order = _offered(table, click.user, spelled)
    if order is None and orders.narrowed(standing_orders.offered(table, seat), spelled):
        await click.show(await orders.message(bot, table, click.user, words, path=spelled))
        return
    try:
        asked = table.sealed is not None and seat in table.sealed.seats
        table = await bot.orders.leave(click.game, click.user, spelled)
        text = "" if order is None else bot.presentation(table).answer(order, words)
        head, whole = words("limit.noted", order=text), not asked
    except NoSuchOrder:  # its moment has just passed
        table = await click.table()
        head, whole = moves.stale_text(table, seat, words), False
    await click.show(await _shown(click, table, head, whole=whole))


def _offered(table: Table, user: int, spelled: str) -> Order | None:
    """The offered order with that name."""
    running(table)
    offers = standing_orders.offered(table, moves.seat_of(table, user))
    return next((each for each in offers if name(each) == spelled), None)


async def _on_decline(click: Click) -> None:
    """Don't bid, or Nothing this round: `decline_early:<game>:<1: this round>`."""
    whole = click.number(0) == 1
    try:
        table = await click.bot.answers.decline(click.game, click.user, whole=whole)
        head = click.words("limit.noted.nothing" if whole else "order.left")
    except NoSuchOrder:  # its moment has just passed
        table = await click.table()
        head = moves.stale_text(table, moves.seat_of(table, click.user), click.words)
    await click.show(await _shown(click, table, head))


async def _on_renew(click: Click) -> None:
    """As last round: leave the same orders again."""
    try:
        table = await click.bot.answers.renew(click.game, click.user)
        head = click.words("limit.noted.again")
    except NoSuchOrder:  # its moment has just passed
        table = await click.table()
        head = moves.stale_text(table, moves.seat_of(table, click.user), click.words)
    await click.show(await _shown(click, table, head))


async def _shown(click: Click, table: Table, head: str = "", *, whole: bool = False) -> Message:
    """What can be answered now; if nothing can, the panel as it is now."""
    seat, words = moves.seat_of(table, click.user), click.words
    if whole and table.game.status == "playing":
        shown = early.message(click.bot, table, seat, words, head=head, whole=True)
        if shown is not None:
            return shown
    return await panel.message(click.bot, table, seat, words, head=head)


def register(clicks: ClickRouter) -> None:
    """Register the selects and buttons of early questions."""
    clicks.on("early", _on_early)
    clicks.on("answer_early", _on_answer)
    clicks.on("decline_early", _on_decline)
    clicks.on("renew_early", _on_renew)
