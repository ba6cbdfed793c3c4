"""A running game that continues shortly before its end, for tests of what comes then."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bot.store.out import Board, Hand
from bot.tables.core.draft import Draft
from bot.tables.core.table import Table
from rules.contract import Moved
from rules.journal import AnyJournal
from rules.opponents import RANDOM, choose
from tests.bot.driver import World

LEFT = 12
"""How many decisions are left to people."""


async def advance(world: World, left: int = LEFT) -> None:
    """Play at random until `left` decisions are left, stored and shown like any others."""
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    assert here.journal is not None
    far = late(here.journal, left)

    def later(now: Table) -> Draft:
        seats = tuple(Hand(each.seat) for each in now.humans)
        return Draft(replace(now, journal=far), (Board(), *seats))

    await world.bot.games._change(here.game.id, later)
    # The messages are sent by a task of the test's own: settling alone does not wait for it.
    await world.bot.delivery.join()
    await world.env.settle()
    await world.look()


def late(journal: AnyJournal, left: int) -> AnyJournal:
    """The journal played on at random, until `left` decisions are left."""
    rng = Random(1)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        action = choose(journal.game.name, RANDOM, journal.view(decision.seat), decision, rng)
        journal = journal.move(decision.seat, action, rng)
    moves = [n for n, each in enumerate(journal.entries) if isinstance(each, Moved)]
    return journal.at(moves[-left])
