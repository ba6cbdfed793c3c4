"""A question before a choice that gives up what nobody would mean to lose, and only then."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rules.contract import Action, Decision
from rules.florence import actions as florence
from rules.journal import AnyJournal
from rules.lacrimosa import actions as lacrimosa
from rules.lacrimosa.catalogue import TURNS
from rules.lacrimosa.view import View
from tests.bot.driver import Player, Pooled, World
from tests.bot.put_position import SEATED, begun, found, put
from tests.bot.running_game import MOVE, choices

END: tuple[Action, ...] = (florence.EndTurn(), lacrimosa.EndTurn())
ACTS = (florence.ToAct, lacrimosa.ToAct)


def unused(journal: AnyJournal, decision: Decision) -> bool:
    """Something payable is left apart from ending the turn."""
    del journal
    return isinstance(decision.prompt, ACTS) and len(decision.options) > 1


def used_up(journal: AnyJournal, decision: Decision) -> bool:
    """Only ending the turn is left."""
    del journal
    return decision.options[0] in END


async def at(world: World, journal: AnyJournal, decision: Decision) -> Player:
    """Put the game there, and show the board and the deciding person's panel."""
    await put(world, journal)
    player = world[SEATED[decision.seat]]
    await player.slash("table")
    await player.click(MOVE)
    return player


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
async def test_ending_a_turn_early_is_asked_for_once_more(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        player = await at(world, *found(game, unused))
        offered = choices(player.panel)
        assert offered.index("End turn") > 0
        assert "End turn" not in world.board.buttons
        await player.click("End turn", player.panel)
        assert "End turn?" in player.panel.text
        assert "Still possible: " in player.panel.text
        await player.click("Back", player.panel)
        assert choices(player.panel) == offered
        await player.click("End turn", player.panel)
        await player.click("Yes: End turn", player.panel)
        assert "ends the turn" in player.panel.text


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
async def test_a_turn_in_which_nothing_is_left_ends_with_one_press(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        player = await at(world, *found(game, used_up))
        assert "End turn" in world.board.buttons
        await player.click("End now", player.panel)
        assert "End turn?" not in player.panel.text
        assert "ends the turn" in player.panel.text


def losing(journal: AnyJournal, decision: Decision) -> bool:
    """Unpayable actions are left, and maintenance takes points from the tracks."""
    view = journal.view(decision.seat)
    acts = isinstance(decision.prompt, lacrimosa.ToAct) and bool(decision.prompt.rights)
    return acts and len(decision.options) == 1 and view.turn == TURNS and _on_tracks(view) > 0


def all_used(journal: AnyJournal, decision: Decision) -> bool:
    """Nothing is left to do in the last turn, with points on the tracks."""
    view = journal.view(decision.seat)
    acts = isinstance(decision.prompt, lacrimosa.ToAct) and not decision.prompt.rights
    return acts and view.turn == TURNS and _on_tracks(view) > 0


def _on_tracks(view: View) -> int:
    return sum(view.seats[view.seat].tracks)


async def test_points_that_are_lost_with_actions_left_are_asked_for_once_more(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        player = await at(world, *found("lacrimosa", losing))
        await player.click("End turn", player.panel)
        assert "End turn?" in player.panel.text
        assert "Not possible now: " in player.panel.text
        assert "The round ends, and you lose the " in player.panel.text
        assert "You lose the actions" not in player.panel.text


async def test_points_left_over_by_a_whole_turn_are_not_asked_for(
    tmp_path: Path, workers: Pooled
) -> None:
    """There is nothing to do with them: the question would come at the end of every round."""
    async with begun("lacrimosa", tmp_path, workers) as world:
        player = await at(world, *found("lacrimosa", all_used))
        await player.click("End now", player.panel)
        assert "End turn?" not in player.panel.text


def useless(journal: AnyJournal, decision: Decision) -> bool:
    """Nothing on the card could be paid for, and nothing exchanged."""
    return not decision.asides and _left(journal, decision) == {lacrimosa.EndTurn}


def barely_useful(journal: AnyJournal, decision: Decision) -> bool:
    """Nothing on the card can be paid for before an exchange."""
    return _left(journal, decision) == {lacrimosa.EndTurn, lacrimosa.SellCounter}


def _left(journal: AnyJournal, decision: Decision) -> set[type[Action]]:
    """What could be done with the card, and the exchanges that make more possible."""
    if not isinstance(decision.prompt, lacrimosa.ToUse):
        return set()
    after = journal.move(decision.seat, lacrimosa.UseCard(), Random(1))
    (used,) = after.decisions
    kinds = {type(each) for each in used.options}
    for exchange in used.asides:
        if len(after.move(decision.seat, exchange, Random(1)).decisions[0].options) > 1:
            kinds.add(type(exchange))
    return kinds


async def test_a_card_of_which_nothing_can_be_paid_is_asked_for_once_more(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        player = await at(world, *found("lacrimosa", useless))
        assert "none of its actions is possible now" in player.panel.text
        await player.click("Use the card", player.panel)
        assert "not even with exchanges" in player.panel.text
        await player.click("Yes: Use the card", player.panel)
        assert "End turn" in player.panel.buttons


async def test_a_card_that_counters_can_pay_for_says_so(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        player = await at(world, *found("lacrimosa", barely_useful))
        assert "only after an exchange: " in player.panel.text
        await player.click("Use the card", player.panel)
        assert "Use the card?" not in player.panel.text


async def test_the_profession_that_fits_best_goes_back_only_after_a_question(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("florence", tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        await ada.click("Bell maker", ada.panel)
        assert "has the most in common with the others" in ada.panel.text
        await ada.click("Back", ada.panel)
        await ada.click("Cartographer", ada.panel)
        assert "gives back the Cartographer" in ada.panel.text
