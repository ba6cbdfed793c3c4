"""What a seat may plan for its next turn."""

from __future__ import annotations

from random import Random

from rules.contract import Delta, Plan
from rules.florence import State, View, game
from rules.florence.actions import Build, Decline, EndTurn, Introduce, Open
from rules.florence.state import FlorenceOptions
from rules.journal import Journal

FLORENCE = game()
Game = Journal[State, View]


def begun(rng: Random) -> Game:
    """A game of three seats at its first auction."""
    played: Game = Journal.start(FLORENCE, FlorenceOptions(3), rng)
    for _ in range(3):
        asked = played.decisions[0]
        played = played.move(asked.seat, asked.options[0], rng)
    return played


def kinds(plans: tuple[Plan, ...]) -> set[type]:
    return {type(action) for action, _ in plans}


def test_in_the_auctions_a_free_seat_plans_what_it_opens() -> None:
    rng = Random(1)
    played = begun(rng)
    first = played.decisions[0].seat
    assert played.plans(first) == ()
    for seat in {0, 1, 2} - {first}:
        assert kinds(played.plans(seat)) == {Open, Decline}


def test_who_is_out_of_the_auctions_plans_its_actions() -> None:
    rng = Random(1)
    played = begun(rng)
    first = played.decisions[0].seat
    played = played.move(first, Decline(), rng)
    plans = dict(played.plans(first))
    assert {Build, Introduce, EndTurn} <= kinds(played.plans(first))
    assert plans[Introduce("travel")].amounts == (Delta("florins", -300),)


def test_who_has_acted_plans_the_next_auctions() -> None:
    rng = Random(1)
    played = begun(rng)
    for _ in range(3):
        played = played.move(played.decisions[0].seat, Decline(), rng)
    first = played.decisions[0].seat
    others = sorted({0, 1, 2} - {first})
    played = played.move(first, EndTurn(), rng)
    assert kinds(played.plans(first)) == {Open, Decline}
    later = next(seat for seat in others if seat != played.decisions[0].seat)
    assert Build in kinds(played.plans(later))
    plan = next(plan for plan in played.plans(later) if plan[0] == Introduce("travel"))
    assert not played.holds(later, plan)
    played = played.move(played.decisions[0].seat, EndTurn(), rng)
    assert played.holds(later, plan)


def test_nothing_is_planned_in_the_setup_nor_after_the_last_turn() -> None:
    rng = Random(1)
    played: Game = Journal.start(FLORENCE, FlorenceOptions(3), rng)
    assert [played.plans(seat) for seat in range(3)] == [()] * 3
    last = played
    while not played.over:
        assert played.plans(played.decisions[0].seat) == ()
        last = played
        asked = played.decisions[0]
        quiet = next(
            (each for each in (Decline(), EndTurn()) if each in asked.options), asked.options[0]
        )
        played = played.move(asked.seat, quiet, rng)
    assert [last.plans(seat) for seat in range(3)] == [()] * 3
    assert [played.plans(seat) for seat in range(3)] == [()] * 3
