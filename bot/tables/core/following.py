"""People who follow a game without a seat and hear about each round and the end. As drafts."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.out import Followed
from bot.store.rows import CLOSED, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.game_changes import running
from bot.tables.core.refusals import SeatedHere
from bot.tables.core.table import Table
from rules.contract import Standings

MOST: Final = 10
"""The most games that a person can follow."""


def followed(table: Table, user: UserId) -> Draft:
    """The table with one more follower.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        SeatedHere: the person plays at this table.
    """
    running(table)
    if table.seat_of(user) is not None:
        raise SeatedHere
    if user in table.followers:
        return Draft(table)
    return Draft(replace(table, followers=(*table.followers, user)))


def unfollowed(table: Table, user: UserId) -> Draft:
    """The table without one of its followers."""
    others = tuple(each for each in table.followers if each != user)
    return Draft(replace(table, followers=others))


def with_followers(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with a message to each follower, if a round or the game has ended.

    A person who takes a seat no longer follows the game.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    del standing
    table = draft.table
    if not table.followers:
        return draft
    users = tuple(each for each in table.followers if table.seat_of(each) is None)
    ended = table.game.status in CLOSED
    after = replace(table, followers=() if ended else users)
    told = users if ended or _round_over(before, table) else ()
    outs = tuple(Followed(user, ended) for user in told)
    return replace(draft, table=after, outs=(*draft.outs, *outs))


def _round_over(before: Table, after: Table) -> bool:
    """Whether a change has ended a round."""
    if after.journal is None or after.number <= before.number:
        return False
    return any(isinstance(each, Standings) for each in after.events(before.number, None))
