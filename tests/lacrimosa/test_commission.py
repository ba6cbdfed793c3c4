"""Chapter "Commission an Opus": price, points and where the card goes."""

from __future__ import annotations

import pytest

from rules.lacrimosa import Edition, game
from rules.lacrimosa.actions import Commission, Perform, Sell
from rules.lacrimosa.state import Held
from tests.lacrimosa.altered import edited
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    acting,
    cards_of,
    gained,
    offered,
    on_turn,
    play,
    refused,
    settled,
)
from tests.lacrimosa.rows import row

K45A = "opus-k45a"


@pytest.mark.parametrize(
    ("space", "ducats", "talent"),
    [(1, 3, 2), (2, 2, 2), (3, 4, 1), (4, 4, 1), (5, 3, 1), (6, 3, 1), (7, 2, 1)],
)
def test_the_price_is_that_of_card_and_space(space: int, ducats: int, talent: int) -> None:
    """L56, LR18: printed ducats and talent, and what the space shows."""
    before = acting(rights=("commission",), row=row({space: K45A}))
    after = play(before, Commission(K45A))
    assert gained(before, after) == {"ducats": -ducats, "track.talent": -talent, "vp": 3}


def test_the_card_lies_in_front_and_scores_at_once() -> None:
    """L57, LR18: unrotated, as the latest card."""
    before = acting(rights=("commission",), row=row({7: K45A}))
    after = play(before, Commission(K45A))
    assert after.players[ANA].opus == (Held("start-opus-k1a"), Held(K45A))
    assert after.players[ANA].tally.opus == 3
    assert K45A not in after.row


def test_a_row_reward_helps_to_pay() -> None:
    """L56, LR13: as with memories; the house edition has no such reward for an opus."""
    space = "space = 7\nopus_cost = {}\nopus_reward = "
    own = game(Edition(edited(f"{space}[]", f'{space}["ducats 1"]')))
    before = acting(on_turn(ducats=1), rights=("commission",), row=row({7: K45A}))
    assert refused(before, Commission(K45A)).code == "cannot_pay_ducats"
    after = own.act(before, ANA, Commission(K45A))
    assert gained(before, after) == {"ducats": -1, "track.talent": -1, "vp": 3}


def test_only_opus_cards_of_the_row() -> None:
    """L56: no memory, and no card from elsewhere."""
    state = acting(on_turn(ducats=30, tracks=(8, 8, 8)), rights=("commission",))
    cards = {each.card for each in offered(state, Commission)}
    assert cards == {card for card in state.row if card.startswith("opus")}
    assert refused(state, Commission("opus-k620")).code == "not_in_row"


def test_any_number_of_opus_cards() -> None:
    """L59: a tenth is as welcome as the first."""
    every = tuple(card for card in cards_of(1, opus=True) if card != K45A)
    before = acting(
        on_turn(opus=("start-opus-k1a", *every)),
        rights=("commission",),
        row=(K45A, *cards_of(1, opus=False)[:6]),
    )
    after = play(before, Commission(K45A, ""))
    assert len(after.players[ANA].opus) == 10


@pytest.mark.parametrize("kind", [Perform, Sell])
def test_a_new_opus_can_be_shown_in_the_same_turn(kind: type[Perform | Sell]) -> None:
    """L70, LR18: it is unrotated."""
    state = acting(rights=("commission", "perform_or_sell"), row=row({7: K45A}))
    state = settled(play(state, Commission(K45A)))
    assert kind(K45A) in offered(state, kind)


def test_points_of_the_starting_opus() -> None:
    """L60, LR20: it was not commissioned and scored nothing."""
    assert {opus.vp for opus in EDITION.tables.starting_opus} == {0}
