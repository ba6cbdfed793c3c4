"""The first private message of someone's first game of a kind."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from bot.database.address import Address
from tests.bot.driver import Pooled, World, table
from tests.bot.put_position import begun
from tests.bot.running_game import MOVE, begin, choices, give_back, three
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, services
from tests.bot.stored_results import put, result

FIRST = "Your first game of The Princes of Florence"
AIM = "Win with the most prestige points (PP) after seven rounds"
TURN = "Each round you bid for one item, then take up to two actions"
KEY = "Key to symbols, "


async def test_the_direct_message_says_what_the_game_is_about(
    tmp_path: Path, workers: Pooled
) -> None:
    """It comes with the hand, in the one message sent anyway, for which no phone rings."""
    async with three(tmp_path, workers, setup=False) as world:
        for name in ("Ada", "Bruno", "Chiara"):
            told, call = world[name].direct
            assert told.silent
            assert MOVE in call.buttons
            assert all(part in told.text for part in (FIRST, AIM, TURN))
            assert "has begun" not in told.text, "the heading names the game"
            assert [alt.startswith(KEY) for alt in told.alts] == [False, True]
        assert world["Dmitri"].direct == ()


async def test_after_the_first_turn_it_is_a_hand_like_any_other(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        assert "Profession cards" in ada.hand.alts[0]
        assert FIRST not in ada.hand.text
        assert len(ada.hand.alts) == 1
        assert len([m for m in ada.direct if m.alts]) == 1


async def test_in_lacrimosa_it_stays_for_the_whole_first_turn(
    tmp_path: Path, workers: Pooled
) -> None:
    async with begun("lacrimosa", tmp_path, workers) as world:
        first = next(p for p in world.players.values() if world.board.waits_for(p.name))
        await first.click(MOVE, world.board)
        await first.click(choices(first.panel)[0], first.panel)
        assert "Your first game of Lacrimosa" in first.hand.text
        assert "Each turn, one card goes to" in first.hand.text
        assert any(alt.startswith("Key to symbols, Lacrimosa.") for alt in first.hand.alts)
        assert "after five rounds" in first.hand.text, "others are at the table"


async def test_a_first_hand_offers_what_helps_in_a_first_turn(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await played(world, "Ada")
        await begin(world)
        helps = {"What happened", "Closer", "Symbols"}
        assert {*helps, "Score"} <= set(world["Ada"].hand.buttons)
        assert helps <= set(world["Bruno"].hand.buttons)
        assert "Score" not in world["Bruno"].hand.buttons


async def test_who_plays_alone_is_told_whom_to_beat(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world["Ada"].slash("play", game="lacrimosa")
        await world["Ada"].click("Start alone")
        assert "more victory points (VP) than the Soloist" in world["Ada"].hand.text


async def played(world: World, *names: str, title: str = "florence", **fields: object) -> None:
    """These people have played a game of that kind before."""
    places = [(world[name].id, 1) for name in names]
    await put(world.bot.store, replace(result(1, *places, title=title), **fields))


async def test_who_has_finished_such_a_game_is_told_nothing(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await played(world, "Ada")
        await begin(world)
        assert FIRST not in world["Ada"].hand.text
        assert world["Ada"].hand.text.startswith("The Princes of Florence has begun: ")
        assert FIRST in world["Bruno"].hand.text


async def test_another_game_or_one_without_an_end_does_not_count(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        results = world.bot.store.results
        await played(world, "Ada", title="lacrimosa")
        await played(world, "Bruno", ending="agreed")
        assert await results.finished(world["Ada"].id, "lacrimosa") == 1
        assert await results.finished(world["Ada"].id, "florence") == 0
        assert await results.finished(world["Bruno"].id, "florence") == 0
        await begin(world)
        assert all(FIRST in world[name].hand.text for name in ("Ada", "Bruno"))


async def test_a_restart_sends_it_no_second_time(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        before = [m.id for m in world["Ada"].direct]
        await world.restart()
        await world.passes(10)
        assert [m.id for m in world["Ada"].direct] == before
        await give_back(world["Bruno"])
        assert FIRST in world["Ada"].hand.text
        assert len([m for m in world["Ada"].messages if FIRST in m.text]) == 1


async def test_with_closed_messages_my_hand_says_it(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        path = f"/channels/{bruno.member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await begin(world)
        await bruno.click("My hand", world.board)
        assert FIRST in bruno.panel.text
        assert any(alt.startswith(KEY) for alt in bruno.panel.alts)
        for name in ("Bruno", "Ada"):
            await give_back(world[name])
        await bruno.click("My hand", world.board)
        assert FIRST not in bruno.panel.text


async def test_who_has_it_by_direct_message_has_it_once(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        await world["Ada"].click("My hand", world.board)
        assert FIRST not in world["Ada"].panel.text


async def test_in_two_first_games_at_once_one_of_them_says_it(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await begin(world)
        first = world["Ada"].hand
        assert FIRST in first.text
        assert "/settings" in first.text, "where symbols are switched off"
        world.channel = world.guild.create_text_channel("elsewhere")
        await begin(world)
        hands = [m for m in world["Ada"].direct if m.alts]
        assert len(hands) == 2
        assert [FIRST in m.text for m in hands] == [True, False]
        await world.restart()
        assert len([m for m in world["Ada"].direct if FIRST in m.text]) == 1


async def test_the_same_game_says_it_again_to_nobody_else(address: Address) -> None:
    async with services(address) as here:
        coach, lobbies = here.store.coach, here.lobbies
        one, two, other = [
            (await lobbies.create_lobby(title, GUILD, CHANNEL + number, ANN, "Ann")).game
            for number, title in enumerate(("florence", "florence", "lacrimosa"))
        ]
        assert await coach.introduces(two.id, BEN, two.game)
        assert not await coach.introduces(one.id, BEN, one.game)
        assert await coach.introduces(two.id, BEN, two.game), "in that one every time"
        assert await coach.introduces(one.id, CLEO, one.game)
        assert await coach.introduces(other.id, BEN, other.game)
