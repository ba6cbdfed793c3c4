"""Journals: to JSON and back, undo, the numbers of decisions (points 3, 4 and 7)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.codec import Codec
from rules.contract import Drawn, Entry, Illegal, Moved, Seat, TakenBack, TookBack
from rules.journal import Journal
from rules.opponents import LEVELS, RANDOM
from rules.registry import GAMES
from tests.contract.games import games, played, set_up, some, tables


@tables
def test_entries_go_to_json_and_back_and_fold_to_the_same(title: str, seats: int) -> None:
    game = GAMES[title]
    codec = Codec(game)
    for journal in games(title, seats):
        stored = [codec.encode(entry) for entry in journal.entries]
        entries = tuple(map(codec.decode, stored))
        assert entries == journal.entries
        assert [codec.encode(entry) for entry in entries] == stored
        again = Journal.fold(game, journal.options, entries)
        for number in range(journal.number + 1):
            assert again.checksum(number) == journal.checksum(number)
        assert again.over == journal.over


@tables
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"[]",
        b'{"type":"moved","seat":0}',
        b'{"type":"moved","seat":0,"action":{"type":"nothing"}}',
        b'{"type":"moved","seat":"0","action":{}}',
        b'{"type":"drawn","items":[1]}',
        b'{"type":"taken_back","seat":0}',
        b'{"type":"other"}',
    ],
)
def test_what_is_no_entry_is_not_decoded(title: str, seats: int, raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        Codec(GAMES[title]).decode(raw)


@tables
def test_entries_that_do_not_fit_are_refused(title: str, seats: int) -> None:
    journal = played(title, seats)
    game, entries = GAMES[title], journal.entries
    wrong: list[Entry] = [
        Drawn(("nothing",)),
        Moved(0, next(e.action for e in reversed(entries) if isinstance(e, Moved))),
        TakenBack(0, 0),
        TakenBack(0, 7),
        TakenBack(seats, -1),
    ]
    for entry in wrong:
        with pytest.raises(Illegal):
            Journal.fold(game, journal.options, (entry,))
    with pytest.raises(Illegal):
        Journal.fold(game, journal.options, entries[1:])


@tables
def test_a_journal_never_changes(title: str, seats: int) -> None:
    rng = Random(4)
    journal = Journal.start(GAMES[title], set_up(GAMES[title], seats), rng)
    before = (journal.entries, journal.checksum(), journal.decisions)
    for decision in journal.decisions:
        for action in decision.options:
            journal.move(decision.seat, action, rng)
        with pytest.raises(Illegal):
            journal.move(seats, decision.options[0], rng)
    assert (journal.entries, journal.checksum(), journal.decisions) == before


@tables
def test_undo_then_the_same_again_is_equal(title: str, seats: int) -> None:
    rng = Random(5)
    done = 0
    for journal in games(title, seats):
        for number in range(0, journal.number, 9):
            early = journal.at(number)
            for decision in early.decisions:
                for action in some(decision.options + decision.asides, rng, 4):
                    moved = early.add(Moved(decision.seat, action))
                    if moved.undo_point(decision.seat) != number:
                        continue
                    done += 1
                    back = moved.take_back(decision.seat)
                    assert back.checksum() == early.checksum()
                    assert back.decisions == early.decisions
                    assert back.told(back.number, None) == (TookBack(decision.seat),)
                    again = back.add(Moved(decision.seat, action))
                    assert again.checksum() == moved.checksum()
                    assert again.decisions == moved.decisions
                    assert again.undo_point(decision.seat) == number
    assert done > 20


@tables
def test_undo_stops_at_draws_at_reveals_and_at_other_seats(title: str, seats: int) -> None:
    for journal in games(title, seats):
        for number, entry in enumerate(journal.entries, start=1):
            here = journal.at(number)
            points = {seat: here.undo_point(seat) for seat in range(-1, seats + 1)}
            for seat, point in points.items():
                allowed = (
                    isinstance(entry, Moved)
                    and entry.seat == seat
                    and not _shows(journal, number, entry)
                )
                assert point == (number - 1 if allowed else None)
                if point is None:
                    with pytest.raises(Illegal):
                        here.take_back(seat)


def _shows(journal: Journal[Any, Any], number: int, entry: Moved) -> bool:
    before = journal._positions[number - 1]
    return bool(journal.game.price(before, entry.seat, entry.action).reveals)


@tables
def test_several_own_actions_go_back_one_by_one(title: str, seats: int) -> None:
    most = 0
    journal = played(title, seats, LEVELS[0])
    for number in range(1, journal.number + 1):
        here, steps = journal.at(number), 0
        entry = journal.entries[number - 1]
        seat = entry.seat if isinstance(entry, Moved) else 0
        while (point := here.undo_point(seat)) is not None:
            here, steps = here.take_back(seat), steps + 1
            assert point == number - steps
            assert here.checksum() == journal.checksum(point)
        most = max(most, steps)
    assert most > 1


@tables
def test_undo_is_stored_like_any_entry(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(8)
    codec = Codec(game)
    journal = Journal.start(game, set_up(game, seats), rng)
    backs = 0
    while not journal.over and backs < 25:
        decision = rng.choice(journal.decisions)
        journal = journal.move(decision.seat, rng.choice(decision.options), rng)
        if journal.undo_point(decision.seat) is not None and rng.random() < 0.5:
            journal, backs = journal.take_back(decision.seat), backs + 1
    entries = [codec.decode(codec.encode(entry)) for entry in journal.entries]
    again = Journal.fold(game, journal.options, entries)
    assert again.checksum() == journal.checksum()
    assert again.decisions == journal.decisions
    assert [again.arose(seat) for seat in range(seats)] == [
        journal.arose(seat) for seat in range(seats)
    ]
    assert backs > 5


@tables
def test_a_decision_keeps_its_number_while_others_act(title: str, seats: int) -> None:
    kept, together = 0, False
    for journal in games(title, seats):
        growing = Journal(journal.game, journal.options)
        for entry in journal.entries:
            together |= len(growing.decisions) > 1
            before = {seat: _numbered(growing, seat) for seat in range(seats)}
            growing = growing.add(entry)
            # A seat that acted gets a new number for the same question: a click counts once.
            acted = entry.seat if isinstance(entry, Moved) else None
            for seat in range(seats):
                number, decision = _numbered(growing, seat)
                same = decision is not None and decision == before[seat][1]
                if same and seat != acted:
                    assert number == before[seat][0]
                    kept += 1
                elif decision is not None:
                    assert number == growing.number
                else:
                    assert number is None
    assert kept > 0 or not together


def _numbered(journal: Journal[Any, Any], seat: Seat) -> tuple[int | None, object]:
    return journal.arose(seat), journal.decision(seat)


@tables
def test_an_undone_decision_arises_anew(title: str, seats: int) -> None:
    rng = Random(9)
    game = GAMES[title]
    journal = Journal.start(game, set_up(game, seats), rng)
    while True:
        decision = journal.decisions[0]
        moved = journal.move(decision.seat, decision.options[-1], rng)
        if moved.undo_point(decision.seat) is not None:
            back = moved.take_back(decision.seat)
            assert back.decision(decision.seat) == decision
            assert back.arose(decision.seat) == back.number
            return
        journal = moved


@tables
def test_global_chance_is_neither_used_nor_changed(title: str, seats: int) -> None:
    before = random.getstate()
    for level in (RANDOM, LEVELS[0]):
        fresh = played.__wrapped__(title, seats, level)
        assert fresh.checksum() == played(title, seats, level).checksum()
    assert random.getstate() == before


FOLD_ALL = """
from rules.opponents import LEVELS, RANDOM
from tests.contract.games import TABLES, played
for title, seats in TABLES:
    for level in (RANDOM, LEVELS[0]):
        journal = played(title, seats, level)
        print(*map(journal.checksum, range(journal.number + 1)))
"""


def test_no_position_depends_on_the_hash_seed() -> None:
    """Frozensets and dicts of strings have another order under another seed."""
    printed = set()
    for seed in ("1", "4242"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", FOLD_ALL],
            cwd=Path(__file__).parents[2],
            env=surroundings,
            capture_output=True,
            text=True,
            check=True,
        )
        printed.add(ran.stdout)
    assert len(printed) == 1
    assert printed.pop().strip()
