"""Who played a seat at an entry, from what is stored of the changes."""

from __future__ import annotations

import pytest

from bot.store.rows import Seating, SeatRow
from bot.tables.seat_history import Sitter, sitter_at

ANN, BEN = 101, 102


def change(
    entry: int, what: str, name: str, user: int | None, level: str | None = None
) -> Seating:
    return Seating(1.0, entry, 0, what, name, user, level)  # type: ignore[arg-type] # the kinds


PERSON = SeatRow(1, 0, ANN, "Ann")
AWAY = (change(5, "stand_in", "Ann", ANN, "master"),)
BACK = (*AWAY, change(9, "back", "Ann", ANN))
TAKEN = (
    change(5, "left", "Ann", ANN, "novice"),
    change(9, "substitute", "Ben", BEN),
)
DELETED = SeatRow(1, 0, None, "Someone", "adept", since=7)


@pytest.mark.parametrize(
    ("row", "seatings", "played"),
    [
        (PERSON, (), {1: Sitter("Ann", ANN), 99: Sitter("Ann", ANN)}),
        (SeatRow(1, 0, None, "Sforza", "novice"), (), {1: Sitter("Sforza", None, "novice")}),
        (PERSON, AWAY, {5: Sitter("Ann", ANN), 6: Sitter("Ann", None, "master")}),
        (PERSON, BACK, {9: Sitter("Ann", None, "master"), 10: Sitter("Ann", ANN)}),
        (
            SeatRow(1, 0, BEN, "Ben"),
            TAKEN,
            {
                5: Sitter("Ann", ANN),
                9: Sitter("Ann", None, "novice"),
                10: Sitter("Ben", BEN),
            },
        ),
        (DELETED, (), {7: Sitter("Someone", None), 8: Sitter("Someone", None, "adept")}),
        (
            SeatRow(1, 0, None, "Someone", None, since=9),
            (change(5, "stand_in", "Someone", None, "master"),),
            {5: Sitter("Someone", None), 6: Sitter("Someone", None, "master")},
        ),
        (
            SeatRow(1, 0, ANN, "Ann of today"),
            (change(5, "conceded", "Ann", ANN),),
            {6: Sitter("Ann of today", ANN)},
        ),
    ],
    ids=[
        "person",
        "opponent",
        "away",
        "back",
        "substitute",
        "deleted",
        "deleted later",
        "named",
    ],
)
def test_who_played_is_told_by_the_changes_before(
    row: SeatRow, seatings: tuple[Seating, ...], played: dict[int, Sitter]
) -> None:
    assert {number: sitter_at(row, seatings, number) for number in played} == played


def test_changes_of_other_seats_do_not_count() -> None:
    other = Seating(1.0, 5, 1, "stand_in", "Cy", 103, "novice")
    assert sitter_at(PERSON, (other,), 9) == Sitter("Ann", ANN)
