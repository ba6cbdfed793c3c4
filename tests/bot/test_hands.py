"""Hands by direct message and by button; secrets stay with their owner."""

from __future__ import annotations

from pathlib import Path

from render.words import Words
from tests.bot.driver import Lasting, table
from tests.bot.playing import MOVE, begin, give_back, opener, three


async def test_each_person_gets_the_hand_by_dm_at_the_start(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        for name in ("Ada", "Bruno", "Chiara"):
            (message,) = world[name].direct
            assert "The game begins" in message.text
            assert "**Profession cards**" in message.text
            assert message.alts
            assert MOVE in message.buttons
        assert world["Dmitri"].direct == ()


async def test_a_new_turn_is_a_new_dm_and_anything_else_an_edit(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        others = [world[n] for n in ("Ada", "Bruno", "Chiara") if world[n] is not first]
        assert len(first.direct) == 2
        assert all(len(player.direct) == 1 for player in others)
        assert "It is your move (put an item up for auction)" in first.direct[-1].text
        assert first.direct[-1].buttons == (MOVE,)
        # The older one stays to be read; there is one way to the move.
        assert first.direct[0].buttons == ()
        assert first.direct[0].alts


async def test_the_move_can_be_made_from_the_dm(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click(MOVE, first.direct[-1])
        await first.click("Lake", first.messages[-1])
        assert "bid or pass" in world.board.text


async def test_closed_dms_are_told_once_and_the_button_gives_the_same(
    tmp_path: Path, workers: Lasting
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        bruno = world["Bruno"]
        home = bruno.member.user.dm_channel.id
        world.env.inject_error(
            "POST", f"/channels/{home}/messages", status=403, code=50007, times=None
        )
        await begin(world)
        assert bruno.direct == ()
        assert "Hands by button only (direct messages are closed): Bruno" in world.board.text
        tried = len([r for r in world.env.http_requests if str(home) in str(r)])
        await bruno.click("My hand")
        assert "Your hand in The Princes of Florence" in bruno.panel.text
        assert "**Profession cards**" in bruno.panel.text
        for name in ("Ada", "Bruno", "Chiara"):
            await give_back(world[name])
        assert "Hands by button only" not in world.board.text
        assert len([r for r in world.env.http_requests if str(home) in str(r)]) == tried


async def test_a_spectator_has_no_hand(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers) as world:
        await world["Dmitri"].click("My hand")
        assert "Spectators have no hand" in world["Dmitri"].panel.text


async def test_nobody_sees_the_cards_of_another(tmp_path: Path, workers: Lasting) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        journal = (await world.bot.tables.table(1)).journal
        assert journal is not None
        for number, name in enumerate(("Ada", "Bruno", "Chiara")):
            own = journal.view(number).seats[number].hand or ()
            titles = [Words("en")(f"term.{card}") for card in own]
            for other in world.players.values():
                if other.name != name:
                    assert not any(title in other.texts() for title in titles)


async def test_an_edited_dm_that_was_deleted_is_sent_anew(
    tmp_path: Path, workers: Lasting
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        ada = world["Ada"]
        (message,) = ada.direct
        world.env.backend.delete_message(ada.member.user.dm_channel.id, message.id)
        await give_back(ada)
        assert len(ada.direct) == 1
        assert ada.direct[0].id != message.id


async def test_dms_known_to_be_closed_are_told_at_the_start_and_not_tried(
    tmp_path: Path, workers: Lasting
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno = world["Bruno"]
        await world.bot.store.set_dms_closed(bruno.id, True)
        await begin(world)
        assert bruno.direct == ()
        assert "Hands by button only (direct messages are closed): Bruno" in world.board.text
