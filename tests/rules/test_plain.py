"""What a game has if it only inherits `rules.plain.Plain`."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rules.contract import Action, Choice, Decision, Draw, Illegal, Options, Over, Prompt
from rules.plain import NoOrder, Plain, put


class Take(Action, frozen=True, tag="take"):
    """Take `n`."""

    n: int


class ToTake(Prompt, frozen=True, tag="take"):
    """How many?"""


class _Takes(Plain[Any, Any]):
    """A game whose state is what is pending."""

    name: Final = "takes"
    version: Final = 1
    seats: Final = range(2, 4)
    actions: Final = Take

    def pending(self, state: Any) -> Any:
        return state


class _Chooses(_Takes):
    """The same game with a table option."""

    choices = (Choice("bags", ("one", "two"), (2, 3)),)


GAME = _Takes()  # type: ignore[abstract]  # what a game must say itself is not asked here
CHOOSES = _Chooses()  # type: ignore[abstract]  # nor is it here
ASKED = (Decision(1, ToTake(), (Take(1), Take(2)), asides=(Take(9),)),)
OWED = Draw("bag", ("red", "red", "blue"), 2)


@pytest.mark.parametrize(
    ("pending", "seat", "action", "code"),
    [
        (ASKED, 1, Take(2), None),
        (ASKED, 1, Take(9), None),
        (ASKED, 1, Take(3), "unknown_action"),
        (ASKED, 0, Take(2), "not_your_decision"),
        (OWED, 1, Take(2), "not_your_decision"),
        (Over(((), ()), (0,)), 1, Take(2), "game_over"),
    ],
)
def test_what_is_not_listed_is_refused(
    pending: object, seat: int, action: Action, code: str | None
) -> None:
    reason = GAME.why_not(pending, seat, action)
    assert (reason and reason.code) == code
    if code is None:
        GAME.check(pending, seat, action)
        return
    with pytest.raises(Illegal) as caught:
        GAME.check(pending, seat, action)
    assert caught.value.reason == reason


@pytest.mark.parametrize("items", [("red", "red"), ("blue", "red")])
def test_an_outcome_of_the_draw_is_taken(items: tuple[str, ...]) -> None:
    GAME.check_drawn(OWED, items)


@pytest.mark.parametrize(
    "items", [(), ("red",), ("blue", "blue"), ("red", "green"), ("red", "red", "blue")]
)
def test_any_other_outcome_is_refused(items: tuple[str, ...]) -> None:
    with pytest.raises(Illegal, match="unknown_draw"):
        GAME.check_drawn(OWED, items)


def test_without_a_draw_nothing_is_drawn() -> None:
    with pytest.raises(Illegal, match="unknown_draw"):
        GAME.check_drawn(ASKED, ("red", "red"))


@pytest.mark.parametrize(
    ("seats", "chosen", "code"), [(1, {}, "wrong_seats"), (2, {"odd": "x"}, "unknown_option")]
)
def test_only_the_number_of_seats_is_chosen(
    seats: int, chosen: dict[str, str], code: str
) -> None:
    assert GAME.options(3, {}).seats == 3
    with pytest.raises(Illegal, match=code):
        GAME.options(seats, chosen)


@pytest.mark.parametrize("chosen", [{}, {"bags": "one"}, {"bags": "two"}])
def test_what_the_lobby_offers_can_be_chosen(chosen: dict[str, str]) -> None:
    assert CHOOSES.options(2, chosen) == Options(seats=2)


@pytest.mark.parametrize("chosen", [{"bags": "three"}, {"boxes": "one"}])
def test_nothing_else_can_be_chosen(chosen: dict[str, str]) -> None:
    with pytest.raises(Illegal, match="unknown_option"):
        CHOOSES.options(2, chosen)


def test_it_has_nothing_that_a_game_can_lack() -> None:
    assert (GAME.edition, GAME.choices, GAME.orders) == (None, (), NoOrder)
    assert GAME.checked("state") == "state"
    assert GAME.blocked(ASKED, 1) == ()
    assert not any(GAME.plans("view"))
    assert GAME.offers("view") == ()
    assert not GAME.stands(NoOrder(), "view")
    assert GAME.follow((NoOrder(),), "view", ASKED[0]) is None


def test_a_value_is_put_at_its_place() -> None:
    assert put((1, 2, 3), 0, 9) == (9, 2, 3)
    assert put((1, 2, 3), 2, 9) == (1, 2, 9)
