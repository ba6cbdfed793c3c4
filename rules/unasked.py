"""What happens in a game without asking: no choice is made for anyone, no option disappears.

The position before an entry shows whether it was a choice, so a journal does not record
that.
"""

from __future__ import annotations

from random import Random

from rules.contract import Action, Decision, Moved, Seat, Sole, TakenBack
from rules.journal import AnyJournal
from rules.stops import turns


def went_on(journal: AnyJournal, rng: Random) -> AnyJournal:
    """The journal after every action that is the only one, except for the ends of turns."""
    while (found := _next(journal)) is not None:
        journal = journal.move(*found, rng)
    return journal


def _next(journal: AnyJournal) -> tuple[Seat, Action] | None:
    for decision in journal.decisions:
        sole = journal.game.sole(decision)
        if sole is not None and not sole.ends_turn:
            return decision.seat, sole.action
    return None


def with_along(journal: AnyJournal, seat: Seat, rng: Random) -> AnyJournal:
    """The journal with everything that follows in the press of a seat's latest action."""
    while (action := _along(journal, journal.decision(seat))) is not None:
        journal = journal.move(seat, action, rng)
    return journal


def _along(journal: AnyJournal, decision: Decision | None) -> Action | None:
    return None if decision is None else journal.game.along(decision)


def forced(journal: AnyJournal, seat: Seat, action: Action) -> tuple[Action, ...]:
    """What follows an option in the same press because there is no other choice."""
    found: list[Action] = []
    while isinstance(action, journal.game.bringing):
        journal = journal.add(Moved(seat, action))
        decision = journal.decision(seat)
        along = _along(journal, decision)
        if decision is None or along is None or len(decision.options) != 1:
            break
        found.append(along)
        action = along
    return tuple(found)


def is_choice_along(journal: AnyJournal, seat: Seat, decision: Decision) -> bool:
    """Whether pressing an option also makes a choice that its seat may want to make itself."""
    option = decision.options[0]
    if not isinstance(option, journal.game.bringing):
        return False
    after = journal.add(Moved(seat, option)).decision(seat)
    return after is not None and len(after.options) > 1 and _along(journal, after) is not None


def end_of_turn(journal: AnyJournal, seat: Seat) -> Action | None:
    """What ends a seat's turn, if nothing else is left and it may happen by itself.

    Once the seat has undone such an end, nothing ends this turn by itself.
    """
    decision = journal.decision(seat)
    sole = None if decision is None else journal.game.sole(decision)
    if sole is None or not sole.ends_turn or _end_was_undone(journal, seat):
        return None
    return sole.action


def _end_was_undone(journal: AnyJournal, seat: Seat) -> bool:
    begun = (0, *turns(journal))[-2]
    return any(
        isinstance(entry, TakenBack) and entry.seat == seat and _ended_turn(journal, before)
        for before, entry in enumerate(journal.entries[begun:], begun)
    )


def _ended_turn(journal: AnyJournal, number: int) -> bool:
    """Whether an entry ended a turn and was the only thing left to do."""
    sole = _sole(journal, number)
    return sole is not None and sole.ends_turn


def taken_back(journal: AnyJournal, seat: Seat, floor: int) -> AnyJournal:
    """The journal with a seat's latest choice undone, and all after it that was no choice.

    Args:
        journal: that of the game.
        seat: the seat that undoes.
        floor: the entries up to this number stay.

    Raises:
        Illegal: there is nothing to undo.
    """
    while True:
        number = journal.undo_entry(seat)
        journal = journal.take_back(seat)
        earlier = journal.undo_entry(seat)
        chosen = number is None or not was_no_choice(journal, number)
        if chosen or earlier is None or earlier <= floor:
            return journal


def was_no_choice(journal: AnyJournal, number: int) -> bool:
    """Whether an entry is an action that its seat need not be asked about."""
    if _sole(journal, number) is not None:
        return True
    entry = journal.entries[number - 1]
    return isinstance(entry, Moved) and entry.action == _along(
        journal, journal.at(number - 1).decision(entry.seat)
    )


def _sole(journal: AnyJournal, number: int) -> Sole | None:
    """What an entry did, if it was the only option."""
    entry = journal.entries[number - 1] if number else None
    if not isinstance(entry, Moved):
        return None
    decision = journal.at(number - 1).decision(entry.seat)
    sole = None if decision is None else journal.game.sole(decision)
    return sole if sole is not None and sole.action == entry.action else None
