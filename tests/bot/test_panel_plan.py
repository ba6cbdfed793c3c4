"""What is done with a private panel, depending on the table and the clock."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from bot.delivery.panel_plan import (
    Edit,
    EditLast,
    Later,
    Leave,
    PanelMoment,
    Pauses,
    Withdraw,
    plan,
)
from bot.interactions.message import PanelOf
from bot.screens.panel_state import panel_of
from bot.store.rows import SeatRow
from bot.tables.core.table import Table
from tests.bot.services import game_row
from tests.contract.games import played

USER: Final = 100
PAUSES: Final = Pauses()


def table(*, seat_moves: bool = True) -> tuple[Table, int]:
    """A running game, and a seat that must decide or one that waits."""
    whole = played("florence", 3, seed=5)
    earlier = (whole.at(number) for number in range(12, whole.number))
    journal = next(each for each in earlier if len(each.decisions) == 1)
    rows = tuple(
        SeatRow(game=1, seat=seat, user=USER + seat, name=f"P{seat}") for seat in range(3)
    )
    now = Table(game_row(status="playing", revision=7), rows, journal)
    decides = journal.decisions[0].seat
    return now, decides if seat_moves else (decides + 1) % 3


def moment(shown: PanelOf, now: float, **more: Any) -> PanelMoment:
    """A panel that was pressed and edited long ago, unless `more` says otherwise."""
    return PanelMoment(
        **{"shown": shown, "now": now, "expires": 840, "pressed": -99, "edited": -99, **more}
    )


def step(shown: PanelOf, now_table: Table, now: float = 0, **more: Any) -> object:
    return plan(now_table, USER + shown.seat, moment(shown, now, **more), PAUSES)


def gone(shown: PanelOf) -> PanelOf:
    """The panel of a decision that is no longer open."""
    return replace(shown, standing=("decides", 1))


def test_a_decision_that_stands_is_left_alone_whatever_else_changes() -> None:
    now, seat = table()
    shown = panel_of(now, seat)
    assert shown.standing[0] == "decides"
    assert step(replace(shown, revision=3), now) == Leave()


def test_a_panel_that_waits_follows_every_change() -> None:
    now, seat = table(seat_moves=False)
    shown = panel_of(now, seat)
    assert shown.standing == ("waits", 0)
    assert step(shown, now) == Leave()
    assert step(replace(shown, revision=3), now) == Edit()


def test_a_decision_that_is_gone_is_edited_at_once() -> None:
    now, seat = table()
    assert step(gone(panel_of(now, seat)), now, pressed=-1) == Edit()


@pytest.mark.parametrize("kept", ["aside", "calm"])
def test_a_step_gives_way_twenty_seconds_after_the_last_press(kept: Any) -> None:
    now, seat = table()
    shown = replace(gone(panel_of(now, seat)), kept=kept)
    assert step(shown, now, pressed=-1) == Later(19)
    assert step(shown, now, 18.5, pressed=-1) == Later(0.5)
    assert step(shown, now, 19, pressed=-1) == Edit()


def test_a_step_is_left_alone_while_its_decision_stands() -> None:
    now, seat = table()
    shown = replace(panel_of(now, seat, kept="aside"), revision=3)
    assert step(shown, now) == Leave()
    waits = replace(panel_of(now, (seat + 1) % 3, kept="aside"), revision=3)
    assert step(waits, now) == Leave()


def test_take_back_goes_from_a_panel_when_it_ceases_to_be_possible() -> None:
    now, seat = table()
    shown = replace(panel_of(now, seat), undo=2)
    assert step(shown, now) == Edit()
    assert step(replace(shown, kept="aside"), now) == Leave()


def test_two_edits_are_two_seconds_apart() -> None:
    now, seat = table()
    assert step(gone(panel_of(now, seat)), now, edited=-0.5) == Later(1.5)
    assert step(gone(panel_of(now, seat)), now, edited=-2) == Edit()


def test_who_has_lost_the_right_to_see_keeps_nothing_even_while_pressing() -> None:
    now, seat = table()
    shown = replace(panel_of(now, seat), kept="aside")
    other = plan(now, USER + 50, moment(shown, 0, answering=True, edited=0), PAUSES)
    assert other == Withdraw()
    for status in ("aside", "cancelled"):
        closed = replace(now, game=replace(now.game, status=status))
        assert step(shown, closed, edited=0, pressed=0) == Withdraw()


def test_a_press_that_is_being_answered_is_not_overtaken() -> None:
    now, seat = table()
    assert step(gone(panel_of(now, seat)), now, answering=True) == Leave()


def test_the_last_edit_comes_whatever_is_shown() -> None:
    now, seat = table()
    assert step(panel_of(now, seat, kept="aside"), now, 839.9) == Leave()
    assert step(panel_of(now, seat, kept="aside"), now, 840) == EditLast()


def test_a_panel_that_must_be_edited_once_more_is_edited_unless_it_is_a_step() -> None:
    now, seat = table()
    shown = panel_of(now, seat)
    assert step(shown, now, again=True) == Edit()
    assert step(shown, now, again=True, edited=-0.5) == Later(1.5)
    assert step(replace(shown, kept="aside"), now, again=True) == Leave()
