"""Chapter "Build a building": cost, prestige, stock."""

from __future__ import annotations

import pytest

from rules.florence.actions import Build, EndTurn, Exchange, Work
from rules.florence.catalogue import BUILDINGS
from rules.florence.state import Exchanging
from tests.florence.positions import (
    ANA,
    FLORENCE,
    acting,
    can,
    decision,
    offered,
    play,
    player,
    refused,
)


def spot(building: str) -> Build:
    """A legal place for a building in an empty principality."""
    state = acting(player())
    return next(
        option
        for option in decision(state).options
        if isinstance(option, Build) and option.building == building
    )


@pytest.mark.parametrize(("builders", "cost"), [(0, 700), (1, 300), (2, 300), (3, 0)])
@pytest.mark.parametrize("building", ["university", "opera", "chapel"])
def test_cost_depends_on_builders_alone(builders: int, cost: int, building: str) -> None:
    """F69, F39, F41: 700; 300 with 1 or 2 builders; free with 3, whatever the size."""
    state = acting(player(builders=builders))
    state = play(state, spot(building))
    assert state.players[ANA].florins == 3500 - cost


@pytest.mark.parametrize("builders", [0, 1])
def test_without_cover_nothing_is_built(builders: int) -> None:
    """F69, FR3: not even with one florin less than the cost; but prestige can cover it."""
    cost = 700 if builders == 0 else 300
    state = acting(player(florins=cost - 1, builders=builders))
    assert offered(state, Build) == set()
    reason = refused(state, spot("tower"))
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay", cost, cost - 1)
    state = acting(player(florins=cost - 100, prestige=1, builders=builders))
    state = play(state, spot("tower"))
    owner = state.players[ANA]
    assert (owner.florins, owner.tally.sold, owner.prestige) == (0, -1, 3)


@pytest.mark.parametrize("building", BUILDINGS)
def test_a_building_scores_three_at_once(building: str) -> None:
    """F70: every type does, whatever its size."""
    state = play(acting(player()), spot(building))
    owner = state.players[ANA]
    assert (owner.prestige, owner.tally.buildings) == (3, 3)


def test_a_building_adds_to_works_of_the_same_turn() -> None:
    """F70, F56: 4 to the works of its professions, once it is built."""
    owner = player(jesters=3, hand=("poet",))
    state = play(acting(owner), spot("theatre"), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 11)
    state = play(state, Exchange(0))
    assert state.players[ANA].prestige == 3


def test_a_type_out_of_stock_cannot_be_built() -> None:
    """F71: there are three copies of each type; the fourth seat comes too late."""
    owners = [player(kinds=("tower",)) for _ in range(3)]
    state = acting(player(), *owners)
    assert "tower" not in offered(state, Build)
    assert refused(state, spot("tower")).code == "sold_out"
    assert offered(state, Build) == set(BUILDINGS) - {"tower"}


def test_building_takes_the_copy_from_the_stock() -> None:
    """F71: there is one fewer of this type; all others stay."""
    state = play(acting(player()), spot("opera"))
    stock = FLORENCE.observe(state, None).buildings
    assert stock == {kind: 2 if kind == "opera" else 3 for kind in BUILDINGS}


def test_one_building_of_each_type() -> None:
    """F77: a second one of the same type is refused, even in a later turn."""
    owner = player(builders=3, kinds=("tower",))
    state = acting(owner)
    assert offered(state, Build) == set(BUILDINGS) - {"tower"}
    assert refused(state, Build("tower", 0, 40)).code == "already_built"
    state = play(acting(player(builders=3)), spot("chapel"))
    assert refused(state, Build("chapel", 0, 40)).code == "already_built"
    assert (
        refused(acting(*state.players, turn=2), Build("chapel", 0, 40)).code == "already_built"
    )


def test_the_palazzo_is_not_a_building() -> None:
    """F79: it counts neither for the bonus card nor as a building in the view."""
    state = acting(player(jesters=4, hand=("poet",), bonus=("buildings",)))
    assert FLORENCE.observe(state, None).seats[ANA].tiles == ()
    state = play(state, Work("poet"))
    state = play(state, decision(state).options[1])
    assert state.step == Exchanging(ANA, "poet", 9)


def test_there_is_no_move_that_demolishes() -> None:
    """F78: no option of a seat moves or removes its tiles."""
    owner = player(builders=3, kinds=("tower", "forest"), hand=("poet",), jesters=4)
    state = acting(owner)
    for option in decision(state).options:
        after = FLORENCE.act(state, ANA, option)
        assert after.players[ANA].tiles[:2] == owner.tiles
    assert can(state, EndTurn())
