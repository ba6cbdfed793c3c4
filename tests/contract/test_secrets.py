"""What a seat may know: nothing that is hidden from it can reach it (point 5).

Two positions that look the same to a listener must lead to the same in all that is made
for it. That is its view, its decisions, what the table sees of others' decisions, the
events told, its orders, and a computer player's choice for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from rules.contract import AnyGame, Decision, Draw, Drawn, Illegal, Moved, Over, Seat
from rules.opponents import LEVELS, choose
from rules.registry import GAMES
from tests.contract.games import (
    CONTRACTS,
    briefly,
    decisions,
    games,
    played,
    positions,
    some,
    tables,
)


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def listeners(seats: int) -> tuple[Seat | None, ...]:
    return (*range(seats), None)


def words_of(value: object) -> Iterator[str]:
    """Every string that is somewhere in a value as data, not as a key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from words_of(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from words_of(inner)


@tables
def test_imagined_positions_look_the_same(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(1)
    for state in positions(title, seats, every=5):
        for listener in listeners(seats):
            view = game.observe(state, listener)
            imagined = game.imagine(view, rng)
            assert game.observe(imagined, listener) == view
            assert encoded(game.observe(imagined, listener)) == encoded(view)


@tables
def test_imagined_positions_differ_in_what_is_hidden(title: str, seats: int) -> None:
    """Otherwise the tests in this file would prove nothing."""
    game, rng = GAMES[title], Random(2)
    for journal in games(title, seats):
        middle = journal._positions[journal.number // 2]
        for listener in listeners(seats):
            view = game.observe(middle, listener)
            found = {encoded(game.imagine(view, rng)) for _ in range(4)}
            assert len(found) == 4


@tables
def test_imagined_positions_hold_the_same_components(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(3)
    components = CONTRACTS[title].components
    for state in positions(title, seats, every=9):
        for listener in listeners(seats):
            imagined = game.imagine(game.observe(state, listener), rng)
            assert components(imagined) == components(state)


@tables
def test_imagined_positions_can_be_played_on(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(4)
    for state in positions(title, seats, every=15):
        for listener in listeners(seats):
            imagined = game.imagine(game.observe(state, listener), rng)
            for _ in range(12):
                pending = game.pending(imagined)
                if isinstance(pending, Over):
                    break
                if isinstance(pending, Draw):
                    items = tuple(rng.sample(pending.items, pending.count))
                    imagined = game.drawn(imagined, items)
                else:
                    decision = rng.choice(pending)
                    action = rng.choice(decision.options)
                    imagined = game.act(imagined, decision.seat, action)


@tables
def test_hidden_things_change_no_decision(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(5)
    for state in positions(title, seats, every=3):
        for listener in listeners(seats):
            other = game.imagine(game.observe(state, listener), rng)
            assert _kind(game, other) == _kind(game, state)
            pairs = zip(decisions(game, state), decisions(game, other), strict=True)
            for ours, theirs in pairs:
                if ours.seat == listener:
                    assert encoded(theirs) == encoded(ours)
                else:
                    assert encoded(_open_part(theirs)) == encoded(_open_part(ours))
            if listener is not None:
                assert game.blocked(other, listener) == game.blocked(state, listener)


def _kind(game: AnyGame, state: Any) -> tuple[object, ...]:
    """Who decides, or what is drawn: the part that everyone may know."""
    pending = game.pending(state)
    match pending:
        case Draw():
            return (pending.supply, pending.count, len(pending.items))
        case Over():
            return (pending,)
        case _:
            return tuple(decision.seat for decision in pending)


def _open_part(decision: Decision) -> Decision:
    """What the table message shows of a seat's decision."""
    return Decision(decision.seat, decision.prompt, (), (), decision.public)


@tables
def test_hidden_things_change_no_price_and_no_reason(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(6)
    for state in positions(title, seats, every=11):
        for decision in decisions(game, state):
            seat = decision.seat
            other = game.imagine(game.observe(state, seat), rng)
            for action in rng.sample(decision.options, min(4, len(decision.options))):
                assert game.price(other, seat, action) == game.price(state, seat, action)


@tables
def test_what_can_be_taken_back_shows_nothing_hidden(title: str, seats: int) -> None:
    """An action that can be undone shows only what follows from what was known before."""
    game, rng = GAMES[title], Random(9)
    checked = 0
    for state in positions(title, seats, every=3):
        for decision in decisions(game, state):
            seat = decision.seat
            view = game.observe(state, seat)
            for action in some(decision.options + decision.asides, rng, 6):
                other = game.imagine(view, rng)
                reveals = game.price(state, seat, action).reveals
                assert game.price(other, seat, action).reveals == reveals
                after, twin = (game.act(each, seat, action) for each in (state, other))
                if reveals or isinstance(game.pending(after), Draw):
                    continue  # cannot be undone
                seen = _seen_after(game, state, Moved(seat, action), after)
                assert _seen_after(game, other, Moved(seat, action), twin) == seen, action
                checked += 1
    assert checked > CONTRACTS[title].undone


def _seen_after(game: AnyGame, before: Any, entry: Moved, after: Any) -> tuple[object, ...]:
    """All that an action shows its seat: the view, the events, who is asked what."""
    seat = entry.seat
    asked = tuple(encoded(_open_part(each)) for each in decisions(game, after))
    own = tuple(encoded(each) for each in decisions(game, after) if each.seat == seat)
    told = game.told(before, entry, after, seat)
    return encoded(game.observe(after, seat)), encoded(told), asked, own, _kind(game, after)


@tables
def test_views_name_nothing_hidden(title: str, seats: int) -> None:
    game, secrets = GAMES[title], CONTRACTS[title].secrets
    checked = 0
    for state in positions(title, seats, every=2):
        for listener in listeners(seats):
            hidden = secrets(state, listener)
            view = msgspec.to_builtins(game.observe(state, listener))
            assert hidden.isdisjoint(words_of(view))
            checked += len(hidden)
    assert checked > 1_000


@tables
def test_what_is_told_names_nothing_hidden(title: str, seats: int) -> None:
    secrets = CONTRACTS[title].secrets
    for journal in games(title, seats):
        for number in range(1, journal.number + 1):
            before, after = journal._positions[number - 1 : number + 1]
            for listener in listeners(seats):
                hidden = secrets(before, listener) & secrets(after, listener)
                told = msgspec.to_builtins(journal.told(number, listener))
                assert hidden.isdisjoint(words_of(told)), (number, listener)


@tables
def test_the_same_to_look_at_is_told_the_same(title: str, seats: int) -> None:
    """If two positions look alike to a listener before and after an entry, so do its events."""
    game, rng = GAMES[title], Random(7)
    compared = hidden_entries = 0
    for journal in games(title, seats):
        for number in range(1, journal.number + 1, 2):
            before, after = journal._positions[number - 1 : number + 1]
            entry = journal.entries[number - 1]
            assert isinstance(entry, Moved | Drawn)
            for listener in listeners(seats):
                seen = encoded(game.observe(after, listener))
                told = encoded(game.told(before, entry, after, listener))
                other = game.imagine(game.observe(before, listener), rng)
                for alike in _like(game, other, entry):
                    ended = _after(game, other, alike)
                    if encoded(game.observe(ended, listener)) != seen:
                        continue
                    assert encoded(game.told(other, alike, ended, listener)) == told
                    compared += 1
                    hidden_entries += alike != entry
    assert compared > 100
    assert hidden_entries > 10


def _like(game: AnyGame, state: Any, entry: Moved | Drawn) -> Sequence[Moved | Drawn]:
    """The same entry, or entries of its kind that differ in the hidden part."""
    pending = game.pending(state)
    if isinstance(entry, Drawn):
        assert isinstance(pending, Draw)
        return [Drawn(pending.items[: pending.count]), Drawn(pending.items[-pending.count :])]
    decision = next(d for d in decisions(game, state) if d.seat == entry.seat)
    listed = decision.options + decision.asides
    if entry.action in listed:
        return [entry]
    kind = type(entry.action)
    return [Moved(entry.seat, action) for action in listed if type(action) is kind][:3]


def _after(game: AnyGame, state: Any, entry: Moved | Drawn) -> Any:
    if isinstance(entry, Drawn):
        return game.drawn(state, entry.items)
    return game.act(state, entry.seat, entry.action)


@tables
def test_opponents_and_orders_depend_on_the_view_alone(title: str, seats: int) -> None:
    """A twin position differs only in hidden things; levels that search are asked in few."""
    game, rng = GAMES[title], Random(8)
    for number, state in enumerate(positions(title, seats, every=7)):
        for decision in decisions(game, state):
            view = game.observe(state, decision.seat)
            other = game.observe(game.imagine(view, rng), decision.seat)
            assert game.offers(other) == game.offers(view)
            for level in LEVELS if number % 6 == 0 else LEVELS[:1]:
                chosen = [
                    choose(title, level, seen, decision, Random(1), briefly())
                    for seen in (view, other)
                ]
                assert chosen[0] == chosen[1]
                assert chosen[0] in decision.options + decision.asides


@tables
def test_everything_is_shown_after_the_end(title: str, seats: int) -> None:
    game, secrets = GAMES[title], CONTRACTS[title].secrets
    journal = played(title, seats)
    last = journal._positions[-1]
    assert secrets(last, None) == frozenset()
    shown = {encoded(game.owned(game.observe(last, seat))) for seat in listeners(seats)}
    assert len(shown) == 1


@tables
def test_refusals_speak_of_the_own_seat_only(title: str, seats: int) -> None:
    """A seat that tries an action of another's decision learns nothing about that seat."""
    game = GAMES[title]
    for state in positions(title, seats, every=13):
        for decision in decisions(game, state):
            for seat in range(seats):
                if seat in {d.seat for d in decisions(game, state)}:
                    continue
                with pytest.raises(Illegal) as caught:
                    game.act(state, seat, decision.options[-1])
                assert caught.value.reason.has is None
                assert caught.value.reason.what is None
