"""The results of a finished game, and all results of a person together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

import msgspec

from bot.store.result_rows import Counted, LeftOut, ResultRow, ResultSeatRow
from bot.store.rows import Proposal, SeatRow, UserId
from bot.tables.core import levels
from bot.tables.core.holders import actions, holders, played_a_quarter
from bot.tables.core.table import Table
from render.scores import place
from rules.contract import Moved, Seat
from rules.opponents import LEVELS


class Figures(msgspec.Struct, frozen=True):
    """The results of a person in one kind of game with one number of seats.

    Attributes:
        title: what was played.
        seats: how many seats there were.
        games, wins: how many there were; shared wins count.
        mean, best: of the final points; None: no game counts for them.
    """

    title: str
    seats: int
    games: int
    wins: int
    mean: float | None
    best: int | None


def result_of(table: Table) -> ResultRow | None:
    """The result of the game, if it was played to its end or conceded."""
    conceded = table.game.ended == "conceded"
    if table.over is None and not conceded:
        return None
    seats = tuple(each for row in table.seats for each in _holders(table, row))
    return ResultRow(
        game=table.game.id,
        guild=table.game.guild,
        title=table.game.game,
        ended=table.game.updated,
        ending="conceded" if conceded else "finished",
        taken_back=decided_alone(table),
        seats=seats,
    )


def decided_alone(table: Table) -> bool:
    """Whether one person alone undid a draw or what another seat had done.

    Such a game counts towards no mean, no best and no rating.
    """
    alone = (
        each
        for each in table.proposals
        if each.kind == "undo" and each.ended == "agreed" and not each.answers
    )
    return any(_crosses(table, each) for each in alone)


def _crosses(table: Table, proposal: Proposal) -> bool:
    """Whether an undo covered more than the asker's own actions."""
    if table.journal is None:
        return False
    past = table.journal.at(proposal.entry)
    back = (past.entries[n - 1] for n in past.line if n > int(proposal.value))
    return any(not isinstance(each, Moved) or each.seat != proposal.seat for each in back)


def _holders(table: Table, row: SeatRow) -> Iterator[ResultSeatRow]:
    """The result of a game for each holder of a seat, in order.

    A holder who left for good is last, whatever the seat reached. The result does not count for
    a holder who left before playing a quarter of a game, nor for one who did not leave but made
    less than half of the seat's actions. Of two who made half each, the later one has it. If
    someone conceded that early, it counts for nobody.
    """
    points, rank = _came_to(table, row.seat)
    found, acts = holders(table, row), actions(table, row)
    if not found:
        yield ResultSeatRow(
            seat=row.seat, name=row.name, level=row.level, points=points, place=rank
        )
    unplayed = conceded_early(table)
    made = [sum(map(each.acted, acts)) for each in found]
    half = [n for n, each in enumerate(found) if not each.gone and 2 * made[n] >= len(acts)]
    for n, (each, own) in enumerate(zip(found, made, strict=True)):
        left_out: LeftOut | None = None
        if unplayed or (each.gone and not played_a_quarter(table, own)):
            left_out = "early"
        elif not each.gone and n not in half[-1:]:
            left_out = "others"
        counted: Counted = "not" if left_out else "last" if each.gone else "played"
        yield ResultSeatRow(
            seat=row.seat,
            holder=n,
            user=each.user,
            name="" if each.user is None else each.name,
            points=points,
            place=rank,
            counted=counted,
            left_out=left_out,
        )


def conceded_early(table: Table) -> bool:
    """Whether someone conceded before playing a quarter of a game: then it counts nowhere."""
    if table.game.ended != "conceded" or table.over is not None:
        return False
    row = table.seats[table.seatings[-1].seat]
    own = sum(map(holders(table, row)[-1].acted, actions(table, row)))
    return not played_a_quarter(table, own)


def _came_to(table: Table, seat: Seat) -> tuple[int | None, int]:
    """The points and the place of a seat."""
    over = table.over
    if over is None:  # one of two people has conceded
        return None, 1 + (table.seatings[-1].seat == seat)
    return over.totals[seat], place(over, seat)


def own(
    results: Iterable[ResultRow], user: UserId
) -> Iterator[tuple[ResultRow, ResultSeatRow]]:
    """The results that count for a person in some way, each with the person's part in it."""
    for result in results:
        for each in result.seats:
            if each.user == user and each.counted != "not":
                yield result, each


def left_out(results: Iterable[ResultRow], user: UserId) -> dict[LeftOut, int]:
    """How many results of a person count for nothing, by reason."""
    return Counter(
        each.left_out
        for result in results
        for each in result.seats
        if each.user == user and each.left_out is not None
    )


def won(each: ResultSeatRow) -> bool:
    """Whether the holder of a seat has won, alone or with others."""
    return each.place == 1 and each.counted == "played"


def seats(result: ResultRow) -> int:
    """How many seats a game had."""
    return len({each.seat for each in result.seats})


def figures(results: Sequence[ResultRow], user: UserId) -> tuple[Figures, ...]:
    """The results of a person by kind of game and number of seats.

    A game that all agreed to end counts nowhere. One in which someone alone undid what was
    not theirs counts for games and wins only, and so does one that the person left.
    """
    kinds: dict[tuple[str, int], list[tuple[ResultRow, ResultSeatRow]]] = {}
    for result, each in own(results, user):
        if result.ending != "agreed":
            kinds.setdefault((result.title, seats(result)), []).append((result, each))
    return tuple(_together(*kind, kinds[kind]) for kind in sorted(kinds))


def against(results: Iterable[ResultRow], user: UserId) -> tuple[tuple[str, int, int], ...]:
    """How many games of a person had computer players of each level, and how many were won.

    The easiest level comes first. A game with computer players of two levels counts for both; a
    game that all agreed to end counts for none. Only computer players seated from the start
    count.
    """
    games, wins = Counter[str](), Counter[str]()
    for result, each in own(results, user):
        if result.ending == "agreed":
            continue
        for level in {levels.known(row.level) for row in result.seats if row.level is not None}:
            games[level] += 1
            wins[level] += won(each)
    return tuple((level, games[level], wins[level]) for level in LEVELS if games[level])


def _together(title: str, number: int, found: list[tuple[ResultRow, ResultSeatRow]]) -> Figures:
    points = [
        each.points
        for result, each in found
        if each.points is not None and each.counted == "played" and not result.taken_back
    ]
    return Figures(
        title=title,
        seats=number,
        games=len(found),
        wins=sum(won(each) for _, each in found),
        mean=fmean(points) if points else None,
        best=max(points, default=None),
    )
