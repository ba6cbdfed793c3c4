"""Chapter "Perform or Sell": money for a performance, finances and points for a sale."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.contract import Reason
from rules.lacrimosa.actions import EndTurn, Perform, Sell, ToAct
from rules.lacrimosa.state import Granted, Held, Right, Turn
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    LACRIMOSA,
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
    """L65, LR19: any of them can be performed or sold."""
    state = acting(on_turn(opus=("opus-k45a", "opus-k50"), rotated=("opus-k80",)), rights=SHOW)
    owned = {"start-opus-k1a", "opus-k45a", "opus-k50"}
    assert {each.opus for each in offered(state, Perform)} == owned
    assert {each.opus for each in offered(state, Sell)} == owned
    for kind in (Perform, Sell):
        assert refused(state, kind("opus-k80")).code == "already_performed"
        assert refused(state, kind("opus-k16")).code == "not_in_front"


def test_a_performance() -> None:
    """L66: talent is paid, money gained and the card rotated."""
    before = acting(on_turn(opus=("opus-k50",)), rights=SHOW)
    after = play(before, Perform("opus-k50"))
    assert gained(before, after) == {"ducats": 5, "track.talent": -1}
    assert after.players[ANA].opus == (Held("start-opus-k1a"), Held("opus-k50", rotated=True))


def test_a_sale() -> None:
    """L67, L68, LR19: talent is paid, finances and points are gained, and the card is gone."""
    before = acting(on_turn(opus=("opus-k366",), tracks=(2, 2, 2)), rights=SHOW, round=4)
    after = play(before, Sell("opus-k366"))
    assert gained(before, after) == {"finance": 2, "vp": 4, "track.talent": -2}
    assert after.players[ANA].opus == (Held("start-opus-k1a"),)
    assert after.gone == ("opus-k366",)


@pytest.mark.parametrize("kind", [Perform, Sell])
def test_a_performed_card_does_neither_again_this_round(kind: type[Perform]) -> None:
    """L66, LR19: not even with a second action."""
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
    """LR57: this is legal."""
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
    """L71, LR20, LR23: only perform or only sell, and only the type; a first opus has none."""
    state = acting(on_turn(opus=("opus-k139", "opus-k45a")), rights=(right,))
    assert {each.opus for each in offered(state, Perform)} == performs
    assert {each.opus for each in offered(state, Sell)} == sells
    wrong = Perform("start-opus-k1a") if right.action == "sell" else Sell("start-opus-k1a")
    assert refused(state, wrong).code == "no_such_right"


@pytest.mark.parametrize("action", ["perform", "sell"])
@pytest.mark.parametrize("genre", ["opera", "religious", "symphony"])
def test_a_tile_that_asks_for_a_type_denies_no_action(action: str, genre: str) -> None:
    """LR20: an opus of another type is refused only for its type."""
    owned = ("opus-k139", "opus-k45a", "opus-k50")
    state = acting(on_turn(opus=owned))
    state = replace(state, stack=(Turn(()), Granted(Right(action, genre))))
    blocked = LACRIMOSA.blocked(state, ANA)
    found = {each.opus: reason for each, reason in blocked if isinstance(each, Perform | Sell)}
    others = [held for held in owned if EDITION.opus[held].type != genre]
    assert {found[held] for held in others} == {Reason("other_type", what=genre)}
    assert all(reason.code != "no_such_right" for _, reason in blocked)


def test_what_is_lacking_for_the_right_one_is_told_first() -> None:
    """LR4: the reason comes from the right that fits the action, in either order."""
    rights = (Right("perform", "religious"), Right("perform_or_sell"))
    for held in (rights, rights[::-1]):
        state = acting(on_turn(opus=("opus-k45a",), ducats=0, tracks=(0, 0, 0)), rights=held)
        assert refused(state, Sell("opus-k45a")).code == "cannot_pay_points"


def test_the_narrowest_right_is_used_up() -> None:
    """LR4: the wider right stays for the rest of the turn."""
    rights = (Right("perform_or_sell"), Right("perform", "religious"))
    state = acting(on_turn(opus=("opus-k139",)), rights=rights)
    state = play(state, Perform("opus-k139"))
    assert decision(state).prompt == ToAct(("perform_or_sell",))
    assert EDITION.opus["opus-k139"].type == "religious"
