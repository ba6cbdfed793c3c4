"""Items shown by an undone draw keep their places in their supply."""

from __future__ import annotations

import pytest

from rules.contract import Draw, Illegal
from rules.known_order import KnownOrder

LETTERS = tuple("abcdef")


def drawn(known: KnownOrder, row: str, number: int, items: tuple[str, ...]) -> KnownOrder:
    """One entry that draws each letter of `row` from `items`."""
    return known.added(Draw("pile", items, len(row)), tuple(row), number)


def due(known: KnownOrder, count: int, items: tuple[str, ...] = LETTERS) -> str:
    return "".join(known.due(Draw("pile", items, count)))


def test_what_was_drawn_and_not_undone_is_not_due() -> None:
    known = drawn(KnownOrder(), "ca", 1, LETTERS)
    assert due(known, 2, tuple("bdef")) == ""
    assert known.next_items(None) == {}


def test_what_was_undone_is_due_in_its_order() -> None:
    known = drawn(drawn(KnownOrder(), "ca", 1, LETTERS), "e", 2, tuple("bdef")).back(0)
    assert [due(known, count) for count in (1, 2, 3, 6)] == ["c", "ca", "cae", "cae"]
    assert known.next_items(None) == {"pile": ("c", "a", "e")}
    known = drawn(known, "c", 5, LETTERS)
    assert due(known, 2, tuple("abdef")) == "ae"
    assert known.next_items(None) == {"pile": ("a", "e")}


def test_chance_joins_the_order_behind_what_is_known() -> None:
    known = drawn(KnownOrder(), "c", 1, LETTERS).back(0)
    known = drawn(known, "cfb", 4, LETTERS).back(0)
    assert due(known, 6) == "cfb"


def test_nothing_known_is_forgotten_by_a_branch_that_cannot_draw_it() -> None:
    known = drawn(KnownOrder(), "cab", 1, LETTERS).back(0)
    known = drawn(known, "a", 3, tuple("adef"))
    assert due(known, 2, tuple("def")) == ""
    assert due(known.back(0), 3) == "cab"


def test_another_item_than_the_known_one_is_refused() -> None:
    known = drawn(KnownOrder(), "ca", 1, LETTERS).back(0)
    for row in ("ac", "cb", "dc"):
        with pytest.raises(Illegal) as caught:
            drawn(known, row, 2, LETTERS)
        assert caught.value.reason.code == "known_order"
    drawn(known, "cad", 2, LETTERS)


def test_only_the_draws_after_the_position_are_undone() -> None:
    known = drawn(drawn(KnownOrder(), "c", 3, LETTERS), "a", 7, tuple("abdef"))
    assert due(known.back(6), 2, tuple("abdef")) == "a"
    assert due(known.back(7), 2, tuple("bdef")) == ""


def test_what_came_back_is_unknown_again() -> None:
    known = drawn(drawn(KnownOrder(), "ca", 1, LETTERS), "e", 2, tuple("bdef")).back(1)
    mixed = tuple("abdef")  # a is there again, so the supply has been mixed
    assert due(known, 5, mixed) == ""
    known = drawn(known, "da", 4, mixed)
    assert due(known, 3, tuple("bef")) == ""
    assert due(known.back(1), 5, mixed) == "da", "the mixed supply has an order of its own"
    assert due(known.back(0), 6) == "cae", "that of before is kept"


def test_copies_of_an_item_are_told_apart_by_their_number() -> None:
    coins = ("coin", "coin", "coin", "stone")
    known = drawn(KnownOrder(), "", 0, coins)
    draw = Draw("bag", coins, 2)
    known = known.added(draw, ("coin", "coin"), 1)
    assert known.due(Draw("bag", ("coin", "stone"), 2)) == (), "one coin was never drawn"
    known = known.back(0).added(Draw("bag", coins, 1), ("coin",), 3)
    assert known.due(Draw("bag", ("coin", "coin", "stone"), 2)) == ("coin",)
    assert known.due(Draw("bag", coins, 2)) == (), "one came back"


def test_each_sees_what_it_has_seen() -> None:
    own = Draw("hand.1", LETTERS, 2, seen_by=1, own=True)
    known = KnownOrder().added(own, ("c", "a"), 1)
    known = drawn(known, "f", 2, LETTERS).back(0)
    assert known.next_items(1) == {"hand.1": ("c", "a"), "pile": ("f",)}
    for seat in (None, 0):
        assert known.next_items(seat) == {"pile": ("f",)}
