"""Games of release 0.1.0 with an owner's edition fold to what was played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rules import record
from rules.registry import PRINTED
from tests.printings import FIRST_PRINTING

PLAYED: Final = Path(__file__).parent / "fixtures" / "funds-0.1.0.json"
"""A whole game between two computer players of 0.1.0, played and stored by its rules."""

EDITION: Final = re.sub(
    r"(\[\[period_bonus\]\]\n(?:[^\[\n].*\n)*?reward = )\[[^\]]*\]",
    r'\1["finance 1"]',
    FIRST_PRINTING,
)
"""Its edition: each Period Bonus moves the Funds marker."""


def test_the_finances_pay_before_the_bonus_moves_the_marker() -> None:
    """L105, L106, LR39: the same wildcards go to the same seats as in that release."""
    game = PRINTED["lacrimosa"].recall(EDITION)
    read, journal = record.read(PLAYED.read_bytes())
    assert journal.over is not None
    assert journal.over.totals == (97, 105)
    assert read.rules == game.version, "what it plays by is the same as in that release"
