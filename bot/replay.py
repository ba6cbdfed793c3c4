"""Replaying stored games: does this release still fold their entries as they were played?

The check runs in a worker. A game that differs is set aside with its last checked
entry: nothing of it is lost, and its players choose how it goes on.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import Any

import msgspec

from bot.editions import rules_of
from bot.moves import advanced
from bot.notices import CannotContinue, NotSeated, NotSetAside
from bot.store.games import Change
from bot.store.rows import Ballot, EntryRow, GameId, GameRow, Out, UserId
from bot.table import Draft, Table
from rules.journal import Codec, Journal
from rules.table import Illegal


class Verdict(msgspec.Struct, frozen=True):
    """What the replay of one game showed.

    Attributes:
        good: the last entry up to which it is as it was played; -1: it cannot even
            be started.
        fault: what went wrong after it; None: nothing.
    """

    good: int
    fault: str | None = None


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


def replayed(game: GameRow, seats: int, rows: tuple[EntryRow, ...]) -> Verdict:
    """Replay a stored game and compare each position's checksum. Runs in a worker."""
    good = -1
    try:
        rules = rules_of(game)
        codec = Codec(rules)
        journal: Journal[Any, Any] = Journal(rules, rules.options(seats, game.chosen))
        good = 0
        for row in rows:
            if row.n != good + 1:
                return Verdict(good, "an entry is missing")
            journal = journal.add(codec.decode(row.entry))
            if journal.checksum() != row.checksum:
                return Verdict(good, "the position differs")
            good = row.n
    except Illegal as error:
        return Verdict(good, f"the rules say {error.reason.code}")
    except Exception as error:  # noqa: BLE001 - a corrupt entry can fail in any room of a game
        return Verdict(good, f"{type(error).__name__} while replaying")
    return Verdict(good)


def release() -> str:
    """The digest of the rules' sources: the same rules need no second replay."""
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
            # Opponents play by the rules; they do not make them.
            if each.name not in {"__pycache__", "opponents"}:
                found += _sources(each, inside)
        else:
            found.append((inside, each.read_bytes()))
    return found


def set_aside(row: GameRow, verdict: Verdict, number: int, at: float) -> tuple[GameRow, Change]:
    """A game whose replay differs, kept as it is, with a notice to its table.

    Args:
        row: the game as stored.
        verdict: with a fault.
        number: how many entries are stored.
        at: now, Unix seconds.
    """
    new = msgspec.structs.replace(
        row, status="aside", checked=verdict.good, updated=at, steps=False
    )
    lost = verdict.good < 0
    notice = Out("notice", text="table.set_aside.lost" if lost else "table.set_aside")
    return new, Change(number, outs=(notice, Out("table")))


def voted(
    table: Table, user: UserId, ballot: Ballot
) -> tuple[tuple[tuple[int, Ballot], ...], Ballot | None]:
    """The votes with one more, and what more than half of the people want by now.

    Raises: NotSeated, CannotContinue.
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


def continued(table: Table, rng: Random, at: float, now: str) -> Draft:
    """A game set aside, running again from its last checked entry.

    Args:
        table: with the journal up to that entry.
        rng: draws that are owed there come anew.
        at: now, Unix seconds.
        now: the release, under which the journal needs no check.

    Raises: NotSetAside, CannotContinue.
    """
    if table.game.status != "aside":
        raise NotSetAside
    if table.journal is None:
        raise CannotContinue
    good, version = table.journal.number, table.journal.game.version
    row = msgspec.structs.replace(table.game, rules_version=version, verified=now, checked=None)
    before = msgspec.structs.replace(table, game=row, votes=())
    draft = advanced(before, table.journal.settled(rng), at, None)
    notice = Out("notice", text="vote.done.continue", figures={"number": good})
    hands = tuple(Out("hand", seat.seat) for seat in table.humans)
    outs = (notice, Out("table"), *hands)
    change = msgspec.structs.replace(draft.change, cut=good, outs=outs, votes=())
    return msgspec.structs.replace(draft, change=change)
