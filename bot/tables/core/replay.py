"""Replaying stored games: does this release still fold their entries as they were played?

The check runs in a worker. A game that differs is set aside with its last checked
entry: nothing is lost, and its players choose how it goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random

import msgspec
from msgspec.structs import replace

from bot.store.changes import Change
from bot.store.out import Board, Hand, Notice
from bot.store.result_rows import ResultRow
from bot.store.rows import Ballot, EntryRow, GameId, GameRow, SeatRow, UserId
from bot.tables.core import game_changes
from bot.tables.core.draft import Draft
from bot.tables.core.editions import rules_of
from bot.tables.core.game_changes import all_shown
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import CannotContinue, NotSeated, NotSetAside
from bot.tables.core.results import result_of
from bot.tables.core.table import Table
from rules.codec import Codec
from rules.contract import AnyGame, Illegal
from rules.journal import AnyJournal, Journal


class Verdict(msgspec.Struct, frozen=True):
    """What the replay of one game showed.

    Attributes:
        good: the last entry up to which the game replays as it was played; -1: it
            cannot even be started.
        fault: what went wrong after that entry; None: nothing.
    """

    good: int
    fault: str | None = None

    @property
    def told(self) -> str:
        """What the replay showed, for the host."""
        if self.fault is None:
            return f"{self.good} entries, as played"
        where = "it cannot be started" if self.good < 0 else f"after entry {self.good}"
        return f"DIFFERS, {where}: {self.fault}"


class Report(msgspec.Struct, frozen=True):
    """The replay check since the start, for the host.

    Attributes:
        good: how many open games replay as they were played.
        aside: the games set aside, with their verdicts.
        done: whether all open games have been checked.
    """

    good: int = 0
    aside: tuple[tuple[GameId, Verdict], ...] = ()
    done: bool = False


def folded(
    rules: AnyGame, game: GameRow, seats: int, rows: Iterable[EntryRow]
) -> Iterator[AnyJournal]:
    """The journal at its start and after each of its stored entries.

    Raises:
        Illegal: the rules do not allow an entry.
        Exception: an entry is corrupt.
    """
    yield from folded_on(Journal(rules, rules.options(seats, game.chosen)), rows)


def folded_on(journal: AnyJournal, rows: Iterable[EntryRow]) -> Iterator[AnyJournal]:
    """A journal, first as it is and then after each of the stored entries that follow.

    Raises:
        Illegal: the rules do not allow an entry.
        Exception: an entry is corrupt.
    """
    codec = Codec(journal.game)
    yield journal
    for row in rows:
        journal = journal.add(codec.decode(row.entry))
        yield journal


def replayed(game: GameRow, seats: int, rows: tuple[EntryRow, ...]) -> Verdict:
    """Replay a stored game and compare each position's checksum. Runs in a worker."""
    good = -1
    try:
        rules = rules_of(game)
    except KeyError:
        return Verdict(good, "its rules or its edition are no longer known")
    try:
        positions = folded(rules, game, seats, rows)
        next(positions)
        good = 0
        for row in rows:
            if row.n != good + 1:
                return Verdict(good, "an entry is missing")
            if next(positions).checksum() != row.checksum:
                return Verdict(good, "the position differs")
            good = row.n
    except Illegal as error:
        return Verdict(good, f"refused by the rules: {error.reason.code}")
    except Exception as error:  # noqa: BLE001 - a corrupt entry can fail anywhere in the rules
        return Verdict(good, f"{type(error).__name__} while replaying")
    return Verdict(good)


def ends_as_stored(journal: AnyJournal, rows: tuple[EntryRow, ...]) -> bool:
    """Whether a journal has all stored entries and ends in the position of the last one."""
    return not rows or (rows[-1].n, rows[-1].checksum) == (len(rows), journal.checksum())


def replayed_result(
    game: GameRow, seats: tuple[SeatRow, ...], rows: tuple[EntryRow, ...]
) -> ResultRow | None:
    """The result of a finished game, if its replay ends as it was played. Runs in a worker."""
    try:
        *_, journal = folded(rules_of(game), game, len(seats), rows)
    except Exception:  # noqa: BLE001 - a corrupt entry can fail anywhere in the rules
        return None
    return result_of(Table(game, seats, journal)) if ends_as_stored(journal, rows) else None


def release() -> str:
    """The digest of the rules' code and editions: the same rules need no second replay."""
    digest = hashlib.blake2b(digest_size=8)
    for path, source in sorted(_sources(files("rules"), "")):
        digest.update(path.encode())
        digest.update(source)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for each in folder.iterdir():
        inside = f"{path}/{each.name}"
        if each.is_dir():
            # Computer players play by the rules; they do not make them.
            if each.name not in {"__pycache__", "opponents"}:
                found += _sources(each, inside)
        elif each.name.endswith(".py") or each.name == "edition.toml":
            found.append((inside, each.read_bytes()))
    return found


def set_aside(
    row: GameRow, seats: tuple[SeatRow, ...], verdict: Verdict, number: int, moment: Moment
) -> tuple[GameRow, Change]:
    """A game whose replay differs, kept as it is; its people are called to vote.

    Args:
        row: the game as stored.
        seats: who plays it.
        verdict: the verdict, with a fault.
        number: how many entries are stored.
        moment: now.
    """
    new = replace(row, status="aside", checked=verdict.good, updated=moment.unix, steps=False)
    lost = verdict.good < 0
    notice = Notice("table.set_aside.lost" if lost else "table.set_aside")
    hands = tuple(Hand(each.seat) for each in seats if each.user is not None)
    return new, Change(number, outs=(notice, Board(), *hands))


def voted(
    table: Table, user: UserId, ballot: Ballot
) -> tuple[tuple[tuple[int, Ballot], ...], Ballot | None]:
    """The votes with one more, and what more than half of the people now want, if anything.

    Raises:
        NotSeated: the person does not sit at this table.
        CannotContinue: no position of the game can be restored.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    if ballot == "continue" and table.journal is None:
        raise CannotContinue
    votes: dict[int, Ballot] = {**dict(table.votes), seat: ballot}
    same = sum(each == ballot for each in votes.values())
    outcome = ballot if 2 * same > len(table.humans) else None
    return tuple(sorted(votes.items())), outcome


def continued(table: Table, rng: Random, moment: Moment, release: str) -> Draft:
    """A game set aside, running again from its last checked entry.

    Args:
        table: the game, with the journal up to that entry.
        rng: chance, for new draws where the journal now ends.
        moment: now.
        release: that of the rules, under which the journal needs no check.

    Raises:
        NotSetAside: the game is not set aside.
        CannotContinue: no position of the game can be restored.
    """
    if table.game.status != "aside":
        raise NotSetAside
    if table.journal is None:
        raise CannotContinue
    good, version = table.journal.number, table.journal.game.version
    row = replace(
        table.game,
        rules_version=version,
        verified=release,
        checked=None,
        message_entry=min(table.game.message_entry, good),
    )
    seats = tuple(_uncalled_after(seat, good) for seat in table.seats)
    before = replace(table, game=row, seats=seats, votes=(), proposals=(), plans=())
    draft = game_changes.advanced(before, table.journal.settled(rng), moment)
    notice = Notice("vote.done.continue", {"number": good})
    return replace(draft, outs=(notice, *all_shown(table)))


def _uncalled_after(seat: SeatRow, good: int) -> SeatRow:
    """A seat, changed so that its person is called again for what comes from entry `good`."""
    call = seat.call
    if call is None or call.kind not in {"move", "proposal"} or call.entry < good:
        return seat
    return replace(seat, call=replace(call, entry=good - 1))
