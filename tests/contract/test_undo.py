"""Undo by consent: detours through abandoned branches, in every game.

A walk plays at random and goes back again and again to some action of some seat. It often
repeats what it did before, so it reaches the same positions in many ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.codec import Codec
from rules.contract import (
    Action,
    Agreed,
    Draw,
    Drawn,
    Illegal,
    Moved,
    Seat,
    TakenBack,
    TookBack,
    WentBack,
)
from rules.journal import UNDO_POINTS, AnyJournal, Journal
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, set_up, tables

STEPS = 600
"""The most actions and steps back in one walk."""
FAR = 60
"""The most entries that a walk usually goes back."""


@cache
def walk(title: str, seats: int, seed: int = 0) -> tuple[AnyJournal, ...]:
    """Every journal of a walk: each adds an action with its draws, or a step back."""
    return tuple(_walk(title, seats, seed))


def _walk(title: str, seats: int, seed: int) -> Iterator[AnyJournal]:
    game, rng = GAMES[title], Random(f"{title}/{seats}/{seed}")
    done: dict[str, tuple[Seat, Action]] = {}
    journal = Journal.start(game, set_up(game, seats), rng)
    yield journal
    for _ in range(STEPS):
        back = _somewhere_back(journal, rng) if rng.random() < 0.12 else None
        if journal.over and back is None:
            return
        if back is not None:
            journal = journal.add(back)
        else:
            here = journal.checksum()
            if here not in done or rng.random() < 0.2:
                decision = rng.choice(journal.decisions)
                done[here] = (decision.seat, rng.choice(decision.options))
            journal = journal.move(*done[here], rng)
        yield journal


def _somewhere_back(journal: AnyJournal, rng: Random) -> Agreed | None:
    """An agreement that the journal accepts: usually a near one, sometimes any."""
    line = journal.line if rng.random() < 0.1 else journal.line[-FAR:]
    moves = [n for n in line if isinstance(journal.entries[n - 1], Moved)]
    for number in rng.sample(moves, min(len(moves), 5)):
        entry = asked(journal, number)
        try:
            journal.add(entry)
        except Illegal:
            continue
        return entry
    return None


def asked(journal: AnyJournal, number: int) -> Agreed:
    """The agreement to go back to the position before an action."""
    place = journal.line.index(number)
    entry = journal.entries[number - 1]
    assert isinstance(entry, Moved)
    return Agreed(journal.line[place - 1] if place else 0, entry.seat)


def some(title: str, seats: int) -> tuple[AnyJournal, ...]:
    """About thirty journals of a walk."""
    journals = walk(title, seats)
    return journals[:: max(1, len(journals) // 30)]


def draws(journal: AnyJournal) -> Iterator[tuple[int, Draw, tuple[str, ...]]]:
    """Every draw of a journal with its number and items, on its line or not."""
    for number, entry in enumerate(journal.entries, 1):
        if isinstance(entry, Drawn):
            draw = journal.game.pending(journal._positions[number - 1])
            assert isinstance(draw, Draw)
            yield number, draw, entry.items


@tables
def test_the_same_position_never_gets_two_outcomes(title: str, seats: int) -> None:
    again = 0
    for seed in range(2):
        journal = walk(title, seats, seed)[-1]
        outcomes: dict[str, tuple[str, ...]] = {}
        for number, _, items in draws(journal):
            position = journal.checksum(number - 1)
            again += position in outcomes
            assert outcomes.setdefault(position, items) == items, f"re-rolled at {number}"
    assert again > 50 or CONTRACTS[title].looks, "the walk proves nothing"


@tables
def test_a_walk_is_stored_and_folded_like_any_game(title: str, seats: int) -> None:
    journal = walk(title, seats)[-1]
    codec = Codec(journal.game)
    stored = [codec.encode(entry) for entry in journal.entries]
    again = Journal.fold(journal.game, journal.options, map(codec.decode, stored))
    assert again.entries == journal.entries
    assert (again.line, again.decisions) == (journal.line, journal.decisions)
    numbers = range(journal.number + 1)
    assert [*map(again.checksum, numbers)] == [*map(journal.checksum, numbers)]
    for seat in range(seats):
        assert again.arose(seat) == journal.arose(seat)
        assert again.known(seat) == journal.known(seat)
    assert any(isinstance(entry, Agreed) for entry in journal.entries)


@tables
def test_the_line_alone_folds_to_the_same_position(title: str, seats: int) -> None:
    for number, journal in enumerate(walk(title, seats)):
        if number % 90 == 0:
            line = (journal.entries[n - 1] for n in journal.line)
            fresh = Journal.fold(journal.game, journal.options, line)
            assert fresh.checksum() == journal.checksum()
            assert {d.seat: d for d in fresh.decisions} == {
                d.seat: d for d in journal.decisions
            }


@tables
def test_the_past_is_what_it_was(title: str, seats: int) -> None:
    whole = walk(title, seats)[-1]
    for number, journal in enumerate(walk(title, seats)):
        if number % 45 == 0:
            past = whole.at(journal.number)
            assert (past.line, past.checksum()) == (journal.line, journal.checksum())
            for seat in range(seats):
                assert past.undo_point(seat) == journal.undo_point(seat)
                assert past.known(seat) == journal.known(seat)


@tables
def test_all_decide_anew_and_nobody_takes_back_below(title: str, seats: int) -> None:
    agreed = 0
    for journal in walk(title, seats):
        entry = journal.entries[-1]
        if not isinstance(entry, Agreed):
            continue
        agreed += 1
        assert journal.line[-1:] in {(), (entry.to,)}
        assert journal.checksum() == journal.checksum(entry.to)
        assert journal.told(journal.number, None) == (WentBack(entry.asked_by),)
        for decision in journal.decisions:
            assert journal.arose(decision.seat) == journal.number
        for seat in range(seats):
            assert journal.undo_point(seat) is None
            before = journal.line[-2] if len(journal.line) > 1 else 0
            for to in {before, entry.to}:
                with pytest.raises(Illegal):
                    journal.add(TakenBack(seat, to))
        decision = journal.decisions[0]
        moved = journal.add(Moved(decision.seat, decision.options[0]))
        if moved.undo_point(decision.seat) is not None:
            back = moved.take_back(decision.seat)
            assert back.line == journal.line
            assert back.told(back.number, None) == (TookBack(decision.seat),)
            assert back.undo_point(decision.seat) is None
    assert agreed > 1


@tables
def test_no_agreement_crosses_a_wall(title: str, seats: int) -> None:
    """A wall is an entry after which one seat alone knows what others could still draw."""
    crossed = refused = 0
    for journal in some(title, seats):
        walls = {n for n in journal.line if _seen_alone(title, journal, n)}
        for number in journal.line[-FAR:]:
            if not isinstance(journal.entries[number - 1], Moved):
                continue
            back = {n for n in journal.line if n >= number}
            entry = asked(journal, number)
            if back & walls or journal.over:
                with pytest.raises(Illegal) as caught:
                    journal.add(entry)
                assert caught.value.reason.code in {"undo_seen_alone", "undo_over"}
                refused += 1
            else:
                assert journal.add(entry).checksum() == journal.checksum(number - 1)
                crossed += len(back) > 1
            with pytest.raises(Illegal) as caught:
                journal.add(entry, floor=number)
            for wrong in (
                Agreed(entry.to, (entry.asked_by + 1) % seats if seats > 1 else 1),
                Agreed(journal.number, entry.asked_by),
                Agreed(-1, entry.asked_by),
            ):
                with pytest.raises(Illegal) as caught:
                    journal.add(wrong)
                assert caught.value.reason.code == "nothing_to_take_back"
    assert crossed > 3
    assert (refused > 0) == CONTRACTS[title].looks


def _seen_alone(title: str, journal: AnyJournal, number: int) -> bool:
    """Whether an entry is a wall, even a look at cards that the seat itself put there."""
    secrets, entry = CONTRACTS[title].secrets, journal.entries[number - 1]
    before, after = journal._positions[number - 1 : number + 1]
    hidden = secrets(after, None)
    seats = range(journal.options.seats)
    looked = isinstance(entry, Moved) and journal.game.price(before, *_moved(entry)).alone
    return bool(looked) or any((secrets(before, s) - secrets(after, s)) & hidden for s in seats)


def _moved(entry: Moved) -> tuple[Seat, Action]:
    return entry.seat, entry.action


@tables
def test_the_own_last_turn_can_be_asked_for(title: str, seats: int) -> None:
    walls = 0
    for journal in some(title, seats):
        for seat in range(seats):
            points = journal.undo_to(seat)
            acted = [n for n in journal.line if _by(journal, n) is not None]
            own = [n for n in acted if _by(journal, n) == seat]
            assert bool(points) == bool(own)
            assert [each.number for each in points] == own[: -len(points) - 1 : -1]
            assert len(points) <= UNDO_POINTS
            if not points:
                continue
            first = acted.index(points[-1].number)
            ended = len(points) == UNDO_POINTS or first == 0
            assert ended or _by(journal, acted[first - 1]) != seat
            assert len({_by(journal, n) for n in acted[first:] if n <= points[0].number}) == 1
            for each in points:
                assert each.entries == tuple(n for n in journal.line if n >= each.number)
                assert asked(journal, each.number) == Agreed(each.to, seat)
                if each.wall is None:
                    assert journal.add(Agreed(each.to, seat)).line[-1:] in {(), (each.to,)}
                else:
                    walls += 1
                    with pytest.raises(Illegal) as caught:
                        journal.add(Agreed(each.to, seat))
                    if not journal.over:
                        assert caught.value.reason.code == each.wall.code
            floored = journal.undo_to(seat, floor=points[0].number)
            assert all(each.wall is not None for each in floored)
    assert (walls > 0) == CONTRACTS[title].looks


def _by(journal: AnyJournal, number: int) -> Seat | None:
    entry = journal.entries[number - 1]
    return entry.seat if isinstance(entry, Moved) else None


@tables
def test_another_outcome_than_the_known_one_is_refused(title: str, seats: int) -> None:
    refused = 0
    for journal in walk(title, seats)[::2]:
        number = len(journal.line) and journal.line[-1]
        entry = journal.entries[number - 1]
        if number < journal.number or not isinstance(entry, Drawn):
            continue
        before = journal.at(number - 1)
        draw = before.game.pending(before._state)
        assert isinstance(draw, Draw)
        due = before._order.due(draw)
        assert entry.items[: len(due)] == due
        other = next((item for item in draw.items if item not in entry.items), None)
        if due and other is not None:
            refused += 1
            with pytest.raises(Illegal) as caught:
                before.add(Drawn((other, *entry.items[1:])))
            assert caught.value.reason.code == "known_order"
    assert refused > 10 or CONTRACTS[title].looks


@tables
def test_what_is_shown_as_next_comes_next(title: str, seats: int) -> None:
    """Everyone is shown public supplies, and a seat its own but never another's."""
    told = 0
    journal = walk(title, seats)[-1]
    for number, draw, items in draws(journal):
        if number % 3:
            continue
        before = journal.at(number - 1)
        row = before.known(draw.seen_by).get(draw.supply, ())
        taken = before._order.branch.get(draw.supply, ())
        # The supply was mixed after its last draw, and nobody is asked before the next.
        mixed = bool(taken) and not set(draw.items) <= set(taken[-1].left)
        if row and set(row) <= set(draw.items) and not mixed:
            told += 1
            common = min(len(row), len(items))
            assert items[:common] == row[:common]
        if draw.seen_by is not None:
            assert draw.supply not in before.known(None)
            assert draw.supply not in before.known((draw.seen_by + 1) % seats) or seats == 1
        for supply, known in before.known(None).items():
            assert known, supply
    assert told or CONTRACTS[title].looks


@tables
def test_what_all_know_to_come_next_is_said_in_one_line(title: str, seats: int) -> None:
    """Every item has its place in the line: another order makes another line."""
    look, words, told = PRESENTATIONS[title], Words("en"), 0
    scene = Scene(people=tuple(Person(f"P{seat}", computer=False) for seat in range(seats)))
    for journal in some(title, seats):
        for supply, items in journal.known(None).items():
            told += 1
            line = look.coming(supply, items, scene, words)
            assert "\n" not in line
            assert len(line) < 1000
            for item in items:
                alone = look.coming(supply, (item,), scene, words)
                assert set(alone.split()[2:-1]) <= set(line.split())
            if len(set(items)) > 1:
                other = look.coming(supply, items[::-1], scene, words)
                same = [look.coming(supply, (item,), scene, words) for item in items]
                assert other != line or len(set(same)) == 1
    assert told or CONTRACTS[title].looks
