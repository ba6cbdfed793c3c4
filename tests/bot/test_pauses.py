"""A pause of a game: proposed, agreed to, what waits meanwhile, how it ends, what is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.store.rows import GameId, Status
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import (
    AlreadyPaused,
    GameEnded,
    NobodyToNudge,
    NoSeatHere,
    NotPaused,
    PauseOver,
)
from bot.tables.core.table import Table
from bot.tables.core.waits import DAY
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.opponents.deciding import OpponentDecisions
from bot.tables.opponents.thinking import think
from bot.tables.seating import pauses
from bot.tables.seating.pauses import LOOKED_AFTER
from bot.tables.seating.proposals import open_proposals
from rules.contract import name
from rules.opponents import LEVELS
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import MOVE, choices, three
from tests.bot.services import ANN, BEN, CLEO, EVE, Clock, Inline, Services, services


async def propose(here: Services, game: GameId, days: int = 3, user: int = ANN) -> Table:
    """A person proposes a pause."""
    return await here.proposals.ask(game, pauses.pausing(user, days))


async def paused(here: Services, *others: int, days: int = 3, level: str = "") -> Table:
    """A game whose people have all agreed to Ann's pause."""
    here.vote()
    now = await here.begun(*others, level=level)
    now = await propose(here, now.game.id, days)
    for user in others:
        now = await here.proposals.answer(now.game.id, user, 1, "yes")
    return now


async def until(here: Services, seconds: float) -> None:
    """Move the clocks, and do what is due by then."""
    here.clock.now += seconds
    here.dues.wake()
    await here.dues.join()


async def test_a_pause_begins_when_all_have_agreed(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        began, now = here.clock.now, await here.begun(BEN, CLEO)
        await propose(here, now.game.id)
        here.clock.now += 3600.0
        now = await here.proposals.answer(now.game.id, BEN, 1, "yes")
        assert not now.paused
        now = await here.proposals.answer(now.game.id, CLEO, 1, "yes")
        assert now.paused
        assert now.game.paused_until == began + 3 * DAY, "the day that was proposed"
        with pytest.raises(AlreadyPaused):
            await propose(here, now.game.id)


async def test_a_pause_that_would_be_over_is_not_agreed_to(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        now = await propose(here, (await here.begun(BEN, CLEO)).game.id, 1)
        await here.proposals.answer(now.game.id, BEN, 1, "yes")
        here.clock.now += DAY
        with pytest.raises(PauseOver):
            await here.proposals.answer(now.game.id, CLEO, 1, "yes")
        assert not (await here.games.table(now.game.id)).paused


async def test_a_proposed_pause_is_off_once_it_would_be_over(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        here.dues.start()
        game = (await propose(here, (await here.begun(BEN, CLEO)).game.id, 1)).game.id
        await until(here, DAY - 60)
        assert open_proposals(await here.games.table(game))
        await until(here, 60)
        assert (await here.games.table(game)).proposals[0].ended == "expired"


async def test_a_pause_agreed_to_too_late_holds_up_no_other_question(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        game = (await propose(here, (await here.begun(BEN, CLEO)).game.id, 1)).game.id
        await here.proposals.answer(game, BEN, 1, "yes")
        await here.seats.away(game, CLEO)  # now all who are asked agree
        here.clock.now += DAY  # and the bot is busy, or down
        here.dues.start()
        await until(here, 1)
        now = await here.games.table(game)
        assert (now.proposals[0].ended, now.paused) == ("expired", False)


async def test_a_proposed_pause_is_off_once_it_would_be_over_by_the_wall_clock(
    path: Path,
) -> None:
    clock = Clock()
    async with services(path, clock=clock) as here:
        here.vote()
        game = (await propose(here, (await here.begun(BEN, CLEO)).game.id, 2)).game.id
    clock.now += DAY  # the bot is down
    async with services(path, clock=clock) as here:
        here.dues.start()
        for _ in range(23):
            await until(here, LOOKED_AFTER)
            assert open_proposals(await here.games.table(game))
        await until(here, LOOKED_AFTER)
        assert (await here.games.table(game)).proposals[0].ended == "expired"


async def test_in_a_pause_nobody_is_waited_for_and_each_clock_begins_anew(path: Path) -> None:
    async with services(path) as here:
        here.remind()
        here.dues.start()
        now = await paused(here, BEN, CLEO)
        game = now.game.id
        assert {due.kind for due in await here.store.dues.of_game(game)} == {"pause"}
        assert [row.waits_since for row in now.seats] == [None, None, None]
        await until(here, 3 * DAY - 1)
        assert (await here.games.table(game)).paused
        assert all(row.reminders == 0 for row in now.seats)
        await until(here, 1)
        now = await here.games.table(game)
        assert not now.paused
        at = here.cache.uptime.now()
        assert [row.waits_since for row in now.seats] == [at, at, at]
        kinds = {due.kind for due in await here.store.dues.of_game(game)}
        assert kinds == {"remind", "absent"}


async def test_nobody_is_nudged_in_a_pause(path: Path) -> None:
    async with services(path) as here:
        reminders = here.remind()
        now = await paused(here, BEN, CLEO)
        with pytest.raises(NobodyToNudge):
            await reminders.nudge(now.game.id, ANN)


async def test_a_pause_ends_by_the_wall_clock(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock) as here:
        now = await paused(here, BEN, CLEO, days=7)
    clock.now += 8 * DAY  # the bot is down
    async with services(path, clock=clock) as here:
        here.dues.start()
        await until(here, LOOKED_AFTER)
        assert not (await here.games.table(now.game.id)).paused


async def test_a_pause_ends_though_the_game_was_set_aside_meanwhile(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        game = (await paused(here, BEN, CLEO, days=1)).game.id

        async def becomes(status: Status) -> None:
            await here.cache.change(
                game, lambda now: Draft(replace(now, game=replace(now.game, status=status)))
            )

        await becomes("aside")
        await until(here, 2 * LOOKED_AFTER)
        await becomes("playing")
        await until(here, DAY)
        assert not (await here.games.table(game)).paused


async def test_opponents_wait_in_a_pause_and_go_on_after_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with services(path) as here:
        with monkeypatch.context() as patch:
            patch.setattr(Autoplay, "wake", lambda *_: None)
            now = await paused(here, BEN, level=LEVELS[0])
            assert now.decision(2)
        game = now.game.id
        here.games.resume()
        await here.games.wait_idle()
        assert (await here.games.table(game)).number == now.number
        await here.seats.go_on(game, BEN)
        await here.games.wait_idle()
        assert (await here.games.table(game)).number > now.number


async def test_an_opponent_that_has_thought_meanwhile_does_not_act_in_a_pause(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, paused_by_now = asyncio.Event(), asyncio.Event()

    class Slow(Inline):
        async def run_within(self, limit: Any, call: Any, *args: Any, **more: Any) -> Any:
            answer = call(*args, **more)
            if call is think:
                thinking.set()
                await paused_by_now.wait()
            return answer

    async with services(path, workers=Slow()) as here:
        with monkeypatch.context() as patch:
            # The computer player thinks on.
            patch.setattr(OpponentDecisions, "stop_unneeded", lambda *_: None)
            now = await paused(here, BEN, level=LEVELS[0])
        await asyncio.wait_for(thinking.wait(), 20)
        assert now.paused
        paused_by_now.set()
        await here.games.wait_idle()
        assert (await here.games.table(now.game.id)).number == now.number


async def test_people_may_act_in_a_pause_which_goes_on(path: Path) -> None:
    async with services(path) as here:
        now = await paused(here, BEN, CLEO)
        decision = now.decision(0)
        assert decision is not None
        after = await here.by(now, 0, name(decision.options[0]))
        assert after.number > now.number
        assert after.paused


async def test_only_who_plays_there_goes_on(path: Path) -> None:
    async with services(path) as here:
        now = await paused(here, BEN, CLEO)
        with pytest.raises(NoSeatHere):
            await here.seats.go_on(now.game.id, EVE)
        await here.seats.go_on(now.game.id, CLEO)
        with pytest.raises(NotPaused):
            await here.seats.go_on(now.game.id, CLEO)
        assert "pause" not in {due.kind for due in await here.store.dues.of_game(now.game.id)}


async def test_a_game_that_ends_in_a_pause_is_not_paused(path: Path) -> None:
    async with services(path) as here:
        now = await paused(here, BEN, CLEO)
        await here.games.end(now.game.id)
        assert not (await here.games.table(now.game.id)).paused
        with pytest.raises(GameEnded):
            await here.seats.go_on(now.game.id, BEN)


# -- what people see -----------------------------------------------------------------


async def _here(world: World) -> Table:
    here = await world.bot.games.in_channel(world.channel.id)
    assert here is not None
    return here


async def _proposed(world: World) -> tuple[Player, list[Player]]:
    """Ada's proposal of a pause of two days, and those who are asked."""
    ada, others = world["Ada"], [world["Bruno"], world["Chiara"]]
    await ada.slash("seat")
    await ada.select("Pause for 2 days", ada.panel)
    return ada, others


async def test_a_pause_as_people_see_it(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada, others = await _proposed(world)
        assert ada.panel.text.startswith("I have asked the others.")
        assert "Ada proposes a pause until <t:" in world.board.text
        for player in others:
            assert "Ada proposes a pause until <t:" in player.calls[-1].text
            await player.click("Agree")
        assert "\n**Paused until <t:" in world.board.text
        assert "Everyone agreed" not in world.board.text, (
            "told by the pause, as long as it lasts"
        )
        people = [ada, *others]
        assert not any(MOVE in call.buttons for p in people for call in p.calls)
        assert "Nudge" not in world.board.buttons
        await ada.slash("turns")
        assert ada.panel.text.endswith("No table is waiting for you.")
        await others[0].click("Go on now", world.board)
        assert others[0].panel.text.startswith("The pause is over.")
        assert "Paused until" not in world.board.text
        assert "Go on now" not in world.board.buttons
        notice = next(m for m in world.public if "Bruno wants to go on" in m.text)
        assert notice.silent
        assert not notice.pinged
        mover = next(p for p in people if world.board.waits_for(p.name))
        called = [call for p in people for call in p.calls if MOVE in call.buttons]
        assert called == [mover.calls[-1]], "who must decide, once"


async def test_a_second_proposal_waits_for_the_first(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        _, (bruno, _) = await _proposed(world)
        await bruno.slash("seat")
        await bruno.select("Pause for 3 days", bruno.panel)
        assert "A question like this is still open." in bruno.panel.text


async def test_a_pause_that_is_refused_is_named(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        _, others = await _proposed(world)
        await others[0].click("No")
        assert "Not everyone agreed, so there is no pause." in world.board.text


@pytest.mark.parametrize("asker", ["Ada", "Bruno"])
async def test_who_must_decide_is_called_after_a_pause_whoever_proposed_it(
    tmp_path: Path, workers: Pooled, asker: str
) -> None:
    async with three(tmp_path, workers) as world:
        await world[asker].slash("seat")
        await world[asker].select("Pause for 2 days", world[asker].panel)
        for name_ in {"Ada", "Bruno", "Chiara"} - {asker}:
            await world[name_].click("Agree")
        assert "Paused until" in world.board.text
        await world["Chiara"].click("Go on now", world.board)
        mover = next(p for p in world.players.values() if world.board.waits_for(p.name))
        people = list(world.players.values())
        called = [call for p in people for call in p.calls if MOVE in call.buttons]
        assert called == [mover.calls[-1]]


@pytest.mark.timeout(60)  # it would go on forever
async def test_whose_turn_begins_in_a_pause_is_called_when_it_is_over(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        await _proposed(world)
        for name_ in ("Bruno", "Chiara"):
            await world[name_].click("Agree")
        mover = next(p for p in world.players.values() if world.board.waits_for(p.name))
        people = list(world.players.values())
        direct = {message.id for p in people for message in p.direct}
        await mover.click(MOVE, world.board)
        await mover.click(choices(mover.panel)[0], mover.panel)
        bidder = next(p for p in people if world.board.waits_for(p.name))
        assert bidder is not mover
        assert "Paused until" in world.board.text
        assert {message.id for p in people for message in p.direct} <= direct, (
            "nobody is called"
        )
        await mover.click("Go on now", world.board)
        called = [call for p in people for call in p.calls if MOVE in call.buttons]
        assert called == [bidder.calls[-1]]


async def test_who_was_in_the_middle_of_a_turn_is_called_after_a_pause(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="lacrimosa")
        await bruno.click("Join")
        await ada.click("Start")
        mover, other = (ada, bruno) if world.board.waits_for("Ada") else (bruno, ada)
        await mover.click(MOVE)
        game = await _here(world)
        while game.turn_of(game.deciding[0].seat) is not None and game.number < 100:
            await mover.click(choices(mover.panel)[0], mover.panel)
            game = await _here(world)
        assert game.turn_of(game.deciding[0].seat) is None, "in the middle of a turn"
        await mover.slash("seat")
        await mover.select("Pause for a day", mover.panel)
        await other.click("Agree")
        assert not any(MOVE in call.buttons for call in mover.calls)
        await other.slash("seat")
        await other.click("Go on now", other.panel)
        assert [c for c in mover.calls if MOVE in c.buttons] == [mover.calls[-1]]


async def test_a_pause_is_a_number_of_days_that_is_offered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("seat")
        labels = [c for c in ada.panel.choices if c.startswith("Pause")]
        days = ("a day", "2 days", "3 days", "7 days", "14 days")
        assert labels == [f"Pause for {each}" for each in days]


async def test_who_plays_alone_is_asked_before_the_game_ends(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("play", game="lacrimosa")
        await ada.click("Start alone")
        await ada.slash("seat")
        await ada.click("Propose to end the game", ada.panel)
        game = await _here(world)
        assert game.game.status == "playing"
        assert "ends at once" in ada.panel.text
        assert ada.panel.owner == "Ada"
        await ada.click("Propose to end the game", ada.panel)
        game = await _here(world)
        assert game.game.status == "cancelled"


async def test_with_others_at_the_table_they_are_asked_at_once(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("seat")
        await ada.click("Propose to end the game", ada.panel)
        assert ada.panel.text.startswith("I have asked the others.")
