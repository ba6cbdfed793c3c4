"""Chapter "Recruiting cards": professions fetched from other principalities."""

from __future__ import annotations

from rules.florence.actions import (
    DrawBonus,
    EndTurn,
    Exchange,
    KeepRecruiting,
    Open,
    Pass,
    Recruit,
    Take,
    ToEnd,
    ToRecruit,
    Work,
)
from rules.florence.catalogue import RECRUITING
from rules.florence.state import Acting, Deed, Exchanging, Opening
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    acting,
    decision,
    offered,
    opening,
    play,
    player,
    refused,
)


def test_the_card_is_swapped_for_a_face_up_profession() -> None:
    """F45: the profession goes to the hand, and the recruiting card takes its place."""
    owner = player(recruiting=1, hand=("poet",))
    other = player(works=("lawyer", "painter", "botanist"))
    state = play(acting(owner, other, player()), Recruit("painter"))
    assert state.players[ANA].hand == ("painter", "poet")
    assert state.players[ANA].recruiting == 0
    assert state.players[BRUNO].works == ("lawyer", RECRUITING, "botanist")


def test_only_face_up_professions_of_others_can_be_taken() -> None:
    """F46, FR5: not from a hand or the pile, not one's own, not a recruiting card."""
    owner = player(recruiting=2, works=("poet",), hand=("physician",))
    other = player(works=("lawyer", RECRUITING), hand=("painter",))
    state = acting(owner, other, player(works=("botanist",)))
    assert offered(state, Recruit) == {"lawyer", "botanist"}
    assert refused(state, Recruit("painter")).code == "not_face_up"
    assert refused(state, Recruit("physician")).code == "not_face_up"
    assert refused(state, Recruit("composer")).code == "not_face_up"
    assert refused(state, Recruit("poet")).code == "own_card"
    assert refused(state, Recruit(RECRUITING)).code == "unknown_action"


def test_without_a_recruiting_card_nobody_is_recruited() -> None:
    """F45: no card, no swap."""
    state = acting(player(), player(works=("lawyer",)), player())
    assert offered(state, Recruit) == set()
    assert refused(state, Recruit("lawyer")).code == "no_recruiting_card"


def test_a_bought_card_may_be_used_at_once() -> None:
    """F47, FR5: in the auction, by its buyer."""
    state = opening(player(), player(works=("lawyer",)), player())
    state = play(state, Open("recruiting"), Pass(), Pass())
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (ANA, ToRecruit())
    assert asked.options == (KeepRecruiting(), Recruit("lawyer"))
    state = play(state, Recruit("lawyer"))
    assert state.players[ANA].hand == ("lawyer",)
    assert state.players[BRUNO].works == (RECRUITING,)
    assert state.step == Opening(BRUNO)


def test_a_bought_card_may_be_kept_for_this_turn_or_later() -> None:
    """F47, FR5: this turn's action phase included."""
    state = opening(player(), player(works=("lawyer",)), player(), declined=(BRUNO, CHRISTIAN))
    state = play(state, Take("recruiting"), KeepRecruiting())
    assert (state.players[ANA].recruiting, state.players[ANA].hand) == (1, ())
    assert state.step == Acting(ANA)
    state = play(state, Recruit("lawyer"))
    assert state.players[ANA].hand == ("lawyer",)


def test_use_is_no_action_and_any_number_may_be_used() -> None:
    """F47: before, between and after the two actions."""
    owner = player(recruiting=3, deeds=(Deed("draw_bonus"),))
    state = acting(owner, player(works=("lawyer", "poet")), player(works=("botanist",)))
    state = play(state, Recruit("lawyer"), Recruit("botanist"))
    assert len(state.players[ANA].deeds) == 1
    looked = tuple(state.bonus.loose[:5])
    state = play(state, DrawBonus(), looked)
    state = play(state, decision(state).options[0])
    state = play(state, decision(state).options[0])
    assert decision(state).prompt == ToEnd()
    state = play(state, Recruit("poet"))
    assert state.players[ANA].hand == ("botanist", "lawyer", "poet")
    assert decision(state).options == (EndTurn(),)


def test_a_recruiting_card_is_used_in_the_own_action_phase_only() -> None:
    """F47: neither in an auction nor in another seat's action phase."""
    owner = player(recruiting=1)
    other = player(works=("lawyer",))
    state = opening(owner, other, player())
    assert refused(state, Recruit("lawyer")).code == "not_now"
    state = acting(other, owner, player())
    assert refused(state, Recruit("lawyer"), BRUNO).code == "not_your_decision"


def test_the_recruited_profession_may_work_at_once_or_later() -> None:
    """F48, F54: it is a card in hand like any other."""
    owner = player(recruiting=1, jesters=3, kinds=("theatre",))
    state = acting(owner, player(works=("poet",)), player(), turn=2)
    later = play(state, Recruit("poet"), EndTurn())
    assert later.players[ANA].hand == ("poet",)
    state = play(state, Recruit("poet"), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 11)
    state = play(state, Exchange(0))
    assert state.players[ANA].works == ("poet",)


def test_a_recruiting_card_counts_as_a_profession_card() -> None:
    """F49, F60: 1 each, in hand or on the table."""
    owner = player(recruiting=2, works=(RECRUITING, "lawyer"), hand=("poet",), jesters=1)
    state = play(acting(owner), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 2 + 2 + 2 + 1)


def test_a_profession_recruited_back_makes_a_second_work() -> None:
    """F55, F54: Ana's poet works, is recruited by Bruno, works for him and comes back."""
    ana = player(hand=("poet",), recruiting=1, jesters=3, kinds=("theatre",))
    bruno = player(recruiting=1, jesters=3, kinds=("theatre",))
    state = acting(ana, bruno, player())
    state = play(state, Work("poet"), Exchange(0))
    assert refused(state, Work("poet")).code == "not_in_hand"
    assert refused(state, Recruit("poet")).code == "own_card"
    state = play(state, EndTurn(), Recruit("poet"), Work("poet"), Exchange(0), EndTurn())
    assert state.players[ANA].works == (RECRUITING,)
    assert state.players[BRUNO].works == ("poet",)
    state = play(state, EndTurn())
    state = acting(*state.players, turn=2)
    state = play(state, Recruit("poet"), Work("poet"), Exchange(0))
    assert state.players[ANA].works == (RECRUITING, "poet")
    assert state.players[BRUNO].works == (RECRUITING,)
