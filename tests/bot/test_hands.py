"""Hands by direct message and by button; secrets stay with their owner."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from bot.database.sqlite_migrations import APPLICATION
from bot.delivery.plan import OLD, OLD_INTERVAL
from bot.store import Store
from bot.store.out import Hand
from bot.tables.core.draft import Draft
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.put_position import begun
from tests.bot.running_game import MOVE, begin, give_back, opener, three
from tests.bot.services import Clock, services

NAMES = ("Ada", "Bruno", "Chiara")
MIGRATIONS = files("bot.database").joinpath("migrations")


async def test_each_person_gets_the_hand_by_dm_at_the_start(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        for name in ("Ada", "Bruno", "Chiara"):
            message, call = world[name].direct
            assert "### Your first game of The Princes of Florence" in message.text
            assert "Profession cards" in message.alts[0]
            assert "**Profession cards**" not in message.text, "the picture shows them"
            assert message.alts
            assert MOVE in message.buttons
            assert message.silent
            assert call.content.startswith("Your move: The Princes of Florence with ")
        assert world["Dmitri"].direct == ()


async def test_the_hand_stays_one_message_and_is_edited(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        hands = [m for m in first.direct if m.alts]
        assert hands == [first.hand]
        assert "Your move in The Princes of Florence: " in first.hand.text
        await first.click("Lake", world.board)
        assert first.hand.id == hands[0].id
        assert "Your move" not in first.hand.text


async def test_after_a_round_every_hand_is_shown_anew(path: Path) -> None:
    """The round, its minimum and the points are on the hands of those who wait, too."""
    async with services(path) as here:
        now = await here.at_auction()
        for _ in range(200):
            await here.sent()
            before, now = now, await here.step(now)
            if now.view(None).turn != before.view(None).turn:
                break
        rows = await here.store.outbox.pending(now.game.id)
        hands = {row.what.seat for row in rows if isinstance(row.what, Hand)}
        assert hands == {0, 1, 2}
        assert len(now.decisions) == 1, "the others wait"


async def test_my_hand_says_in_a_sentence_what_is_to_be_decided(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("My hand", world.board)
        assert "Your move: put an item up for auction." in first.panel.text


async def test_the_move_can_be_made_from_the_dm(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE, first.direct[-1])
        await first.click("Lake", first.messages[-1])
        assert "bid or pass" in world.board.text


async def test_a_spectator_has_no_hand(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        await world["Dmitri"].click("My hand")
        assert "so you have no hand" in world["Dmitri"].panel.text


async def test_an_edited_dm_that_was_deleted_is_sent_anew(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        message = ada.hand
        world.env.backend.delete_message(ada.member.user.dm_channel.id, message.id)
        await give_back(ada)
        assert ada.hand.id != message.id
        assert ada.hand.silent, "it is not her turn"


async def test_closed_dms_are_tried_once_again_with_the_next_game(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await begin(world)
        assert (bruno.direct, len(bruno.calls)) == ((), 1)
        await world.bot.games.end(1)
        world.env.backend.faults.clear()
        await begin(world)
        assert "Profession cards" in bruno.hand.alts[0]


@pytest.mark.parametrize(("status", "code"), [(400, 50278), (400, 40003)])
async def test_a_refusal_that_passes_is_not_remembered(
    tmp_path: Path, workers: Pooled, status: int, code: int
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=status, code=code, times=1)
        await begin(world)
        await world.passes(10)
        assert (await world.bot.games.table(1)).seats[1].hands == "dm"
        (call,) = bruno.calls
        assert call.direct == (code == 40003), "tried a moment later, or in the channel"
        await give_back(bruno)
        assert "Profession cards" in bruno.hand.alts[0]


async def test_who_cannot_be_written_to_at_all_is_shown_the_hand_by_button(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        world.env.inject_error("POST", "/users/@me/channels", status=400, code=50007, times=1)
        await begin(world)
        shut = [player for player in world.players.values() if not player.direct]
        assert len(shut) == 1
        assert not any("direct messages" in each.text.casefold() for each in world.public)
        for player in world.players.values():
            await player.click("My hand", world.board)
            closed = "Your direct messages are closed to me" in player.panel.text
            assert closed == (player in shut), "nobody but them reads it"


async def test_who_has_left_the_server_keeps_nothing_by_direct_message(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        game = await world.bot.games.in_channel(world.channel.id)
        assert game is not None
        await bruno.click(MOVE, bruno.hand)
        assert "has left" not in bruno.direct[-1].text
        hand = ada.hand
        _leave(world, ada)
        await ada.click(MOVE, hand)
        assert ada.direct[-1].text.startswith("You are no longer on this table’s server")
        assert (await world.bot.games.table(game.game.id)).number == game.number


async def test_who_has_left_the_server_is_sent_nothing_of_the_game(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = opener(world)
        seen, shown = ada.direct, _touched(world, ada)
        _leave(world, ada)
        await _show_hands(world)
        assert (ada.direct, _touched(world, ada)) == (seen, shown)
        other = next(world[name] for name in NAMES if name != ada.name)
        shown = _touched(world, other)
        await _show_hands(world)
        assert _touched(world, other) == shown + 1
        assert await world.bot.store.outbox.pending(1) == (), "and nothing waits"


async def test_who_has_left_the_server_is_shown_nothing_on_another_one(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        other = world.env.create_guild("Another")
        world.channel = other.create_text_channel("elsewhere")
        _leave(world, ada)
        ada.member = other.add_member(ada.member.user)
        await ada.slash("play", game="florence")
        await ada.forge("Join", "m1:hand:1")
        assert ada.panel.text.startswith("You are no longer on this table’s server")


async def test_an_old_hand_is_edited_now_and_then_and_the_latest_state_wins(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        bruno, clock = world["Bruno"], Clock()
        world.bot.monotonic = clock
        await _show_hands(world)
        shown = _touched(world, bruno)
        await _show_hands(world)
        assert _touched(world, bruno) == shown + 1, "a new message is edited at once"
        clock.now += OLD + 60
        await world.passes(OLD + 60)
        shown = _touched(world, bruno)
        for _ in range(4):
            await _show_hands(world)
        assert _touched(world, bruno) == shown + 1
        clock.now += OLD_INTERVAL
        world.bot.delivery.wake(1)  # as its timer does
        await world.bot.delivery.join()
        assert _touched(world, bruno) == shown + 2
        assert await world.bot.store.outbox.pending(1) == ()


def _leave(world: World, player: Player) -> None:
    """A person leaves the server, and Discord would say so."""
    world.guild.remove_member(player.member)
    world.bot.members._known.clear()


async def _show_hands(world: World) -> None:
    """Show every hand as if it had changed."""
    outs = tuple(Hand(seat) for seat in range(3))
    await world.bot.games._change(1, lambda now: Draft(now, outs))
    await world.bot.delivery.join()
    await world.look()


def _touched(world: World, player: Player) -> int:
    """How often a direct message of a person was posted or edited."""
    path = f"/channels/{player.member.user.dm_channel.id}/messages"
    return sum(
        request.path.startswith(path) and request.method != "GET"
        for request in world.env.http_requests
    )


@pytest.mark.parametrize("game", ["florence", "lacrimosa"])
async def test_the_alt_text_of_a_hand_has_no_marks_that_are_read_aloud(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        (alt, *_) = world["Ada"].hand.alts
        assert "**" not in alt
        assert "\n- " not in alt


# -- a hand that is no longer wanted in direct messages -------------------------------------

ENDED = "is now behind the button **My hand**"


async def test_who_wants_the_hand_by_the_button_keeps_none_in_direct_messages(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        hand = ada.hand
        await ada.slash("settings")
        await ada.select("Show my hand by button only")
        ended = next(m for m in ada.direct if m.id == hand.id)
        assert ENDED in ended.text
        assert (ended.files, ended.alts, ended.buttons) == ([], (), ())
        await give_back(ada)
        assert next(m for m in ada.direct if m.id == hand.id) == ended
        row = (await world.bot.games.table(1)).seats[0]
        assert (row.hands, row.calls, row.dm_message) == ("button", "dm", None)
        for name in ("Bruno", "Chiara"):
            await give_back(world[name])
        if opener(world) is not ada:
            await opener(world).click("No item this round", world.board)
        assert ada.calls[-1].direct, "calls are a setting of their own"
        await ada.select("Send my hand by direct message")
        assert ada.hand.id != hand.id
        assert "has begun: " not in ada.hand.text


async def test_who_takes_no_direct_messages_any_more_keeps_no_old_hand(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        bruno = world["Bruno"]
        hand = bruno.hand
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        while opener(world) is not bruno:
            await opener(world).click("No item this round", world.board)
        assert ENDED in next(m for m in bruno.direct if m.id == hand.id).text
        assert not bruno.calls[-1].direct


async def test_a_hand_that_was_left_in_direct_messages_is_gone_when_the_game_is_over(
    tmp_path: Path, workers: Pooled
) -> None:
    """Games from earlier releases have such hands."""
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await world.bot.store._database.write("UPDATE seats SET hands = 'button'")
        await world.bot.games._cache.forget(1)
        await world.bot.games.end(1)
        await world.bot.delivery.join()
        await world.look()
        (old,) = [m for m in ada.direct if " is over: " in m.text]
        assert (old.files, old.buttons) == ([], ())


async def test_people_of_earlier_releases_are_called_where_they_were_and_keep_no_hand(
    tmp_path: Path,
) -> None:
    """Calls went where the hands went if their people had not chosen a place for them."""
    path = tmp_path / "bot.db"
    names = [each.name for each in MIGRATIONS.iterdir() if each.name.endswith(".sql")]
    before = sorted(name for name in names if name < "0028")
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in before:
            connection.executescript(MIGRATIONS.joinpath(name).read_text("utf-8"))
        connection.executemany(
            "INSERT INTO people (user, hands, calls) VALUES (?, ?, ?)",
            [(1, "button", None), (2, "dm", None), (3, "button", "dm"), (4, "dm", "channel")],
        )
        connection.execute(
            "INSERT INTO games (id, guild, channel, game, rules_version, chosen, seat_order,"
            " language, status, starter, created, updated)"
            " VALUES (7, 1, 2, 'florence', 1, '{}', 'random', 'en', 'over', 1, 3.0, 4.0)"
        )
        connection.executemany(
            "INSERT INTO seats (game, seat, user, name, hands, dm_message)"
            " VALUES (7, ?, ?, 'Ann', ?, ?)",
            [(0, 1, "button", 55), (1, 2, "dm", 56), (2, 3, "button", None)],
        )
        connection.execute(f"PRAGMA user_version = {len(before)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    store = await Store.open(path)
    try:
        called = [(await store.people.read(user)).called for user in (1, 2, 3, 4, 5)]
        shown = [(each.kind, each.seat) for each in await store.outbox.pending(7)]
    finally:
        await store.close()
    assert called == ["channel", "dm", "dm", "channel", "dm"]
    assert shown == [("hand", 0)], "what is left in direct messages is ended"
