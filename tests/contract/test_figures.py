"""Figures add up: components, prices, scores (points 6 and 8)."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.contract import Draw, Moved
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, decisions, games, positions, some, tables


@tables
def test_components_are_conserved_at_every_step(title: str, seats: int) -> None:
    game, components = GAMES[title], CONTRACTS[title].components
    for journal in games(title, seats):
        first = components(game.start(journal.options))
        assert sum(first.values()) > 50
        for state in journal._positions:
            assert components(state) == first


@tables
def test_prices_are_the_differences_of_the_own_view(title: str, seats: int) -> None:
    game, holdings = GAMES[title], CONTRACTS[title].holdings
    rng, paid = Random(1), 0
    for state in positions(title, seats, every=2):
        for decision in decisions(game, state):
            seat = decision.seat
            old = holdings(game.observe(state, seat), seat)
            for action in some(decision.options + decision.asides, rng, 8):
                price = game.price(state, seat, action)
                new = holdings(game.observe(game.act(state, seat, action), seat), seat)
                changes = {
                    what: new[what] - old[what] for what in old if new[what] != old[what]
                }
                assert {delta.what: delta.amount for delta in price.amounts} == changes
                assert len(price.amounts) == len(changes)
                assert all(delta.amount for delta in price.forced)
                paid += bool(changes)
    assert paid > 50


@tables
def test_prices_announce_what_is_shown(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(2)
    shown = 0
    for state in positions(title, seats, every=2):
        for decision in decisions(game, state):
            for action in some(decision.options, rng, 8):
                after = game.pending(game.act(state, decision.seat, action))
                reveals = game.price(state, decision.seat, action).reveals
                if isinstance(after, Draw) and after.supply in reveals:
                    shown += 1
                if not reveals:
                    assert not _learns(game, state, decision.seat, action)
    assert shown > 3


def _learns(game: Any, state: Any, seat: int, action: Any) -> bool:
    """Whether the seat's action shows it ids that were hidden from it before."""
    secrets = CONTRACTS[game.name].secrets
    after = game.act(state, seat, action)
    return bool(secrets(state, seat) - secrets(after, seat))


@tables
def test_scores_add_up(title: str, seats: int) -> None:
    game, points = GAMES[title], CONTRACTS[title].points
    for journal in games(title, seats):
        over = journal.over
        assert over is not None
        assert len(over.lines) == seats
        assert over.totals == points(journal.view(None))
        assert over.totals == tuple(sum(line.points for line in seat) for seat in over.lines)
        sources = [tuple(line.source for line in lines) for lines in over.lines]
        assert len(set(sources)) == 1
        assert len(set(sources[0])) == len(sources[0])
        best = {max(over.totals)}
        if seats in CONTRACTS[title].rival:
            assert {over.totals[seat] for seat in over.winners} <= best
        else:
            assert {over.totals[seat] for seat in over.winners} == best
            rivals = [seat for seat in range(seats) if over.totals[seat] in best]
            assert (over.tie_break is not None) == (len(rivals) > len(over.winners))
        assert game.pending(journal._positions[-1]) == over


@tables
def test_points_change_by_entries_that_tell_of_it(title: str, seats: int) -> None:
    """Once the table is set up, points never change without an event."""
    points = CONTRACTS[title].points
    for journal in games(title, seats):
        kinds = [type(entry) for entry in journal.entries]
        for number in range(kinds.index(Moved) + 1, journal.number + 1):
            if points(journal.view(None, number)) != points(journal.view(None, number - 1)):
                assert journal.told(number, None)


@tables
def test_every_entry_but_quiet_ones_is_told(title: str, seats: int) -> None:
    for journal in games(title, seats):
        numbers = range(1, journal.number + 1)
        told = [number for number in numbers if journal.told(number, None)]
        assert len(told) > 0.8 * journal.number
        for number in told:
            for seat in range(seats):
                assert len(journal.told(number, seat)) == len(journal.told(number, None))
