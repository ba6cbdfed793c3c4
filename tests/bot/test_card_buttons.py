"""Cards of Lacrimosa on buttons: the number of the picture, and what the card does."""

from __future__ import annotations

from pathlib import Path

from rules.contract import Decision
from rules.journal import AnyJournal
from rules.lacrimosa import actions as does
from tests.bot.driver import Pooled
from tests.bot.put_position import SEATED, begun, found, put
from tests.bot.running_game import MOVE, choices
from tests.render.lacrimosa_samples import EDITION


def laying(journal: AnyJournal, decision: Decision) -> bool:
    del journal
    return isinstance(decision.prompt, does.ToLayExperience)


async def test_a_card_is_its_number_and_its_actions_and_no_bare_title(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        journal, decision = found("lacrimosa", laying)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        hand = journal.view(decision.seat).seats[decision.seat].hand
        offered = choices(player.panel)[: len(hand)]
        assert [label.partition(" · ")[0] for label in offered] == ["1", "2", "3", "4"]
        for label, card in zip(offered, hand, strict=True):
            memory = EDITION.memories[card]
            assert memory.title not in label
            assert ("(+" in label) == bool(memory.reward)
        await player.click(offered[0], player.panel)
        assert EDITION.memories[hand[0]].title not in player.panel.text, "ours are translated"
        assert choices(player.panel)[0].startswith("1 · ")
