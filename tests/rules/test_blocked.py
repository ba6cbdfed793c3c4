"""Impossible choices: all that a seat could try is either offered or refused with a reason."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from rules.contract import Action
from rules.florence.actions import (
    Bid,
    Build,
    DrawBonus,
    DrawProfession,
    Finish,
    Introduce,
    Open,
    Pass,
    SellPrestige,
    Work,
)
from rules.florence.catalogue import BUILDINGS, FREEDOMS
from rules.florence.state import Composing
from rules.lacrimosa.actions import Commission, Compose, Document, Perform, Sell, Travel
from rules.supply import Supply
from tests.florence import positions as florence
from tests.lacrimosa import positions as lacrimosa

ANA, BRUNO = range(2)
RIGHTS = ("document", "commission", "perform_or_sell", "travel", "requiem")


def things(actions: Iterable[Action]) -> set[tuple[type[Action], object]]:
    """What actions are about: their kinds and first fields."""
    return {(type(each), next(iter(msgspec.structs.astuple(each)), None)) for each in actions}


@pytest.mark.parametrize("florins", [0, 300, 3500])
def test_every_action_of_florence_is_offered_or_refused(florins: int) -> None:
    owner = florence.player(florins=florins, hand=("poet",), kinds=("chapel",), jesters=3)
    state = florence.acting(owner, turn=2)
    offered = things(florence.decision(state).options)
    refused = things(action for action, _ in florence.FLORENCE.blocked(state, ANA))
    tried = {(Work, "poet"), (DrawProfession, None), (DrawBonus, None)}
    tried |= {(Build, kind) for kind in BUILDINGS} | {(Introduce, kind) for kind in FREEDOMS}
    assert not offered & refused
    assert tried <= offered | refused
    assert (Build, "chapel") in refused


def test_each_action_of_florence_is_refused_for_its_own_reason() -> None:
    owner = florence.player(florins=0, hand=("poet",), freedoms=("opinion",))
    others = [florence.player(freedoms=("travel",)) for _ in range(2)]
    state = florence.acting(owner, *others, professions=Supply(()), bonus=Supply(()))
    blocked = florence.FLORENCE.blocked(state, ANA)
    codes = {thing: reason.code for action, reason in blocked for thing in things((action,))}
    expected: dict[tuple[type[Action], object], str] = {
        (Work, "poet"): "below_minimum",
        **{(Build, kind): "cannot_pay" for kind in BUILDINGS},
        (Introduce, "travel"): "freedom_gone",
        (SellPrestige, 1): "too_little_prestige",
        (Introduce, "religion"): "cannot_pay",
        (Introduce, "opinion"): "already_introduced",
        (DrawProfession, None): "deck_empty",
        (DrawBonus, None): "deck_empty",
    }
    assert codes == expected


def test_a_raise_and_the_end_of_a_work_are_refused_with_a_reason() -> None:
    poor = florence.opening(florence.player(), florence.player(florins=200), florence.player())
    ((raised, why),) = florence.FLORENCE.blocked(florence.play(poor, Open("lake")), BRUNO)
    assert (raised, why.code, why.missing) == (Bid(300), "cannot_pay", 100)
    owner = florence.player(bonus=("jesters_and_freedoms",))
    step = Composing(ANA, "poet", 5)
    low = florence.position(owner, florence.player(), florence.player(), step=step)
    ((finished, why),) = florence.FLORENCE.blocked(low, ANA)
    assert (finished, why.code, why.missing) == (Finish(), "finish_below_minimum", 2)


@pytest.mark.parametrize("ducats", [0, 4, 50])
def test_every_action_of_lacrimosa_is_offered_or_refused(ducats: int) -> None:
    tracks = (ducats // 5,) * 3
    owner = lacrimosa.on_turn(ducats=ducats, tracks=tracks, rotated=("opus-k50",))
    state = lacrimosa.acting(owner, rights=RIGHTS)
    offered = things(lacrimosa.decision(state).options)
    blocked = lacrimosa.LACRIMOSA.blocked(state, ANA)
    book = lacrimosa.EDITION
    tried: set[tuple[type[Action], object]] = {
        (Document if card in book.memories else Commission, card) for card in state.row
    }
    tried |= {(Compose, movement) for movement in book.movements}
    tried |= {(Travel, place) for place in book.places if place != state.mozart}
    for held in state.players[ANA].opus:
        tried |= {(Perform, held.id), (Sell, held.id)}
    assert tried <= offered | things(action for action, _ in blocked)
    codes = {thing: reason.code for action, reason in blocked for thing in things((action,))}
    assert codes[Perform, "opus-k50"] == codes[Sell, "opus-k50"] == "already_performed"
    if not ducats:
        assert {"cannot_pay_ducats", "cannot_pay_points"} <= set(codes.values())


def test_nothing_is_refused_to_a_seat_that_is_not_asked() -> None:
    state = florence.play(florence.opening(), Open("lake"), Pass())
    assert florence.FLORENCE.blocked(state, ANA) == ()
    assert lacrimosa.LACRIMOSA.blocked(lacrimosa.acting(rights=RIGHTS), BRUNO) == ()
