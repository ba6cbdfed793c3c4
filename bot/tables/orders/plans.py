"""Plans: what a person will do when their next turn begins, if it still has the same effect."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from bot.store.out import Hand
from bot.store.rows import Note, PlanRow, UserId
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import own_seat, running
from bot.tables.core.refusals import NoSuchOrder
from bot.tables.core.table import Table
from rules.contract import Action, Deltas, Plan, Seat, name, tag_of

_encoder: Final = msgspec.json.Encoder(order="deterministic")


class Planned(msgspec.Struct, frozen=True):
    """A plan whose moment has come.

    Attributes:
        row: the plan.
        action: what to do.
        note: why it is dropped instead; None: it is followed.
    """

    row: PlanRow
    action: Action
    note: Note | None = None


def offered(table: Table, seat: Seat) -> tuple[Plan, ...]:
    """What a seat could do if its next turn began now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
    """
    return running(table).plans(seat)


def any_offered(table: Table, seat: Seat) -> bool:
    """Whether a seat could plan anything.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
    """
    return running(table).may_plan(seat)


def own(table: Table, seat: Seat) -> tuple[Action, ...]:
    """The actions that a seat has planned: at most one."""
    return tuple(_decoded(table, row)[0] for row in table.plans if row.seat == seat)


def left(table: Table, user: UserId, spelled: str) -> Table:
    """The table with a person's new plan, in place of the old one.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NoSuchOrder: the plan is not offered.
    """
    seat = own_seat(table, user)
    every = offered(table, seat)
    plan = next((each for each in every if name(each[0]) == spelled), None)
    if plan is None:
        raise NoSuchOrder
    action, deltas = (_encoder.encode(each).decode() for each in plan)
    kinds = " ".join(sorted({tag_of(each) for each, _ in every}))
    row = PlanRow(seat, action, deltas, kinds)
    return without(table, (seat,), row)


def revoked(table: Table, user: UserId) -> Table:
    """The table without a person's plan.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NoSuchOrder: the person has no plan.
    """
    seat = own_seat(table, user)
    if not own(table, seat):
        raise NoSuchOrder
    return without(table, (seat,))


def without(table: Table, seats: tuple[Seat, ...], *new: PlanRow) -> Table:
    """The table without the plans of some seats, and with new ones."""
    kept = (each for each in table.plans if each.seat not in seats)
    return replace(table, plans=(*kept, *new))


def noted(draft: Draft, seat: Seat, text: str) -> Draft:
    """The draft of what was done for a seat, with a note if its person must go on from there.

    They did not click: without the note nobody would call them.
    """
    table = draft.table
    if table.decision(seat) is None:
        return draft
    note = Note(seat, text, followed=True)
    notes = (*(each for each in table.notes if each != note), note)
    table = replace(table, notes=notes)
    return replace(draft, table=table, outs=(*draft.outs, Hand(seat)))


def used_up(table: Table, seat: Seat) -> Table:
    """The table without a seat's plan, if its person is now making the planned decision."""
    rows = tuple(each for each in table.plans if each.seat == seat and _is_due(table, each))
    return without(table, (seat,)) if rows else table


def planned(table: Table) -> Planned | None:
    """The first plan whose moment has come, and whether it is followed."""
    journal = table.journal
    for row in table.plans:
        if journal is None or not _is_due(table, row):
            continue
        action, deltas = _decoded(table, row)
        if journal.holds(row.seat, (action, deltas)):
            return Planned(row, action)
        reason = journal.why_not(row.seat, action)
        note = Note(row.seat, "note.plan_price", row.action)
        if reason is not None:
            why = _encoder.encode(reason).decode()
            note = Note(row.seat, "note.plan_gone", row.action, why)
        return Planned(row, action, note)
    return None


def _is_due(table: Table, row: PlanRow) -> bool:
    """Whether the seat must now decide on an action of a kind that it could plan."""
    decision = table.decision(row.seat)
    kinds = row.kinds.split()
    return decision is not None and any(tag_of(each) in kinds for each in decision.options)


def _decoded(table: Table, row: PlanRow) -> Plan:
    action = msgspec.json.decode(row.action, type=running(table).game.actions)
    return action, msgspec.json.decode(row.deltas, type=Deltas)
