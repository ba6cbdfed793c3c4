"""An unordered supply with a known bottom."""

from __future__ import annotations

import pytest

from rules.supply import Buried, Pile, Supply, seen

ANA, BRUNO = 0, 1


def mixed() -> Supply:
    """Three loose cards; under them two of Ana's and one of Bruno's."""
    return Supply(("a", "b", "c")).with_under(("y", "x"), ANA).with_under(("z",), BRUNO)


def test_size_counts_both_parts() -> None:
    assert len(Supply(())) == 0
    assert len(mixed()) == 6


@pytest.mark.parametrize(("count", "chance"), [(1, 1), (2, 2), (3, 0), (4, 0), (6, 0), (9, 0)])
def test_chance_decides_only_among_more_cards_than_wanted(count: int, chance: int) -> None:
    assert mixed().by_chance(count) == chance


@pytest.mark.parametrize(
    ("count", "cards"),
    [
        (3, ("a", "b", "c")),
        (4, ("a", "b", "c", "y")),
        (5, ("a", "b", "c", "y", "x")),
        (6, ("a", "b", "c", "y", "x", "z")),
        (9, ("a", "b", "c", "y", "x", "z")),
    ],
)
def test_the_bottom_follows_the_loose_cards_in_its_order(
    count: int, cards: tuple[str, ...]
) -> None:
    assert mixed().certain(count) == cards


def test_an_empty_supply_gives_nothing() -> None:
    assert Supply(()).certain(5) == ()
    assert Supply(()).by_chance(5) == 0


def test_cards_leave_from_both_parts() -> None:
    left = mixed().without(("c", "y"))
    assert left == Supply(("a", "b"), (Buried("x", ANA), Buried("z", BRUNO)))


def test_an_equal_card_leaves_the_loose_part_first() -> None:
    supply = Supply(("a", "a", "b")).with_under(("a",), ANA)
    assert supply.without(("a",)) == Supply(("a", "b"), (Buried("a", ANA),))
    assert supply.without(("a", "a", "a")) == Supply(("b",))


def test_a_card_that_is_not_there_cannot_leave() -> None:
    with pytest.raises(StopIteration):
        mixed().without(("q",))


def test_cards_put_under_lie_below_those_already_there() -> None:
    supply = mixed().with_under(("v", "u"), BRUNO)
    assert [buried.card for buried in supply.under] == ["y", "x", "z", "v", "u"]
    assert [buried.seat for buried in supply.under] == [ANA, ANA, BRUNO, BRUNO, BRUNO]


def test_a_supply_is_never_changed() -> None:
    supply = mixed()
    supply.without(("a",))
    supply.with_under(("w",), ANA)
    assert supply == mixed()


@pytest.mark.parametrize(
    ("seat", "under"),
    [
        (ANA, ("y", "x", None)),
        (BRUNO, (None, None, "z")),
        (2, (None, None, None)),
        (None, (None, None, None)),
    ],
)
def test_each_seat_sees_only_what_it_put_under(
    seat: int | None, under: tuple[str | None, ...]
) -> None:
    pile = seen(mixed(), seat)
    assert pile == Pile(3, under)
    assert len(pile) == 6
