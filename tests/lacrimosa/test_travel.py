"""Chapter "Travel": roads, tiles, and what they grant."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from rules.lacrimosa.actions import (
    Document,
    EndTurn,
    Perform,
    Sell,
    Skip,
    Spread,
    ToAct,
    ToGrant,
    Travel,
)
from rules.lacrimosa.state import Held, Lying, Right, State
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    PLACES,
    acting,
    can,
    decision,
    gained,
    last_turn,
    offered,
    on_turn,
    owed,
    play,
    refused,
    settled,
)
from tests.lacrimosa.rows import row

RICH = {"ducats": 30, "counters": (4, 8, 4)}


def travelling(on_map: dict[str, str], **fields: Any) -> State:
    """Ana may travel from Salzburg with these tiles on the map."""
    first = on_turn(**{**RICH, **fields})
    return acting(first, rights=("travel",), on_map=on_map)


def cheapest(start: str, goal: str) -> int:
    """The fewest ducats from one place to another, found by trying ever longer routes."""
    roads = {frozenset(road.between): road.ducats for road in EDITION.tables.map.road}
    costs = {start: 0}
    for _ in PLACES:
        for ends, ducats in roads.items():
            for here, there in permutations(ends):
                if here in costs:
                    costs[there] = min(costs.get(there, 99), costs[here] + ducats)
    return costs[goal]


@pytest.mark.parametrize("start", PLACES)
def test_any_place_by_the_cheapest_roads(start: str) -> None:
    """L72, LR25, LR26: the total of the roads crossed, whatever places are in between."""
    state = acting(on_turn(**RICH), rights=("travel",), mozart=start)
    assert {each.place for each in offered(state, Travel)} == set(PLACES)
    empty = replace(state, lying=(), used=())
    assert {each.place for each in offered(empty, Travel)} == set(PLACES) - {start}
    for place in set(PLACES) - {start}:
        after = play(empty, Travel(place))
        assert after.mozart == place
        assert gained(empty, after) == {"ducats": -cheapest(start, place)}


def test_places_on_the_way_give_nothing() -> None:
    """L73, LR26: to Berlin by way of Praha."""
    before = travelling({"berlin": "city-lehrmeister"})
    after = play(before, Travel("berlin"))
    assert gained(before, after) == {"ducats": -5, "talent": 2, "track.journey": -1}
    assert {each.place for each in before.lying} - {each.place for each in after.lying} == {
        "berlin"
    }


def test_the_place_where_the_marker_is() -> None:
    """L74, LR26: a goal without ducats for roads if there is a tile."""
    before = travelling({"salzburg": "city-lehrmeister"})
    after = play(before, Travel("salzburg"))
    assert gained(before, after) == {"talent": 2, "track.journey": -1}


def test_an_empty_place_where_the_marker_is() -> None:
    """LR25: a journey to it is refused, as nothing would change."""
    state = travelling({"salzburg": ""})
    assert refused(state, Travel("salzburg")).code == "nothing_here"


def test_an_empty_place_elsewhere() -> None:
    """L79, LR25: only the roads to it are paid, and nothing is gained."""
    before = travelling({"wien": "", "praha": ""})
    after = play(before, Travel("praha"))
    assert gained(before, after) == {"ducats": -3}
    assert after.mozart == "praha"
    assert after.lying == before.lying


@pytest.mark.parametrize(
    ("place", "tile", "what"),
    [
        ("wien", "court-instruments-2", "journey"),
        ("praha", "city-verleger", "journey"),
        ("praha", "city-oper", "talent"),
    ],
)
def test_the_tile_must_be_paid(place: str, tile: str, what: str) -> None:
    """L75, LR25: no stopping without payment; courts cost journey, cities talent too."""
    poor = {"tracks": (0, 1, 0), "counters": (0, 0, 0)}
    reason = refused(travelling({place: tile}, **poor), Travel(place))
    assert (reason.code, reason.what) == ("cannot_pay_points", what)


def test_roads_must_be_paid() -> None:
    """L72, LR4: in ducats."""
    reason = refused(travelling({"milano": "city-goenner"}, ducats=1), Travel("milano"))
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_ducats", 2, 1)


def test_the_price_comes_before_the_reward() -> None:
    """L76, LR30: what a tile brings does not pay for it."""
    state = travelling({"wien": "court-types-1"}, ducats=1, tracks=(0, 2, 0))
    assert refused(state, Travel("wien")).code == "cannot_pay_ducats"


@pytest.mark.parametrize(("gilded", "ducats"), [((), 2), (("wien",), 4)])
def test_the_visible_side_is_gained(gilded: tuple[str, ...], ducats: int) -> None:
    """L76, LR27: the plain or the gilded one."""
    before = acting(
        on_turn(**RICH), rights=("travel",), on_map={"wien": "court-types-1"}, gilded=gilded
    )
    after = play(before, Travel("wien"))
    assert after.players[ANA].ducats == 30 - 2 + ducats
    assert after.players[ANA].tracks == (2, 0, 2)


def test_a_court_is_kept_and_a_city_used() -> None:
    """L78, LR27: the court in front of the player, the city beside the board."""
    before = travelling({"wien": "court-types-1", "muenchen": "city-goenner"})
    court = play(before, Travel("wien"))
    assert court.players[ANA].courts == ("court-types-1",)
    assert court.used == ()
    city = play(before, Travel("muenchen"))
    assert city.players[ANA].courts == ()
    assert city.used == ("city-goenner",)
    assert not [each for each in city.lying if each.place == "muenchen"]


def test_the_marker_stays_for_all_players() -> None:
    """L80: the next seat starts from there."""
    state = play(travelling({"muenchen": "city-goenner"}), Travel("muenchen"), EndTurn())
    assert settled(state).mozart == "muenchen"


def test_a_granted_action_is_now_or_never() -> None:
    """L76, LR29: before the rest of the turn goes on; its costs are paid as usual."""
    before = acting(
        on_turn(**RICH, opus=("opus-k50",)),
        rights=("travel", "perform_or_sell"),
        on_map={"muenchen": "city-theater"},
    )
    state = play(before, Travel("muenchen"))
    assert decision(state).prompt == ToGrant("perform")
    assert refused(state, EndTurn()).code == "not_now"
    assert refused(state, Sell("opus-k50")).code == "no_such_right"
    after = play(state, Perform("opus-k50"))
    assert gained(state, after) == {"ducats": 5, "track.talent": -1}
    assert decision(after).prompt == ToAct(("perform_or_sell",))
    assert decision(play(state, Skip())).prompt == ToAct(("perform_or_sell",))


def test_goods_come_before_the_granted_action() -> None:
    """LR30: the ducat from the tile can help to pay for the memory."""
    before = acting(
        on_turn(ducats=2, tracks=(0, 2, 0)),
        rights=("travel",),
        on_map={"muenchen": "city-tagebuch"},
        row=row({6: "memory-bach-london"}),
    )
    state = play(before, Travel("muenchen"))
    assert decision(state).prompt == ToGrant("document")
    assert state.players[ANA].ducats == 2
    assert can(state, Document("memory-bach-london"))


def test_a_granted_action_may_grant_another() -> None:
    """LR29: a granted document, then a second journey and its wildcard, back to the turn."""
    state = acting(
        on_turn(ducats=30, counters=(4, 8, 8)),
        rights=("travel", "travel"),
        on_map={"muenchen": "city-reisenotizen", "salzburg": "city-postmeister"},
        row=row({6: "memory-bach-london"}),
    )
    state = play(state, Travel("muenchen"), Document("memory-bach-london"), Travel("salzburg"))
    state = play(state, Spread("t"))
    assert decision(state).prompt == ToAct(())


@pytest.mark.parametrize(
    ("tile", "action", "gains"),
    [
        ("city-dom-verkauf", Sell("opus-k139"), {"finance": 2, "vp": 2, "track.talent": -1}),
        ("city-dom-musik", Perform("opus-k139"), {"ducats": 7}),
    ],
)
def test_the_religious_cities(tile: str, action: Sell | Perform, gains: dict[str, int]) -> None:
    """L81, L82, LR24: cost and reward as usual, with the bonus if the action is carried out."""
    before = travelling({"salzburg": tile}, opus=("opus-k139", "opus-k50"))
    state = play(before, Travel("salzburg"))
    asked = decision(state)
    assert asked.prompt == ToGrant(
        "sell" if isinstance(action, Sell) else "perform", "religious"
    )
    assert asked.options == (action, Skip())
    assert gained(state, play(state, action)) == gains
    assert gained(state, play(state, Skip())) == {}


def test_without_such_an_opus_the_action_is_lost() -> None:
    """LR23: the rest of the tile is still gained."""
    before = acting(
        on_turn(**RICH, opus=("opus-k50",)),
        rights=("travel",),
        on_map={"salzburg": "city-dom-verkauf"},
        gilded=("salzburg",),
    )
    after = play(before, Travel("salzburg"))
    assert gained(before, after) == {"vp": 1, "track.journey": -1}
    assert decision(after).prompt == ToAct(())


def at_the_end(**fields: Any) -> State:
    return acting(last_turn(), last_turn(), seat=BRUNO, turn=4, **fields)


def test_tiles_left_are_gilded_and_places_filled_in_order() -> None:
    """L109, LR28: first all are turned, then plain tiles come by number."""
    before = at_the_end(on_map={"praha": "", "wien": "", "milano": ""})
    after = play(before, EndTurn())
    assert all(each.gilded for each in after.lying)
    asked = [
        (each.supply, each.key) for each in after.owed if each.supply in {"courts", "cities"}
    ]
    assert asked == [("courts", "wien"), ("cities", "praha"), ("cities", "milano")]
    assert set(owed(after).items) == set(before.courts)
    after = settled(after)
    fresh = {each.place for each in after.lying if not each.gilded}
    assert fresh == {"wien", "praha", "milano"}


def test_tiles_of_all_places_come_from_one_stack() -> None:
    """L109, L110: what is known about the next tile does not depend on its place."""
    state = play(at_the_end(on_map={"praha": "", "wien": "", "milano": ""}), EndTurn())
    asked = []
    for _ in range(3):
        asked.append(owed(state).supply)
        state = play(state, owed(state).items[:1])
    assert asked == ["courts", "cities", "cities"]


def test_used_cities_make_a_new_stack() -> None:
    """L110, LR28: even in the middle of filling."""
    places = [p.id for p in EDITION.tables.map.place if p.kind == "city"]
    before = at_the_end(on_map=dict.fromkeys(places, ""))
    left, used = before.cities[:1], before.cities[1:]
    before = replace(before, cities=left, used=used)
    state = play(before, EndTurn())
    assert Lying("salzburg", left[0]) in state.lying
    assert set(owed(state).items) == set(used)
    after = settled(state)
    assert len([each for each in after.lying if each.tile in EDITION.cities]) == 8
    assert len(after.cities) == 15 - 8
    assert after.used == ()


def test_courts_do_not_come_back() -> None:
    """L110, LR28: a place for a court stays empty once the stack is used up."""
    before = at_the_end(on_map={"wien": "", "london": "", "paris": ""})
    before = replace(before, courts=before.courts[:2])
    after = settled(play(before, EndTurn()))
    lying = {each.place for each in after.lying if each.tile in EDITION.courts}
    assert lying == {"wien", "london"}
    assert after.courts == ()
    assert len(EDITION.courts) >= 3 + 4 * 3


def test_rights_keep_their_limits() -> None:
    """LR23: a right to perform religious music is not a right to travel."""
    state = acting(on_turn(**RICH), rights=(Right("perform", "religious"),))
    assert refused(state, Travel("wien")).code == "no_such_right"
    assert Held("start-opus-k1a") in state.players[ANA].opus
