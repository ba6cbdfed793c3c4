"""Chapter "The card row": slide right, fill at once, stop at the next bonus tile."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.lacrimosa import row as the_row
from rules.lacrimosa.actions import Commission, Document, EndTurn
from rules.lacrimosa.state import State
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    acting,
    last_turn,
    on_turn,
    owed,
    play,
    settled,
)
from tests.lacrimosa.rows import row

K45A, BACH = "opus-k45a", "memory-bach-london"
RICH = {"ducats": 40, "tracks": (8, 8, 8)}


def test_the_others_slide_right_and_one_is_filled_in() -> None:
    """L62, L64, LR11: before the next action of the turn."""
    before = acting(on_turn(**RICH), rights=("commission", "document"), row=row({4: K45A}))
    state = play(before, Commission(K45A))
    draw = owed(state)
    assert draw.supply == "row"
    assert set(draw.items) == set(before.packs[0])
    assert draw.count == 1
    fresh = draw.items[0]
    after = play(state, (fresh,))
    assert after.row == (fresh, *before.row[:3], *before.row[4:])
    assert fresh not in after.packs[0]


def test_the_next_action_meets_a_full_row_with_new_prices() -> None:
    """L62, L64, LR11: a memory on space 3 moves to space 4 once an opus on 7 is taken."""
    before = acting(
        on_turn(**RICH), rights=("commission", "document"), row=row({7: K45A, 3: BACH})
    )
    assert the_row.space(EDITION, before, BACH).space == 3
    state = settled(play(before, Commission(K45A)))
    assert len(state.row) == 7
    assert the_row.space(EDITION, state, BACH).space == 4
    after = play(state, Document(BACH))
    assert after.players[ANA].tracks[1] == 7


def empty_pack(state: State) -> State:
    """The state with the rest of the period dealt, so that its cards are known to be gone."""
    return replace(state, packs=((), *state.packs[1:]), gone=(*state.gone, *state.packs[0]))


def test_the_row_is_not_filled_past_the_next_bonus_tile() -> None:
    """L63, LR12: empty spaces are on the left, so the leftmost prices go first."""
    before = empty_pack(acting(on_turn(**RICH), rights=("commission",), row=row({4: K45A})))
    after = play(before, Commission(K45A))
    assert after.owed == ()
    assert after.row == (*before.row[:3], *before.row[4:])
    assert [the_row.space(EDITION, after, card).space for card in after.row] == [
        2,
        3,
        4,
        5,
        6,
        7,
    ]


@pytest.mark.parametrize("length", [7, 5, 4, 3, 0])
def test_the_four_oldest_spaces_are_cleared(length: int) -> None:
    """L111, L112, L113, LR14: fewer cards if some are empty; then the row is full again."""
    lying = row({}, length=length) if length else ()
    before = acting(last_turn(), last_turn(), seat=BRUNO, turn=4, row=lying)
    left = before.packs[0]
    after = play(before, EndTurn())
    assert after.row == before.row[: max(length - 4, 0)]
    assert after.packs[0] == ()
    assert set(before.row[max(length - 4, 0) :]) <= set(after.gone)
    assert set(left) <= set(after.removed)
    after = settled(after)
    assert len(after.row) == 7
    kept = min(3, max(length - 4, 0))
    assert after.row[7 - kept :] == before.row[:kept]


def test_the_next_bonus_tile_replaces_the_old_one() -> None:
    """L111, L112, LR14: that of the new period counts from now on."""
    before = acting(last_turn(), last_turn(), seat=BRUNO, turn=4)
    state = play(before, EndTurn())
    assert [each.count for each in state.owed if each.supply == "bonus"] == [1]
    assert EDITION.bonuses[settled(state).bonus[-1]].period == 2


def test_cards_of_the_old_period_can_stay_in_the_row() -> None:
    """L112: those on the three newest spaces slide to the right end."""
    before = acting(last_turn(), last_turn(), seat=BRUNO, turn=4)
    after = settled(play(before, EndTurn()))
    assert after.row[4:] == before.row[:3]
