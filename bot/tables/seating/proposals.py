"""What people at a table propose to each other: who answers, what decides, how it ends.

Pure: it stores nothing and knows no clock. `RULES` says how the kinds differ.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.store.out import Board, Hand
from bot.store.rows import Assent, Due, Proposal, ProposalEnd, ProposalKind, UserId
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.game_changes import own_seat
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import AlreadyProposed, NoElector, NoProposal
from bot.tables.core.table import Table
from bot.tables.seating.seat_changes import others_present
from rules.contract import Moved, Seat, TakenBack

HOUR: Final = 3600.0

ABSENT_FOR: Final = 48 * HOUR
"""Seconds in which people who are away can answer, if they are asked; at any pace."""

Actor: TypeAlias = Literal["anybody", "concerned", "nobody"]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """How a kind of proposal is decided.

    Attributes:
        all_agree: whether all electors must agree; if not, more than half of them.
        lasts, lasts_live: for how many seconds of uptime it is open, over days and live.
        ends_if_acts: whose action ends it.
        asks_absent: whether holders who are away also decide, and have time to answer: they
            would lose something for good.
        answered_decide: whether those who have answered decide once its time is over, so that
            nobody can block it by not answering. Until someone does, it stays open: people
            who are away too are not called again and again.
    """

    all_agree: bool
    lasts: float
    lasts_live: float = 15 * 60
    ends_if_acts: Actor
    asks_absent: bool = False
    answered_decide: bool = False


RULES: Final[dict[ProposalKind, Rule]] = {
    # It takes nothing from people who are away: no undo goes back past a change of who sits.
    "undo": Rule(all_agree=True, lasts=24 * HOUR, ends_if_acts="anybody"),
    # A person who is away can end a pause whenever they like.
    "pause": Rule(all_agree=True, lasts=72 * HOUR, ends_if_acts="nobody"),
    # The game ends for good, without a winner, even for people who are away.
    "end": Rule(all_agree=True, lasts=72 * HOUR, ends_if_acts="nobody", asks_absent=True),
    # A person who comes back plays on at once, and others who are away lose nothing by it.
    "stand_in": Rule(
        all_agree=False, lasts=72 * HOUR, ends_if_acts="concerned", answered_decide=True
    ),
    # A person who is away can lose their seat for good, so they can say no themselves.
    "open_seat": Rule(
        all_agree=True, lasts=72 * HOUR, ends_if_acts="concerned", asks_absent=True
    ),
}


def open_proposals(table: Table) -> tuple[Proposal, ...]:
    """The open proposals, oldest first."""
    return tuple(each for each in table.proposals if each.ended is None)


def open_proposal(table: Table, kind: ProposalKind) -> Proposal | None:
    """The open proposal of a kind: there is at most one."""
    return next((each for each in open_proposals(table) if each.kind == kind), None)


def electors(table: Table, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats whose people are asked: those present, except any who sat down since then.

    If the kind also asks people who are away, they are asked until their time is over. Answers
    given by then count.
    """
    later = {
        each.seat
        for each in table.seatings[proposal.seatings :]
        if each.what == "substitute" and each.entry >= proposal.entry
    }
    answered = dict(proposal.answers)
    away = {seat for seat in absent(table, proposal) if not proposal.late or seat in answered}
    asked = away | set(others_present(table, proposal.seat, proposal.began))
    if proposal.late and RULES[proposal.kind].answered_decide:
        asked &= answered.keys()
    return tuple(sorted(asked - later))


def absent(table: Table, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats of people who are asked though they are away, unless they left the server.

    The holder of a seat that is to be opened is among them; a person who proposes is not.
    """
    if not RULES[proposal.kind].asks_absent:
        return ()
    present = {proposal.seat, *others_present(table, proposal.seat, proposal.began)}
    if proposal.kind == "open_seat":
        present.discard(proposal.seat)
    return tuple(
        row.seat for row in table.humans if row.seat not in present and row.gone is None
    )


def waiting_for(table: Table, proposal: Proposal) -> tuple[Seat, ...]:
    """The electors who have not answered."""
    answered = dict(proposal.answers)
    return tuple(seat for seat in electors(table, proposal) if seat not in answered)


def opened(
    table: Table,
    kind: ProposalKind,
    seat: Seat,
    value: str,
    moment: Moment,
    *,
    by: Seat | None = None,
) -> Draft:
    """The table with one more proposal.

    Args:
        table: a running game.
        kind: what is proposed.
        seat: who asks, or whom it is about.
        value: further figures of the proposal, as text.
        moment: now.
        by: who asks about another's seat, and so has said yes.

    Raises:
        AlreadyProposed: a proposal of that kind is open.
    """
    if open_proposal(table, kind) is not None:
        raise AlreadyProposed
    proposal = Proposal(
        number=max((each.number for each in table.proposals), default=0) + 1,
        kind=kind,
        seat=seat,
        entry=table.number,
        value=value,
        began=moment.uptime,
        seatings=len(table.seatings),
        answers=() if by is None else ((by, "yes"),),
    )
    proposals = (*table.proposals, proposal)
    return Draft(replace(table, proposals=proposals))


def answered(table: Table, user: UserId, number: int, answer: Assent) -> Table:
    """The table with one more answer.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NoProposal: the proposal is no longer open.
        NoElector: the person is not asked about the proposal.
    """
    seat = own_seat(table, user)
    proposal = found(table, number)
    if seat not in electors(table, proposal):
        raise NoElector
    answers = tuple(sorted({**dict(proposal.answers), seat: answer}.items()))
    return _with(table, replace(proposal, answers=answers))


def outcome(table: Table, proposal: Proposal) -> ProposalEnd | None:
    """What the answers come to: agreed, refused, or nothing yet.

    With nobody to ask, an `all_agree` kind is agreed, and any other kind is refused.
    """
    asked, given = electors(table, proposal), dict(proposal.answers)
    agree, refuse = (
        sum(given.get(seat) == answer for seat in asked) for answer in ("yes", "no")
    )
    if RULES[proposal.kind].all_agree:
        return "refused" if refuse else "agreed" if agree == len(asked) else None
    if 2 * agree > len(asked):
        return "agreed"
    return "refused" if 2 * refuse >= len(asked) else None


def decided(table: Table) -> tuple[Proposal, ...]:
    """The open proposals that are decided by now, because an elector is gone or late."""
    return tuple(
        each
        for each in open_proposals(table)
        if (each.answers or each.late) and outcome(table, each)
    )


def ended(table: Table, number: int, how: ProposalEnd) -> Draft:
    """The table with an open proposal ended.

    Raises:
        NoProposal: the proposal is no longer open.
    """
    proposal = found(table, number)
    return Draft(_with(table, replace(proposal, ended=how)))


def withdrawn(table: Table, user: UserId, number: int) -> Draft:
    """The table with a proposal withdrawn by the person who made it.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NoProposal: the proposal is no longer open.
        NoElector: the proposal is not the person's.
    """
    if found(table, number).seat != own_seat(table, user):
        raise NoElector
    return ended(table, number, "withdrawn")


def found(table: Table, number: int) -> Proposal:
    """The open proposal with a number.

    Raises:
        NoProposal: the proposal is no longer open.
    """
    for each in open_proposals(table):
        if each.number == number:
            return each
    raise NoProposal


def ends_at(table: Table, proposal: Proposal, moment: Moment) -> float:
    """The uptime at which a proposal ends by itself, with time for people who are away.

    A pause that is proposed would be over on its own date, which is by the wall clock.
    """
    rule = RULES[proposal.kind]
    lasts = rule.lasts if table.game.pace == "days" else rule.lasts_live
    if absent(table, proposal) and not proposal.late:
        lasts = max(lasts, ABSENT_FOR)
    ends = proposal.began + lasts
    if proposal.kind == "pause":
        ends = min(ends, moment.uptime + (float(proposal.value) - moment.unix))
    return ends


def next_at(table: Table, moment: Moment) -> float | None:
    """The uptime of the next look at the open proposals; None: there are none."""
    return min(_times(table, moment), default=None)


def _next_at(table: Table, proposal: Proposal, moment: Moment) -> float:
    """The uptime at which time alone next changes something about a proposal."""
    if _waits_for_absent(table, proposal):
        return proposal.began + ABSENT_FOR  # no later than its end
    ends = ends_at(table, proposal, moment)
    # The wall clock goes on while the bot is down, so a date is looked at every hour.
    return min(ends, moment.uptime + HOUR) if proposal.kind == "pause" else ends


def _waits_for_absent(table: Table, proposal: Proposal) -> bool:
    waited = set(waiting_for(table, proposal)) & set(absent(table, proposal))
    return bool(waited) and not proposal.late


def timed(table: Table, moment: Moment) -> Table:
    """The table with proposals marked as late once their time for answers is over."""
    for proposal in open_proposals(table):
        if _is_late(table, proposal, moment):
            table = _with(table, replace(proposal, late=True))
    return table


def _is_late(table: Table, proposal: Proposal, moment: Moment) -> bool:
    """Whether a proposal is now decided without the people who have not answered."""
    if _waits_for_absent(table, proposal):
        return moment.uptime >= proposal.began + ABSENT_FOR
    decide = RULES[proposal.kind].answered_decide and bool(proposal.answers)
    return decide and moment.uptime >= ends_at(table, proposal, moment)


def with_proposals(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with the proposals that it ends marked as ended, and calls to answer updated.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
    """
    table, moment = draft.table, standing.moment
    for proposal in open_proposals(table):
        how = _end(before, table, proposal, moment)
        if how is not None:
            table = _with(table, replace(proposal, ended=how))
    same = table.proposals == before.proposals and _presence(table) == _presence(before)
    same = same and _times(table, moment) == _times(before, moment)
    if (same or not table.proposals) and not decided(table):
        return draft
    stood = (*open_proposals(before), *open_proposals(table))
    asked = sorted({seat for each in stood for seat in electors(table, each)})
    ends = [moment.uptime] if decided(table) else _times(table, moment)
    due = (Due("proposal", min(ends)),) if ends else ()
    return replace(
        draft,
        table=table,
        outs=(*draft.outs, Board(), *(Hand(seat) for seat in asked)),
        dues=(*due, *draft.dues),
        undue=(("proposal", None), *draft.undue),
    )


def _end(before: Table, after: Table, proposal: Proposal, moment: Moment) -> ProposalEnd | None:
    """How a change to the table ends a proposal; None: it does not."""
    if after.game.status != "playing" or _is_settled(before, after, proposal):
        return "acted"
    news = after.journal.entries[before.number :] if after.journal else ()
    sitting = {row.seat for row in before.sitting}  # computer players give no answers
    acted = {each.seat for each in news if isinstance(each, Moved | TakenBack)} & sitting
    match RULES[proposal.kind].ends_if_acts:
        case "anybody" if acted:
            return "acted"
        case "concerned" if proposal.seat in acted:
            return "acted"
    if RULES[proposal.kind].answered_decide:
        return None  # not by time alone: those who have answered decide
    return "expired" if ends_at(after, proposal, moment) <= moment.uptime else None


def _is_settled(before: Table, after: Table, proposal: Proposal) -> bool:
    """Whether nothing is left to answer, because of who sits or who is waited for."""
    concerned = after.seats[proposal.seat]
    match proposal.kind:
        case "undo":  # none goes back past such a change
            return [row.since for row in before.seats] != [row.since for row in after.seats]
        case "open_seat":
            return concerned.stand_in is None or concerned.wants_back
        case "stand_in":  # a clock that has begun since then is of another wait
            return concerned.waits_since is None or concerned.waits_since > proposal.began
        case _:
            return False


def _presence(table: Table) -> tuple[object, ...]:
    """What decides who is there to answer."""
    return tuple((row.user, row.stand_in, row.wants_back, row.gone) for row in table.seats)


def _times(table: Table, moment: Moment) -> tuple[float, ...]:
    """When time alone next changes something about each open proposal, in seconds of uptime.

    A person who was late and acts again is no longer absent: that takes away their extra time.
    """
    return tuple(
        _next_at(table, each, moment)
        for each in open_proposals(table)
        if each.answers or not RULES[each.kind].answered_decide
    )


def _with(table: Table, proposal: Proposal) -> Table:
    """The table with a proposal in place of the one with its number."""
    proposals = tuple(
        proposal if each.number == proposal.number else each for each in table.proposals
    )
    return replace(table, proposals=proposals)
