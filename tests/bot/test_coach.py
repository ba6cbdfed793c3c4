"""The coach: whom it speaks to, what it never says twice, and how it is switched off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.store.changes import Change
from bot.store.rows import GameId, GameRow, UserId
from bot.tables.persons.coach import LEARNT_AFTER, MOST, CoachService
from render.coach import Fact
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.put_position import SEATED, begun, found, put
from tests.bot.running_game import MOVE, three
from tests.bot.services import ANN, BEN, CLEO, services
from tests.bot.stored_results import put as put_results
from tests.bot.stored_results import result
from tests.render.florence_samples import positions

MARK = "💡 "


def told(message: Message) -> list[str]:
    """What the coach says on a panel."""
    return [line for line in message.text.split("\n") if line.startswith(MARK)]


async def opened(player: Player) -> list[str]:
    """What the coach says when the person opens the panel."""
    await player.click(MOVE)
    return told(player.panel)


async def without_advice(world: World) -> None:
    """Nobody has advice at the table: the coach states only facts."""
    running = await world.bot.games.in_channel(world.channel.id)
    assert running
    game = replace(running.game, advice="none")
    world.bot.games._cache.put(replace(running, game=game))


async def learnt(world: World, *players: Player, title: str = "florence") -> None:
    """These people have finished enough games to need no coach."""
    places = [(player.id, place) for place, player in enumerate(players, 1)]
    for number in range(LEARNT_AFTER):
        row = result(number, *places, title=title, guild=world.guild.id)
        await put_results(world.bot.store, row)


async def test_who_plays_for_the_first_time_is_told_why_a_decision_matters(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        lines = await opened(ada)
        assert 0 < len(lines) <= MOST
        assert "in common" in lines[0]
        assert ada.panel.text.index(lines[0]) < ada.panel.text.index("- **"), "over the choices"
        assert await opened(ada) == lines, "the same decision says the same"
        await world.restart()
        assert await opened(ada) == lines, "after a restart too"


async def test_nothing_is_said_twice_in_a_game(tmp_path: Path, workers: Pooled) -> None:
    """Ada meets the same kinds of decisions again and again, each time after a restart."""
    decisions = (
        (journal, decision)
        for journal in positions(3, 1)
        for decision in journal.decisions
        if decision.seat == 0
    )
    async with begun("florence", tmp_path, workers) as world:
        ada, seen = world["Ada"], 0
        await ada.slash("table")
        await without_advice(world)
        for journal, _ in islice(decisions, 0, None, 5):
            await put(world, journal)
            seen += len(await opened(ada))
            await world.bot.coach.close()
            world.bot.coach = CoachService(world.bot.store)
            assert len(await world.bot.store.coach.told(1, ada.id)) == seen
        assert seen > 5


async def test_who_has_finished_two_games_is_told_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await learnt(world, ada)
        assert await opened(ada) == []
        assert await opened(bruno)
        assert await world.bot.coach.is_on(ada.id, "lacrimosa"), "another game is new"


async def test_only_the_first_step_of_a_decision_has_lines(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("florence", tmp_path, workers) as world:
        journal, decision = found(
            "florence",
            lambda _, d: any(type(e).__name__ == "Build" for e in d.options),
        )
        await without_advice(world)
        await put(world, journal)
        player = world[SEATED[decision.seat]]
        await player.slash("table")
        assert await opened(player)
        await player.click("Build", player.panel)
        assert "Back" in player.panel.buttons
        assert not told(player.panel)
        await player.click("Back", player.panel)
        assert told(player.panel)


async def test_the_button_works_after_a_restart_and_says_what_the_coach_is(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.slash("settings")
        assert "Coach, The Princes of Florence: on" in ada.panel.buttons
        await world.restart()
        await ada.forge("Coach, The Princes of Florence: on", "m1:coach:0:florence:off")
        assert ada.panel.text.startswith("The coach is off in The Princes of Florence.")
        assert await opened(ada) == []
        message = ada.offering("Coach: off")
        await ada.click("Coach: off", message)
        assert "Coach: on" in ada.offering("Coach: on").buttons
        assert await opened(ada)


async def test_the_settings_switch_it_by_game_and_say_it_back(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await learnt(world, ada)
        await ada.slash("settings")
        assert "Coach, Lacrimosa: on" in ada.panel.buttons
        await ada.click("Coach, The Princes of Florence: off")
        assert ada.panel.text.split("\n")[0] == "Coach, The Princes of Florence: on"
        assert "Coach, The Princes of Florence: on" in ada.panel.buttons
        assert await opened(ada), "who wants it has it, however many games are finished"
        await ada.slash("settings")
        await ada.click("Coach, Lacrimosa: on")
        assert "Coach, Lacrimosa: off" in ada.panel.buttons
        assert not await world.bot.coach.is_on(ada.id, "lacrimosa")


FORGED = (
    "m1:coach:0:chess:on",
    "m1:coach:0:florence:maybe",
    "m1:coach:0",
    "m1:coach_here:0:..:off",
    "m1:set_coach:0:florence",
)


async def test_a_forged_button_switches_nothing(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        for custom_id in FORGED:
            await ada.slash("settings")
            await ada.forge("Coach, The Princes of Florence: on", custom_id)
            assert "no longer works" in ada.panel.text, custom_id
        assert await world.bot.store.coach.wanted(ada.id, "florence") is None


# -- the service ---------------------------------------------------------------------

FOUND = tuple(Fact(each, f"{each.upper()}.") for each in "abcde")


async def lines(
    coach: CoachService, user: UserId, game: GameRow, arose: int, found: Iterable[Fact]
) -> tuple[str, ...]:
    """What a person is told."""
    if not await coach.speaks(user, game.game):
        return ()
    return tuple(each.text for each in await coach.told(user, game, arose, found))


async def test_it_is_asked_for_no_more_moments_than_it_tells(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        found = iter(FOUND)
        assert await lines(coach, ANN, table.game, 3, found) == ("A.", "B.")
        assert next(found) == FOUND[2], "the others are not worked out"
        assert await lines(coach, ANN, table.game, 3, FOUND) == ("A.", "B.")
        assert await lines(coach, ANN, table.game, 5, FOUND) == ("C.", "D.")
        assert await lines(coach, BEN, table.game, 5, FOUND) == ("A.", "B.")
        assert await lines(coach, ANN, table.game, 7, FOUND) == ("E.",)
        assert await lines(coach, ANN, table.game, 9, FOUND) == ()
        await coach.close()
        again = CoachService(here.store)
        assert await lines(again, ANN, table.game, 9, FOUND) == ()
        assert await lines(again, ANN, table.game, 7, FOUND) == ("E.",)
        await again.close()


async def test_a_moment_is_told_again_once_its_stake_has_doubled(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        said = {}
        for entry, stake in enumerate((3, 5, 2, 6, 11, 12), 1):
            found = (Fact(f"a.{stake}", f"{stake} are lost."), Fact("b", "B."))
            said[stake] = await lines(coach, ANN, table.game, entry, found)
            await coach.close()
            coach = CoachService(here.store)
        assert [stake for stake, told_ in said.items() if f"{stake} are lost." in told_] == [
            *(3, 6, 12)
        ]
        assert sum("B." in told_ for told_ in said.values()) == 1, "it has no stake"
        await coach.close()


async def test_a_panel_does_not_wait_until_it_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        may, write = asyncio.Event(), here.store.coach.add_told

        async def late(*args: object) -> None:
            await may.wait()
            await write(*args)  # type: ignore[arg-type]  # passed on as it is

        monkeypatch.setattr(here.store.coach, "add_told", late)
        assert await lines(coach, ANN, table.game, 3, FOUND) == ("A.", "B.")
        assert await lines(coach, ANN, table.game, 5, FOUND) == ("C.", "D.")
        assert await here.store.coach.told(table.game.id, ANN) == {}
        may.set()
        await coach.close()
        stored = await here.store.coach.told(table.game.id, ANN)
        assert stored == {"a": 3, "b": 3, "c": 5, "d": 5}


async def test_what_was_told_goes_with_the_end_of_the_game(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        await lines(coach, ANN, table.game, 3, FOUND)
        await coach.close()
        assert await here.store.coach.told(table.game.id, ANN)
        row = await here.store.games.game(table.game.id)
        assert row is not None
        over = replace(row, status="over")
        await here.store.games.commit(over, Change())
        assert await here.store.coach.told(table.game.id, ANN) == {}
        await here.store.coach.add_told(table.game.id, ANN, {"late": 7})
        assert await here.store.coach.told(table.game.id, ANN) == {}, "nor later"


async def test_who_had_their_data_deleted_is_told_nothing(tmp_path: Path) -> None:
    """Nothing may be stored of them, so nothing could keep it from being said twice."""
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        await coach.switch(ANN, "florence", on=True)
        await lines(coach, ANN, table.game, 3, FOUND)
        await coach.close()
        await here.privacy.delete(ANN)
        assert await here.store.coach.told(table.game.id, ANN) == {}
        assert await here.store.coach.wanted(ANN, "florence") is None
        again = CoachService(here.store)
        assert await lines(again, ANN, table.game, 9, FOUND) == ()
        await again.close()


async def test_what_is_written_down_while_it_is_read_counts_as_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(tmp_path / "bot.db") as here:
        coach, table = CoachService(here.store), await here.begun(BEN, CLEO)
        read, add = here.store.coach.told, here.store.coach.add_told
        was_read, was_written = asyncio.Event(), asyncio.Event()

        async def add_once_read(game: GameId, user: UserId, told: Mapping[str, int]) -> None:
            await was_read.wait()
            await add(game, user, told)
            was_written.set()

        async def read_until_written(game: GameId, user: UserId) -> dict[str, int]:
            found = await read(game, user)
            was_read.set()
            await was_written.wait()
            return found

        monkeypatch.setattr(here.store.coach, "add_told", add_once_read)
        assert await lines(coach, ANN, table.game, 3, FOUND[:1]) == ("A.",)
        monkeypatch.setattr(here.store.coach, "told", read_until_written)
        assert await lines(coach, ANN, table.game, 5, FOUND[:1]) == ()
        await coach.close()
