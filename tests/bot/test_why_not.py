"""Why not: every card in hand and every kind of action is answered, whenever one asks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from render.florence.words.names import named
from render.lacrimosa.words.names import card
from render.words import Words
from rules.contract import Decision
from rules.journal import AnyJournal
from rules.lacrimosa import actions as lacrimosa
from tests.bot.driver import Pooled
from tests.bot.put_position import SEATED, begun, positions, put
from tests.bot.running_game import MOVE
from tests.render.lacrimosa_samples import EDITION

WORDS: Final = Words("en")
KINDS: Final = {
    "florence": ("open", "work", "build", "freedom", "profession", "draw_bonus"),
    "lacrimosa": ("document", "commission", "perform_or_sell", "travel", "requiem"),
}


def _first_of_each(game: str) -> list[tuple[AnyJournal, Decision]]:
    """A position for each kind of question."""
    first: dict[type, tuple[AnyJournal, Decision]] = {}
    for journal in positions(game):
        for decision in journal.decisions:
            first.setdefault(type(decision.prompt), (journal, decision))
    return list(first.values())


def _hand(game: str, journal: AnyJournal, decision: Decision) -> list[str]:
    """The cards still to be used, as the answer names them."""
    hand = journal.view(decision.seat).seats[decision.seat].hand
    if game == "florence":
        return [named(each, WORDS) for each in hand]
    if isinstance(decision.prompt, lacrimosa.ToLayExperience):
        titles = (card(EDITION, each, WORDS) for each in hand)
        return [WORDS("lacrimosa.outlook.card", card=each) for each in titles]
    return []


@pytest.mark.parametrize("game", KINDS)
async def test_every_card_and_every_kind_of_action_is_answered(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        for journal, decision in _first_of_each(game):
            await put(world, journal)
            player = world[SEATED[decision.seat]]
            await player.click(MOVE)
            offered = {each.__struct_config__.tag for each in decision.options}
            kinds = [
                WORDS(
                    f"lacrimosa.action.{kind}"
                    if game == "lacrimosa"
                    else f"{game}.label.{kind}"
                )
                for kind in KINDS[game]
                if kind not in offered
            ]
            await player.more("Why can’t I …?", player.panel)
            text = player.panel.text
            for each in (*_hand(game, journal, decision), *kinds):
                assert each in text, (decision.prompt, each, text)
            assert game == "lacrimosa" or "What adds to it: " in text, text


async def test_counters_that_one_has_not_share_a_line(tmp_path: Path, workers: Pooled) -> None:
    """One reason for several kinds is given once."""
    journal, decision = next(
        (each, asked)
        for each in positions("lacrimosa")
        for asked in each.decisions
        if isinstance(asked.prompt, lacrimosa.ToAct)
        and [reason.code for _, reason in each.blocked(asked.seat)].count("no_counter") > 1
    )
    async with begun("lacrimosa", tmp_path, workers) as world:
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        await player.more("Why can’t I …?", player.panel)
        lines = [each for each in player.panel.text.splitlines() if "no such counter" in each]
        assert len(lines) == 1, lines
        assert " and " in lines[0]
