"""Plans: what a seat could do if its next turn began now, from what it can see."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.contract import Deltas, Moved, Seat
from rules.journal import Journal
from rules.opponents import LEVELS
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, decisions, games, played, positions, tables


@tables
def test_a_plan_says_what_its_price_is_when_the_turn_begins(title: str, seats: int) -> None:
    """It does if the last action before the turn changed nothing that the seat owns."""
    game, contract = GAMES[title], CONTRACTS[title]
    checked = 0
    for journal in games(title, seats):
        for number, entry in enumerate(journal.entries, 1):
            if not isinstance(entry, Moved) or _tag(entry) not in contract.ends:
                continue
            begun = next(
                (n for n in range(number, journal.number + 1) if _asked(journal, n)), 0
            )
            for decision in decisions(game, journal._positions[begun]) if begun else ():
                seat = decision.seat
                before, after = (journal.view(seat, n) for n in (number - 1, begun))
                plans = tuple(game.plans(before))
                own = [contract.holdings(view, seat) for view in (before, after)]
                if seat == entry.seat or not plans or own[0] != own[1]:
                    continue
                assert tuple(action for action, _ in plans) == decision.options
                for action, deltas in plans:
                    priced = game.price(journal._positions[begun], seat, action)
                    assert priced == deltas
                    checked += 1
    assert checked > 20 or seats == 1 or not contract.plans


def _tag(entry: Moved) -> str:
    return str(entry.action.__struct_config__.tag)


def _asked(journal: Journal[Any, Any], number: int) -> bool:
    return bool(decisions(journal.game, journal._positions[number]))


@tables
def test_who_decides_or_only_looks_on_has_no_plan(title: str, seats: int) -> None:
    game = GAMES[title]
    for state in positions(title, seats, every=5):
        asked = {decision.seat for decision in decisions(game, state)}
        for seat in (None, *asked):
            assert not any(game.plans(game.observe(state, seat)))


@tables
def test_hidden_things_change_no_plan(title: str, seats: int) -> None:
    """Plans are the same in a twin position, with all that the seat cannot see redealt."""
    game, rng = GAMES[title], Random(3)
    for state in positions(title, seats, every=40):
        for seat in range(seats):
            view = game.observe(state, seat)
            twin = game.observe(game.imagine(view, rng), seat)
            assert list(game.plans(twin)) == list(game.plans(view))


@tables
def test_a_plan_holds_while_it_does_what_it_said(title: str, seats: int) -> None:
    journal = played(title, seats, LEVELS[0])
    done = 0
    for number in range(0, journal.number, 7):
        here = journal.at(number)
        for decision in here.decisions:
            seat: Seat = decision.seat
            action = decision.options[-1]
            plan = (action, here.price(seat, action))
            assert here.holds(seat, plan)
            assert not here.holds(seat, (action, Deltas(reveals=("nothing",))))
            assert (
                not here.holds((seat + 1) % seats, plan)
                or len(here.decisions) > 1
                or seats == 1
            )
            done += 1
    assert done > 5


@tables
def test_a_journal_asks_its_game_for_plans(title: str, seats: int) -> None:
    journal = played(title, seats, LEVELS[0])
    found = 0
    for number in range(0, journal.number, 40):
        here = journal.at(number)
        for seat in range(seats):
            plans = here.plans(seat)
            assert plans == tuple(here.game.plans(here.view(seat)))
            assert here.may_plan(seat) == bool(plans)
            found += bool(plans)
    assert found or seats == 1 or not CONTRACTS[title].plans
