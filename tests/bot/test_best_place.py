"""Best place: one press that lays a tile, for those who may have suggestions."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules.contract import Decision, name
from rules.florence.actions import Build, Place, ToAct, ToPlace
from rules.journal import AnyJournal
from rules.opponents import ADVISERS
from tests.bot.driver import Pooled
from tests.bot.put_position import SEATED, begun, found, put
from tests.bot.running_game import MOVE

LABEL = "Best place"


def places(journal: AnyJournal, decision: Decision) -> bool:
    """A landscape's place is to be chosen."""
    del journal
    return isinstance(decision.prompt, ToPlace) and len(decision.options) > 1


async def test_a_landscape_is_laid_by_one_press_which_is_advice(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("florence", tmp_path, workers) as world:
        journal, decision = found("florence", places)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        assert player.panel.buttons[0] == LABEL, "it stands first"
        assert not (await world.bot.games.table(1)).seats[decision.seat].advised
        await player.click(LABEL, player.panel)
        table = await world.bot.games.table(1)
        assert table.number > journal.number
        assert table.seats[decision.seat].advised


async def test_who_may_have_no_suggestions_has_no_best_place(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("florence", tmp_path, workers) as world:
        journal, decision = found("florence", places)
        await put(world, journal)
        running = await world.bot.games.table(1)
        quiet = replace(running.game, advice="none")
        world.bot.games._cache.put(replace(running, game=quiet))
        player = world[SEATED[decision.seat]]
        await player.click(MOVE)
        assert LABEL not in player.panel.buttons


def test_only_places_of_one_tile_have_a_best_one() -> None:
    journal, decision = found("florence", places)
    place, view = ADVISERS["florence"].place, journal.view(decision.seat)
    assert place is not None
    assert place(view, decision.options) in decision.options
    acting, actions = found(
        "florence", lambda _, each: isinstance(each.prompt, ToAct) and _builds(each) > 1
    )
    view = acting.view(actions.seat)
    assert place(view, actions.options) is None, "several things can be done"
    one = next(each for each in actions.options if isinstance(each, Build))
    same = [
        each
        for each in actions.options
        if isinstance(each, Build) and each.building == one.building
    ]
    best = place(view, same)
    assert best in same
    assert isinstance(best, Build | Place), name(one)


def _builds(decision: Decision) -> int:
    return sum(isinstance(each, Build) for each in decision.options)
