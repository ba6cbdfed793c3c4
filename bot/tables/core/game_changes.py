"""What an action makes of a table, and what must be sent. Stores nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.store.out import Board, CalledFor, Hand, Lobby, Notice, Out
from bot.store.rows import GameRow, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import (
    GameEnded,
    NoSeatHere,
    NotBegun,
    NothingToTakeBack,
    NotYourMove,
    Refused,
    SetAside,
    Stale,
    StandInPlays,
    UnknownChoice,
    Unreadable,
)
from bot.tables.core.results import result_of
from bot.tables.core.table import Table, names_of
from rules import unasked
from rules.contract import Action, Decision, Illegal, Seat, Standings, name
from rules.journal import AnyJournal


def running(table: Table) -> AnyJournal:
    """The journal of a running game.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
    """
    match table.game.status:
        case "over" | "cancelled":
            raise GameEnded
        case "aside":
            raise SetAside
        case "lobby" | "playing":
            return readable(table)


def readable(table: Table) -> AnyJournal:
    """The journal of a game, running or not.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    if table.journal is not None:
        return table.journal
    match table.game.status:
        case "lobby":
            raise NotBegun
        case "aside":
            raise SetAside
        case "playing" | "over" | "cancelled":
            raise Unreadable


def asked(table: Table, user: UserId, seat: Seat, arose: int) -> Decision:
    """The decision that a click is about, if it is this person's and still pending.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
        NotYourMove: others must decide.
        Stale: the decision is no longer pending.
    """
    if acting_seat(table, user) != seat:
        raise NotYourMove(names_of(table.deciding))
    decision = table.decision(seat)
    if decision is None or table.arose(seat) != arose:
        raise Stale
    return decision


def asked_again(before: Table, now: Table, seat: Seat) -> None:
    """Check that a seat's pending decision is still the same.

    Raises:
        Stale: the decision is no longer pending.
    """
    running(now)
    if now.decision(seat) is None or now.arose(seat) != before.arose(seat):
        raise Stale


def check_still_asked(before: Table, now: Table, seat: Seat) -> None:
    """Check that the same player still owes a decision, and that nothing holds it up.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        Stale: the decision is no longer pending, the game waits, or someone else has the seat.
    """
    asked_again(before, now, seat)
    check_still_played(before, now, seat)


def check_still_played(before: Table, now: Table, seat: Seat) -> None:
    """Check that a game is running, and that the same player still has the seat.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        Stale: the game waits, or someone else has the seat.
    """
    running(now)
    waits = now.paused or now.held
    if waits or now.seats[seat].sits != before.seats[seat].sits:
        raise Stale  # the game waits for its people, or someone else has the seat now


def found(journal: AnyJournal, decision: Decision, spelled: str) -> Action:
    """The legal action with that name.

    Raises:
        Refused: everyone can see it on the table, but the rules forbid it now.
        UnknownChoice: there is no such choice.
    """
    action = decision.find(spelled)
    if action is not None:
        return action
    for public in decision.public:
        if name(public) == spelled:
            reason = journal.why_not(decision.seat, public)
            if reason is not None:
                raise Refused(reason)
    raise UnknownChoice


def pressed(
    table: Table, seat: Seat, action: Action, rng: Random, moment: Moment, *, apart: bool
) -> Draft:
    """The table after a person pressed the button of an action.

    Args:
        table: a running game.
        seat: the seat of the person who pressed.
        action: what was chosen.
        rng: chance.
        moment: now.
        apart: whether the person decides separately what would go along with the action.

    Raises:
        Refused: the rules say no.
    """
    try:
        journal = running(table).move(seat, action, rng)
        if not apart:
            journal = unasked.with_along(journal, seat, rng)
        journal = unasked.went_on(journal, rng)
    except Illegal as error:
        raise Refused(error.reason) from error
    return advanced(table, journal, moment)


def moved(table: Table, seat: Seat, action: Action, rng: Random, moment: Moment) -> Draft:
    """The table after an action in a running game that no person pressed a button for.

    Raises:
        Refused: the rules say no.
    """
    return pressed(table, seat, action, rng, moment, apart=True)


def taken_back(table: Table, user: UserId, entry: int | None, moment: Moment) -> Draft:
    """The table with the person's latest action undone, together with what followed unasked.

    Args:
        table: a game.
        user: the person who undoes it.
        entry: the entry of the action that is meant; None: whichever is the latest.
        moment: now.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
        NothingToTakeBack: the person has no action that can be undone.
        Stale: another action is the latest.
    """
    seat = acting_seat(table, user)
    latest = table.undo_entry(seat)
    if entry is not None and latest != entry:
        raise Stale
    if latest is None:
        raise NothingToTakeBack
    try:
        journal = unasked.taken_back(running(table), seat, table.seats[seat].since or 0)
    except Illegal as error:
        raise NothingToTakeBack from error
    return advanced(table, journal, moment)


def advanced(table: Table, journal: AnyJournal, moment: Moment) -> Draft:
    """The table with a longer journal; the hands that changed are sent."""
    status = "over" if journal.over else "playing"
    row = replace(table.game, status=status, updated=moment.unix, rested=None)
    after = replace(table, game=row, journal=journal)
    hands = tuple(Hand(seat) for seat in changed_hands(table, after))
    end = (Notice("call.over", calls="only"),) if journal.over else ()
    return Draft(after, (Board(), *hands, *end), result=result_of(after))


def read_by(table: Table, user: UserId) -> Table:
    """The table once a person acts: they have read the notes and what their orders did."""
    seat = table.seat_of(user)
    notes = tuple(each for each in table.notes if each.seat != seat)
    seats = tuple(replace(row, unread=None) if row.seat == seat else row for row in table.seats)
    return replace(table, notes=notes, seats=seats)


def unread_by(table: Table, seat: Seat) -> Table:
    """The table before an order or a plan acts: its person has yet to read what follows."""
    row = table.seats[seat]
    since = table.number if row.unread is None else row.unread
    return table.with_seat(replace(row, unread=since))


def changed_hands(before: Table, after: Table) -> tuple[Seat, ...]:
    """The seats of people whose private view or decision has changed; all after each round."""
    if before.journal is None or after.journal is None:
        return tuple(row.seat for row in after.humans)
    every = bool(before.over) != bool(after.over) or _ends_round(before, after)
    return tuple(
        row.seat
        for row in after.humans
        if every
        or before.decision(row.seat) != after.decision(row.seat)
        or _private(before, row.seat) != _private(after, row.seat)
    )


def _ends_round(before: Table, after: Table) -> bool:
    """Whether a round has ended: each hand shows what the next one asks for and pays."""
    return any(
        isinstance(event, Standings)
        for number in range(before.number + 1, after.number + 1)
        for event in after.told(number, None)
    )


def _private(table: Table, seat: Seat) -> Any:
    """What a seat sees and a spectator does not, in any game."""
    own, public = (
        msgspec.to_builtins(table.view(each), order="deterministic") for each in (seat, None)
    )
    return _difference(own, public)


def _difference(own: Any, public: Any) -> Any:
    if own == public:
        return None
    match own, public:
        case dict(), dict():
            return {key: _difference(value, public.get(key)) for key, value in own.items()}
        case list() | tuple(), list() | tuple() if len(own) == len(public):
            return [_difference(*pair) for pair in zip(own, public, strict=True)]
        case _:
            return own


def steps(table: Table, ordering: frozenset[Seat]) -> bool:
    """Whether a computer player or an order must decide now, or a turn ends by itself.

    Nothing happens where nobody sits any more: the game is paused.
    """
    return not table.paused and any(
        row.opponent is not None or row.seat in ordering or table.end_of_turn(row.seat)
        for row in table.deciding
    )


def with_steps(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with a row that says whether something acts by itself now.

    Args:
        before: the table as it is stored.
        draft: made from it, with the orders that count.
        standing: the moment of the change.
    """
    del before, standing
    table = draft.table
    ordering = {row.seat for row in table.orders} | {row.seat for row in table.plans}
    row = replace(table.game, steps=steps(table, frozenset(ordering)))
    return replace(draft, table=replace(table, game=row))


def acting_seat(table: Table, user: UserId) -> Seat:
    """The seat that a person plays.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        StandInPlays: a computer player plays for the person.
    """
    seat = own_seat(table, user)
    if table.seats[seat].stand_in is not None:
        raise StandInPlays
    return seat


def own_seat(table: Table, user: UserId) -> Seat:
    """The person's seat in a running game.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
    """
    running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise NoSeatHere(names_of(table.humans))
    return seat


def shown_as(table: Table) -> Board | Lobby:
    """The message that shows a table: a lobby's, or a game's."""
    begun = table.journal is not None or table.game.status == "aside"
    return Board() if begun else Lobby()


def unposted(row: GameRow, moment: Moment, outdated: int | None = None) -> GameRow:
    """The row of a table whose message is forgotten, so that a new one is posted.

    Args:
        row: as it is.
        moment: now.
        outdated: the message before the new one; None: none is known.
    """
    return replace(
        row, message_channel=None, message=None, message_at=moment.unix, outdated=outdated
    )


def resting(table: Table, moment: Moment) -> Draft:
    """The game, now resting because nobody has touched it for long; a notice says so."""
    row = replace(table.game, rested=moment.unix)
    return Draft(replace(table, game=row), (Notice("table.rests"),))


def revived(table: Table, moment: Moment) -> Draft:
    """The game, no longer resting: its time without a change counts from now on."""
    row = replace(table.game, rested=None, updated=moment.unix)
    return Draft(replace(table, game=row))


def stopped(
    table: Table, moment: Moment, why: str, *, calls: CalledFor = "nobody", **figures: str
) -> Draft:
    """The game closed before its end; it stays readable.

    Args:
        table: the game.
        moment: now.
        why: the id of the notice's text.
        calls: whom the notice calls.
        figures: what the text mentions.
    """
    after = replace(table, game=ended(table.game, moment), votes=())
    return Draft(after, (Notice(why, {**figures}, calls), *all_shown(table)))


def all_shown(table: Table) -> tuple[Out, ...]:
    """The table message and every hand, to be shown again."""
    return Board(), *(Hand(row.seat) for row in table.humans)


def ended(row: GameRow, moment: Moment) -> GameRow:
    """The row of a lobby or game that is closed before its end; it stays readable."""
    return replace(row, status="cancelled", updated=moment.unix)
