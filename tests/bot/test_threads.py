"""Tables in threads: when one is opened, for whom, and how many there may be."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.commands.opened_threads import MOST, OpenedThreads, TooManyThreads
from bot.interactions import public_posts
from bot.tables.lobby.lobbies import MOST_WAITING
from tests.bot.command_steps import begun
from tests.bot.driver import Pooled, table
from tests.bot.services import Clock


@pytest.fixture
def unbraked(monkeypatch: pytest.MonkeyPatch) -> None:
    """People may post with buttons as fast as they like."""
    monkeypatch.setattr(public_posts, "MOST_BY_PERSON", 100)
    monkeypatch.setattr(public_posts, "MOST_IN_CHANNEL", 100)


async def test_a_table_stands_in_a_thread(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await world["Dmitri"].slash("play", game="florence")
        await world["Dmitri"].click("Open a thread")
        (world.channel,) = world.channel.threads
        await world["Elena"].slash("play", game="florence")
        assert world["Elena"].panel.text.startswith(
            "A table here is already waiting for players: https://discord.com/channels/"
        )
        assert world["Elena"].panel.buttons == ("Open a thread",)
        await world["Dmitri"].click_more("Close table")
        await world["Elena"].slash("play", game="florence")
        assert world["Elena"].panel.text.startswith("Your table is open: ")
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert here.game.parent is not None


async def test_a_busy_channel_offers_a_thread(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await world["Dmitri"].slash("play", game="florence")
        told = world["Dmitri"].panel
        assert "This channel already has a game: https://discord.com/channels/" in told.text
        assert told.buttons == ("Open a thread",)
        await world["Dmitri"].click("Open a thread")
        assert world["Dmitri"].panel.text.startswith("Your table is in https://")
        assert world["Dmitri"].panel.buttons == ()
        (thread,) = world.channel.threads
        assert thread.name == "The Princes of Florence: Dmitri’s table"
        line = next(m for m in world.public if m.id == thread.id)  # the thread began from it
        assert line.text == "Dmitri opens a table in a thread: The Princes of Florence."
        assert discord.MessageFlags._from_value(line.flags).silent
        opened = await world.bot.games.in_channel(thread.id)
        assert opened is not None
        assert (opened.game.status, opened.game.parent) == ("lobby", world.channel.id)
        await world["Elena"].click("Join")
        assert "Elena." in world.board.words


async def test_every_lobby_can_go_to_a_thread(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        lobby, offer = world.board, ada.panel
        assert offer.buttons == ("Play in a thread",)
        await world["Bruno"].click("Join")
        move = offer.button("Play in a thread")
        assert move is not None
        await world["Bruno"].forge("Join", move["custom_id"])
        assert world["Bruno"].panel.text == "Only Ada can do that here."
        assert world.channel.threads == []
        await world.together(
            ada.click("Play in a thread", offer), ada.click("Play in a thread", offer)
        )
        (thread,) = world.channel.threads
        assert thread.id == lobby.id
        line = next(m for m in world.public if m.id == lobby.id)
        assert line.text == "Ada opens a table in a thread: The Princes of Florence."
        assert (line.buttons, line.alts) == ((), ())
        assert world.board.id in {m.id for m in thread.history()}
        assert "at the table: Ada, Bruno." in world.board.words
        assert ada.panel.text.endswith(f"/{thread.id}/{world.board.id}.")
        await world["Chiara"].click("Join")
        await ada.click("Start")
        here = await world.bot.games.in_channel(thread.id)
        assert here is not None
        assert (here.game.status, here.game.parent) == ("playing", world.channel.id)
        await world["Dmitri"].slash("play", game="florence")
        assert world["Dmitri"].panel.text.startswith("Your table is open: ")


async def test_who_has_left_a_lobby_opens_no_thread_for_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="florence")
        offer = ada.panel
        move = offer.button("Play in a thread")
        assert move is not None
        await bruno.click("Join")
        await ada.click_more("Leave")
        await ada.click("Play in a thread", offer)
        assert ada.panel.text == "Only Bruno can do that here."
        assert world.channel.threads == []
        await bruno.forge("Join", move["custom_id"])
        assert len(world.channel.threads) == 1


async def test_a_thread_that_cannot_be_opened_leaves_nothing_behind(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        dmitri, before = world["Dmitri"], world.public
        await dmitri.slash("play", game="florence")
        offer = dmitri.panel
        path = f"/channels/{world.channel.id}/messages/*/threads"
        world.env.inject_error("POST", path, status=403, code=50013)
        await dmitri.click("Open a thread", offer)
        assert dmitri.panel.text.startswith(
            "Discord won’t let me open a thread here (error 50013)"
        )
        assert world.public == before

        async def limited(*_: object, **__: object) -> None:
            raise discord.RateLimited(600)

        monkeypatch.setattr(discord.Message, "create_thread", limited)
        await dmitri.click("Open a thread", offer)
        assert dmitri.panel.text.startswith("I can’t open any more threads here right now")
        assert world.public == before


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (50035, "Discord won’t let me open a thread here (error 50035)."),
        (160006, "This server has as many open threads as Discord allows."),
        (200000, "This server’s filter (AutoMod) held the thread back"),
    ],
)
async def test_why_a_thread_was_refused_is_told_and_logged(
    tmp_path: Path, workers: Pooled, caplog: pytest.LogCaptureFixture, code: int, told: str
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        await world["Dmitri"].slash("play", game="florence")
        path = f"/channels/{world.channel.id}/messages/*/threads"
        world.env.inject_error("POST", path, status=400, code=code)
        await world["Dmitri"].click("Open a thread")
        assert world["Dmitri"].panel.text.startswith(told)
        assert f"Discord refused a thread for a table: {code}, " in caplog.text


@pytest.mark.parametrize("denied", ["send_messages", "create_public_threads"])
async def test_who_may_open_no_thread_has_none_opened(
    tmp_path: Path, workers: Pooled, denied: str
) -> None:
    async with table(tmp_path, workers) as world:
        ada = world["Ada"]
        overwrite = discord.PermissionOverwrite(**{denied: False})
        world.channel = world.guild.create_text_channel(
            "read", overwrites={ada.member: overwrite}
        )
        await ada.slash("play", game="florence")
        await ada.click("Play in a thread")
        assert ada.panel.text.startswith("This would post for everyone here")
        await world["Bruno"].slash("play", game="florence")
        await ada.slash("play", game="florence")
        await ada.click("Open a thread")
        assert ada.panel.text.startswith("This would post for everyone here")
        assert world.channel.threads == []


async def test_a_table_in_a_thread_that_was_locked_is_shown_when_it_is_open_again(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        await ada.click("Play in a thread")
        (world.channel,) = world.channel.threads
        for name in ("Bruno", "Chiara"):
            await world[name].click("Join")
        await ada.click("Start")
        edit = world.env.backend.edit_channel
        edit(world.channel.id, {}, thread_metadata={"locked": True})
        await world.env.settle()
        path = f"/channels/{world.channel.id}/messages"
        for method, where in (("POST", path), ("PATCH", f"{path}/*")):
            world.env.inject_error(method, where, status=400, code=160005, times=None)
        stale = world.board
        for name in ("Ada", "Bruno", "Chiara"):
            player = world[name]
            await player.click("Your move", player.hand)
            await player.click(player.direct[-1].buttons[0], player.direct[-1])
            for label in player.direct[-1].buttons:
                if label.startswith("Yes: "):
                    await player.click(label, player.direct[-1])
        assert world.board == stale
        world.env.backend.faults.clear()
        edit(world.channel.id, {}, thread_metadata={"locked": False})
        await world.env.settle()
        await world.look()
        assert "put an item up for auction" in world.board.text


async def test_a_thread_opens_once_for_two_clicks(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        dmitri = world["Dmitri"]
        await dmitri.slash("play", game="florence")
        offer = dmitri.panel
        await world.together(
            dmitri.click("Open a thread", offer), dmitri.click("Open a thread", offer)
        )
        assert len(world.channel.threads) == 1


@pytest.fixture
def archived(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The threads that were archived; simcord lets only moderators archive their own."""
    threads = set()

    async def edit(thread: discord.Thread, *, archived: bool) -> None:
        assert archived
        threads.add(thread.id)

    monkeypatch.setattr(discord.Thread, "edit", edit)
    return threads


async def test_a_thread_whose_table_is_refused_is_archived(
    tmp_path: Path, workers: Pooled, archived: set[int]
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        late = (world["Dmitri"], world["Elena"])
        for player in late:
            await player.slash("play", game="florence")
        offers = [player.panel for player in late]
        await world.bot.store.set_most_tables(world.guild.id, 2)
        before = len(world.public)
        await world.together(
            *(p.click("Open a thread", o) for p, o in zip(late, offers, strict=True))
        )
        assert len(world.channel.threads) == 2  # there was room for only one more table
        assert len(archived) == 1
        lines = {each.id for each in world.public[before:] if "in a thread" in each.text}
        assert lines == {each.id for each in world.channel.threads} - archived
        told = [p for p in late if p.panel.text.startswith("Open tables on this server")]
        assert len(told) == 1


async def test_a_lobby_that_its_thread_refuses_leaves_it_archived(
    tmp_path: Path, workers: Pooled, archived: set[int]
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        thread = world.board.id  # the thread will be started from this message
        path = f"/channels/{thread}/messages"
        world.env.inject_error("POST", path, status=403, code=50013)
        await ada.click("Play in a thread")
        assert ada.panel.text.startswith("I’m not allowed to write here.")
        assert archived == {thread}
        closed = await world.bot.games.in_channel(thread)
        assert closed is not None
        assert closed.game.status == "cancelled"


async def test_only_threads_that_were_opened_count(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.commands.opened_threads.MOST", 2)
    async with table(tmp_path, workers, "Ada") as world:
        ada, channel = world["Ada"], world.channel
        await ada.slash("play", game="florence")
        offer = ada.panel
        clicks = (ada.click("Play in a thread", offer) for _ in range(3))
        await world.together(*clicks)  # all but the first find the lobby moved
        assert ada.panel.text.startswith("Your table is in https://")
        assert len(channel.threads) == 1


def test_a_person_has_five_threads_an_hour_opened_on_a_server() -> None:
    """Five in all, and one more once the first of them is an hour old."""
    clock = Clock()
    opened = OpenedThreads(clock)
    for thread in range(5):
        opened.check(1, 101)
        opened.note(thread, 1, 101)
        clock.now += 10
    with pytest.raises(TooManyThreads) as refused:
        opened.check(1, 101)
    assert refused.value.figures == {"most": 5}
    opened.check(1, 102)
    opened.check(2, 101)
    clock.now += 3600 - 50 - 1
    with pytest.raises(TooManyThreads):
        opened.check(1, 101)
    clock.now += 1
    opened.check(1, 101)


async def test_a_person_has_only_so_many_threads_opened_in_a_time(
    tmp_path: Path, workers: Pooled, unbraked: None
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        dmitri, channel = world["Dmitri"], world.channel
        for _ in range(MOST + 1):
            await dmitri.slash("play", game="florence")
            await dmitri.click("Open a thread")
            for thread in channel.threads:
                here = await world.bot.games.in_channel(thread.id)
                if here is not None and here.game.status == "lobby":
                    await world.bot.lobbies.cancel(here.game.id, dmitri.id)
        assert len(channel.threads) == MOST
        assert dmitri.panel.text.startswith(f"{MOST} threads have been opened")
        elena = world["Elena"]
        await elena.slash("play", game="florence")
        await elena.click("Open a thread")
        assert len(channel.threads) == MOST + 1


async def test_lobbies_that_are_moved_to_threads_count_as_threads_opened(
    tmp_path: Path, workers: Pooled, unbraked: None
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada, channel = world["Ada"], world.channel
        for _ in range(MOST + 1):
            await ada.slash("play", game="florence")
            await ada.click("Play in a thread", ada.panel)
            for place in (channel, *channel.threads):
                here = await world.bot.games.in_channel(place.id)
                if here is not None and here.game.status == "lobby":
                    await world.bot.lobbies.cancel(here.game.id, ada.id)
        assert len(channel.threads) == MOST
        assert ada.panel.text.startswith(f"{MOST} threads have been opened")


async def test_who_keeps_too_many_tables_waiting_gets_no_thread(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers) as world:
        await begun(world)
        dmitri, busy = world["Dmitri"], world.channel
        await dmitri.slash("play", game="florence")
        offer = dmitri.panel
        channels = [
            world.guild.create_text_channel(f"channel-{n}") for n in range(MOST_WAITING)
        ]
        for world.channel in channels:
            await dmitri.slash("play", game="florence")
        world.channel = busy
        await dmitri.click("Open a thread", offer)
        told = dmitri.panel.text
        assert told.startswith("You already have 3 tables waiting for players")
        assert all(f"/{world.guild.id}/{channel.id}/" in told for channel in channels)
        assert busy.threads == []
        await dmitri.slash("play", game="florence")
        assert dmitri.panel.text == told
        assert dmitri.panel.buttons == ()
        lobby = await world.bot.games.in_channel(channels[0].id)
        assert lobby is not None
        await world.bot.lobbies.cancel(lobby.game.id, dmitri.id)
        await dmitri.click("Open a thread", offer)
        assert len(busy.threads) == 1
