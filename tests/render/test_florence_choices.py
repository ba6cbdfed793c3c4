"""Florence's choices in words: each button has a short, distinct label and a hint."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import astuple, replace

from render.florence.words.label import outline
from render.lengths import HINT, joined
from render.words import Words
from rules.contract import Action, Delta, Deltas, Order
from rules.florence import actions as does
from rules.florence.orders import BidUpTo
from rules.florence.state import Ordering
from rules.florence.view import View
from tests.florence.positions import ANA, FLORENCE, acting, player
from tests.render.florence_samples import CHOICES, SHOWN, largest, positions
from tests.render.languages import LANGUAGES


def paths(action: Action | Order) -> Iterator[tuple[object, ...]]:
    whole = (action.__struct_config__.tag, *astuple(action))
    for length in range(1, len(whole) + 1):
        yield whole[:length]


def ordering_view() -> View:
    """A view in which Bonus cards 11, 13, 15, 17 wait to go under the pile."""
    lying = ("builders", "forests", "jesters", "large_buildings")
    return replace(largest().view(0), step=Ordering(0, "bonus", lying, 0))


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_start_of_a_choice_has_a_short_label(
    action: Action | Order, words: Words
) -> None:
    view = ordering_view()
    for path in paths(action):
        label = SHOWN.label(path, view, words)
        assert label
        assert len(label) <= (24 if words is LANGUAGES["en"] else 40), label


@pytest.mark.parametrize("action", CHOICES, ids=repr)
def test_every_choice_has_a_hint_of_one_line(action: Action | Order, words: Words) -> None:
    hint = SHOWN.hint(action, Deltas(), ordering_view(), words)
    assert len(hint) <= 100
    assert "\n" not in hint


def test_an_unknown_start_of_a_choice_is_a_fault() -> None:
    with pytest.raises(KeyError):
        SHOWN.label(("dance",), ordering_view(), LANGUAGES["en"])
    with pytest.raises(KeyError):
        SHOWN.label(("pass", 3), ordering_view(), LANGUAGES["en"])


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (("build",), "Build"),
        (("build", "opera"), "Opera"),
        (("build", "opera", 0), "⠋⠃ as printed"),
        (("build", "opera", 5), "⠽ flipped, turned right"),
        (("build", "opera", 5, 23), "C4"),
        (("bid", 300), "Bid 300"),
        (("freedom", "travel"), "Travel"),
        (("keep", "most_parks"), "Most Parks"),
        (("keep", "builders"), "Builders"),
        (("open", "builder"), "Builder"),
        (("sell", 3), "3 PP → 300 florins"),
        (("under", (11, 13, 15, 17)), "As they are: 1, 2, 3, 4"),
        (("under", (17, 11, 13, 15)), "4, 1, 2, 3"),
        (("bid_up_to", 4, "forest", 900), "Up to 900"),
    ],
)
def test_labels(path: tuple[object, ...], label: str) -> None:
    assert SHOWN.label(path, ordering_view(), LANGUAGES["en"]) == label


def test_sibling_choices_have_labels_of_their_own() -> None:
    """No two buttons in one step of a panel read the same."""
    words = LANGUAGES["en"]
    for journal in positions(4, 11):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            steps: dict[tuple[object, ...], set[object]] = {}
            for action in decision.options + decision.asides:
                for path in paths(action):
                    steps.setdefault(path[:-1], set()).add(path[-1])
            for start, choices in steps.items():
                labels = {SHOWN.label((*start, choice), view, words) for choice in choices}
                assert len(labels) == len(choices), start


def test_outlines_of_one_tile_differ_where_the_tile_does() -> None:
    assert outline("tower", 0) != outline("tower", 1)
    assert outline("tower", 0) == outline("tower", 2)
    assert len({outline("forest", turn) for turn in range(8)}) == 8
    assert len({outline("chapel", turn) for turn in range(8)}) == 4


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_decisions_of_a_whole_game_in_words(seats: int) -> None:
    words, rng = LANGUAGES["en"], Random(seats)
    for journal in positions(seats, seats + 20):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            assert SHOWN.asked(decision.prompt, words)
            assert SHOWN.question(decision, view, words)
            offered = decision.options + decision.asides
            for action in rng.sample(offered, min(6, len(offered))):
                deltas = journal.price(decision.seat, action)
                assert len(SHOWN.hint(action, deltas, view, words)) <= 100
                for path in paths(action):
                    assert len(SHOWN.label(path, view, words)) <= 80
            for _, reason in journal.blocked(decision.seat):
                assert SHOWN.why(reason, words)


def test_a_hint_says_what_is_paid_gained_sold_and_shown() -> None:
    deltas = Deltas(
        amounts=(Delta("florins", -200), Delta("prestige", -1)),
        forced=(Delta("prestige", -1),),
        reveals=("bonus",),
    )
    hint = SHOWN.hint(does.DrawBonus(), deltas, ordering_view(), LANGUAGES["en"])
    paid = "−200 florins; −1 PP; after selling 1 PP; can’t be undone"
    assert hint == f"20 in the pile; {paid}"
    assert SHOWN.hint(does.EndTurn(), deltas, ordering_view(), LANGUAGES["en"]).endswith(paid)


def test_a_pass_shows_no_cards_to_who_passes() -> None:
    """F42: only the winner of a Prestige card looks at the pile."""
    deltas = Deltas(reveals=("prestige",))
    hint = SHOWN.hint(does.Pass(), deltas, ordering_view(), LANGUAGES["en"])
    assert hint == "you’re out of this auction"
    taken = SHOWN.hint(does.Take("prestige"), deltas, ordering_view(), LANGUAGES["en"])
    assert taken.endswith("can’t be undone")


def test_a_sale_of_prestige_says_what_one_has_then() -> None:
    """F89: the label already says how much is sold and for how much."""
    state = acting(player(florins=150, prestige=5))
    deltas = Deltas((Delta("florins", 200), Delta("prestige", -2)))
    view = FLORENCE.observe(state, ANA)
    text = SHOWN.hint(does.SellPrestige(2), deltas, view, LANGUAGES["en"])
    assert text == "leaves 350 florins and 3 PP"


def test_a_price_is_never_cut() -> None:
    words = LANGUAGES["en"]
    text = joined("+3 for " + "Choreographer and " * 5, "−200 florins; −1 PP", words)
    assert text.endswith("…; −200 florins; −1 PP")
    assert len(text) <= HINT


def test_an_order_says_what_it_could_sell() -> None:
    view, words = ordering_view(), LANGUAGES["en"]
    florins = view.seats[0].florins
    assert florins is not None
    within = SHOWN.hint(BidUpTo(4, "recruiting", florins), Deltas(), view, words)
    beyond = SHOWN.hint(BidUpTo(4, "recruiting", florins + 150), Deltas(), view, words)
    assert "sell" not in within
    assert beyond.endswith("; could sell 2 PP")


def test_a_hint_says_what_a_winning_bid_would_sell() -> None:
    deltas = Deltas(pledged=(Delta("prestige", -2),))
    hint = SHOWN.hint(does.Bid(300), deltas, ordering_view(), LANGUAGES["en"])
    assert hint == "sells 2 PP if you win"


@pytest.mark.parametrize(
    ("lot", "said"),
    [
        ("forest", "3 PP "),
        ("lake", "3 PP "),
        ("park", "3 PP "),
        ("jester", "+2"),
        ("builder", "Buildings cost"),
        ("prestige", "up to 8 PP at the end"),
        ("recruiting", "takes a face-up profession"),
    ],
)
def test_every_item_says_what_it_is_good_for(lot: str, said: str) -> None:
    """Uncut, with how many are left, where it is chosen (F36, F38, F39, F42, F45)."""
    for journal in positions(4, 1):
        view = journal.view(0)
        for action in (does.Open(lot), does.Take(lot)):
            line = SHOWN.hint(action, Deltas((Delta("florins", -200),)), view, LANGUAGES["en"])
            assert said in line
            assert " left; " in line or line.endswith(" left"), line
            assert not line.endswith("…")
