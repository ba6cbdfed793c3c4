"""Chapter "Story points": three kinds, on tracks and as counters."""

from __future__ import annotations

import pytest

from rules.lacrimosa import treasury
from rules.lacrimosa.actions import (
    Commission,
    Document,
    Split,
    Spread,
    ToSplit,
    ToSpread,
    Travel,
)
from rules.lacrimosa.grammar import KINDS, Cost
from rules.lacrimosa.state import State
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    acting,
    decision,
    gained,
    offered,
    on_turn,
    play,
    player,
    refused,
)
from tests.lacrimosa.rows import row

PRICE = Cost(talent=2)


def owner(**fields: object) -> State:
    return acting(
        on_turn(ducats=20, **fields),
        rights=("commission", "document", "travel"),
        row=row({3: "memory-st-james", 7: "opus-k50", 6: "memory-miserere"}),
        on_map={"wien": "court-types-1", "praha": "city-postmeister"},
    )


def test_three_kinds() -> None:
    """L42: talent, journey, composition."""
    assert KINDS == ("talent", "journey", "composition")


@pytest.mark.parametrize(
    ("tracks", "counters", "left"),
    [
        ((2, 0, 0), (3, 0, 0), ((0, 0, 0), (3, 0, 0))),
        ((1, 0, 0), (3, 0, 0), ((0, 0, 0), (2, 0, 0))),
        ((0, 0, 0), (2, 0, 0), ((0, 0, 0), (0, 0, 0))),
        ((5, 1, 1), (0, 4, 4), ((3, 1, 1), (0, 4, 4))),
    ],
)
def test_tracks_pay_first(
    tracks: tuple[int, int, int], counters: tuple[int, int, int], left: object
) -> None:
    """L44, L47, LR6: counters of the same kind pay the rest."""
    state = play(owner(tracks=tracks, counters=counters), Commission("opus-k50"))
    after = state.players[ANA]
    assert (after.tracks, after.counters) == left


def test_other_kinds_do_not_help() -> None:
    """L44: a cost in talent is paid in talent."""
    reason = refused(owner(tracks=(1, 8, 8), counters=(0, 9, 9)), Commission("opus-k50"))
    assert (reason.code, reason.what, reason.needs, reason.has) == (
        "cannot_pay_points",
        "talent",
        2,
        1,
    )


def test_every_split_can_be_chosen() -> None:
    """L44, LR6: if the table has the option, any mix of track steps and counters."""
    state = acting(
        on_turn(ducats=20, tracks=(2, 2, 2), counters=(1, 0, 0)),
        rights=("commission",),
        row=row({7: "opus-k50"}),
        options={"split": True},
    )
    state = play(state, Commission("opus-k50"))
    assert decision(state).prompt == ToSplit((2, 0, 0))
    assert offered(state, Split) == [Split((0, 0, 0)), Split((1, 0, 0))]
    assert refused(state, Split((2, 0, 0))).code == "unknown_action"
    state = play(state, Split((1, 0, 0)))
    after = state.players[ANA]
    assert (after.tracks, after.counters) == ((1, 2, 2), (0, 0, 0))
    assert after.opus[-1].id == "opus-k50"


def test_no_question_where_there_is_one_way_to_pay() -> None:
    """LR6: there is only one without counters of the kind."""
    state = acting(
        on_turn(tracks=(2, 2, 2), counters=(0, 1, 1)),
        rights=("commission",),
        row=row({7: "opus-k50"}),
        options={"split": True},
    )
    assert play(state, Commission("opus-k50")).players[ANA].opus[-1].id == "opus-k50"


def test_a_wildcard_cost_takes_any_kinds() -> None:
    """L42, LR6: the proposal, from the track with the most steps, comes first."""
    state = acting(
        on_turn(tracks=(1, 4, 0), counters=(0, 0, 1)),
        rights=("document",),
        row=row({7: "memory-st-james"}),
    )
    ways = [each.wild for each in offered(state, Document) if each.card == "memory-st-james"]
    assert ways == ["j", "t", "c"]
    after = play(state, Document("memory-st-james", "c"))
    assert after.players[ANA].counters == (0, 0, 0)
    assert after.players[ANA].tracks == (1, 4, 0)


@pytest.mark.parametrize("wild", ["", "x", "tt", "tj"])
def test_a_wildcard_is_paid_in_full_and_in_real_points(wild: str) -> None:
    """L42, LR6: letters that name no kind pay nothing."""
    state = acting(rights=("document",), row=row({7: "memory-st-james"}))
    reason = refused(state, Document("memory-st-james", wild))
    assert reason.code == ("unknown_action" if wild else "cannot_pay_wild")


def test_mixed_wildcards_are_spelled_in_one_order() -> None:
    """LR6: each mix is one option and cannot be spelled in another way."""
    seat = player(tracks=(1, 1, 0), counters=(0, 0, 0))
    assert treasury.wilds(seat, Cost(wild=2)) == ("tj",)
    assert treasury.short(seat, Cost(wild=2), "tj") is None
    reason = treasury.short(seat, Cost(wild=2), "jt")
    assert reason is not None
    assert reason.code == "unknown_action"


def test_a_wildcard_beside_a_fixed_kind() -> None:
    """LR6: points that the fixed kinds need are not counted twice."""
    seat = player(tracks=(2, 0, 0), counters=(0, 1, 0))
    assert treasury.wilds(seat, Cost(talent=2, wild=1)) == ("j",)
    reason = treasury.short(player(tracks=(2, 0, 0)), Cost(talent=2, wild=1), "")
    assert reason is not None
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_wild", 1, 0)


def test_counters_or_steps_as_the_source_shows() -> None:
    """L43: a city's wildcard comes as a counter of any kind, not as a step."""
    before = owner()
    after = play(before, Travel("praha"))
    assert decision(after).prompt == ToSpread(1, track=False)
    assert {each.kinds for each in offered(after, Spread)} == {"t", "j", "c"}
    assert decision(after).asides == ()
    after = play(after, Spread("c"))
    assert gained(before, after)["composition"] == 1
    assert after.players[ANA].tracks[2] == 2


@pytest.mark.parametrize(("steps", "track", "ducats"), [(6, 8, 0), (7, 8, 1), (9, 8, 3)])
def test_steps_past_the_end_are_ducats(steps: int, track: int, ducats: int) -> None:
    """L46, LR8: one ducat for each step."""
    seat = player(ducats=0, tracks=(2, 2, 2))
    after = treasury.advance(EDITION, seat, (steps, 0, 0))
    assert (after.tracks, after.ducats) == ((track, 2, 2), ducats)


def test_counters_have_no_end() -> None:
    """L46, LR7: only tracks overflow."""
    after = treasury.gain_counters(player(ducats=0), (20, 0, 0))
    assert (after.counters, after.ducats) == ((20, 0, 0), 0)
