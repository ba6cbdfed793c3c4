"""Where a look back can stop: turns, rounds and frames follow from the journal alone."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules import stops
from rules.contract import Agreed, Drawn, Entry, Moved, Standings
from rules.journal import Journal
from rules.opponents import RANDOM, choose
from rules.registry import GAMES

GAME = "florence"


@cache
def played() -> Journal[Any, Any]:
    game, rng = GAMES[GAME], Random("stops")
    journal = Journal.start(game, game.options(3, {}), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        action = choose(GAME, RANDOM, journal.view(decision.seat), decision, rng)
        journal = journal.move(decision.seat, action, rng)
    return journal


def test_a_turn_is_what_one_seat_does_with_the_draws_after_it() -> None:
    draw = Drawn(("x",))
    entries = (draw, draw, Moved(0, None), draw, Moved(0, None), Moved(1, None), Moved(0, None))
    assert stops.grouped(enumerate(entries, 1)) == (2, 5, 6, 7)
    assert stops.grouped(()) == (0,)
    assert stops.grouped(enumerate(entries[:4], 1)) == (2, 4)


def test_who_plays_alone_begins_a_turn_after_each_draw() -> None:
    act, draw = Moved(0, None), Drawn(("x",))
    entries: tuple[Entry, ...] = (draw, act, act, draw, draw, act, act, act)
    line = tuple(enumerate(entries, 1))
    assert stops.grouped(line) == (1, 8)
    assert stops.grouped(line, alone=True) == (1, 5, 8)


def test_turns_cover_the_game_and_hold_one_seat_each() -> None:
    journal = played()
    turns = stops.turns(journal)
    assert turns[-1] == journal.number
    starts = (0, *turns)
    for start, end in zip(starts, turns, strict=False):
        acted = {e.seat for e in journal.entries[start:end] if isinstance(e, Moved)}
        assert len(acted) <= 1


def test_rounds_end_where_the_standings_are_told() -> None:
    journal = played()
    rounds = stops.rounds(journal)
    assert len(rounds) == 7
    turns = (0, *stops.turns(journal))
    for number in rounds:
        told = (
            journal.told(n, None) for n in range(turns[turns.index(number) - 1] + 1, number + 1)
        )
        assert any(isinstance(event, Standings) for events in told for event in events)


def test_frames_leave_out_turns_that_gave_nobody_anything() -> None:
    journal = played()
    turns, frames = stops.turns(journal), stops.frames(journal)
    assert set(frames) <= set(turns)
    assert frames[-1] == journal.number
    assert 20 < len(frames) < len(turns)
    for before, number in pairwise(frames[:-1]):
        assert journal.view(None, before).seats != journal.view(None, number).seats


def test_the_last_frame_is_the_position_as_it_stands() -> None:
    """Even when the last turn gave nobody anything."""
    journal = played()
    quiet = next(n for n in stops.turns(journal) if n not in stops.frames(journal))
    assert stops.frames(journal.at(quiet))[-1] == quiet


def test_neighbours_are_found_from_any_number() -> None:
    row = (3, 5, 9)
    assert [stops.before(row, n) for n in (3, 4, 5, 12)] == [None, 3, 3, 9]
    assert [stops.after(row, n) for n in (0, 3, 8, 9)] == [3, 5, 9, None]


def test_a_journal_as_it_stood_is_what_it_was() -> None:
    journal = played()
    grown = Journal(journal.game, journal.options)
    for number, entry in enumerate((*journal.entries[:60], *journal.entries[60:61]), start=1):
        past = journal.at(number - 1)
        assert past.checksum() == grown.checksum()
        assert past.number == grown.number == number - 1
        assert {d.seat: d for d in past.decisions} == {d.seat: d for d in grown.decisions}
        for seat in range(3):
            assert past.undo_point(seat) == grown.undo_point(seat)
        grown = grown.add(entry)
    assert journal.at(journal.number).over == journal.over
    for number in (-1, journal.number + 1):
        with pytest.raises(IndexError):
            journal.at(number)


def test_what_was_taken_back_is_in_no_turn() -> None:
    game, rng = GAMES[GAME], Random(3)
    journal = Journal.start(game, game.options(3, {}), rng)
    for _ in range(8):
        decision = journal.decisions[0]
        journal = journal.move(decision.seat, decision.options[0], rng)
    point = journal.undo_to(journal.decisions[0].seat)[0]
    before = stops.turns(journal.at(point.to))
    agreed = journal.add(Agreed(point.to, journal.decisions[0].seat))
    assert stops.turns(agreed) == (*before[:-1], agreed.number)


def test_what_was_taken_back_is_taken_back_in_the_past_too() -> None:
    game, rng = GAMES[GAME], Random(3)
    journal = Journal.start(game, game.options(3, {}), rng)
    decision = journal.decisions[0]
    journal = journal.add(Moved(decision.seat, decision.options[0]))
    journal = journal.take_back(decision.seat)
    past = journal.at(journal.number)
    assert past.undo_point(decision.seat) is None
    assert journal.at(journal.number - 1).undo_point(decision.seat) == journal.number - 2
