"""Chapter "What the seven items are for": jesters, builders, prestige cards."""

from __future__ import annotations

import pytest

from rules.florence.actions import (
    Build,
    Keep,
    Open,
    Pass,
    PutUnder,
    Take,
    ToKeep,
    ToPutUnder,
    Work,
)
from rules.florence.catalogue import PRESTIGE
from rules.florence.phase_b import cost
from rules.florence.state import Acting, Exchanging, Opening, Player
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    acting,
    can,
    decision,
    offered,
    opening,
    owed,
    play,
    player,
)

DECLINED = (BRUNO, CHRISTIAN)


def taken(owner: Player, lot: str) -> Player:
    """The seat after taking an item for 200 as the last free seat."""
    state = opening(owner, player(), player(), declined=DECLINED)
    return play(state, Take(lot)).players[ANA]


def test_any_number_of_jesters() -> None:
    """F32: only builders are limited."""
    owner = player(jesters=6)
    assert taken(owner, "jester").jesters == 7


def test_any_number_of_landscapes_that_fit() -> None:
    """F32: a sixth park is as welcome as the first."""
    state = opening(player(kinds=["park"] * 5), player(), player(), declined=DECLINED)
    assert "park" in offered(state, Take)


def test_at_most_three_builders() -> None:
    """F32: a third can be taken, but not a fourth."""
    for builders in range(4):
        state = opening(player(builders=builders), player(), player(), declined=DECLINED)
        assert ("builder" in offered(state, Take)) is (builders < 3)


@pytest.mark.parametrize("jesters", [0, 1, 2, 5])
def test_each_jester_adds_two_to_a_work(jesters: int) -> None:
    """F38, F59: 2 for each jester on the Palazzo."""
    owner = player(jesters=jesters, hand=("poet",), kinds=("theatre", "lake"))
    state = play(acting(owner), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 4 + 3 + 1 + 2 * jesters)


def test_a_jester_gives_no_prestige() -> None:
    """F38: it costs 200 here and gives value only."""
    owner = taken(player(jesters=1), "jester")
    assert (owner.jesters, owner.prestige, owner.florins) == (2, 0, 3300)


@pytest.mark.parametrize(
    ("before", "prestige", "building"), [(0, 0, 300), (1, 3, 300), (2, 3, 0)]
)
def test_each_builder_changes_cost_and_prestige(
    before: int, prestige: int, building: int
) -> None:
    """F39, F40, F41: 300 with the first; 3 points each for the second and third; then free."""
    assert cost(player()) == 700
    owner = taken(player(builders=before), "builder")
    assert owner.builders == before + 1
    assert owner.prestige == prestige
    assert owner.tally.builders == prestige
    assert cost(owner) == building


@pytest.mark.parametrize(("builders", "may"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_second_builder_lets_buildings_touch(builders: int, *, may: bool) -> None:
    """F40, F75: a tower right beside a chapel needs two builders."""
    owner = player(builders=builders, kinds=("chapel",))
    assert can(acting(owner), Build("tower", 0, 3)) is True
    assert can(acting(owner), Build("tower", 0, 2)) is may


def test_a_prestige_card_is_chosen_from_five() -> None:
    """F42: look at five, keep one hidden, put four under the pile in any order."""
    state = opening(player(), player(), player(), declined=DECLINED)
    state = play(state, Take("prestige"))
    draw = owed(state)
    assert (draw.supply, draw.count) == ("prestige", 5)
    assert set(draw.items) == set(PRESTIGE)
    looked = ("most_works", "most_parks", "two_large", "most_lakes", "fewest_empty")
    state = play(state, looked)
    assert decision(state).prompt == ToKeep("prestige")
    assert decision(state).options == tuple(Keep(card) for card in looked)
    state = play(state, Keep("two_large"))
    assert state.players[ANA].prestige_cards == ("two_large",)
    assert decision(state).prompt == ToPutUnder("prestige")
    assert len(decision(state).options) == 24
    assert decision(state).options[0] == PutUnder((1, 7, 6, 9)), "as they lie"
    state = play(state, PutUnder((9, 1, 6, 7)))
    assert [buried.card for buried in state.prestige.under] == [
        "fewest_empty",
        "most_works",
        "most_lakes",
        "most_parks",
    ]
    assert len(state.prestige) == 13
    assert state.step == Acting(ANA)


def test_the_auctions_go_on_after_the_look_at_prestige_cards() -> None:
    """F42, F25: then the next free seat opens."""
    state = opening(player(), player(), player(), declined=(CHRISTIAN,), seat=BRUNO)
    looked = ("most_works", "most_parks", "two_large", "most_lakes", "fewest_empty")
    state = play(state, Open("prestige"), Pass(), looked, Keep("most_works"))
    state = play(state, decision(state).options[0])
    assert state.step == Opening(ANA)
