"""Maintenance is told part by part, beginning with the points lost on the tracks."""

from __future__ import annotations

from rules.lacrimosa.events import Maintained
from tests.render.lacrimosa_samples import SCENE, SHOWN, played
from tests.render.languages import EN


def test_income_is_itemised_and_adds_up() -> None:
    told = lost = 0
    for journal in played(3, 4)[1:]:
        for event in journal.told(journal.number, None):
            if isinstance(event, Maintained):
                text = SHOWN.told(event, SCENE, EN) or ""
                total: dict[str, int] = {}
                for source, deltas in event.steps:
                    assert ("unspent" in text) >= (source == "lost")
                    for each in deltas:
                        total[each.what] = total.get(each.what, 0) + each.amount
                net = {each.what: each.amount for each in event.changes}
                assert {what: n for what, n in total.items() if n} == net
                told += len(event.steps) > 1
                lost += event.steps[0][0] == "lost"
    assert told > 3
    assert lost > 3
