"""Chapter "Phase B": no, one or two actions, one after the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rules.contract import Action
from rules.florence.actions import (
    Build,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Introduce,
    Keep,
    ToAct,
    ToEnd,
    ToPutUnder,
    Work,
)
from rules.florence.state import Acting, Deed, Player, State
from tests.florence.positions import (
    ANA,
    BRUNO,
    acting,
    can,
    decision,
    owed,
    play,
    player,
    refused,
)


def able() -> Player:
    """A seat that can do everything twice."""
    return player(jesters=4, hand=("poet", "lawyer"), builders=2)


def looked(state: State, action: Action) -> State:
    """The position after a look that keeps the first card and leaves the order unchanged."""
    state = play(state, action)
    state = play(state, tuple(owed(state).items[:5]))
    state = play(state, decision(state).options[0])
    return play(state, decision(state).options[0])


ACTIONS: dict[str, Callable[[State], State]] = {
    "work": lambda state: play(state, Work(state.players[0].hand[0]), Exchange(0)),
    "build": lambda state: play(state, _first(state, Build)),
    "draw_bonus": lambda state: looked(state, DrawBonus()),
    "profession": lambda state: looked(state, DrawProfession()),
    "freedom": lambda state: play(state, _first(state, Introduce)),
}


def _first(state: State, kind: type[Action]) -> Action:
    return next(option for option in decision(state).options if isinstance(option, kind))


def kinds(state: State) -> set[str]:
    """The tags of the options of a decision."""
    return {str(option.__struct_config__.tag) for option in decision(state).options}


def test_five_kinds_of_action() -> None:
    """F50: work, building, profession, freedom, bonus card, or the end of the turn."""
    assert kinds(acting(able())) == {*ACTIONS, "end_turn"}


@pytest.mark.parametrize("done", [0, 1, 2])
def test_none_one_or_two_actions(done: int) -> None:
    """F50: the turn can end after any number of them and never ends by itself."""
    state = acting(able())
    for nth in range(done):
        assert decision(state).prompt == ToAct(nth + 1)
        state = ACTIONS["build"](state)
    assert can(state, EndTurn())
    assert decision(state).prompt == (ToEnd() if done == 2 else ToAct(done + 1))
    assert play(state, EndTurn()).step == Acting(BRUNO)


def test_no_third_action() -> None:
    """F50: after two actions only the end of the turn is left."""
    state = ACTIONS["build"](ACTIONS["work"](acting(able())))
    assert decision(state).options == (EndTurn(),)
    for action in (Work("poet"), DrawBonus(), DrawProfession(), Introduce("travel")):
        assert refused(state, action).code == "no_actions_left"


@pytest.mark.parametrize("kind", ["work", "build", "draw_bonus"])
def test_twice_a_turn(kind: str) -> None:
    """F51: work, building and bonus card up to twice."""
    state = ACTIONS[kind](ACTIONS[kind](acting(able())))
    assert [deed.kind for deed in state.players[ANA].deeds] == [kind, kind]
    assert decision(state).prompt == ToEnd()


@pytest.mark.parametrize(
    ("kind", "again"), [("profession", DrawProfession()), ("freedom", Introduce("religion"))]
)
def test_once_a_turn(kind: str, again: Action) -> None:
    """F51: profession card and freedom only once."""
    state = ACTIONS[kind](acting(able()))
    assert kind not in kinds(state)
    assert refused(state, again).code == "once_a_turn"
    assert kinds(state) >= {"work", "build", "draw_bonus"}


def test_once_a_turn_is_counted_afresh_in_the_next_turn() -> None:
    """F51: the limit is one per turn, not one per game."""
    state = ACTIONS["freedom"](acting(able()))
    state = play(state, EndTurn(), EndTurn(), EndTurn())
    state = acting(*state.players, turn=2)
    assert "freedom" in kinds(state)


def test_an_action_is_finished_before_the_next() -> None:
    """F50: nothing else can be done between looking at cards and putting them back."""
    state = play(acting(able()), DrawBonus())
    state = play(state, tuple(owed(state).items[:5]))
    assert refused(state, DrawBonus()).code == "not_now"
    assert refused(state, EndTurn()).code == "not_now"
    state = play(state, decision(state).options[0])
    assert decision(state).prompt == ToPutUnder("bonus")
    assert refused(state, Keep("lakes")).code == "not_now"
    state = play(acting(able()), Work("poet"))
    assert refused(state, EndTurn()).code == "not_now"


@pytest.mark.parametrize("action", [DrawBonus(), DrawProfession(), Introduce("travel")])
def test_what_costs_300_needs_300(action: Action) -> None:
    """F80, F82, F84: profession, freedom and bonus card cost 300 florins each."""
    for florins, prestige, may in (
        (300, 0, True),
        (299, 0, False),
        (0, 3, True),
        (0, 2, False),
    ):
        owner = player(florins=florins, prestige=prestige)
        state = acting(owner)
        assert can(state, action) is may
        if not may:
            reason = refused(state, action)
            assert (reason.code, reason.needs) == ("cannot_pay", 300)
    paid = play(acting(player(florins=1000)), action)
    assert paid.players[ANA].florins == 700


def test_the_end_of_the_turn_stands_openly_when_both_actions_are_taken() -> None:
    """F50, FR3: until then the options depend on hidden cards, so nothing is public."""
    assert decision(acting(able())).public == ()
    two = (Deed("profession"), Deed("draw_bonus"))
    assert decision(acting(replace(able(), deeds=two))).public == (EndTurn(),)
