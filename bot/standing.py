"""Standing orders: what a person decides ahead of an auction, for their eyes only.

Offers are narrowed field by field, as actions are. The values of a select spell
the whole path to each choice, so nothing is remembered between clicks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from bot import answers
from bot.answers import Row, Shown
from bot.clicks import Click, Option, button, select
from bot.notices import UnknownChoice
from bot.table import Table
from render.words import Words
from rules.table import Deltas, Order, name

if TYPE_CHECKING:
    from bot.app import Maecenas

_MOST: Final = 25
"""Discord's limit of a select, in options."""

_MOST_SELECTS: Final = 4


def register(bot: Maecenas) -> None:
    """The button Orders, and the selects of its panel."""
    bot.clicks.on("orders", _opened)
    bot.clicks.on("order", _chosen)
    bot.clicks.on("revoke", _revoked)


class Step(msgspec.Struct, frozen=True):
    """One step of narrowing.

    Attributes:
        path: what is chosen so far, spelled as the beginning of an order's name.
        choices: the next steps: each spelling with the orders that begin like it.
    """

    path: str
    choices: tuple[tuple[str, tuple[Order, ...]], ...]


def narrowed(offers: Iterable[Order], path: str) -> Step:
    """The choices that follow a path; fields that leave no choice are skipped.

    Raises: UnknownChoice, where no order begins like that.
    """
    left = tuple(
        (order, spelled)
        for order in offers
        if (spelled := tuple(name(order).split(".")))[: len(_pieces(path))] == _pieces(path)
    )
    if not left:
        raise UnknownChoice
    depth = len(_pieces(path))
    longest = max(len(spelled) for _, spelled in left)
    groups: dict[str, list[Order]] = {}
    for end in range(depth + 1, longest + 1):
        groups = {}
        for order, spelled in left:
            groups.setdefault(".".join(spelled[:end]), []).append(order)
        if len(groups) > 1:
            break
    return Step(path, tuple((key, tuple(found)) for key, found in groups.items()))


def _pieces(path: str) -> tuple[str, ...]:
    return tuple(path.split(".")) if path else ()


async def panel(bot: Maecenas, table: Table, user: int, words: Words, path: str = "") -> Shown:
    """The person's orders, what can be revoked, and the next step of a new one.

    Raises: as `Tables.offers`, and UnknownChoice for a path that is not offered.
    """
    game = table.game.id
    offers = await bot.tables.offers(game, user)
    own = await bot.tables.orders(game, user)
    text = [f"### {words('order.title')}", words("order.explain"), ""]
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
    back = button("orders", game, label=words("panel.button.back"))
    to_move = button("move", game, label=words("table.button.move"))
    rows.append([back, to_move] if path else [to_move])
    return answers.written("\n".join(text), rows=rows)


def _leaving(bot: Maecenas, table: Table, user: int, words: Words, step: Step) -> list[Row]:
    options = [
        Option(
            key,
            _label(bot, table, user, key, found[0], words),
            _told(bot, table, user, found[0], words) if len(found) == 1 else None,
        )
        for key, found in step.choices
    ]
    pages = [options[at : at + _MOST] for at in range(0, len(options), _MOST)]
    game, leave = table.game.id, words("order.leave")
    return [
        [select("order", game, number, options=tuple(page), placeholder=leave)]
        for number, page in enumerate(pages[:_MOST_SELECTS])
    ]


def _revoking(
    bot: Maecenas, table: Table, user: int, words: Words, own: tuple[Order, ...]
) -> Row:
    options = tuple(
        Option(name(each), _told(bot, table, user, each, words)) for each in own[:_MOST]
    )
    return [select("revoke", table.game.id, options=options, placeholder=words("order.revoke"))]


def _label(bot: Maecenas, table: Table, user: int, key: str, order: Order, words: Words) -> str:
    """The label of a choice: of the order's tag and as many fields as are spelled."""
    path = (order.__struct_config__.tag, *msgspec.structs.astuple(order))
    shown = path[: len(_pieces(key))]
    return bot.presentation(table).label(shown, table.view(table.seat_of(user)), words)


def _told(bot: Maecenas, table: Table, user: int, order: Order, words: Words) -> str:
    """A whole order in words."""
    look, view = bot.presentation(table), table.view(table.seat_of(user))
    # The contract of `hint` speaks of actions; games answer for orders as well.
    return look.hint(cast(Any, order), Deltas(), view, words)


async def _opened(click: Click) -> None:
    table = await click.bot.tables.table(click.game)
    await _show(click, await panel(click.bot, table, click.user, click.words))


async def _chosen(click: Click) -> None:
    """One step further: the value is the path so far, or a whole order."""
    path = click.values[0] if click.values else ""
    bot, words = click.bot, click.words
    offers = await bot.tables.offers(click.game, click.user)
    if path in {name(each) for each in offers}:
        table = await bot.tables.leave_order(click.game, click.user, path)
        await _show(click, await panel(bot, table, click.user, words))
        return
    table = await bot.tables.table(click.game)
    await _show(click, await panel(bot, table, click.user, words, path))


async def _revoked(click: Click) -> None:
    spelled = click.values[0] if click.values else ""
    table = await click.bot.tables.revoke_order(click.game, click.user, spelled)
    await _show(click, await panel(click.bot, table, click.user, click.words))


async def _show(click: Click, shown: Shown) -> None:
    """Into the private panel that was clicked in; from anywhere else as a new one."""
    message = click.interaction.message
    if message is not None and message.flags.ephemeral:
        await answers.show(click.interaction, shown)
    else:
        await answers.private(click.interaction, shown)
