"""The table message: what it says, whom it calls, its public buttons, its repair."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from random import Random
from typing import Any, Never

import discord
import pytest
from msgspec.structs import replace

from bot.delivery import outbox
from bot.screens.history import FILM
from bot.screens.news import most_of
from bot.tables.upkeep.expiry import REST_AGE
from render.presentation import News, Weight
from render.words import Words
from rules import stops
from rules.florence.state import Tally
from tests.bot.clicker import play
from tests.bot.driver import Player, Pooled, World
from tests.bot.late_game import advance
from tests.bot.put_position import begun
from tests.bot.running_game import MOVE, give_back, opener, three

FEW = 5
"""How many frames of a film are drawn."""


async def test_it_shows_the_board_who_decides_and_what(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        board = world.board
        assert "waiting for ● Ada, ■ Bruno and ▲ Chiara to " in board.text
        assert "give back one Profession card" in board.text
        assert board.buttons == ("Your move", "My hand", "In words", "Nudge")
        assert len(board.alts) == len(board.files) == 1
        assert (board.pinged, board.silent) == (frozenset(), True)


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
async def test_a_game_begins_with_three_lines_and_the_set_up_is_in_the_journal(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        lines = world.board.text.splitlines()
        assert len(lines) <= 3
        assert " · <t:" in lines[0]
        if game == "florence":
            assert all(name in lines[0] for name in ("Ada", "Bruno", "Chiara"))
            assert lines[1] == "- The start player is drawn once everyone has chosen."
        else:  # the picture shows the order of play and the Period Bonus
            assert opener(world).name in lines[0]
            assert re.match("- The composers are .+ and .+\\.$", lines[1])
            assert len(lines) == 2
        await world["Dmitri"].slash("journal")
        set_up = "looks at 4 Profession cards" if game == "florence" else ": a City tile, "
        assert set_up in world["Dmitri"].panel.text
        assert set_up not in world.board.text


async def test_the_set_up_is_no_news_after_the_first_move(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await give_back(world["Ada"])
        assert "- ● Ada gives back a Profession card." in world.board.text
        assert "looks at 4" not in world.board.text
        assert "Turn order" not in world.board.text


@pytest.mark.parametrize(("most", "cut"), [(3, 0), (2, 1), (1, 2)])
async def test_events_that_are_cut_are_counted(
    most: int, cut: int, tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        whole = _events(world)
        assert len(whole) == 3
        monkeypatch.setattr("bot.screens.board.MOST_EVENTS", most)
        await world["Ada"].slash("table")
        left_out = [f"- … and {cut} more: /journal"] if cut else []
        assert _events(world) == [*left_out, *whole[cut:]]


def test_routine_makes_way_for_other_news_and_what_is_kept_for_nothing() -> None:
    words = Words.pick("en")
    lines = [news_of("a"), news_of("b", "routine"), news_of("c", "routine"), news_of("d")]
    lines.append(news_of("e", "routine"))
    assert most_of(lines, 3, words) == ["… and 2 more: /journal", "a", "d", "e"]
    assert most_of(lines[1:3], 3, words) == ["b", "c"], "there is room"
    later = [*lines, news_of("f"), news_of("g")]
    assert most_of(later, 3, words)[1:] == ["d", "f", "g"]
    kept = [news_of("k", "kept"), *later]
    assert most_of(kept, 3, words) == ["… and 5 more: /journal", "k", "f", "g"]


def news_of(text: str, weight: Weight = "usual") -> News:
    return News(0, text, weight)


def _events(world: World) -> list[str]:
    return [line for line in world.board.text.splitlines() if line.startswith("- ")]


async def _talk(world: World, count: int) -> None:
    """Someone who does not play writes in the channel."""
    for number in range(count):
        await world["Dmitri"].member.send(world.channel, f"line {number}")
    await world.look()


async def test_it_is_edited_until_it_is_buried_and_the_older_one_leads_to_the_new_one(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first = world.board
        await give_back(world["Ada"])
        await _talk(world, 4)
        await give_back(world["Bruno"])
        await give_back(world["Chiara"])
        assert world.board.id == first.id, "four messages do not bury it"
        await _talk(world, 1)
        await opener(world).click("Lake", world.board)
        assert world.board.id > first.id
        assert world.board.silent
        older = next(m for m in world.public if m.id == first.id)
        assert (older.buttons, older.alts, older.files) == ((), (), [])
        link = f"{world.guild.id}/{world.channel.id}/{world.board.id}"
        assert older.text.endswith(f"further down now: https://discord.com/channels/{link}")


async def test_the_lines_that_lead_to_the_table_do_not_pile_up(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        for _ in range(3):
            await _talk(world, 5)
            await opener(world).click("No item this round", world.board)
        lines = [m for m in world.public if "further down now" in m.text]
        assert len(lines) == 1
        assert lines[0].text.endswith(f"/{world.board.id}")
        await world.restart()
        await world["Ada"].slash("table")
        lines = [m for m in world.public if "further down now" in m.text]
        assert len(lines) == 1


async def test_a_table_asked_for_stands_once(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first, buttons = world.board, world.board.buttons
        await world["Ada"].slash("table")
        assert world.board.id > first.id
        assert world.board.buttons == buttons
        older = next(m for m in world.public if m.id == first.id)
        assert (older.buttons, older.files) == ((), [])
        link = f"{world.guild.id}/{world.channel.id}"
        assert older.text.endswith(f"further down now: https://discord.com/channels/{link}")


async def test_an_older_message_that_cannot_be_edited_now_holds_up_nothing(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first, edit = world.board, discord.PartialMessage.edit

        async def limited(self: discord.PartialMessage, **more: Any) -> Any:
            if self.id == first.id:
                raise discord.RateLimited(60)
            return await edit(self, **more)

        monkeypatch.setattr(discord.PartialMessage, "edit", limited)
        await world["Ada"].slash("table")
        assert world["Ada"].panel.text.startswith("The table is at the bottom")
        assert world.board.id > first.id


async def test_small_public_decisions_stand_on_it(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        assert {"Forest", "Lake", "Builder", "No item this round"} < set(world.board.buttons)
        await first.click("Builder", world.board)
        assert "Bid 300" in world.board.buttons
        second = opener(world)
        assert second is not first
        await second.click("Bid 300", world.board)
        assert "Bid 400" in world.board.buttons


async def test_what_declines_is_no_bright_button(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        _styled(world, bright="Builder", plain="No item this round")
        await opener(world).click("Builder", world.board)
        _styled(world, bright="Bid 300", plain="Pass")


def _styled(world: World, *, bright: str, plain: str) -> None:
    """On the table message, one choice is green and another is not."""
    styles = [(world.board.button(label) or {})["style"] for label in (bright, plain)]
    assert styles == [discord.ButtonStyle.success.value, discord.ButtonStyle.secondary.value]


async def test_a_bid_that_would_sell_prestige_is_asked_for_once_more(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Builder", world.board)
        second, board = opener(world), world.board
        await _impoverish(world)
        await second.click("Bid 300", board)
        assert "if you win, you sell 2 PP" in second.panel.text
        assert "Bid 300" in world.board.buttons
        asked = world.bot.open_panels.newest(second.id, 1)
        assert asked is not None, "it can give way when the auction goes on"
        assert asked.message == second.panel.id
        await second.click("Yes: Raise › Bid 300", second.panel)
        assert "Bid 400" in world.board.buttons


async def _impoverish(world: World) -> None:
    """The deciding seat has spent all but 150 florins, and has 5 PP."""
    journal = (await world.bot.games.table(1)).journal
    assert journal is not None
    (decision,) = journal.decisions
    *before, state = journal._positions
    players = list(state.players)
    players[decision.seat] = replace(players[decision.seat], florins=150, tally=Tally(works=5))
    journal._positions = (*before, replace(state, players=tuple(players)))


async def test_take_back_stands_on_it_while_it_is_possible(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Lake", world.board)
        assert "Undo" in world.board.buttons
        await world["Dmitri"].click("Undo", world.board)
        assert "You have no seat at this table" in world["Dmitri"].panel.text
        await first.click("Undo", world.board)
        assert "undoes the last action" in world.board.text
        assert "put an item up for auction" in world.board.text
        assert first.panel.text.startswith("You can choose again. This was undone:")
        assert "opens the auction" in first.panel.text, "what went back is told"


async def test_a_doubled_press_of_take_back_takes_back_once(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await give_back(world["Ada"])
        await world["Ada"].click("Undo", world.board)
        await give_back(world["Ada"])
        game = await world.bot.games.in_channel(world.channel.id)
        assert game is not None
        board = world.board
        await world.together(
            world["Ada"].click("Undo", board), world["Ada"].click("Undo", board)
        )
        after = await world.bot.games.table(game.game.id)
        assert after.number == game.number + 1
        await give_back(world["Ada"])
        await world["Ada"].forge("Undo", f"m1:undo:{game.game.id}")
        assert (await world.bot.games.table(game.game.id)).number == game.number + 2
        assert "Undo" in world["Ada"].panel.buttons, "a fresh panel"


async def test_who_takes_back_too_late_is_told_so(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Lake", world.board)
        table = await world.bot.games.table(1)
        (next_,) = table.deciding
        await world[next_.name].click("Pass", world.board)
        await first.forge("Your move", f"m1:undo:1:{table.number}")
        assert first.panel.text.startswith("It is too late to undo this alone")


async def test_any_button_that_a_player_presses_wakes_a_table_that_rests(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        bot = world.bot
        with monkeypatch.context() as patch:
            patch.setattr(bot.expiry._cache, "_clock", lambda: time.time() + REST_AGE + 1)
            (rests,) = await bot.expiry.rest()
        bot.delivery.wake(rests.game.id)
        await bot.delivery.join()
        await world.look()
        await world["Dmitri"].click("In words", world.board)
        assert (await bot.games.table(rests.game.id)).game.rested is not None
        await world["Ada"].click("In words", world.board)
        assert (await bot.games.table(rests.game.id)).game.rested is None
        assert sum("this table sleeps" in each.text for each in world.public) == 1


async def test_a_table_that_rests_says_why_it_cannot_go_on(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        bot, ada, board = world.bot, world["Ada"], world.board
        with monkeypatch.context() as patch:
            patch.setattr(bot.expiry._cache, "_clock", lambda: time.time() + REST_AGE + 1)
            (rests,) = await bot.expiry.rest()
        bot.delivery.wake(rests.game.id)
        await world["Dmitri"].slash("play", game="florence")
        assert "Dmitri opens a table" in world.board.text
        await ada.click(MOVE, board)
        assert ada.panel.text.startswith(
            "This table is asleep, and another one is using its channel"
        )
        assert f"/{world.board.id}." in ada.panel.text
        await world["Dmitri"].click_more("Close table")
        await ada.click(MOVE, board)
        assert "Profession cards goes back?" in ada.panel.text


@pytest.mark.timeout(60)  # it would go on forever
async def test_a_game_that_nobody_plays_rests_from_the_start_of_the_bot(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        monkeypatch.setattr("bot.tables.upkeep.expiry.REST_AGE", -60)  # as after a month
        await world.restart()
        while not any("this table sleeps" in each.text for each in world.public):
            await asyncio.sleep(0.05)  # nobody waits for the search
            await world.look()


async def test_in_words_shows_the_whole_position(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        await world["Dmitri"].click("In words")
        panel = world["Dmitri"].panel
        assert "Page 1 of" in panel.text
        await world["Dmitri"].click("Next page", panel)
        assert "Page 2 of" in world["Dmitri"].panel.text


async def test_a_missing_permission_stops_nothing(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("PATCH", f"{path}/*", status=403, code=50013, times=1)
        first = opener(world)
        await first.click("Lake", world.board)
        assert "bid or pass" not in world.board.text
        await first.slash("table")
        assert "bid or pass" in world.board.text


async def test_discord_down_for_a_moment_loses_no_message(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LONGEST_BACKOFF", 0.05)  # waited for in real time
    async with three(tmp_path, workers) as world:
        first = opener(world)
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("PATCH", f"{path}/*", status=503, times=7)
        await first.click("Lake", world.board)
        assert "bid or pass" in world.board.text


async def test_a_board_that_cannot_be_drawn_is_told_in_words(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        world.bot.pictures._workers = _Broken()
        await opener(world).click("Lake", world.board)
        assert "The picture could not be sent" in world.board.text
        assert not world.board.files
        assert "bid or pass" in world.board.text


class _Broken(Pooled):
    """Workers that cannot draw."""

    async def run_within(self, *_: object, **__: object) -> Never:
        raise ValueError("no ink")


async def test_the_end_tells_the_scores_and_offers_a_rematch(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = stops.frames  # a whole film is drawn in `test_history`
    monkeypatch.setattr(stops, "frames", lambda journal: every(journal)[-FEW:])
    async with three(tmp_path, workers) as world:
        await advance(world)
        await play(world, Random(4))
        board = world.board
        assert "Final scores" in board.text
        assert "wins the game" in board.text or "share the victory" in board.text
        assert board.buttons == ("Rematch", "History", "My review", "In words")
        assert len(board.files) == 2
        await _looks_back(world["Dmitri"])
        await world["Dmitri"].click("Rematch", board)
        assert "no seat" in world["Dmitri"].panel.text
        await world["Ada"].click("Rematch")
        assert "Ada opens a table" in world.board.text


async def _looks_back(player: Player) -> None:
    """The history of a finished game, its film and its file."""
    await player.click("History", player.world.board)
    past = player.panel
    assert {"◀ Back", "◀ Round", "Film", "Game file"} <= set(past.buttons)
    await player.click("◀ Round", past)
    assert "Round ▶" in player.panel.buttons
    await player.click("Film", past)
    (film,) = player.panel.files
    assert str(film["filename"]).endswith(".gif")
    assert int(film["size"]) <= FILM
    await player.click("Game file", past)
    (file,) = player.panel.files
    assert file["filename"] == "florence-1.json"
