"""A hand in Lacrimosa: its picture and **Why can’t I …?** show the same figures."""

from __future__ import annotations

import re

from render.lacrimosa.pictures import hand
from render.lacrimosa.words import plan
from rules.lacrimosa import gains
from rules.lacrimosa.actions import ToLayExperience
from rules.lacrimosa.state import Right
from tests.render.lacrimosa_samples import EDITION, SCENE, played
from tests.render.languages import EN


def test_a_card_in_hand_counts_what_why_counts_with_its_own_reward() -> None:
    """The picture and the page of **Why can’t I …?** show the same numbers."""
    counted = 0
    for journal in played(3, 1):
        for decision in journal.decisions:
            view = journal.view(decision.seat)
            own = view.seats[decision.seat]
            if not isinstance(decision.prompt, ToLayExperience):
                continue
            canvas = hand.draw(EDITION, view, SCENE, EN)[0]
            shown = [each.text for each in canvas.written if " / " in each.text]
            for card in (EDITION.memories[each] for each in (own.hand or ())[:4]):
                after = gains.taken(EDITION, own.player, card.reward)
                for action in card.actions:
                    told = plan.prospect(EDITION, view, after, Right(action), EN)
                    if found := re.search(r"(\d+) (?:to choose from|spaces? within)", told):
                        assert shown.pop(0).startswith(f"{found[1]} / "), (card.id, told)
                        counted += bool(card.reward)
            assert not shown
    assert counted > 20
