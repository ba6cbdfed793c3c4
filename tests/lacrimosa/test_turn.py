"""Chapter "Turn": two cards, the reward, the actions, ducats instead, exchanges."""

from __future__ import annotations

from typing import Any

import pytest

from rules.lacrimosa.actions import (
    MOVES,
    BuyCounter,
    Commission,
    Document,
    EndTurn,
    LayExperience,
    LayStory,
    Perform,
    SellCounter,
    Spread,
    TakeDucats,
    ToAct,
    ToLayExperience,
    ToLayStory,
    ToSpread,
    ToUse,
    Travel,
    UseCard,
)
from rules.lacrimosa.state import Laying, State, Using
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    acting,
    can,
    decision,
    gained,
    offered,
    on_turn,
    play,
    player,
    position,
    refused,
    settled,
    start,
)
from tests.lacrimosa.rows import row


def laying(**fields: Any) -> State:
    return position(player(**fields), player(), stack=(Laying(),))


def using(card: str, round_: int = 1, **fields: Any) -> State:
    """Ana has laid `card` and its Story card and used nothing yet."""
    first = on_turn(hand=(start(1), start(2)), experiences=(card,), **fields)
    return position(first, player(), stack=(Using(),), round=round_)


def test_two_cards_are_laid_before_anything_else() -> None:
    """L33, L36, LR2: Experiences, then Story, then the use; no action before."""
    state = laying()
    hand = set(state.players[ANA].hand)
    assert decision(state).prompt == ToLayExperience(1)
    assert {each.card for each in offered(state, LayExperience)} == hand
    assert refused(state, UseCard()).code == "not_now"
    assert refused(state, EndTurn()).code == "not_now"
    state = play(state, LayExperience(start(3)))
    assert decision(state).prompt == ToLayStory(start(3))
    assert {each.card for each in offered(state, LayStory)} == hand - {start(3)}
    assert refused(state, UseCard()).code == "not_now"
    assert refused(state, LayStory(start(3))).code == "not_in_hand"
    state = play(state, LayStory(start(1)))
    assert decision(state).prompt == ToUse(start(3), 1)
    owner = state.players[ANA]
    assert (owner.experiences, owner.story, len(owner.hand)) == ((start(3),), (start(1),), 2)


def test_only_cards_of_the_hand_can_be_laid() -> None:
    """L33: not cards of the deck."""
    assert refused(laying(), LayExperience(start(9))).code == "not_in_hand"


def test_the_reward_comes_when_the_card_is_used() -> None:
    """L34, L43, LR2: money and track steps, before the actions."""
    before = using("memory-cannabich", 2)
    after = play(before, UseCard())
    assert gained(before, after) == {"ducats": 1, "track.composition": 1}
    assert decision(after).prompt == ToAct(("requiem",))
    before = using(start(3))
    assert gained(before, play(before, UseCard())) == {}


def test_a_wildcard_reward_is_chosen() -> None:
    """L34, L42: each step on a track of one's choice."""
    state = play(using("memory-star", 4), UseCard())
    assert decision(state).prompt == ToSpread(2, track=True)
    assert len(offered(state, Spread)) == 6
    assert refused(state, Spread("t")).code == "unknown_action"
    after = play(state, Spread("tc"))
    assert after.players[ANA].tracks == (3, 2, 3)
    assert decision(after).prompt == ToAct(("document",))


@pytest.mark.parametrize("first", ["commission", "perform"])
def test_actions_in_any_order(first: str) -> None:
    """L35, LR4: both actions of a card, whichever comes first."""
    state = acting(rights=("commission", "perform_or_sell"), row=row({7: "opus-k45a"}))
    script = [Commission("opus-k45a"), Perform("start-opus-k1a")]
    for action in script if first == "commission" else reversed(script):
        state = play(state, action)
    state = settled(state)
    assert decision(state).prompt == ToAct(())
    assert decision(state).options == (EndTurn(),)


def test_actions_are_optional() -> None:
    """L35, LR4: a turn without any is legal."""
    state = acting(rights=("commission", "travel"))
    assert can(state, EndTurn())
    assert play(state, EndTurn()).stack == ()


def test_one_press_of_everybody_ends_only_a_turn_in_which_nothing_is_left() -> None:
    """L35: then everyone may see that the turn can only end."""
    assert decision(acting(rights=("travel",))).public == ()
    assert decision(acting()).public == (EndTurn(),)


def test_an_action_is_taken_once() -> None:
    """L35: a second one of the kind is refused."""
    state = acting(rights=("travel",), on_map={"wien": "", "muenchen": ""})
    state = play(state, Travel("wien"))
    assert refused(state, Travel("muenchen")).code == "no_such_right"


def test_nothing_is_started_that_cannot_be_paid() -> None:
    """LR4: a price is due in full; the reason says what is missing."""
    poor = on_turn(ducats=2, tracks=(1, 0, 0))
    state = acting(poor, rights=("commission",), row=row({7: "opus-k112", 6: "opus-k45a"}))
    reason = refused(state, Commission("opus-k112"))
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_ducats", 3, 2)
    dull = on_turn(tracks=(0, 2, 2))
    state = acting(dull, rights=("commission",), row=row({7: "opus-k45a"}))
    reason = refused(state, Commission("opus-k45a"))
    assert (reason.code, reason.what, reason.missing) == ("cannot_pay_points", "talent", 1)
    state = acting(poor, rights=("travel", "commission"), row=row({7: "opus-k112"}))
    assert refused(state, Commission("opus-k112")).code == "cannot_pay_ducats"


@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5])
def test_ducats_instead_of_reward_and_actions(round_: int) -> None:
    """L37, LR3: as many as the round's number, and neither the reward nor any action."""
    before = using("memory-cannabich", round_)
    assert set(decision(before).options) == {UseCard(), TakeDucats()}
    after = play(before, TakeDucats())
    assert gained(before, after) == {"ducats": round_}
    assert decision(after).options == (EndTurn(),)
    assert after.players[ANA].experiences == ("memory-cannabich",)


def test_ducats_only_before_any_action() -> None:
    """L37, LR3: not after the card has been used."""
    state = play(using(start(7)), UseCard())
    assert refused(state, TakeDucats()).code == "not_now"
    state = play(using(start(7)), TakeDucats())
    assert refused(state, UseCard()).code == "not_now"
    assert refused(state, Travel("wien")).code == "no_such_right"


def stages() -> list[State]:
    """Every stage of a turn: two cards to lay, the use, and the actions after each use."""
    rich = {"ducats": 3, "counters": (1, 0, 0)}
    state = laying(**rich)
    second = play(state, LayExperience(start(3)))
    third = play(second, LayStory(start(1)))
    return [state, second, third, play(third, UseCard()), play(third, TakeDucats())]


@pytest.mark.parametrize("stage", range(5))
def test_exchanges_at_any_time_of_the_own_turn(stage: int) -> None:
    """L38, LR5: three ducats for a counter, a counter for a ducat."""
    state = stages()[stage]
    before = decision(state)
    asides = {BuyCounter(kind) for kind in ("talent", "journey", "composition")}
    if state.players[ANA].ducats >= 3:
        assert set(before.asides) == asides | {SellCounter("talent")}
    after = play(state, BuyCounter("journey"))
    assert gained(state, after) == {"ducats": -3, "journey": 1}
    assert decision(after).prompt == before.prompt
    after = play(state, SellCounter("talent"))
    assert gained(state, after) == {"ducats": 1, "talent": -1}
    assert decision(after).prompt == before.prompt


def test_any_number_of_exchanges() -> None:
    """L38, LR5: until the money runs out."""
    state = acting(on_turn(ducats=8))
    state = play(state, BuyCounter("talent"), BuyCounter("talent"))
    assert (state.players[ANA].ducats, state.players[ANA].counters) == (2, (2, 0, 0))
    reason = refused(state, BuyCounter("talent"))
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_ducats", 3, 2)
    assert refused(state, BuyCounter("glory")).code == "unknown_action"


def test_track_points_are_never_exchanged() -> None:
    """L39, LR5: only counters are sold."""
    state = acting(on_turn(tracks=(8, 8, 8), counters=(0, 1, 0)))
    assert {each for each in decision(state).asides if isinstance(each, SellCounter)} == {
        SellCounter("journey")
    }
    assert refused(state, SellCounter("talent")).code == "no_counter"
    state = play(state, SellCounter("journey"))
    assert refused(state, SellCounter("journey")).code == "no_counter"
    assert state.players[ANA].tracks == (8, 8, 8)


def test_no_exchange_in_the_turn_of_another() -> None:
    """L38, LR5: Bruno waits."""
    state = acting(on_turn(), player(ducats=9, counters=(1, 1, 1)))
    for action in (BuyCounter("talent"), SellCounter("talent"), EndTurn()):
        assert refused(state, action, BRUNO).code == "not_your_decision"


def test_players_never_trade_money() -> None:
    """L41: no action names another player."""
    fields = {field for move in MOVES for field in move.__struct_fields__}
    assert not fields & {"seat", "player", "to", "ducats"}


def test_documented_actions_of_a_card_with_two() -> None:
    """L35: the right that is left stays for the rest of the turn."""
    rich = on_turn(ducats=30, counters=(5, 5, 5))
    state = acting(rich, rights=("commission", "document"), row=row({7: "memory-st-james"}))
    state = play(state, Document("memory-st-james", "t"))
    asked = decision(settled(state))
    assert asked.prompt == ToAct(("commission",))
