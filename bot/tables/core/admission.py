"""Checks before a person takes a seat, or before anything about them is stored."""

from __future__ import annotations

from bot.store import Store
from bot.store.rows import GameId, UserId
from bot.tables.core.refusals import Barred, DeletedBefore, SawAnotherHand
from bot.tables.core.table import Table


async def check_allowed(store: Store, user: UserId) -> None:
    """Check that something may be stored about a person.

    Raises:
        DeletedBefore: the person had their data deleted, so nothing may be stored now.
    """
    if await store.deletions.asked(user):
        raise DeletedBefore


async def check_hands(store: Store, game: GameId, user: UserId) -> None:
    """Check that a person who had their data deleted held no seat in a game.

    Raises:
        SawAnotherHand: the person has seen another hand of this game.
    """
    if await store.privacy.is_former_holder(game, await store.deletions.hash_in(game, user)):
        raise SawAnotherHand


async def check_bars(store: Store, table: Table, user: UserId) -> None:
    """Check that a person may take a seat at a table.

    Raises:
        Barred: the table's opener, or the server, has barred the person.
    """
    if await store.bars.stands(user, table.game.guild, table.game.starter):
        raise Barred
