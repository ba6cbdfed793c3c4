"""Chapter "Complete a work": value, minimum, payment, prestige, the marker."""

from __future__ import annotations

import pytest

from rules.florence.actions import (
    EndTurn,
    Exchange,
    Finish,
    PlayBonus,
    SellPrestige,
    ToExchange,
    ToPlayBonus,
    Work,
)
from rules.florence.catalogue import PROFESSIONS, RECRUITING
from rules.florence.state import Acting, Composing, Deed, Exchanging, Player
from tests.florence.positions import (
    ANA,
    FLORENCE,
    acting,
    can,
    decision,
    offered,
    play,
    player,
    position,
    refused,
)


def value(owner: Player, profession: str = "poet") -> int:
    """The value of a work without bonus cards in turn 1."""
    step = play(acting(owner), Work(profession)).step
    assert isinstance(step, Exchanging)
    return step.value


def test_worked_example_of_anas_poet() -> None:
    """F68, FR10: Theatre, Travel, no lake, 2 jesters, 4 cards make 15; 1400 florins buy 7."""
    ana = player(
        florins=0,
        kinds=("theatre",),
        freedoms=("travel",),
        jesters=2,
        hand=("poet", "lawyer"),
        recruiting=1,
        works=("botanist",),
    )
    state = play(acting(ana, turn=3), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", 15)
    assert FLORENCE.observe(state, None).minimum == 12
    state = play(state, Exchange(7))
    after = state.players[ANA]
    assert (after.florins, after.prestige, after.value) == (1500 - 1400, 7, 15)
    assert after.works == ("botanist", "poet")


def test_the_card_is_laid_face_up_from_the_hand() -> None:
    """F52: only cards in hand; the card is laid beside the board for everyone to see."""
    state = acting(player(jesters=4, hand=("poet",), works=("lawyer",)))
    assert offered(state, Work) == {"poet"}
    assert refused(state, Work("lawyer")).code == "not_in_hand"
    assert refused(state, Work("botanist")).code == "not_in_hand"
    assert refused(state, Work(RECRUITING)).code == "not_in_hand"
    state = play(state, Work("poet"))
    assert state.players[ANA].hand == ()
    assert FLORENCE.observe(state, 1).seats[ANA].works == ("lawyer", "poet")


def worth(value: int) -> Player:
    """A seat whose poet makes a work of this value with jesters and cards alone."""
    cards = ("poet",) if value % 2 else ("lawyer", "poet")
    return player(jesters=(value - len(cards)) // 2, hand=cards)


@pytest.mark.parametrize(
    ("turn", "minimum"), [(1, 7), (2, 10), (3, 12), (4, 14), (5, 15), (6, 16), (7, 17)]
)
def test_the_value_must_reach_the_minimum_of_the_turn(turn: int, minimum: int) -> None:
    """F53, FR7: with one point less the work is refused."""
    state = play(acting(worth(minimum), turn=turn), Work("poet"))
    assert state.step == Exchanging(ANA, "poet", minimum)
    reason = refused(acting(worth(minimum - 1), turn=turn), Work("poet"))
    assert (reason.code, reason.what) == ("below_minimum", "poet")
    assert (reason.needs, reason.has) == (minimum, minimum - 1)


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_the_loved_building_adds_four(profession: str) -> None:
    """F56, F70: 4 for the building of the profession and nothing for others."""
    loved = PROFESSIONS[profession].building
    other = "library" if loved != "library" else "opera"
    bare = value(player(jesters=4, hand=(profession,)), profession)
    assert value(player(jesters=4, hand=(profession,), kinds=(loved,)), profession) == bare + 4
    assert value(player(jesters=4, hand=(profession,), kinds=(other,)), profession) == bare


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_the_loved_landscape_adds_three(profession: str) -> None:
    """F57: once, whatever the number owned; another landscape adds nothing."""
    loved = PROFESSIONS[profession].landscape
    bare = value(player(jesters=4, hand=(profession,)), profession)
    for kinds, more in (((loved,), 3), ((loved, loved), 3)):
        owner = player(jesters=4, hand=(profession,), kinds=kinds)
        assert value(owner, profession) == bare + more
    others = tuple(kind for kind in ("forest", "lake", "park") if kind != loved)
    assert value(player(jesters=4, hand=(profession,), kinds=others), profession) == bare


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_the_loved_freedom_adds_three(profession: str) -> None:
    """F58: 3 for the freedom of the profession and nothing for others."""
    loved = PROFESSIONS[profession].freedom
    others = tuple(kind for kind in ("travel", "religion", "opinion") if kind != loved)
    bare = value(player(jesters=4, hand=(profession,)), profession)
    owner = player(jesters=4, hand=(profession,), freedoms=(loved,))
    assert value(owner, profession) == bare + 3
    assert value(player(jesters=4, hand=(profession,), freedoms=others), profession) == bare


def test_each_jester_adds_two() -> None:
    """F59: 2 for each."""
    values = [value(player(jesters=count, hand=("poet",))) for count in (3, 4, 7)]
    assert values == [7, 9, 15]


@pytest.mark.parametrize(
    ("hand", "recruiting", "works", "cards"),
    [
        (("poet",), 0, (), 1),
        (("poet", "lawyer"), 0, (), 2),
        (("poet",), 2, (), 3),
        (("poet",), 0, ("lawyer",), 2),
        (("poet",), 0, ("lawyer", RECRUITING, RECRUITING), 4),
        (("poet", "botanist"), 1, ("lawyer", RECRUITING), 5),
    ],
)
def test_each_card_in_hand_or_on_the_table_adds_one(
    hand: tuple[str, ...], recruiting: int, works: tuple[str, ...], cards: int
) -> None:
    """F60, F49: professions and recruiting cards, including the card just played."""
    owner = player(jesters=3, hand=hand, recruiting=recruiting, works=works)
    assert value(owner) == 6 + cards


def test_nothing_else_counts() -> None:
    """F60: builders and prestige cards are not profession cards."""
    owner = player(jesters=3, hand=("poet",), builders=3, prestige_cards=("most_works",))
    assert value(owner) == 7


def test_bonus_cards_are_added_to_the_value() -> None:
    """F61, F85: one after another, as many as one likes."""
    owner = player(jesters=4, hand=("poet",), bonus=("jesters", "cards_on_table", "parks"))
    state = play(acting(owner), Work("poet"))
    assert decision(state).prompt == ToPlayBonus("poet", 9, 7)
    state = play(state, PlayBonus("jesters"))
    assert decision(state).prompt == ToPlayBonus("poet", 17, 7)
    state = play(state, PlayBonus("cards_on_table"))
    assert decision(state).prompt == ToPlayBonus("poet", 18, 7)
    assert play(state, Finish()).step == Exchanging(ANA, "poet", 18)


def test_building_landscape_and_freedom_are_not_required() -> None:
    """F62: jesters and cards alone can reach the minimum."""
    owner = player(jesters=2, hand=("poet", "lawyer", "botanist"))
    assert can(acting(owner), Work("poet"))


def test_bonus_cards_may_lift_a_work_over_the_minimum() -> None:
    """FR7, F61: the work is then offered, and finished only once it reaches the minimum."""
    owner = player(jesters=2, hand=("poet",), bonus=("jesters", "parks"))
    state = acting(owner, turn=1)
    state = play(state, Work("poet"))
    assert state.step == Composing(ANA, "poet", 5)
    reason = refused(state, Finish())
    assert (reason.code, reason.needs, reason.has) == ("finish_below_minimum", 7, 5)
    state = play(state, PlayBonus("parks"))
    assert refused(state, Finish()).code == "finish_below_minimum"
    state = play(state, PlayBonus("jesters"))
    assert state.step == Exchanging(ANA, "poet", 9)


def test_bonus_cards_that_lift_too_little_do_not_help() -> None:
    """FR7, F53: with all bonus cards together the work must reach the minimum."""
    owner = player(jesters=2, hand=("poet",), bonus=("cards_on_table", "parks"))
    reason = refused(acting(owner, turn=1), Work("poet"))
    assert (reason.code, reason.has, reason.needs) == ("below_minimum", 6, 7)


def test_value_is_no_prestige() -> None:
    """F63: the value is marked for everyone to see; prestige does not change."""
    owner = player(jesters=4, hand=("poet",), prestige=5)
    state = play(acting(owner), Work("poet"), Exchange(0))
    seat = FLORENCE.observe(state, None).seats[ANA]
    assert (seat.value, seat.prestige) == (9, 5)


def test_the_bank_pays_a_hundred_for_each_point() -> None:
    """F64: value 9 pays 900 florins."""
    state = play(acting(player(florins=50, jesters=4, hand=("poet",))), Work("poet"))
    assert play(state, Exchange(0)).players[ANA].florins == 950


@pytest.mark.parametrize(("worth", "most"), [(7, 3), (14, 7), (15, 7), (16, 8), (31, 15)])
def test_payment_buys_prestige_up_to_half_the_value(worth: int, most: int) -> None:
    """F65, FR7: 200 florins a point, up to half the value rounded down (7 for 15)."""
    owner = player(florins=0, hand=("lawyer",))
    state = position(owner, player(), player(), step=Exchanging(ANA, "poet", worth))
    asked = decision(state)
    assert asked.prompt == ToExchange("poet", worth)
    assert asked.options == tuple(Exchange(points) for points in range(most + 1))
    for points in range(most + 1):
        after = play(state, Exchange(points)).players[ANA]
        assert (after.florins, after.prestige) == (100 * worth - 200 * points, points)
        assert after.tally.works == points
    assert refused(state, Exchange(most + 1)).code == "exchange_too_high"
    assert refused(state, Exchange(-1)).code == "exchange_too_high"


def test_prestige_is_bought_with_this_payment_only() -> None:
    """F66, FR7: not with other money, not later, not again."""
    owner = player(florins=9000)
    state = position(owner, player(), player(), step=Exchanging(ANA, "poet", 7))
    assert refused(state, Exchange(4)).code == "exchange_too_high"
    state = play(state, Exchange(1))
    assert state.step == Acting(ANA)
    assert refused(state, Exchange(1)).code == "not_now"
    assert refused(play(state, EndTurn()), Exchange(1)).code == "not_now"


def test_two_works_show_the_higher_value_and_pay_both() -> None:
    """F67: the marker shows the higher value, not the sum."""
    owner = player(florins=0, jesters=4, kinds=("theatre",), hand=("poet", "lawyer"))
    for order, values in ((("poet", "lawyer"), (14, 10)), (("lawyer", "poet"), (10, 14))):
        state = acting(owner)
        for card in order:
            state = play(state, Work(card), Exchange(0))
        assert state.players[ANA].value == 14
        assert state.players[ANA].florins == 100 * sum(values)
        assert state.players[ANA].deeds == tuple(
            Deed("work", card, worth) for card, worth in zip(order, values, strict=True)
        )


def test_prestige_sold_during_a_work_stays_sold() -> None:
    """FR3, F89: selling is possible at any decision of one's own, even during a work."""
    owner = player(florins=0, prestige=4, jesters=4, hand=("poet",))
    state = play(acting(owner), Work("poet"), SellPrestige(4), Exchange(4))
    after = state.players[ANA]
    assert (after.florins, after.prestige) == (400 + 900 - 800, 4)
