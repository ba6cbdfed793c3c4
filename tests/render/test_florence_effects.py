"""The reason that a suggestion gives: what the choice changes, not what its item is."""

from __future__ import annotations

import pytest

from render.presentations import PRESENTATIONS
from rules.contract import Action, Deltas
from rules.florence.actions import (
    Bid,
    Build,
    GiveBack,
    Introduce,
    Keep,
    Open,
    PlayBonus,
    Recruit,
    Work,
)
from rules.florence.state import Choosing, Opening, Player, Sale, State
from tests.florence.positions import ANA, BRUNO, FLORENCE, acting, decision, player, position
from tests.render.florence_samples import positions
from tests.render.languages import EN

SHOWN = PRESENTATIONS["florence"]


def effect(state: State, action: Action, price: Deltas | None = None) -> str:
    price = FLORENCE.price(state, ANA, action) if price is None else price
    return SHOWN.effect(action, price, FLORENCE.observe(state, ANA), EN)


def opening(first: Player) -> State:
    sold = (Sale("lake", BRUNO, 300),)
    others = (player(), player())
    return position(first, *others, step=Opening(ANA), turn=2, sold_before=sold)


@pytest.mark.parametrize(
    ("first", "lot", "told"),
    [
        (player(hand=("pharmacist",)), "lake", ""),
        (player(hand=("pharmacist",), kinds=("lake",)), "lake", "+3 PP at once"),
        (player(hand=("poet",)), "lake", "Poet 1 → 4 (needs 10)"),
        (
            player(hand=("pharmacist",), bonus=("landscapes",)),
            "lake",
            "+1 with Bonus cards: Landscapes",
        ),
        (player(hand=("poet",), jesters=1), "jester", "+2 to your next Work"),
        (
            player(hand=("poet",)),
            "recruiting",
            "takes a face-up profession; there is none yet; +1 to each Work in your hand",
        ),
    ],
)
def test_an_item_is_suggested_for_what_it_gains(first: Player, lot: str, told: str) -> None:
    """Not for how many are left, what it was sold for, or that no profession gains by it."""
    assert effect(opening(first), Open(lot), Deltas()) == told


def test_a_profession_given_back_is_told_with_what_is_lost_and_not_with_its_wishes() -> None:
    """F10: the Poet shares the Lake with the Cartographer."""
    hand = ("bell_maker", "cartographer", "sculptor", "poet")
    others = (
        player(hand=("mathematician", "theologian", "philosopher", "botanist")),
        player(hand=("alchemist", "physicist", "watchmaker", "lawyer")),
    )
    state = position(player(hand=hand), *others, step=Choosing(), turn=0)
    told = effect(state, GiveBack("poet"))
    assert told == "loses 3 points shared with your other cards"


def test_a_profession_that_comes_is_told_with_its_work_alone() -> None:
    first = player(jesters=2, hand=("poet",), recruiting=1)
    state = acting(first, player(works=("lawyer",)), player())
    assert effect(state, Recruit("lawyer"), Deltas()) == "worth 6 now"
    assert effect(state, Keep("lawyer"), Deltas()) == "worth 7 now"


def test_a_card_is_told_without_the_full_stop_of_its_sentence() -> None:
    """The line that includes it has one."""
    state = acting(player(hand=("poet",), jesters=3))
    told = effect(state, Keep("jesters"), Deltas())
    assert told == "+2 for each Jester you have"
    added = effect(state, PlayBonus("jesters"), Deltas())
    assert added == "adds 6; +2 for each Jester you have"


def test_a_building_and_a_freedom_are_told_with_the_works_that_they_raise() -> None:
    state = acting(player(hand=("poet", "lawyer"), jesters=3))
    built = next(
        each
        for each in decision(state).options
        if isinstance(each, Build) and each.building == "theatre"
    )
    told = effect(state, built)
    assert told.startswith("Poet 8 → 12 (needs 7)")
    assert told.endswith("; −700 florins; +3 PP")
    told = effect(state, Introduce("travel"))
    assert told == "Poet 8 → 11 (needs 7); −300 florins"


def test_other_choices_are_told_as_beside_their_buttons() -> None:
    state = acting(player(hand=("poet",), jesters=3))
    assert effect(state, Work("poet")).startswith("worth 7 (needs 7), pays 700 florins")
    assert effect(state, Bid(300), Deltas()) == ""


def test_every_suggestion_can_be_told() -> None:
    for journal in positions(3, 2):
        for found in journal.decisions:
            view = journal.view(found.seat)
            for action in found.options[::7]:
                price = journal.price(found.seat, action)
                told = SHOWN.effect(action, price, view, EN)
                assert "none of your professions loves it" not in told
                assert not told.startswith("; ")
