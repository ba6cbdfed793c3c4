"""What a view says of a seat's prestige cards: their points, rivals and demands now."""

from __future__ import annotations

from render.florence.pictures.values import Prospect, prospect
from tests.florence.positions import ANA, FLORENCE, acting, player


def seen(card: str) -> Prospect:
    """What a card would pay Ana, who has freedoms and works, against two others."""
    ana = player(freedoms=("travel", "opinion"), works=("poet",), jesters=2, kinds=("opera",))
    state = acting(ana, player(works=("dancer",)), player(jesters=1))
    return prospect(FLORENCE.observe(state, ANA), ANA, card)


def test_a_lead_says_what_one_has_and_the_most_of_the_others() -> None:
    assert seen("most_jesters") == Prospect(points=6, own=2, rival=1)
    assert seen("most_works") == Prospect(points=4, own=1, rival=1)
    assert seen("most_parks") == Prospect(points=0, own=0, rival=0)


def test_a_set_says_what_there_is_of_each_demand() -> None:
    assert seen("three_freedoms") == Prospect(0, None, None, ((2, 3),))
    assert seen("buildings_freedoms_works").demands == ((1, 4), (2, 2), (1, 4))
