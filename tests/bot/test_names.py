"""Names at a table: they follow what a server shows, and two that look alike are told apart."""

from __future__ import annotations

import re
from pathlib import Path

from bot.database.address import Address
from tests.bot.driver import Player, Pooled, table
from tests.bot.late_game import advance
from tests.bot.running_game import begin
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, GUILD, services
from tests.bot.stored_results import put, result


def rename(player: Player, nick: str | None) -> None:
    """Change the name under which a server shows the person."""
    world = player.world
    world.env.backend.edit_member(world.guild.id, player.id, {"nick": nick})


async def test_tables_and_results_follow_the_next_click(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await begin(world)
        ada, bruno = world["Ada"], world["Bruno"]
        guild = world.guild.id
        rows = [result(n, (ada.id, 1), (bruno.id, 2), guild=guild) for n in range(2, 8)]
        await put(world.bot.store, *rows)
        rename(ada, "Contessa")
        rename(bruno, "Il Doge")
        await bruno.slash("settings")
        assert "Bruno" not in world.board.text
        assert "Il Doge" in world.board.text
        assert "Ada" in world.board.text, "she has not clicked"
        await bruno.slash("record")
        assert "**2.** Il Doge: " in bruno.panel.text
        await ada.slash("turns")
        await bruno.slash("record")
        assert "**1.** Contessa: " in bruno.panel.text
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        names = [row.name for row in await world.bot.store.games.seats(here.game.id)]
        assert names == ["Contessa", "Il Doge", "Chiara"]


async def test_a_click_by_direct_message_brings_the_name_of_the_server(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        await begin(world)
        ada = world["Ada"]
        rename(ada, "Contessa")
        world.bot.members._known.clear()
        call = ada.calls[-1]
        assert call.direct
        await ada.click("Your move", on=call)
        assert "Contessa" in world.board.text
        assert "Ada" not in world.board.text


async def test_a_seat_taken_by_direct_message_bears_the_name_of_the_server(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", "Dmitri") as world:
        await begin(world)
        ada, dmitri = world["Ada"], world["Dmitri"]
        await ada.slash("seat")
        await ada.pick("Invite a substitute: Ada", dmitri)
        rename(dmitri, "Capitano")
        world.bot.members._known.clear()
        await dmitri.slash_directly("turns")
        await dmitri.click("Answer · 1", dmitri.direct[-1])
        await dmitri.click("Take the seat", dmitri.direct[-1])
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert here.seats[0].name == "Capitano"


async def test_two_of_one_name_are_told_apart_wherever_they_stand(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        bruno, chiara = world["Bruno"], world["Chiara"]
        rename(bruno, "Anna")
        rename(chiara, "А\u200bnna")  # the first letter is Cyrillic
        await begin(world)
        assert "● Ada, ■ Anna and ▲ Аnna" in world.board.text
        here = await world.bot.games.in_channel(world.channel.id)
        assert here is not None
        assert [each.alike for each in here.people] == [False, True, True]
        (file,) = world.board.files
        assert "Anna (red square)" in file["description"]
        await advance(world)
        said = "\n".join(message.text for message in world.public)
        assert re.search("[■▲] (Anna|Аnna)", said)
        assert not re.search("(?<![■▲] )(?<!: )(Anna|Аnna)", said), said


async def test_of_two_names_in_the_table_of_a_server_the_accounts_are_told(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara") as world:
        ada, bruno = world["Ada"], world["Bruno"]
        guild = world.guild.id
        rows = [result(n, (ada.id, 1), (bruno.id, 2), guild=guild) for n in range(2, 8)]
        await put(world.bot.store, *rows)
        rename(ada, "Anna")
        rename(bruno, "ANNA")
        await ada.slash("record")
        await bruno.slash("record")
        assert f"**1.** Anna (<@{ada.id}>): " in bruno.panel.text
        assert f"**2.** ANNA (<@{bruno.id}>): " in bruno.panel.text


async def test_another_server_keeps_its_own_name(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        await here.people.note_name(GUILD + 1, BEN, "Elsewhere")
        assert (await here.games.table(table.game.id)).seats[1].name == "Ben"
        await here.seats.away(table.game.id, BEN)
        await here.people.note_name(GUILD, BEN, "Benedict")
        after = await here.games.table(table.game.id)
        assert after.seats[1].name == "Benedict"
        assert {each.name for each in after.seatings} == {"Benedict"}
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 1, BEN, "Benedict")
        closed = await here.lobbies.cancel(lobby.game.id, BEN)
        assert closed.seats[0].name == "Benedict"
        await here.people.note_name(GUILD, BEN, "Ben")
        assert (await here.games.table(lobby.game.id)).seats[0].name == "Ben"
        assert ANN in {row.user for row in after.seats}
