"""The file of what is stored of a person: all that is theirs, and nothing hidden."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from rules.contract import name
from rules.registry import GAMES
from tests.bot.driver import Pooled
from tests.bot.running_game import three
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, services


async def test_my_data_comes_as_a_private_file(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("privacy")
        began = time.perf_counter()
        await ada.click("My data", ada.panel)
        assert time.perf_counter() - began < 20
        (file,) = ada.panel.files
        assert file["filename"] == "maecenas-my-data.json"
        assert ada.panel.passing
        assert not any(each.files == ada.panel.files for each in world.public)


async def test_my_data_has_all_that_is_mine(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        await here.people.change(ANN, time_zone="Asia/Kolkata")
        table = await here.at_auction()
        await here.messages.set_dm(table.game.id, 0, 71, 72)
        offered = await here.orders.offers(table.game.id, ANN)
        await here.orders.leave(table.game.id, ANN, name(offered[0]))
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert data["settings"][0]["time_zone"] == "Asia/Kolkata"
        (seat,) = data["seats"]
        assert (seat["name"], seat["dm_channel"], seat["dm_message"]) == ("Ann", "71", "72")
        assert [each["order"]["type"] for each in data["orders"]] == [
            name(offered[0]).split(".")[0]
        ]
        assert [each["game"] for each in data["opened"]] == [table.game.id]
        await here.seats.away(table.game.id, ANN)
        after = msgspec.json.decode(await here.privacy.data(ANN))
        assert [(each["what"], each["name"]) for each in after["seatings"]] == [
            ("stand_in", "Ann")
        ]
        mine = {row.n for row in await here.store.games.entries(1) if row.by_user == ANN}
        assert {each["n"] for each in data["entries"]} == mine
        assert {each["entry"]["type"] for each in data["entries"]} == {"moved"}
        assert data["entries_of_left_seats"] == []
        assert b"Ben" not in await here.privacy.data(ANN)
        assert b"checksum" not in await here.privacy.data(ANN)


async def test_taken_back_and_agreed_are_mine_a_draw_never(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.begun(BEN, CLEO)
        for n, entry in enumerate(
            (
                {"type": "taken_back", "seat": 0},
                {"type": "agreed", "to": 3, "asked_by": 0},
                {"type": "drawn", "items": ["forest"]},
            ),
            900,
        ):
            await here.store._database.write(
                "INSERT INTO entries VALUES (?, ?, ?, 5.0, ?, 'c')",
                *(table.game.id, n, ANN, msgspec.json.encode(entry)),
            )
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert [each["entry"]["type"] for each in data["entries"]] == ["taken_back", "agreed"]
        assert b"forest" not in await here.privacy.data(ANN)


async def test_of_a_left_seat_only_the_number_until_the_game_is_over(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        game, write = table.game.id, here.store._database.write
        mine = [row.n for row in await here.store.games.entries(game) if row.by_user == ANN]
        await write('UPDATE seats SET "user" = ? WHERE game = ? AND "user" = ?', EVE, game, ANN)
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert data["entries"] == []
        assert data["entries_of_left_seats"] == [{"game": game, "entries": len(mine)}]
        # Another seat of the same game does not make the first one's actions theirs again.
        await write('UPDATE seats SET "user" = ? WHERE game = ? AND "user" = ?', ANN, game, BEN)
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert data["entries"] == []
        await write("UPDATE games SET status = 'over' WHERE id = ?", game)
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert [each["n"] for each in data["entries"]] == mine
        assert data["entries_of_left_seats"] == []


@pytest.mark.parametrize("title", sorted(GAMES))
async def test_the_file_is_the_same_whatever_is_hidden(tmp_path: Path, title: str) -> None:
    """Draws, checksums, and what others did and left: none of it changes a byte."""
    async with services(tmp_path / "bot.db") as here:
        lobby = await here.lobbies.create_lobby(title, GUILD, CHANNEL, ANN, "Ann")
        await here.lobbies.set_options(lobby.game.id, ANN, {"seat_order": "joined"})
        for user in (BEN, CLEO):
            await here.lobbies.join(lobby.game.id, user, NAMES[user])
        there = await here.games.table(lobby.game.id)
        if there.game.status == "lobby":
            there = await here.lobbies.start(lobby.game.id, ANN)
        for _ in range(30):
            there = await here.step(there)
        write = here.store._database.write
        ours = await here.privacy.data(ANN)
        assert ours.count(b'"type": "moved"') > 3
        drawn, moved = b'{"type":"drawn","items":["x"]}', b'{"type":"moved","seat":9}'
        others = "(SELECT user FROM seats WHERE seat > 0)"
        for sql, *values in (
            ("UPDATE entries SET entry = ? WHERE by_user IS NULL", drawn),
            (f"UPDATE entries SET entry = ? WHERE by_user IN {others}", moved),  # noqa: S608
            ("UPDATE entries SET checksum = 'x'",),
            ("INSERT INTO orders VALUES (1, 2, 'x', 5.0, ?)", moved),
            ("UPDATE seats SET name = 'x', waits_since = 99, dm_message = 9 WHERE seat > 0",),
        ):
            assert await write(str(sql), *values)
        assert await here.privacy.data(ANN) == ours
        own = "n = (SELECT max(n) FROM entries WHERE by_user = ?)"
        mine = b'{"type":"moved","seat":0,"action":{}}'
        assert await write(f"UPDATE entries SET entry = ? WHERE {own}", mine, ANN)  # noqa: S608
        assert await here.privacy.data(ANN) != ours, "what is theirs is in it"
