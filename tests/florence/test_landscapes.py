"""Chapter "Forests, lakes, parks": placing a landscape and what it scores."""

from __future__ import annotations

import pytest

from rules.florence.actions import Open, Pass, Place, Take, ToPlace, Work
from rules.florence.catalogue import LANDSCAPES
from rules.florence.principality import SPOTS
from rules.florence.state import Exchanging, Landing, Opening, Player, Tile
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    acting,
    decision,
    opening,
    play,
    player,
    position,
    refused,
)


def landing(owner: Player, landscape: str) -> Player:
    """The seat after placing a landscape on the first spot offered."""
    state = position(owner, player(), player(), step=Landing(ANA, landscape, BRUNO))
    return play(state, decision(state).options[0]).players[ANA]


def test_a_landscape_is_placed_at_once() -> None:
    """F33, FR5: its buyer, not the opener, places it before the auctions go on."""
    state = play(opening(), Open("lake"))
    bid = decision(state).options[0]
    state = play(state, bid, Pass(), Pass())
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (BRUNO, ToPlace("lake"))
    state = play(state, asked.options[0])
    assert state.step == Opening(ANA)
    assert [tile.kind for tile in state.players[BRUNO].tiles] == ["lake"]


@pytest.mark.parametrize("landscape", LANDSCAPES)
def test_every_free_spot_is_offered_and_no_other(landscape: str) -> None:
    """F33: on free squares, in every orientation."""
    owner = player(kinds=("university", "forest"))
    state = position(owner, player(), player(), step=Landing(ANA, landscape, ANA))
    options = decision(state).options
    assert all(isinstance(place, Place) for place in options)
    laid = _masks(owner)
    free = [s for s in SPOTS[landscape] if not s.mask & laid]
    assert options == tuple(Place(landscape, s.orientation, s.square) for s in free)
    assert 0 < len(free) < len(SPOTS[landscape])


def _masks(owner: Player) -> int:
    total = 0
    for tile in owner.tiles:
        for spot in SPOTS[tile.kind]:
            if (spot.orientation, spot.square) == (tile.orientation, tile.square):
                total |= spot.mask
    return total


def test_a_landscape_may_touch_anything() -> None:
    """F33, F76, FR5: buildings, landscapes and the Palazzo, even without builders."""
    owner = player(tiles=(Tile("tower", 0, 0), Tile("park", 0, 21)))
    state = position(owner, player(), player(), step=Landing(ANA, "lake", ANA))
    below_tower, above_palazzo = Place("lake", 0, 7), Place("lake", 0, 23)
    assert below_tower in decision(state).options
    assert above_palazzo in decision(state).options


def test_a_landscape_does_not_lie_elsewhere() -> None:
    """F33, F73: not on a tile, not outside the walls, and only the landscape bought."""
    owner = player(tiles=(Tile("tower", 0, 0),))
    state = position(owner, player(), player(), step=Landing(ANA, "lake", ANA))
    assert refused(state, Place("lake", 0, 1)).code == "overlaps"
    assert refused(state, Place("lake", 0, 5)).code == "outside"
    assert refused(state, Place("lake", 0, 35)).code == "outside", "the Palazzo"
    assert refused(state, Place("park", 0, 14)).code == "unknown_action"


@pytest.mark.parametrize("landscape", LANDSCAPES)
def test_the_second_and_further_of_a_kind_score(landscape: str) -> None:
    """F35: nothing for the first, 3 points for each further one, wherever it is."""
    owner = player()
    seen = []
    for _ in range(3):
        owner = landing(owner, landscape)
        seen.append(owner.tally.landscapes)
    assert seen == [0, 3, 6]
    assert owner.prestige == 6


def test_another_kind_scores_nothing() -> None:
    """F36: a lake beside a forest is the first of its kind."""
    owner = landing(player(kinds=("forest", "park")), "lake")
    assert owner.prestige == 0


@pytest.mark.parametrize(("kinds", "value"), [((), 7), (("lake",), 10), (("lake",) * 3, 10)])
def test_the_loved_landscape_adds_three_once(kinds: tuple[str, ...], value: int) -> None:
    """F34, F57: 3 for the landscape, whatever the number owned."""
    owner = player(jesters=3, hand=("poet",), kinds=kinds)
    assert play(acting(owner), Work("poet")).step == Exchanging(ANA, "poet", value)


def test_an_unloved_landscape_adds_nothing() -> None:
    """F57: the poet does not care for forests."""
    owner = player(jesters=3, hand=("poet",), kinds=("forest", "park"))
    assert play(acting(owner), Work("poet")).step == Exchanging(ANA, "poet", 7)


def test_the_last_free_seat_places_its_landscape_too() -> None:
    """F29, F33: taking for 200 is a purchase like any other."""
    state = opening(declined=(BRUNO, CHRISTIAN))
    state = play(state, Take("park"))
    assert state.step == Landing(ANA, "park", ANA)
