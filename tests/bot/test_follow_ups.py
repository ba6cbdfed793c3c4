"""The order of what else happens when a table changes: which neighbours may be swapped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from bot.store.out import Board
from bot.store.rows import OrderRow
from bot.tables.core.draft import Draft, FollowUp, Standing
from bot.tables.core.following import with_followers
from bot.tables.core.game_changes import moved, with_steps
from bot.tables.core.levels import DEFAULT
from bot.tables.core.options import AUCTIONS
from bot.tables.core.own_notes import with_ended_notes
from bot.tables.core.paces import with_paces
from bot.tables.core.table import Table
from bot.tables.core.waits import with_waits
from bot.tables.follow_ups import FOLLOW_UPS
from bot.tables.orders import standing_orders
from bot.tables.orders.early_answers import with_early_questions
from bot.tables.orders.standing_orders import with_orders
from bot.tables.seating import proposals, seat_changes
from bot.tables.seating.asks import with_asks
from bot.tables.seating.proposals import with_proposals
from bot.tables.seating.seat_changes import with_returns
from bot.tables.seating.seat_offers import with_ended_offers
from rules.contract import Order, Seat
from rules.florence.actions import Open
from rules.florence.orders import AskLot, PassRest
from tests.bot.services import EVE, MOMENT, services

DEPENDS: Final = {
    (with_returns, with_orders): "comes back",
    (with_orders, with_waits): "answers last",
    (with_waits, with_proposals): "acts again",
}
"""Neighbours of which the second needs what the first writes, and where this shows."""

FREE: Final = {
    (with_proposals, with_paces),
    (with_paces, with_ended_offers),
    (with_ended_offers, with_early_questions),
    (with_early_questions, with_followers),
    (with_followers, with_ended_notes),
    (with_ended_notes, with_asks),
    (with_asks, with_steps),
}
"""Neighbours that may be swapped, as the comments next to the tuple say."""


class Change(msgspec.Struct, frozen=True):
    """A change to a table, and what follow-ups are given with it."""

    before: Table
    draft: Draft
    standing: Standing = Standing(MOMENT)


@pytest.fixture
async def table(path: Path) -> Table:
    """A game of three people, in which one is to open an auction."""
    async with services(path) as here:
        return await here.at_auction()


@pytest.fixture
def changes(table: Table) -> dict[str, Change]:
    """Changes by what the deciding person does."""
    return {
        "comes back": comes_back(table),
        "acts again": acts(table),
        "is replaced": replaced(table),
        "answers last": answers(table),
    }


def comes_back(table: Table) -> Change:
    """The deciding person was away, and comes back before the stand-in has acted.

    An order left over from the stand-in's time would act for them.
    """
    (row,) = table.deciding
    away = seat_changes.away(table, row.user or 0, DEFAULT, MOMENT).table
    away = replace(away, orders=(order(table, row.seat, PassRest(1)),))
    wanting = away.with_seat(replace(away.seats[row.seat], wants_back=True))
    return Change(away, Draft(wanting))


def acts(table: Table) -> Change:
    """The deciding person had left the server, and acts while the game's end is proposed."""
    (row,) = table.deciding
    gone = table.with_seat(replace(row, gone=5.0))
    asked = proposals.opened(gone, "end", (row.seat + 1) % 3, "", MOMENT).table
    (decision,) = asked.decisions
    chosen, rng = decision.options[0], Random(1)
    return Change(asked, moved(asked, row.seat, chosen, rng, MOMENT))


def replaced(table: Table) -> Change:
    """Another person takes the seat of the deciding person, who has left an order."""
    (row,) = table.deciding
    invited = table.with_seat(replace(row, invited=EVE))
    asked = proposals.opened(invited, "undo", (row.seat + 1) % 3, "1", MOMENT).table
    asked = replace(asked, orders=(order(table, row.seat, PassRest(1)),))
    return Change(asked, seat_changes.taken(asked, EVE, "Eve", row.seat, MOMENT))


def answers(table: Table) -> Change:
    """The last of those asked about an item wants to be asked at each bid."""
    (row,) = table.deciding
    assert table.journal is not None
    opened = table.journal.move(row.seat, Open("jester"), Random(1))
    first, last = (row.seat + 1) % 3, (row.seat + 2) % 3
    before = replace(
        table,
        game=replace(table.game, options={AUCTIONS.key: "limits"}),
        journal=opened,
        orders=(order(table, last, PassRest(1)),),
    )
    assert before.decisions == ()
    return Change(before, Draft(before, orders=(order(table, first, AskLot(1, "jester")),)))


def order(table: Table, seat: Seat, left: Order) -> OrderRow:
    """An order of a seat, as it is stored."""
    return standing_orders.row(table.game.id, seat, left, MOMENT)


def followed(change: Change, follow_ups: Sequence[FollowUp] = FOLLOW_UPS) -> Draft:
    """The draft that is stored in the end."""
    draft = change.draft
    for follow_up in follow_ups:
        draft = follow_up(change.before, draft, change.standing)
    return draft


def outcome(change: Change, follow_ups: Sequence[FollowUp]) -> tuple[object, ...]:
    """What is stored in the end; rows of a kind may be written in any order."""
    draft = followed(change, follow_ups)
    rows = (draft.outs, draft.dues, draft.undue, draft.dropped)
    return draft.table, *(sorted(map(repr, each)) for each in rows)


def swapped(at: int) -> tuple[FollowUp, ...]:
    """The follow-ups with one of them moved behind its neighbour."""
    found = list(FOLLOW_UPS)
    found[at : at + 2] = found[at + 1], found[at]
    return tuple(found)


def test_neighbours_are_swapped_without_a_difference_where_the_list_says_so(
    changes: dict[str, Change],
) -> None:
    pairs = tuple(pairwise(FOLLOW_UPS))
    assert set(pairs) == {*DEPENDS, *FREE}
    for at, pair in enumerate(pairs):
        differ = {
            what
            for what, change in changes.items()
            if outcome(change, swapped(at)) != outcome(change, FOLLOW_UPS)
        }
        assert differ == ({DEPENDS[pair]} if pair in DEPENDS else set()), pair


def test_who_comes_back_to_a_decision_is_waited_for(changes: dict[str, Change]) -> None:
    draft = followed(changes["comes back"])
    (row,) = draft.table.deciding
    assert (row.sits, row.waits_since) == (row.user, MOMENT.uptime)
    assert {each.kind for each in draft.dues} == {"remind", "absent"}


def test_who_had_left_the_server_and_acts_is_asked_again(changes: dict[str, Change]) -> None:
    draft = followed(changes["acts again"])
    assert all(row.gone is None for row in draft.table.seats)
    assert "proposal" in {each.kind for each in draft.dues}


def test_no_order_acts_for_who_takes_the_seat(changes: dict[str, Change]) -> None:
    draft = followed(changes["is replaced"])
    assert draft.dropped == changes["is replaced"].before.orders
    assert draft.table.orders == ()
    assert not draft.table.game.steps
    assert draft.table.proposals[0].ended == "acted"


def test_who_must_decide_after_the_last_answer_is_waited_for(
    changes: dict[str, Change],
) -> None:
    draft = followed(changes["answers last"])
    (row,) = draft.table.deciding
    assert row.waits_since == MOMENT.uptime
    assert {each.kind for each in draft.dues} == {"remind", "absent"}
    assert ("answer", row.seat) in draft.undue
    assert Board() in draft.outs
