"""People who follow a game are told about each round without a sound, and about the end."""

from __future__ import annotations

from pathlib import Path

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.delivery.plan import plan
from bot.delivery.steps import Sent, Skip, Timing
from bot.demo.simulation import set_locale
from bot.interactions.visibility import sees
from bot.screens.following import follow_button
from bot.store.out import Followed
from bot.tables.core.following import MOST
from bot.tables.core.refusals import (
    DeletedBefore,
    GameEnded,
    NotBegun,
    SeatedHere,
    TooManyFollowed,
)
from bot.tables.core.table import Table
from render.words import Words
from rules.contract import name
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import three
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, Services, services

ROUND = "A round is over in The Princes of Florence"
END = "The game you follow is over: The Princes of Florence"


async def _followed(here: Services) -> Table:
    """A running game that Eve follows."""
    await here.begun(BEN, CLEO)
    return await here.people.follow(1, EVE)


async def _told(here: Services) -> list[Followed]:
    rows = await here.store.outbox.pending(1)
    return [row.what for row in rows if isinstance(row.what, Followed)]


async def _round(here: Services, table: Table) -> Table:
    """Play on until someone is told something or the game is over."""
    while table.over is None and not await _told(here):
        decision = table.decisions[0]
        table = await here.by(table, decision.seat, name(decision.options[-1]))
    return table


# -- what is kept, and when it is told ---------------------------------------------------------


async def test_each_round_is_told_and_the_end_once(path: Path) -> None:
    async with services(path) as here:
        table, rounds = await _followed(here), 0
        while table.over is None:
            table = await _round(here, table)
            (told,) = await _told(here)
            assert told == Followed(EVE, ended=table.over is not None)
            rounds += 1
            await here.sent()
        assert rounds == 7, "six rounds, and the end with the seventh"
        assert (await here.games.table(1)).followers == ()
        assert (await here.privacy.counts(EVE))["follows"] == 0
        with pytest.raises(GameEnded):
            await here.people.follow(1, EVE)


async def test_a_game_that_is_closed_is_told_too(path: Path) -> None:
    async with services(path) as here:
        await _followed(here)
        await here.games.end(1)
        assert await _told(here) == [Followed(EVE, ended=True)]


async def test_it_comes_back_from_the_store_and_ends(path: Path) -> None:
    async with services(path) as here:
        assert (await _followed(here)).followers == (EVE,)
        await here.cache.forget(1)
        assert (await here.games.table(1)).followers == (EVE,)
        assert (await here.people.follow(1, EVE)).followers == (EVE,), "once"
        assert (await here.people.unfollow(1, EVE)).followers == ()
        await here.cache.forget(1)
        assert (await here.games.table(1)).followers == ()


async def test_who_takes_a_seat_follows_no_more(path: Path) -> None:
    async with services(path) as here:
        await _followed(here)
        await here.seats.leave(1, ANN)
        table = await here.seats.take(1, EVE, "Eve", 0)
        assert table.followers == ()
        with pytest.raises(SeatedHere):
            await here.people.follow(1, BEN)


async def test_a_lobby_has_nothing_to_follow_and_ten_games_are_enough(path: Path) -> None:
    async with services(path) as here:
        await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
        with pytest.raises(NotBegun):
            await here.people.follow(1, EVE)
        await here.lobbies.cancel(1, ANN)
        await here.begun(BEN, CLEO)
        for n in range(MOST):
            await here.store._database.write(
                "INSERT INTO games (guild, channel, game, rules_version, chosen, seat_order,"
                " language, status, starter, created, updated)"
                " VALUES (1, ?, 'florence', 1, '{}', 'joined', 'en', 'playing', 5, 5.0, 5.0)",
                100 + n,
            )
            await here.store._database.write(
                'INSERT INTO follows (game, "user") VALUES ((SELECT max(id) FROM games), ?)',
                EVE,
            )
        with pytest.raises(TooManyFollowed):
            await here.people.follow(2, EVE)


async def test_what_is_on_its_way_is_not_sent_to_who_stopped_meanwhile(path: Path) -> None:
    async with services(path) as here:
        table = await _round(here, await _followed(here))
        timing = Timing(now=0.0, burst=0.0, away=0.0)
        (row,) = [
            each
            for each in await here.store.outbox.pending(1)
            if isinstance(each.what, Followed)
        ]
        assert plan(row, table, Sent(), timing) == Followed(EVE, ended=False)
        table = await here.people.unfollow(1, EVE)
        assert plan(row, table, Sent(), timing) == Skip("unfollowed")


async def test_it_is_told_handed_out_and_deleted(path: Path) -> None:
    async with services(path) as here:
        table = await _followed(here)
        assert (await here.privacy.counts(EVE))["follows"] == 1
        data = msgspec.json.decode(await here.privacy.data(EVE))
        assert data["follows"] == [{"game": 1}]
        await _round(here, table)
        assert await _told(here)
        await here.privacy.delete(EVE)
        assert await _told(here) == []
        assert (await here.games.table(1)).followers == ()
        with pytest.raises(DeletedBefore):
            await here.people.follow(1, EVE)


# -- what is seen of it ------------------------------------------------------------------------


async def _follow(world: World) -> Player:
    dmitri = world["Dmitri"]
    await dmitri.click("My hand")
    await dmitri.click("Follow", dmitri.panel)
    assert "✓ You are following this game" in dmitri.panel.text
    return dmitri


async def _play(world: World, *, ended: bool = False) -> None:
    """Play on, unseen, until the round or the game is over; then everything is sent."""
    here = await world.bot.games.table(1)
    rounds = here.view(None).turn
    with world.unsent():
        while here.over is None and (ended or here.view(None).turn == rounds):
            decision = here.decisions[0]
            user, arose = here.seats[decision.seat].user or 0, here.arose(decision.seat) or 0
            spelled = name(decision.options[-1])
            played = await world.bot.games.play(1, user, decision.seat, arose, spelled)
            here = played.table
    world.bot.delivery.wake(1)
    await world.bot.delivery.join()
    await world.env.settle()
    await world.look()


def _heard(player: Player) -> tuple[Message, ...]:
    return tuple(each for each in player.direct if ROUND in each.text or END in each.text)


async def test_a_spectator_is_sent_the_board_after_a_round_and_can_stop_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        await _play(world)
        (told,) = _heard(dmitri)
        assert "In the lead with" in told.text
        assert told.files, "the board as it stands"
        assert told.flags & discord.MessageFlags(suppress_notifications=True).value
        assert "Unfollow" in told.buttons
        told_now = await dmitri.click("Unfollow", told)
        assert any("✓ You no longer follow this game." in each.text for each in told_now)
        await _play(world)
        assert _heard(dmitri) == (told,)


async def test_it_is_told_in_the_language_of_the_persons_discord_after_a_restart(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        set_locale(world.env, dmitri.id, "es-ES")
        await dmitri.slash("help")
        await world.restart()
        await _play(world)
        words = Words("es")
        assert any(words("follow.button.unfollow") in each.buttons for each in dmitri.direct)


async def test_the_end_makes_a_sound_and_says_who_has_won(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        await _play(world, ended=True)
        last = _heard(dmitri)[-1]
        assert END in last.text
        assert "victory" in last.text
        assert not last.flags & discord.MessageFlags(components_v2=True).value, (
            "a phone shows it"
        )
        assert "Unfollow" not in last.buttons
        assert not last.flags & discord.MessageFlags(suppress_notifications=True).value


async def test_who_cannot_see_the_channel_any_more_is_told_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        channel = world.bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        hidden = discord.PermissionOverwrite(view_channel=False)
        member = await channel.guild.fetch_member(dmitri.id)
        await channel.set_permissions(member, overwrite=hidden)
        await world.env.settle()
        await _play(world)
        assert _heard(dmitri) == ()
        assert (await world.bot.games.table(1)).followers == ()


def _heard_elsewhere(world: World, patch: pytest.MonkeyPatch, *, outage: bool = False) -> None:
    """Forget the server, its roles and its channels."""
    state = world.bot._connection
    empty = discord.Guild._create_unavailable(state=state, guild_id=world.guild.id, data=None)
    patch.setattr(world.bot, "get_guild", lambda _: empty if outage else None)
    patch.setattr(discord.Guild, "get_channel_or_thread", lambda *_: None)


@pytest.mark.parametrize("outage", [False, True])
async def test_a_server_of_which_another_process_hears_is_asked_for(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch, outage: bool
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        channel = world.bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        _heard_elsewhere(world, monkeypatch, outage=outage)
        await _play(world)
        assert len(_heard(dmitri)) == 1
        hidden = discord.PermissionOverwrite(view_channel=False)
        member = await channel.guild.fetch_member(dmitri.id)
        await channel.set_permissions(member, overwrite=hidden)
        await _play(world)
        assert len(_heard(dmitri)) == 1
        assert (await world.bot.games.table(1)).followers == ()


async def test_a_thread_that_is_not_in_memory_has_the_rights_of_its_channel(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri, channel = world["Dmitri"], world.bot.get_channel(world.channel.id)
        assert isinstance(channel, discord.TextChannel)
        public = discord.ChannelType.public_thread
        thread = await channel.create_thread(name="aside", type=public)
        game = replace((await world.bot.games.table(1)).game, channel=thread.id)
        _heard_elsewhere(world, monkeypatch)
        assert await sees(world.bot, game, dmitri.id)
        hidden = discord.PermissionOverwrite(view_channel=False)
        member = await channel.guild.fetch_member(dmitri.id)
        await channel.set_permissions(member, overwrite=hidden)
        assert not await sees(world.bot, game, dmitri.id)


@pytest.mark.parametrize(
    ("path", "status", "code", "told"),
    [
        ("/guilds/{guild}/members/{user}", 500, 0, 1),
        ("/guilds/{guild}/members/{user}", 403, 50001, 0),
        ("/guilds/{guild}/members/{user}", 404, 10004, 0),
        ("/channels/{channel}", 403, 50001, 0),
    ],
)
async def test_who_follows_still_does_when_the_bot_cannot_see_what_they_see(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    status: int,
    code: int,
    told: int,
) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        _heard_elsewhere(world, monkeypatch)
        ids = {"guild": world.guild.id, "channel": world.channel.id, "user": dmitri.id}
        where, times = path.format(**ids), 1 if told else None
        world.env.inject_error("GET", where, status=status, code=code, times=times)
        await _play(world)
        await world.passes(30)
        assert len(_heard(dmitri)) == told
        assert (await world.bot.games.table(1)).followers == (dmitri.id,)


async def test_who_has_left_the_server_follows_no_more(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        dmitri = await _follow(world)
        path = f"/guilds/{world.guild.id}/members/{dmitri.id}"
        world.env.inject_error("GET", path, status=404, code=10007, times=1)
        await _play(world)
        assert _heard(dmitri) == ()
        assert (await world.bot.games.table(1)).followers == ()


async def test_who_has_a_seat_is_offered_nothing_to_follow(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, dmitri = world["Ada"], world["Dmitri"]
        here = await world.bot.games.table(1)
        assert follow_button(here, ada.id, world.words) == []
        for label in ("My hand", "In words"):
            await dmitri.click(label)
            assert "Follow" in dmitri.panel.buttons
        await ada.click("My hand")
        assert "Follow" not in ada.panel.buttons
