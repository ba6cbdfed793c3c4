"""What goes wrong at a table: restarts, closed doors, wrong and forged clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import discord
import pytest

from bot.interactions.handling import MOST_UNANSWERED
from bot.tables.opponents.autoplay import Autoplay
from render.words import Words
from tests.bot.clicker import MOVE, called_to_decide, decide, over
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.secrets import SecretsWatcher
from tests.fuzz.forged import Sent, send

WORDS: Final = Words("en")
NAMED: Final = ("Ada", "Bruno", "Chiara", "Dmitri")


@asynccontextmanager
async def begun(folder: Path, workers: Pooled, *names: str) -> AsyncIterator[World]:
    """A game that has just begun: three people, each with four professions."""
    async with table(folder, workers, *(names or ("Ada", "Bruno", "Chiara"))) as world:
        await start(world)
        yield world


async def start(world: World) -> None:
    """The first three people sit down and begin."""
    ada, *others = list(world.players.values())[:3]
    await ada.slash("play", game="florence")
    for player in others:
        await player.click("Join")
    await ada.click("Start")


async def on(world: World, until: str) -> Player:
    """Play on until the table asks one person for this; who that person is."""
    rng = Random(4)
    for _ in range(200):
        called = called_to_decide(world)
        if until in world.board.text and len(called) == 1:
            return called[0]
        assert not over(world)
        await decide(called[0], rng)
    raise AssertionError(f"nobody was asked to {until}")


async def number(world: World) -> int:
    """How many entries the journal has."""
    found = await world.bot.games.in_channel(world.channel.id)
    assert found is not None
    return found.number


async def give_back(player: Player) -> None:
    """The person opens the panel and gives the first profession back."""
    await player.click(MOVE, player.world.board)
    await player.click(player.panel.buttons[1], player.panel)


# -- restarts -----------------------------------------------------------------


async def test_a_panel_works_after_a_restart(tmp_path: Path, workers: Pooled) -> None:
    async with begun(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        panel = ada.panel
        before = await number(world)
        await world.restart()
        await ada.click(panel.buttons[1], panel)
        assert await number(world) == before + 1
        assert ada not in called_to_decide(world)


async def test_nothing_is_said_twice_by_restarts(tmp_path: Path, workers: Pooled) -> None:
    async with begun(tmp_path, workers) as world:
        before = world.messages
        for _ in range(2):
            await world.restart()
        assert world.messages == before


async def test_a_lobby_outlives_a_restart(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada, bruno, chiara = world.players.values()
        await ada.slash("play", game="florence")
        await bruno.click("Join")
        await world.restart()
        await chiara.click("Join")
        await ada.click("Start")
        assert set(called_to_decide(world)) == {ada, bruno, chiara}


async def test_opponents_go_on_after_a_restart(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        await ada.click("Add computer player")
        await ada.click("Add computer player")
        with monkeypatch.context() as patch:  # the bot dies just after the commit
            patch.setattr(Autoplay, "wake", lambda *_: None)
            await ada.click("Start")
        here = await world.bot.games.table(1)
        assert len(here.deciding) == 3
        await world.restart()
        await world.bot.games.wait_idle()
        here = await world.bot.games.table(1)
        assert [row.user for row in here.deciding] == [ada.id]


async def test_what_could_not_be_stored_did_not_happen_and_is_told(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        ada, database = world["Ada"], tmp_path / "bot.db"
        await ada.slash("play", game="florence")
        before = world.public
        database.rename(tmp_path / "elsewhere.db")
        await ada.click("Add computer player")
        assert ada.panel.text.startswith("Your move could not be saved")
        assert world.public == before
        (tmp_path / "elsewhere.db").rename(database)
        await ada.click("Add computer player")
        assert "(computer, " in world.board.words


# -- closed direct messages -------------------------------------------------------


@pytest.mark.timeout(60)  # it would go on forever
async def test_closed_direct_messages_are_told_once_and_never_tried_again(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await start(world)
        await on(world, "put an item up for auction")
        rng = Random(5)
        for _ in range(15):
            await decide(called_to_decide(world)[0], rng)
        assert not any("direct messages" in each.text.casefold() for each in world.public)
        tried = [r for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]
        assert len(tried) == 1
        await bruno.click("My hand")
        assert "Profession cards" in bruno.panel.alts[0]
        await world.restart()
        for _ in range(5):
            await decide(called_to_decide(world)[0], rng)
        tried = [r for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]
        assert len(tried) == 1


# -- clicks that must not count -----------------------------------------------------


async def test_a_stranger_is_told_who_plays(tmp_path: Path, workers: Pooled) -> None:
    async with begun(tmp_path, workers, "Ada", "Bruno", "Chiara", "Eve") as world:
        await on(world, "put an item up for auction")
        eve, before, public = world["Eve"], await number(world), world.public
        world.watchers.append(SecretsWatcher(world).watch)
        for label in world.board.buttons:
            await eve.click(label, world.board)
            assert eve.panel.text
        refused = next(
            m.text for m in eve.private if "You have no seat at this table" in m.text
        )
        assert all(name in refused for name in ("Ada", "Bruno", "Chiara"))
        assert await number(world) == before
        assert world.public == public


async def test_a_player_who_is_not_called_is_told_who_is(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun(tmp_path, workers) as world:
        called = await on(world, "put an item up for auction")
        other = next(p for p in world.players.values() if p is not called)
        before, public = await number(world), world.public
        label = next(each for each in world.board.buttons if each.startswith("No item"))
        await other.click(label, world.board)
        assert called.name in other.panel.text
        await other.click(MOVE, world.board)
        assert called.name in other.panel.text
        assert await number(world) == before
        assert world.public == public


async def test_a_stale_click_brings_a_fresh_panel(tmp_path: Path, workers: Pooled) -> None:
    async with begun(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click(MOVE)
        old = ada.panel
        world.bot.open_panels.forget(old.id)  # nothing keeps it up to date, as after a restart
        await give_back(ada)
        before = await number(world)
        await ada.click(old.buttons[1], old)
        assert WORDS("panel.stale.nothing") in ada.texts()
        assert await number(world) == before

        called = await on(world, "put an item up for auction")
        await called.click(MOVE, world.board)
        old = called.panel
        world.bot.open_panels.forget(old.id)
        await called.click(MOVE, world.board)
        await called.click("Jester", called.panel)
        while await on(world, "put an item up for auction") is not called:
            await decide(called_to_decide(world)[0], Random(6))
        before = await number(world)
        await called.click("Jester", old)
        assert WORDS("panel.stale") in called.texts()
        assert await number(world) == before


async def test_buttons_of_an_older_table_message_are_gone(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun(tmp_path, workers) as world:
        await on(world, "put an item up for auction")
        assert [m for m in world.public if m.buttons] == [world.board]


@pytest.mark.parametrize(
    "custom_id",
    [
        "m1:move:999999",
        "m1:move:0",
        "m1:nonsense:1",
        "m1:public:1:0:0:pass",
        "m1:public:1:99:1:bid.300",
        "m1:public:1:zero:one:two",
        "m1:public:1",
        "m1:act:1",
        "m1:words:1:-7",
        "m1:words:1:many",
        "m0:old:1",
        "something else",
    ],
)
async def test_a_forged_button_is_answered_and_changes_nothing(
    tmp_path: Path, workers: Pooled, custom_id: str
) -> None:
    async with begun(tmp_path, workers) as world:
        ada, before, public = world["Ada"], await number(world), world.public
        seen = len(ada.private)
        await ada.forge(MOVE, custom_id)
        assert len(ada.private) == seen + 1
        assert ada.panel.text
        assert await number(world) == before
        assert world.public == public


NUMBERS = ("9" * 19, str(2**63), "9" * 40, "\N{ARABIC-INDIC DIGIT THREE}")
"""What no database stores, though Python accepts it as a number."""


@pytest.mark.parametrize("value", NUMBERS)
async def test_a_forged_number_is_refused_and_no_fault(
    tmp_path: Path, workers: Pooled, value: str
) -> None:
    async with begun(tmp_path, workers) as world:
        for verb in sorted(world.bot.clicks._handlers):
            for args in (f"1:{value}", f"1:0:{value}", f"0:{value}", "1", "0"):
                await send(world, Sent("Ada", f"m1s:{verb}:{args}", (value,)))
        for way in ("before", "after"):
            await send(world, Sent("Ada", f"m1:journal:1:{way}:{value}"))
        assert await world.bot.store.bars.of_person(world["Ada"].id) == ()


@pytest.mark.parametrize(
    "custom_id",
    [
        *("m1:words:1:0", "m1:page:1:1", "m1:journal:1:after:0", "m1:hand:1", "m1:history:1"),
        *("m1:move:1", "m1:pick:1:0:3:x", "m1:public:1:0:3:x", "m1:undo:1:2", "m1:orders:1"),
    ],
)
async def test_a_table_elsewhere_is_shown_to_its_players_alone(
    tmp_path: Path, workers: Pooled, custom_id: str
) -> None:
    async with begun(tmp_path, workers, *NAMED) as world:
        world.channel = world.guild.create_text_channel("elsewhere")
        dmitri, ada = world["Dmitri"], world["Ada"]
        await dmitri.slash("play", game="florence")
        await dmitri.forge("Join", custom_id)
        assert dmitri.panel.text == WORDS("refuse.unknown_game")
        await ada.forge("Join", custom_id)
        assert ada.panel.text != WORDS("refuse.unknown_game")


# -- at the same moment ---------------------------------------------------------------


async def test_the_same_click_twice_at_once_counts_once(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun(tmp_path, workers) as world:
        called = await on(world, "put an item up for auction")
        before, board = await number(world), world.board
        await world.together(
            called.click("Jester", board),
            called.click("Jester", board),
            called.click("Builder", board),
        )
        assert await number(world) == before + 1
        assert world.board.text.count("opens the auction") == 1
        stale = called.panel
        assert stale.text == WORDS("panel.stale.public"), "nothing of it can become false"
        await called.click(MOVE, stale)
        panel = world.bot.open_panels.newest(called.id, 1)
        assert panel is not None, "what it leads to is kept true"
        assert panel.message == called.panel.id


async def test_of_many_clicks_at_once_a_few_are_answered_and_nobody_else_waits(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun(tmp_path, workers) as world:
        ada, bruno, board = world["Ada"], world["Bruno"], world.board
        flood = [ada.click("In words", board) for _ in range(30)]
        await world.together(*flood, bruno.click("In words", board))
        left_out = [each for each in ada.private if each.text == WORDS("refuse.too_fast")]
        assert len(left_out) == 30 - MOST_UNANSWERED
        assert "Page 1 of" in bruno.panel.text
        await ada.click("In words", board)
        assert "Page 1 of" in ada.panel.text


async def test_two_people_who_choose_at_once_both_count(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun(tmp_path, workers) as world:
        ada, bruno, chiara = world.players.values()
        before = await number(world)
        for player in (ada, bruno):
            await player.click(MOVE, world.board)
        await world.together(
            ada.click(ada.panel.buttons[1], ada.panel),
            bruno.click(bruno.panel.buttons[1], bruno.panel),
        )
        assert await number(world) == before + 2
        assert called_to_decide(world) == (chiara,)


# -- the channel -----------------------------------------------------------------------


async def test_a_deleted_table_message_is_posted_anew(tmp_path: Path, workers: Pooled) -> None:
    async with begun(tmp_path, workers) as world:
        await _delete(world)
        await world["Ada"].slash("table")
        assert "Your move" in world.board.buttons
        await _delete(world)
        chiara = world["Chiara"]
        await chiara.click(MOVE, chiara.hand)  # the way that is left: the direct message
        panel = chiara.direct[-1]
        await chiara.click(panel.buttons[0], panel)
        assert "Your move" in world.board.buttons
        assert chiara not in called_to_decide(world)


@pytest.mark.parametrize(
    ("code", "why"),
    [(50013, "I’m no longer allowed to write"), (160005, "This game’s thread is locked")],
)
async def test_a_table_that_cannot_be_shown_is_told_where_it_can_be(
    tmp_path: Path, workers: Pooled, code: int, why: str
) -> None:
    async with begun(tmp_path, workers) as world:
        path = f"/channels/{world.channel.id}/messages"
        for method, where in (("POST", path), ("PATCH", f"{path}/{world.board.id}")):
            world.env.inject_error(method, where, status=403, code=code, times=None)
        for player in world.players.values():
            await player.click(MOVE, player.hand)  # by direct message, since the table is stuck
            panel = player.direct[-1]
            await player.click(panel.buttons[0], panel)
        told = [p for p in world.players.values() if why in p.calls[-1].text]
        assert len(told) == 1  # the person who opens the first auction
        assert "Put an item up for auction" in told[0].calls[-1].text


async def _delete(world: World) -> None:
    moderator = world.guild.create_role(
        "moderator", permissions=discord.Permissions(manage_messages=True)
    )
    name = f"Moderator {len(world.players)}"
    player = world.add(name, roles=[moderator])
    await player.member.delete(world.handle(world.board))
    await world.look()


# -- names --------------------------------------------------------------------------------

NAMES: Final = (
    "**bold** _under_ ~~no~~ `code` ||",
    "@everyone <@&1> <#2> [a](http://b)",
    "Архимандрит Вениамин Олександрович",
)
WIDE: Final = (
    "𝕿𝖍𝖊 𝕼𝖚𝖊𝖊𝖓 𝖔𝖋 𝖙𝖍𝖊 𝕬𝖘𝖘𝖊𝖒𝖇𝖑𝖞 𝖁𝖁𝖁",
    "漢字仮名交じり文の名前は三十二文字まで使えますので全部使う😀",
    "> # x\n-# y",
)


@pytest.mark.parametrize("names", [NAMES, WIDE])
async def test_names_break_nothing(
    tmp_path: Path, workers: Pooled, names: tuple[str, ...]
) -> None:
    async with begun(tmp_path, workers, *(name[:32] for name in names), "Eve") as world:
        rng = Random(3)
        for _ in range(12):
            await decide(called_to_decide(world)[0], rng)
        await world["Eve"].click(MOVE, world.board)  # the refusal names all who play
        people = {p.id for p in world.players.values()}
        for message in world.messages:
            assert message.pinged <= people
            loud = [
                each for each in ("@everyone", "<@&1>", "<#2>", "[a](") if each in message.text
            ]
            assert not loud, message
