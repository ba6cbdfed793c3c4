"""What a choice in Florence gains for the person choosing, and what items were sold for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from render.florence.words.names import named
from render.presentations import PRESENTATIONS
from rules.contract import Deltas, path_of
from rules.florence.actions import (
    Build,
    DrawProfession,
    EndTurn,
    Exchange,
    Keep,
    Open,
    Recruit,
    Work,
)
from rules.florence.catalogue import BUILDERS_MOST, PROFESSIONS
from rules.florence.state import Acting, Bidding, Opening, Sale, State
from rules.florence.view import View
from rules.florence.works import reach
from tests.florence.positions import ANA, BRUNO, FLORENCE, acting, decision, player, position
from tests.render.languages import EN

SHOWN = PRESENTATIONS["florence"]


def view(seat: int | None = ANA, **fields: Any) -> View:
    """What a seat, Ana by default, sees of the table when Ana may put up an item."""
    state: State = position(player(**fields), player(), player(), step=Opening(ANA), turn=3)
    return FLORENCE.observe(state, seat)


def hint(lot: str, seen: View) -> str:
    return SHOWN.hint(Open(lot), Deltas(), seen, EN)


def test_a_thing_that_few_wish_for_says_the_values_before_and_after() -> None:
    """A Jester counts 2 and each card 1, so two cards in hand make 4 before the Building."""
    seen = view(jesters=1, hand=("poet", "mathematician"))
    assert SHOWN.detail(("build", "tower"), (), seen, EN).startswith("3 squares")
    loved = SHOWN.detail(("build", "theatre"), (), seen, EN)
    assert loved.startswith("Poet 4 → 8 (needs 12); ")


def test_the_values_are_those_that_a_work_could_reach() -> None:
    """F61: as the coach and the rules count them, with all Bonus cards in hand."""
    own = player(hand=("poet",), kinds=("lake",), jesters=2, bonus=("jesters", "buildings"))
    state = acting(own, turn=4)
    seen = FLORENCE.observe(state, ANA)
    text = SHOWN.detail(("build", "theatre"), (), seen, EN)
    (first, *_) = (each for each in builds(state, "theatre"))
    after = FLORENCE.act(state, ANA, first).players[ANA]
    assert reach(after, "poet") == 17
    assert text.startswith("Poet 12 → 17 (needs 14); ")


def test_a_prestige_card_counts_for_bonus_cards() -> None:
    """F92."""
    text = hint("prestige", view(hand=("poet",), bonus=("prestige_cards",)))
    assert text.endswith("; +2 with Bonus cards: A name in the city")


def test_a_thing_that_many_wish_for_says_how_much_and_for_whom() -> None:
    loving = [card for card, entry in PROFESSIONS.items() if entry.landscape == "lake"]
    names = [named(card, EN) for card in loving[:3]]
    assert hint("lake", view(hand=tuple(loving[:3]))).startswith(f"+3 for {EN.listed(names)}; ")


def test_a_landscape_that_nobody_in_hand_wishes_for_says_so() -> None:
    """So does one that the principality already has: a second one adds nothing."""
    none = "none of your professions loves it; "
    assert hint("park", view(hand=("poet",))).startswith(f"{none}3 PP from the 2nd on; ")
    again = hint("lake", view(hand=("poet",), kinds=("lake",)))
    assert again.startswith(f"{none}+3 PP at once; "), "this one is the 2nd (F35)"
    assert again.endswith("you have 1")
    assert hint("park", view(None, hand=("poet",))).startswith(
        "+3 to the Works of those who love it"
    )


def test_an_item_says_what_bonus_cards_in_hand_add_with_it() -> None:
    """F85: each counts what there is, even a further landscape of a kind."""
    cards = ("landscapes", "lakes", "jesters")
    seen = view(hand=("poet",), kinds=("lake",), bonus=cards)
    assert hint("park", seen).startswith("+1 with Bonus cards: Landscapes; 3 PP from")
    assert hint("lake", seen).startswith("+3 with Bonus cards: Landscapes and Lakes; +3 PP at")
    fresh = hint("lake", view(hand=("poet",), bonus=("landscapes",)))
    assert fresh.startswith("Poet 1 → 5 (needs 12); 3 PP from the 2nd on; 6 left")
    assert "Bonus" not in fresh, "the value has it already"
    assert hint("jester", seen).endswith("; +2 with Bonus cards: Jesters")


def test_the_question_of_a_bid_says_what_the_line_of_the_item_said() -> None:
    first = player(hand=("poet",), kinds=("lake",), jesters=1)
    step = Bidding("jester", BRUNO, BRUNO, 300, ANA, (BRUNO,))
    state = position(first, player(), player(), step=step)
    text = SHOWN.question(decision(state), FLORENCE.observe(state, ANA), EN)
    assert text.endswith("\nJester: +2 to your next Work; 6 left; you have 1.")


def test_a_recruiting_card_says_that_nothing_lies_face_up_yet() -> None:
    own = position(player(works=("poet",)), player(), player(), step=Opening(ANA), turn=2)
    text = hint("recruiting", FLORENCE.observe(own, ANA))
    assert text.startswith("takes a face-up profession; there is none yet")
    text = hint("recruiting", FLORENCE.observe(own, BRUNO))
    assert text.startswith("takes a face-up profession from another player")


@pytest.mark.parametrize("hand", [("goldsmith",), ()])
def test_a_place_says_how_many_it_leaves_for_buildings(hand: tuple[str, ...]) -> None:
    """As many as the rules offer afterwards: for the workshop that is loved, or for all.

    Where there are five or more, the number is left out.
    """
    state = acting(player(hand=hand, kinds=("university", "lake", "park", "forest")))
    seen, left = FLORENCE.observe(state, ANA), {}
    what = "for the Workshop" if hand else "for Buildings"
    for each in builds(state, "chapel"):
        after = FLORENCE.act(state, ANA, each)
        left[each] = len(builds(after, "workshop") if hand else builds(after))
        text = SHOWN.detail(path_of(each), (each,), seen, EN)
        told = {0: f"leaves no place {what}", 1: f"leaves 1 place {what}"}
        many = f"leaves {left[each]} places {what}" if left[each] < 5 else ""
        assert text == told.get(left[each], many)
    assert any(1 < count < 5 for count in left.values())
    few = [each for each, count in left.items() if count < 5]
    text = SHOWN.detail(("build", "chapel", 0), tuple(few), seen, EN)
    most = max(left[each] for each in few)
    assert text == f"{len(few)} places; leaves up to {most} places {what}"
    if not hand:
        assert max(left.values()) >= 5
        text = SHOWN.detail(("build", "chapel", 0), tuple(left), seen, EN)
        assert text == f"{len(left)} places"


@pytest.mark.parametrize(
    ("hand", "for_"), [(("goldsmith",), "for the Workshop"), ((), "for Build")]
)
def test_a_place_after_which_no_building_fits_says_so(hand: tuple[str, ...], for_: str) -> None:
    """No number is given: 'up to 0 places' would hide what it means."""
    kinds = ("university", "laboratory", "lake", "park") + ("forest",) * (not hand)
    state = acting(player(hand=hand, kinds=kinds))
    seen, fits = FLORENCE.observe(state, ANA), "workshop" if hand else ""
    others = [each for each in builds(state) if each.building != fits]
    none = [each for each in others if not builds(FLORENCE.act(state, ANA, each), fits)]
    assert none
    for each in none:
        text = SHOWN.detail(path_of(each), (each,), seen, EN)
        assert text.startswith(f"leaves no place {for_}"), text
    for kind in {each.building for each in none}:
        alike = tuple(each for each in none if each.building == kind)
        text = SHOWN.detail(("build", kind, 0), alike, seen, EN)
        assert " 0 " not in text


def builds(state: State, kind: str = "") -> list[Build]:
    """The ways to build: of one kind or of all."""
    options = decision(state).options
    return [each for each in options if isinstance(each, Build) and kind in {"", each.building}]


@pytest.mark.parametrize(("jesters", "told"), [(0, "7 left"), (2, "5 left; you have 2")])
def test_one_more_jester_says_on_how_many_works(jesters: int, told: str) -> None:
    """Its name comes before the line and is not repeated in it."""
    seen = view(jesters=jesters, hand=("poet", "lawyer", "painter", "composer"))
    assert hint("jester", seen) == f"+2 to each Work in your hand (4); {told}"
    assert hint("jester", view(None, hand=("poet",))).startswith("+2 to each of your Works")


@pytest.mark.parametrize(
    ("builders", "told"),
    [
        (0, "Buildings cost 300 instead of 700; "),
        (1, "3 PP, and your Buildings can touch; "),
        (2, "3 PP, and your Buildings are free; "),
        (BUILDERS_MOST, "Buildings for 300"),
    ],
)
def test_one_more_builder_says_what_it_changes(builders: int, told: str) -> None:
    assert hint("builder", view(builders=builders)).startswith(told)


def test_a_profession_that_comes_to_the_hand_says_what_its_work_would_be_worth() -> None:
    seen = FLORENCE.observe(acting(player(jesters=2, hand=("poet",))), ANA)
    shown = SHOWN.hint(Keep("lawyer"), Deltas(), seen, EN)
    assert shown.startswith("worth 6 now; ")
    owner = player(jesters=2, hand=("poet",), recruiting=1)
    shown = SHOWN.hint(Recruit("lawyer"), Deltas(), FLORENCE.observe(acting(owner), ANA), EN)
    assert shown.startswith("worth 6 now; "), "the recruiting card leaves the hand"
    carded = FLORENCE.observe(acting(replace(owner, bonus=("jesters",))), ANA)
    for choice, value in ((Keep("lawyer"), 7), (Recruit("lawyer"), 6)):
        text = SHOWN.hint(choice, Deltas(), carded, EN)
        told = f"worth {value} now, up to {value + 4} with Bonus cards; Library"
        assert text.startswith(told), "as the coach counts it"
    assert SHOWN.hint(DrawProfession(), Deltas(), seen, EN).startswith(
        "+1 to each Work in your hand"
    )


def test_a_work_says_what_it_pays() -> None:
    """F64: 100 florins for each point, and up to how much with Bonus cards."""
    state = acting(player(hand=("poet",), kinds=("lake",), jesters=2))
    text = SHOWN.hint(Work("poet"), Deltas(), FLORENCE.observe(state, ANA), EN)
    assert text == "worth 8 (needs 7), pays 800 florins"
    for each in (Work("poet"), Exchange(0)):
        state = FLORENCE.act(state, ANA, each)
    assert state.players[ANA].florins == 3500 + 800
    carded = acting(player(hand=("poet",), kinds=("lake",), jesters=2, bonus=("jesters",)))
    text = SHOWN.hint(Work("poet"), Deltas(), FLORENCE.observe(carded, ANA), EN)
    assert text == "worth 8, up to 12 with Bonus cards (needs 7), pays up to 1200 florins"


@pytest.mark.parametrize(
    ("turn", "value", "cards", "told"),
    [
        (3, 12, (), "you have the best Work; +3 PP"),
        (3, 12, ("most_jesters",), "you have the best Work; +3 PP"),
        (3, 0, (), ""),
        (
            7,
            17,
            ("most_jesters",),
            "you have the best Work; your Prestige cards score; +9 PP",
        ),
        (7, 0, ("most_jesters",), "your Prestige cards score; +6 PP"),
    ],
)
def test_the_end_of_a_turn_says_for_what_it_scores(
    turn: int, value: int, cards: tuple[str, ...], told: str
) -> None:
    """F87, F90: only the last turn of a round scores."""
    last = player(value=value, prestige_cards=cards, jesters=1)
    others = (player(value=0 if value else 16), player())
    state = position(last, *others, step=Acting(ANA), turn=turn, start=BRUNO)
    assert end(state) == told
    assert not end(replace(state, start=ANA))


def end(state: State) -> str:
    """The line of the end of Ana's turn."""
    price = FLORENCE.price(state, ANA, EndTurn())
    shown = replace(price, reveals=())
    return SHOWN.hint(EndTurn(), shown, FLORENCE.observe(state, ANA), EN)


def test_an_item_says_what_it_was_sold_for_in_this_game() -> None:
    seen = view(jesters=0, hand=("poet",))
    before = (Sale("jester", BRUNO, 900), Sale("lake", BRUNO, 300))
    seen = replace(seen, sold_before=before, sales=(Sale("jester", ANA, 1200),))
    assert "; went for 900, 1200" in hint("jester", seen)
    assert "; went for 300" in hint("lake", seen)
    assert "went" not in hint("park", seen)


def test_no_figure_of_such_a_line_is_cut() -> None:
    seen = view(hand=("theologian", "mathematician"), jesters=2)
    prices = range(200, 4000, 500)
    sold = tuple(Sale(lot, BRUNO, n) for lot in ("forest", "park") for n in prices)
    for lot in ("forest", "park", "jester"):
        text = hint(lot, replace(seen, sold_before=sold))
        assert "…" not in text
        assert len(text) <= 100


def test_the_prices_of_earlier_turns_are_kept_and_change_no_checksum() -> None:
    """Games of release 0.1.0 had no such field."""
    state = position(player(), player(), player(), step=Opening(ANA), turn=3)
    kept = replace(state, sold_before=(Sale("lake", BRUNO, 300),))
    assert FLORENCE.checked(kept) == FLORENCE.checked(state)
    assert FLORENCE.observe(kept, None).prices("lake") == (300,)
    assert FLORENCE.observe(state, None).prices("lake") == ()
