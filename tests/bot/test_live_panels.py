"""A person's newest panel of a game follows the table, and a waiting panel is never false."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord.http import router

from bot.delivery.panel_plan import Pauses
from bot.demo import private_answers
from bot.interactions import handling, pictures
from bot.interactions.token_life import LIFE
from bot.screens import labels
from bot.screens import panel as screen
from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.client_message import MENU, Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import MOVE, choices, opener, three
from tests.bot.services import services
from tests.postgresql import Server

SLOW: Final = Pauses(between=200, untouched=700)
"""Longer than any step of a test takes: only a clock moved by hand reaches it."""

AT_ONCE: Final = Pauses(between=0, untouched=0)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def standing(player: Player, panel: Message) -> Message:
    """A panel as it is now."""
    return next(each for each in player.private if each.id == panel.id)


async def later(world: World, clock: Clock, seconds: float) -> None:
    """Time passes, and every panel is looked at."""
    clock.now += seconds
    world.bot.live_panels.look()
    await rest(world)


async def rest(world: World) -> None:
    """Whatever is due to be edited now is edited."""
    await world.bot.live_panels.join()
    await world.env.settle()
    await world.look()


async def test_a_panel_turns_into_the_decision_when_it_comes(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        others = [world[name] for name in ("Ada", "Bruno", "Chiara") if world[name] != first]
        panels = []
        for each in others:
            await each.click(MOVE)
            panels.append(each.panel)
            assert "Waiting for " in each.panel.text
        called = len(others[0].calls), len(others[1].calls)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        asked, waits = sorted(
            zip(others, panels, strict=True),
            key=lambda each: "Pass" not in each[0].panel.buttons,
        )
        shown = standing(*asked)
        assert "Pass" in shown.buttons
        assert "Lake" in shown.text
        waiting = standing(*waits)
        assert asked[0].name in waiting.text
        assert "Refresh" in waiting.buttons
        assert "Lake" in waiting.text, "what has happened since"
        assert sum(map(len, (others[0].calls, others[1].calls))) <= sum(called) + 1


async def test_what_a_panel_shows_by_itself_is_drawn_after_what_a_click_needs(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind: list[bool] = []
    message = screen.message

    async def noted(*asked: Any, **more: Any) -> Any:
        behind.append(pictures._behind.get())
        return await message(*asked, **more)

    async with three(tmp_path, workers) as world:
        first = opener(world)
        monkeypatch.setattr(screen, "message", noted)
        await first.click("Lake", world.board)
        assert behind, "somebody has a panel open"
        assert all(behind)
        behind.clear()
        await opener(world).click(MOVE, world.board)
        assert behind[:1] == [False]


async def test_a_panel_whose_decision_is_gone_shows_what_stands(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        second = opener(world)
        await second.click(MOVE)
        panel = second.panel
        await second.click("Pass", world.board)
        shown = standing(second, panel)
        assert "Pass" not in shown.buttons
        assert "Waiting for " in shown.text
        assert f"{second.name} pass" in shown.text, "what the person did is part of it"


async def test_what_the_person_did_outlives_every_edit(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        panel = first.panel
        told = panel.text.splitlines()[0]
        assert "Lake" in told
        await opener(world).click("Pass", world.board)
        shown = standing(first, panel)
        assert shown != panel
        assert shown.text.splitlines()[0] == told
        assert "pass" in shown.text


async def test_a_panel_alone_is_kept_and_an_older_one_is_deleted(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        older = first.panel
        await first.click(MOVE)
        await rest(world)
        assert older.id not in {each.id for each in first.private}
        assert MOVE in world.board.buttons, "the message of the table stands"
        assert len(world.bot.open_panels.of_game(1)) == 3  # one for each person


async def test_a_press_on_a_public_message_keeps_no_token(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.forge(MOVE, "m1:fresh:1")  # acknowledged as an edit of the table's message
        assert "Profession cards goes back?" in ada.panel.text
        assert not world.bot.open_panels.of_game(1)
        await ada.click(MOVE)
        assert len(world.bot.open_panels.of_game(1)) == 1
        board = world.board
        await ada.click(MOVE)
        await rest(world)
        assert world.board.id == board.id


async def test_what_discord_returns_must_be_private(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        answered = router.dispatch

        def openly(backend: Any, method: str, path: str, **options: Any) -> Any:
            answer = answered(backend, method, path, **options)
            if method == "PATCH" and path.endswith("@original"):
                return {**answer, "flags": answer["flags"] & ~64}
            return answer

        monkeypatch.setattr(router, "dispatch", openly)
        await world["Ada"].click(MOVE)
        assert not world.bot.open_panels.of_game(1)


async def test_a_step_is_left_alone_until_it_was_not_touched_for_long(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with three(tmp_path, workers, monotonic=clock, panel_pauses=SLOW) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.more("Why can’t I …?", first.panel)
        panel = first.panel
        await give_up(world, first)
        assert standing(first, panel) == panel
        await later(world, clock, 699)
        assert standing(first, panel) == panel
        await later(world, clock, 1)
        assert "Waiting for " in standing(first, panel).text


async def give_up(world: World, player: Player) -> None:
    """A person acts on another device: their decision is gone from the panel."""
    table = await world.bot.games.table(1)
    seat = table.seat_of(player.id)
    assert seat is not None
    decision, arose = table.decision(seat), table.arose(seat)
    assert decision is not None
    assert arose is not None
    await world.bot.games.play(1, player.id, seat, arose, name(decision.options[0]))
    await rest(world)


async def test_edits_keep_their_distance_and_the_latest_state_wins(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with three(tmp_path, workers, monotonic=clock, panel_pauses=SLOW) as world:
        first = opener(world)
        others = [world[name] for name in ("Ada", "Bruno", "Chiara") if world[name] != first]
        for each in others:
            await each.click(MOVE)
        clock.now += 200
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        waits = next(each for each in others if "Pass" not in each.panel.buttons)
        before = waits.panel
        await opener(world).click("Pass", world.board)
        assert waits.panel == before, "it was edited a moment ago"
        await later(world, clock, 200)
        assert "Pass" in waits.panel.buttons


async def test_the_last_edit_tells_its_moment(tmp_path: Path, workers: Pooled) -> None:
    clock = Clock()
    async with three(tmp_path, workers, monotonic=clock, panel_pauses=AT_ONCE) as world:
        private_answers.set_clock(world.env, clock)
        first = opener(world)
        waits = next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p != first)
        await waits.click(MOVE)
        panel = waits.panel
        await later(world, clock, LIFE - 1)
        assert standing(waits, panel) == panel
        await later(world, clock, 1)
        assert "As of <t:" in standing(waits, panel).text
        assert ":t>" in standing(waits, panel).text
        assert "Refresh" in standing(waits, panel).buttons
        assert world.bot.open_panels.newest(waits.id, 1) is None
        last = standing(waits, panel)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        assert standing(waits, panel) == last
        await waits.click("Refresh", last)
        assert "As of" not in waits.panel.text
        assert world.bot.open_panels.newest(waits.id, 1) is not None


async def test_a_panel_that_expires_while_a_press_is_answered_waits_for_the_answer(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with three(tmp_path, workers, monotonic=clock, panel_pauses=AT_ONCE) as world:
        private_answers.set_clock(world.env, clock)
        ada, live = world["Ada"], world.bot.live_panels
        await ada.click(MOVE)
        panel = world.bot.open_panels.newest(ada.id, 1)
        assert panel is not None
        panel.answering += 1
        rung: list[int] = []
        monkeypatch.setattr(live, "_ring", rung.append)
        await later(world, clock, LIFE)
        assert panel.message not in live._timers, "it would ring again at once, for ever"
        assert rung == []
        panel.answering -= 1
        world.bot.open_panels.changed(panel)
        await rest(world)
        assert "As of <t:" in ada.private[-1].text


async def test_a_panel_that_was_dismissed_is_forgotten_silently(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        waits = next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p != first)
        await waits.click(MOVE)
        private_answers.dismiss(world.env, waits.panel.id)
        caplog.clear()
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        assert world.bot.open_panels.newest(waits.id, 1) is None
        assert not [each for each in caplog.messages if "panel" in each]


async def test_a_token_that_has_ended_is_forgotten_silently(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    async with three(tmp_path, workers) as world:
        private_answers.set_clock(world.env, clock)
        first = opener(world)
        waits = next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p != first)
        await waits.click(MOVE)
        panel = waits.panel
        clock.now += private_answers.LIFE
        caplog.clear()
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        assert standing(waits, panel) == panel
        assert world.bot.open_panels.newest(waits.id, 1) is None
        assert not [each for each in caplog.messages if "panel" in each]


async def test_who_left_keeps_neither_hand_nor_buttons(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False, panel_pauses=SLOW) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        panel = ada.panel
        assert panel.alts
        await world.bot.seats.leave(1, ada.id)
        await rest(world)
        shown = standing(ada, panel)
        assert not shown.alts
        assert not shown.files
        assert not shown.buttons
        assert world.bot.open_panels.newest(ada.id, 1) is None


async def test_each_edit_gives_menus_other_ids(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        for _ in range(2):
            await opener(world).click("Pass", world.board)
        await first.click(MOVE)
        await first.click(choices(first.panel)[1], first.panel)
        ids = {menu_id(first.panel)}
        await first.click("Next page", first.panel)
        await first.click("Previous page", first.panel)
        ids.add(menu_id(first.panel))
        assert len(ids) == 2
        await first.select(first.panel.choices[3], first.panel)
        assert " places the " in first.panel.text


def menu_id(message: Message) -> str:
    return next(str(part["custom_id"]) for part in message.parts if part["type"] == MENU)


async def test_what_failed_can_be_chosen_again_from_the_same_menu(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labels, "MOST_BUTTONS", 1)
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        panel = ada.panel
        choice = panel.choices[1]
        with monkeypatch.context() as busy:
            busy.setattr(handling, "MOST_UNANSWERED", 0)
            await ada.select(choice, panel)
        await rest(world)
        assert ada.panel.id != panel.id, "it is told in a message of its own"
        again = standing(ada, panel)
        assert menu_id(again) != menu_id(panel), "otherwise Discord would send nothing"
        assert (again.text, again.choices) == (panel.text, panel.choices)
        await rest(world)
        assert standing(ada, panel) == again, "it is edited once"
        await ada.select(choice, again)
        assert standing(ada, panel).text != again.text


async def test_a_hand_follows_the_table_and_goes_with_the_seat(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        waits = next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p != first)
        await waits.click("My hand")
        shown = waits.panel
        assert f"{first.name}" in shown.text
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        after = standing(waits, shown)
        assert f"Waiting for {first.name}" not in after.text
        assert after.text != shown.text
        assert after.alts
        await world.bot.seats.leave(1, waits.id)
        await rest(world)
        after = standing(waits, shown)
        assert not (*after.alts, *after.files, *after.buttons)
        assert "florins" not in after.text


async def test_what_a_person_opens_once_more_is_there_once(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click("My hand")
        await ada.click(MOVE)
        await ada.click("My hand")
        await rest(world)
        kinds = [
            each.key[2] for each in world.bot.open_panels.of_game(1) if each.user == ada.id
        ]
        assert sorted(kinds) == ["hand", "panel"]
        assert sum("Your hand" in each.text for each in ada.private) <= 1


async def test_a_process_that_does_not_get_a_press_forgets_the_panel(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def foreign(_: object) -> bool:
        """Another process answers the click."""
        return False

    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE)
        panel = first.panel
        assert world.bot.open_panels.get(panel.id) is not None
        with monkeypatch.context() as patch:
            patch.setattr(world.bot, "claim", foreign)
            await first.click("⋯", panel)
        assert world.bot.open_panels.get(panel.id) is None


async def test_a_panel_follows_what_another_process_does(
    tmp_path: Path, workers: Pooled, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int | None] = []
    async with (
        postgresql.database() as url,
        three(tmp_path, workers, database=url) as world,
        services(url, seed=2) as other,
    ):
        first = opener(world)
        waits = next(p for p in map(world.__getitem__, ("Ada", "Bruno")) if p != first)
        await waits.click(MOVE)
        before = waits.panel
        table = await other.games.table(1)
        decision = table.decisions[0]
        arose = table.arose(decision.seat)
        assert arose is not None
        spelled = name(decision.options[0])
        with monkeypatch.context() as patch:
            look = lambda game, **_: heard.append(game)  # noqa: E731 - a test's
            patch.setattr(world.bot.live_panels, "look", look)
            await other.games.play(1, first.id, decision.seat, arose, spelled)
            async with asyncio.timeout(10):
                while 1 not in heard:  # noqa: ASYNC110 - what another process tells
                    await asyncio.sleep(0.05)
        world.bot.live_panels.look(1)
        await rest(world)
        assert standing(waits, before) != before


async def test_a_table_is_read_again_if_another_process_wrote_meanwhile(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        panels, games, reads = world.bot.live_panels, world.bot.games, list[int]()
        read = games.table

        async def told_once(game: int, revision: int = 0) -> Table:
            reads.append(game)
            if len(reads) == 1:
                panels.look(game)
            return await read(game, revision)

        monkeypatch.setattr(games, "table", told_once)
        panels.look(1)
        for _ in range(3):
            await panels._table(1)
        assert len(reads) == 2, "the third time nobody has told anything"


async def test_this_process_tells_the_others_what_it_has_changed(
    tmp_path: Path, workers: Pooled, postgresql: Server
) -> None:
    async with postgresql.database() as url, services(url, seed=2) as other:
        heard: list[int] = []
        await other.store.listen(lambda _: None, lambda: None, heard.append)
        async with three(tmp_path, workers, database=url, setup=False) as world:
            await world.env.settle()
            async with asyncio.timeout(10):
                while 1 not in heard:  # noqa: ASYNC110 - what another process does
                    await asyncio.sleep(0.05)


async def test_what_take_back_on_the_table_answers_follows_too(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Lake", world.board)
        await first.click("Undo", world.board)
        panel = world.bot.open_panels.newest(first.id, 1)
        assert panel is not None
        assert panel.message == first.panel.id
        assert "Lake" in first.panel.text


async def test_up_to_on_the_table_replaces_the_panel_and_gives_way(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with three(tmp_path, workers, monotonic=clock, panel_pauses=SLOW) as world:
        first = opener(world)
        await first.click(MOVE)
        await first.click("Lake", first.panel)
        bids = opener(world)
        await bids.click(MOVE)
        older = bids.panel
        await bids.click("Up to …", world.board)
        asked = bids.panel
        assert "How high do you bid?" in asked.text
        await rest(world)
        assert older.id not in {each.id for each in bids.private}
        await give_up(world, bids)
        assert standing(bids, asked) == asked, "it is under the finger"
        await later(world, clock, 700)
        assert "How high do you bid?" not in standing(bids, asked).text


@pytest.mark.parametrize(
    ("age", "left"),
    [
        (100, LIFE - 100),
        (LIFE + 100, LIFE),  # the machine's clock is ahead
        (-100, LIFE),  # it is behind
    ],
)
async def test_a_token_is_as_old_as_discord_says(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    age: float,
    left: float,
) -> None:
    clock, now = Clock(), discord.utils.utcnow
    async with three(tmp_path, workers, monotonic=clock) as world:
        first = opener(world)
        with monkeypatch.context() as patch:
            patch.setattr(discord.utils, "utcnow", lambda: now() + timedelta(seconds=age))
            await first.click(MOVE)
        panel = world.bot.open_panels.newest(first.id, 1)
        assert panel is not None
        assert left - 50 < panel.expires - clock.now <= left


async def test_who_waits_or_looks_at_the_hand_can_ask_what_happened(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Lake", world.board)
        seated = map(world.__getitem__, ("Ada", "Bruno", "Chiara"))
        waits = next(each for each in seated if each not in {first, opener(world)})
        assert "What happened" in waits.hand.buttons
        await waits.click(MOVE)
        panel = waits.panel
        await waits.click("What happened", panel)
        assert waits.panel.id != panel.id
        assert "Lake" in waits.panel.text
