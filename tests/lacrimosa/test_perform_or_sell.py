"""Chapter "Perform or Sell": money for a performance, finances and points for a sale."""

from __future__ import annotations

import pytest

from rules.lacrimosa.actions import EndTurn, Perform, Sell, ToAct
from rules.lacrimosa.state import Held, Right
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    acting,
    decision,
    gained,
    last_turn,
    offered,
    on_turn,
    play,
    refused,
    settled,
)

SHOW = ("perform_or_sell",)


def test_an_own_opus_that_is_not_rotated() -> None:
    """L65, LR19: any of them, for either."""
    state = acting(on_turn(opus=("opus-k45a", "opus-k50"), rotated=("opus-k80",)), rights=SHOW)
    owned = {"start-opus-k1a", "opus-k45a", "opus-k50"}
    assert {each.opus for each in offered(state, Perform)} == owned
    assert {each.opus for each in offered(state, Sell)} == owned
    for kind in (Perform, Sell):
        assert refused(state, kind("opus-k80")).code == "already_performed"
        assert refused(state, kind("opus-k16")).code == "not_in_front"


def test_a_performance() -> None:
    """L66: talent is paid, money gained, the card rotated."""
    before = acting(on_turn(opus=("opus-k50",)), rights=SHOW)
    after = play(before, Perform("opus-k50"))
    assert gained(before, after) == {"ducats": 5, "track.talent": -1}
    assert after.players[ANA].opus == (Held("start-opus-k1a"), Held("opus-k50", rotated=True))


def test_a_sale() -> None:
    """L67, L68, LR19: talent is paid, finances and points gained, the card is gone."""
    before = acting(on_turn(opus=("opus-k366",), tracks=(2, 2, 2)), rights=SHOW, round=4)
    after = play(before, Sell("opus-k366"))
    assert gained(before, after) == {"finance": 2, "vp": 4, "track.talent": -2}
    assert after.players[ANA].opus == (Held("start-opus-k1a"),)
    assert after.gone == ("opus-k366",)


@pytest.mark.parametrize("kind", [Perform, Sell])
def test_a_performed_card_does_neither_again_this_round(kind: type[Perform]) -> None:
    """L66, LR19: also with a second action."""
    state = acting(on_turn(opus=("opus-k50",)), rights=SHOW * 2)
    state = play(state, Perform("opus-k50"))
    assert refused(state, kind("opus-k50")).code == "already_performed"


def test_it_can_be_performed_again_in_the_next_round() -> None:
    """L66, L108: maintenance turns it back."""
    before = acting(last_turn(rotated=("opus-k50",)), last_turn(), seat=BRUNO, turn=4)
    after = settled(play(before, EndTurn()))
    assert Held("opus-k50") in after.players[ANA].opus


def test_talent_is_needed() -> None:
    """L66, L67, LR4: without it there is no performance and no sale."""
    state = acting(on_turn(opus=("opus-k50",), tracks=(0, 8, 8)), rights=SHOW)
    for action in (Perform("opus-k50"), Sell("opus-k50")):
        reason = refused(state, action)
        assert (reason.code, reason.what, reason.needs) == ("cannot_pay_points", "talent", 1)


def test_a_performance_that_yields_nothing() -> None:
    """LR57: is legal."""
    before = acting(on_turn(opus=("opus-k139",)), rights=SHOW)
    assert gained(before, play(before, Perform("opus-k139"))) == {}


@pytest.mark.parametrize(
    ("right", "performs", "sells"),
    [
        (Right("perform"), {"start-opus-k1a", "opus-k139", "opus-k45a"}, set()),
        (Right("sell"), set(), {"start-opus-k1a", "opus-k139", "opus-k45a"}),
        (Right("perform", "religious"), {"opus-k139"}, set()),
        (Right("sell", "religious"), set(), {"opus-k139"}),
        (Right("sell", "opera"), set(), set()),
    ],
)
def test_only_what_the_tile_allows(right: Right, performs: set[str], sells: set[str]) -> None:
    """L71, LR20, LR23: perform or sell alone, only of the type; a starting opus has none."""
    state = acting(on_turn(opus=("opus-k139", "opus-k45a")), rights=(right,))
    assert {each.opus for each in offered(state, Perform)} == performs
    assert {each.opus for each in offered(state, Sell)} == sells
    wrong = Perform("start-opus-k1a") if right.action == "sell" else Sell("start-opus-k1a")
    assert refused(state, wrong).code == "no_such_right"


def test_the_narrowest_right_is_used_up() -> None:
    """LR4: what can do more stays for the rest of the turn."""
    rights = (Right("perform_or_sell"), Right("perform", "religious"))
    state = acting(on_turn(opus=("opus-k139",)), rights=rights)
    state = play(state, Perform("opus-k139"))
    assert decision(state).prompt == ToAct(("perform_or_sell",))
    assert EDITION.opus["opus-k139"].type == "religious"
