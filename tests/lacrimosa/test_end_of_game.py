"""Chapter "End of the game": the Requiem, story points, money, and who wins."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from rules.contract import Line
from rules.lacrimosa import scoring
from rules.lacrimosa.actions import BuyCounter, EndTurn
from rules.lacrimosa.events import Counted, Ended
from rules.lacrimosa.state import Note, Player, State
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    DAVID,
    EDITION,
    LACRIMOSA,
    acting,
    ended,
    events,
    last_turn,
    note,
    play,
    player,
    refused,
)

PLAIN = ("start-memory-1", "start-memory-6", "start-memory-7", "start-memory-8")


def at_the_end(*owners: Player, **fields: Any) -> State:
    """The last seat is about to end the last turn; no bonus counts."""
    bonus = ("", "", "", "", "bonus-5-commission")
    return acting(*owners, seat=len(owners) - 1, turn=4, round=5, bonus=bonus, **fields)


def owner(**fields: Any) -> Player:
    """A seat with funds on 0, whose Story cards have four points at their bottoms in all."""
    fields.setdefault("finance", 0)
    fields.setdefault("ducats", 0)
    story = ("start-memory-2", "start-memory-3", "start-memory-4", "start-memory-8")
    shown = ("start-memory-1", "start-memory-6", "start-memory-7", "start-memory-5")
    return last_turn(experiences=shown, story=story, **fields)


def movement(name: str, *markers: tuple[int | None, str]) -> tuple[Note, ...]:
    """Markers on the spaces of a movement, from the top."""
    spaces = EDITION.movements[name].spaces
    return tuple(
        note(space.id, seat, side) for space, (seat, side) in zip(spaces, markers, strict=False)
    )


E, S = "eighth", "sixteenth"


def points(state: State, seat: int) -> int:
    return scoring.requiem_points(EDITION, state, seat)


def test_sequentia_eight_and_four_and_four() -> None:
    """L121, L122, L123, L125, LR35, LR56: the example, at four seats.

    Four markers for Eybler, one of them neutral, two for Stadler: 4 and 2 points each.
    """
    notes = movement(
        "sequentia", (ANA, E), (BRUNO, S), (ANA, E), (None, E), (BRUNO, E), (BRUNO, S)
    )
    state = acting(seats=4, notes=notes)
    assert points(state, ANA) == 8
    assert points(state, BRUNO) == 4 + 2 * 2
    assert points(state, CHRISTIAN) == points(state, DAVID) == 0


@pytest.mark.parametrize(
    ("markers", "scored"),
    [
        (((ANA, E),), 3),
        (((ANA, E), (BRUNO, S)), 1),
        (((ANA, E), (BRUNO, S), (None, S)), 1),
        (((ANA, E), (BRUNO, S), (None, E)), 3),
        (((ANA, E), (ANA, S)), 2),
        (((ANA, E), (ANA, E), (ANA, S)), 7),
        (((None, E),), 0),
        ((), 0),
    ],
)
def test_majorities(markers: tuple[tuple[int | None, str], ...], scored: int) -> None:
    """L122, L123, L124, LR35, LR38: neutral markers count; a tie pays the lower value."""
    assert points(acting(notes=movement("kyrie", *markers)), ANA) == scored


def test_each_movement_by_itself() -> None:
    """L122: the majority in one says nothing about another."""
    notes = (*movement("kyrie", (ANA, E), (BRUNO, E)), *movement("sanctus", (ANA, S)))
    state = acting(notes=notes)
    assert (points(state, ANA), points(state, BRUNO)) == (3 + 5, 3)


def test_covered_spaces_belong_to_nobody() -> None:
    """L121: Constanze's counters are no markers."""
    state = acting(notes=movement("kyrie", (ANA, E), (BRUNO, S)))
    assert state.covers
    assert points(state, ANA) == 1


@pytest.mark.parametrize(
    ("counters", "expected"),
    [((0, 0, 0), 2), ((1, 0, 0), 2), ((1, 1, 0), 3), ((1, 1, 1), 3), ((5, 5, 5), 9)],
)
def test_a_point_for_two_story_points(counters: tuple[int, int, int], expected: int) -> None:
    """L126, LR42, LR43: tracks and counters of all kinds in one sum; the remainder is lost."""
    end = play(at_the_end(owner(counters=counters), owner()), EndTurn())
    assert sum(end.players[ANA].tracks) == 4
    assert end.players[ANA].tally.story_points == expected


@pytest.mark.parametrize(("ducats", "expected"), [(0, 0), (2, 0), (3, 1), (11, 3), (12, 4)])
def test_a_point_for_three_ducats(ducats: int, expected: int) -> None:
    """L127, LR43: the remainder is lost."""
    end = play(at_the_end(owner(ducats=ducats), owner()), EndTurn())
    assert end.players[ANA].tally.ducats == expected


def test_income_of_the_last_round_counts() -> None:
    """L129: two ducats from the finances turn one ducat into three."""
    end = play(at_the_end(owner(ducats=1, finance=2), owner()), EndTurn())
    assert end.players[ANA].tally.ducats == 1


def test_courts_requiem_story_and_money() -> None:
    """L116: in this order and itemised; the total is the sum of the lines."""
    ana = owner(
        vp=10,
        ducats=9,
        courts=("court-types-1",),
        opus=("opus-k50", "opus-k139"),
        counters=(2, 0, 0),
    )
    state = at_the_end(ana, owner(), notes=movement("kyrie", (ANA, E)))
    end = play(state, EndTurn())
    tally = asdict(end.players[ANA].tally)
    expected = {"opus": 10, "courts": 6, "requiem": 3, "story_points": 3, "ducats": 3}
    assert {what: vp for what, vp in tally.items() if vp} == expected
    over = ended(end)
    assert over.totals == (25, 2)
    assert [line for line in over.lines[ANA] if line.points] == [
        Line(what, expected[what]) for what in tally if what in expected
    ]
    assert list(tally)[-4:] == ["courts", "requiem", "story_points", "ducats"]
    counted = [event for event in events(state, EndTurn()) if isinstance(event, Counted)]
    assert counted[ANA] == Counted(ANA, 6, 3, 3, 3)
    assert events(state, EndTurn())[-1] == Ended((ANA,))


def test_nothing_can_be_done_after_the_last_turn() -> None:
    """LR5, LR42: no exchange before the count."""
    end = play(at_the_end(owner(ducats=9), owner()), EndTurn())
    for action in (BuyCounter("talent"), EndTurn()):
        assert refused(end, action, ANA).code == "game_over"


def test_everything_is_open_after_the_end() -> None:
    """L116: hands and what is left in the packs."""
    end = play(at_the_end(owner(), owner()), EndTurn())
    view = LACRIMOSA.observe(end, None)
    assert view.seats[ANA].hand == end.players[ANA].hand
    assert view.undealt == (*end.packs, end.removed)
    hidden = LACRIMOSA.observe(acting(on := player(), player()), BRUNO)
    assert hidden.seats[ANA].hand is None
    assert on.hand
