"""Chapter "Introduce a freedom"."""

from __future__ import annotations

import pytest

from rules.florence.actions import EndTurn, Introduce, Work
from rules.florence.catalogue import FREEDOMS
from rules.florence.state import Exchanging
from tests.florence.positions import ANA, FLORENCE, acting, offered, play, player, refused


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_a_freedom_of_choice_costs_300(freedom: str) -> None:
    """F82: one tile from the supply, for everyone to see."""
    state = play(acting(player()), Introduce(freedom))
    view = FLORENCE.observe(state, None)
    assert view.seats[ANA].freedoms == (freedom,)
    assert view.freedoms == {kind: 2 - (kind == freedom) for kind in FREEDOMS}
    assert (state.players[ANA].florins, state.players[ANA].prestige) == (3200, 0)


def test_each_kind_once_in_a_principality() -> None:
    """F82: a second one of the same kind is refused."""
    state = acting(player(freedoms=("travel",)))
    assert offered(state, Introduce) == {"religion", "opinion"}
    assert refused(state, Introduce("travel")).code == "already_introduced"
    assert refused(state, Introduce("press")).code == "unknown_action"
    everything = acting(player(freedoms=FREEDOMS))
    assert offered(everything, Introduce) == set()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_kind_that_is_gone_cannot_be_introduced(seats: int) -> None:
    """F83, F11: seats - 1 tiles of each kind; the last seat goes without."""
    others = [player(freedoms=("opinion",)) for _ in range(seats - 1)]
    state = acting(player(), *others)
    assert offered(state, Introduce) == {"travel", "religion"}
    assert refused(state, Introduce("opinion")).code == "freedom_gone"


def test_the_freedom_counts_at_once() -> None:
    """F82, F58: even for a work of the same turn."""
    state = acting(player(jesters=2, hand=("poet",)))
    assert refused(state, Work("poet")).code == "below_minimum"
    state = play(state, Introduce("travel"), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 8)


def test_freedoms_stay() -> None:
    """F82: a freedom is not used up by turns or works."""
    state = play(acting(player()), Introduce("religion"), EndTurn(), EndTurn(), EndTurn())
    assert state.players[ANA].freedoms == ("religion",)
