"""Chapter "Victory points and finances": the score and the finance track."""

from __future__ import annotations

import pytest

from rules.lacrimosa import treasury
from rules.lacrimosa.actions import Commission, Compose, Sell
from rules.lacrimosa.grammar import Cost, item
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    acting,
    gained,
    offered,
    on_turn,
    play,
    player,
    refused,
)
from tests.lacrimosa.rows import row

LAST = len(EDITION.player.finance) - 1


@pytest.mark.parametrize("vp", [0, 46, 49, 50, 97, 104])
def test_points_are_counted_past_fifty_and_a_hundred(vp: int) -> None:
    """L48, LR10: the token of 50 only shows what the score is."""
    before = acting(on_turn(vp=vp), rights=("commission",), row=row({7: "opus-k45a"}))
    assert play(before, Commission("opus-k45a")).players[ANA].vp == vp + 3


@pytest.mark.parametrize(
    ("finance", "steps", "reached", "vp"),
    [(2, 2, 4, 0), (LAST - 1, 1, LAST, 0), (LAST - 1, 2, LAST, 2), (LAST, 3, LAST, 6)],
)
def test_steps_past_the_end_are_two_points(
    finance: int, steps: int, reached: int, vp: int
) -> None:
    """L49, LR8: for each step."""
    after = treasury.raise_finance(EDITION, player(finance=finance), steps)
    assert (after.finance, after.vp) == (reached, vp)


def test_a_sale_at_the_end_of_the_track() -> None:
    """L49, L67, LR8: overflow scores at once, as well as the sale itself."""
    before = acting(on_turn(finance=LAST), rights=("perform_or_sell",))
    after = play(before, Sell("start-opus-k1a"))
    assert gained(before, after) == {"vp": 3, "track.talent": -1}
    assert after.players[ANA].tally.finances == 2
    assert after.players[ANA].tally.sales == 1


EYBLER = {"percussion": "eybler-agnus-dei-1"}


def test_the_finance_track_has_a_bottom() -> None:
    """L50, LR9: a composer whose steps down cannot be paid cannot be hired."""
    part = Compose("agnus-dei", "strings", "eighth", 3)
    for finance, possible in ((0, False), (1, True)):
        first = on_turn(ducats=30, tracks=(8, 8, 8), finance=finance, hired=EYBLER)
        state = acting(first, rights=("requiem",))
        assert (part in offered(state, Compose)) is possible
    reason = refused(
        acting(
            on_turn(ducats=30, tracks=(8, 8, 8), finance=0, hired=EYBLER), rights=("requiem",)
        ),
        part,
    )
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_finance", 1, 0)
    paid = play(
        acting(
            on_turn(ducats=30, tracks=(8, 8, 8), finance=1, hired=EYBLER), rights=("requiem",)
        ),
        part,
    )
    assert paid.players[ANA].finance == 0


def test_nothing_takes_points_away() -> None:
    """L50, LR10: no cost is in points, and no reward is negative."""
    assert "vp" not in Cost.__struct_fields__
    for text in ("vp 0", "vp -1"):
        with pytest.raises(ValueError):
            item(text)
