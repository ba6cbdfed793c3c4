"""What is open on the table and what is not."""

from __future__ import annotations

import msgspec
import pytest

from rules.contract import Drawn, Moved
from rules.florence.actions import DrawBonus, DrawProfession, GiveBack, Keep, PutUnder
from rules.florence.catalogue import RECRUITING
from rules.florence.events import Dealt, GaveBack, Kept, Looked, PutBack
from rules.florence.state import Acting, Choosing, Looking, Ordering, State
from tests.florence.positions import (
    ANA,
    BRUNO,
    FLORENCE,
    acting,
    buried,
    decision,
    pile,
    play,
    player,
    position,
)

LOOKED = ("poet", "lawyer", "painter")


def table() -> State:
    """A position in which Ana owns something of everything."""
    ana = player(
        florins=1234,
        prestige=9,
        kinds=("tower", "lake"),
        jesters=2,
        builders=1,
        freedoms=("travel",),
        works=("botanist", RECRUITING),
        hand=("composer", "physician"),
        recruiting=1,
        bonus=("lakes", "parks", "forests"),
        prestige_cards=("two_large", "most_works"),
        value=8,
    )
    return acting(ana)


@pytest.mark.parametrize("viewer", [BRUNO, None])
def test_open_things_are_seen_by_everybody(viewer: int | None) -> None:
    """FR9: prestige, tiles, freedoms, jesters, builders, face-up cards, numbers of cards."""
    state = table()
    seat = FLORENCE.observe(state, viewer).seats[ANA]
    assert (seat.prestige, seat.jesters, seat.builders, seat.value) == (9, 2, 1, 8)
    assert seat.tiles == state.players[ANA].tiles
    assert (seat.freedoms, seat.works) == (("travel",), ("botanist", RECRUITING))
    counts = (seat.cards, seat.recruiting, seat.bonus_count, seat.prestige_count)
    assert counts == (2, 1, 3, 2)
    assert seat.empty == 43 - 3 - 4


@pytest.mark.parametrize("viewer", [BRUNO, None])
def test_hidden_things_are_nowhere_in_the_view_of_others(viewer: int | None) -> None:
    """FR9: florins, hand, bonus and prestige cards of another seat."""
    view = FLORENCE.observe(table(), viewer)
    seat = view.seats[ANA]
    assert (seat.florins, seat.hand, seat.bonus, seat.prestige_cards) == (None,) * 4
    raw = msgspec.json.encode(view)
    for secret in (b"1234", b"composer", b"physician", b"lakes", b"two_large"):
        assert secret not in raw


def test_the_own_hand_is_seen() -> None:
    """FR9: a seat sees all that it owns."""
    seat = FLORENCE.observe(table(), ANA).seats[ANA]
    assert (seat.florins, seat.hand) == (1234, ("composer", "physician"))
    assert seat.bonus == ("lakes", "parks", "forests")
    assert seat.prestige_cards == ("two_large", "most_works")


@pytest.mark.parametrize("viewer", [BRUNO, None])
def test_cards_looked_at_are_seen_by_the_one_who_looks(viewer: int | None) -> None:
    """FR9, F80: the others see only that there are three."""
    for step in (
        Looking(ANA, "professions", LOOKED, ANA),
        Ordering(ANA, "professions", LOOKED, ANA),
    ):
        state = position(player(), player(), player(), step=step)
        own, other = FLORENCE.observe(state, ANA).step, FLORENCE.observe(state, viewer).step
        assert isinstance(own, Looking | Ordering)
        assert isinstance(other, Looking | Ordering)
        assert own.cards == LOOKED
        assert len(other.cards) == 3
        assert not set(other.cards) & set(LOOKED)


def test_what_is_told_keeps_the_same_secrets() -> None:
    """FR9, F80, F84: only one seat is told the cards it looks at, keeps and puts back."""
    five = ("lakes", "parks", "forests", "jesters", "builders")
    state = play(acting(player()), DrawBonus())
    after = FLORENCE.drawn(state, five)
    kept = play(after, Keep("jesters"))
    under = PutUnder((12, 14, 11, 13))
    done = play(kept, under)
    for listener, cards in ((ANA, five), (BRUNO, None), (None, None)):
        own = listener == ANA
        assert FLORENCE.told(state, Drawn(five), after, listener) == (
            Looked(ANA, "bonus", 5, cards),
        )
        assert FLORENCE.told(after, Moved(ANA, Keep("jesters")), kept, listener) == (
            Kept(ANA, "bonus", "jesters" if own else None),
        )
        order = ("parks", "lakes", "builders", "forests") if own else None
        assert FLORENCE.told(kept, Moved(ANA, under), done, listener) == (
            PutBack(ANA, "bonus", 4, order),
        )


def test_setup_is_told_without_the_cards_of_others() -> None:
    """FR9, F10: which card each seat gave back stays secret."""
    hand = ("botanist", "lawyer", "painter", "poet")
    state = position(player(hand=hand), player(), player(), step=Choosing(), turn=0)
    after = FLORENCE.act(state, ANA, GiveBack("poet"))
    entry = Moved(ANA, GiveBack("poet"))
    assert FLORENCE.told(state, entry, after, ANA)[0] == GaveBack(ANA, "poet")
    assert FLORENCE.told(state, entry, after, BRUNO)[0] == GaveBack(ANA, None)
    start = FLORENCE.start(FLORENCE.options(3, {}))
    dealt = FLORENCE.drawn(start, hand)
    assert FLORENCE.told(start, Drawn(hand), dealt, ANA) == (Dealt(ANA, 4, hand),)
    assert FLORENCE.told(start, Drawn(hand), dealt, None) == (Dealt(ANA, 4, None),)


def test_a_look_without_chance_is_told_to_the_others_as_a_number() -> None:
    """FR9, FR6: a small pile shows its cards to the seat that pays."""
    state = acting(player(), professions=buried(("poet", "lawyer"), ("painter",), BRUNO))
    after = play(state, DrawProfession())
    entry = Moved(ANA, DrawProfession())
    seen = ("lawyer", "poet", "painter")
    assert Looked(ANA, "professions", 3, seen) in FLORENCE.told(state, entry, after, ANA)
    assert Looked(ANA, "professions", 3, None) in FLORENCE.told(state, entry, after, BRUNO)


def test_a_single_card_left_is_put_back_without_an_order() -> None:
    """FR9, FR6: keeping one of two puts the other under the pile, known to the seat."""
    state = acting(player(), bonus=buried(("lakes", "parks"), (), ANA))
    state = play(state, DrawBonus())
    after = play(state, Keep("lakes"))
    assert after.step == Acting(ANA)
    entry = Moved(ANA, Keep("lakes"))
    told = FLORENCE.told(state, entry, after, ANA)
    assert told == (Kept(ANA, "bonus", "lakes"), PutBack(ANA, "bonus", 1, ("parks",)))
    told = FLORENCE.told(state, entry, after, None)
    assert told == (Kept(ANA, "bonus", None), PutBack(ANA, "bonus", 1, None))
    assert FLORENCE.observe(after, BRUNO).bonus.under == (None,)


def test_no_option_depends_on_the_hands_of_others() -> None:
    """FR9: other seats' hands and money can change without changing a seat's decision."""
    state = table()
    bruno = player(
        florins=1, hand=("poet",), bonus=("jesters",), prestige_cards=("most_parks",)
    )
    other = position(
        state.players[ANA],
        bruno,
        player(),
        step=state.step,
        professions=pile(state.professions.loose, ("alchemist",)),
        bonus=pile(state.bonus.loose, ("builders",)),
    )
    assert decision(other) == decision(state)
