"""What is deleted of a person stays deleted."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import msgspec
import pytest

from bot.database.address import Address
from bot.host import database
from bot.host.database import HostCommandError
from bot.store import StoreError
from bot.store.deletions import DeletionFile, Deletions
from bot.store.person_rows import PersonRow
from bot.store.privacy import HOLDING
from bot.tables.core.levels import DEFAULT
from bot.tables.core.refusals import DeletedBefore, NoSeatHere, NotInvited, SawAnotherHand
from bot.tables.upkeep import retention
from tests.bot.deleted_person import ADA, ADA_NAME, everywhere, traces
from tests.bot.driver import Pooled, table
from tests.bot.running_game import three
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, services


async def test_delete_clears_the_account_from_every_table_and_the_files(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        game = await everywhere(here)
        holding = {
            (table, column)
            for table, columns in HOLDING.items()
            for column in columns
            for row in await here.store._database.all(f'SELECT "{column}" FROM {table}')  # noqa: S608
            if str(row[0]) in {str(ADA), ADA_NAME} or str(ADA) in str(row[0])
        }
        accounts = {(t, c) for t, cs in HOLDING.items() for c in cs} - {
            *(("seats", c) for c in ("dm_channel", "dm_message", "call_channel")),
            *(("seats", "call_message"), ("due", "seat")),
            *(("orders", c) for c in ("seat", "subject", "order")),
            *(("votes", c) for c in ("seat", "ballot")),
            *(("answers", c) for c in ("seat", "answer")),
            *(("plans", c) for c in ("seat", "action", "deltas", "kinds")),
            *(("notes", c) for c in ("seat", "text", "action", "reason")),
            *(("lessons", "lesson"), ("lessons", "entries"), ("lessons_done", "lesson")),
            *(("reviews", c) for c in ("seat", "review")),
            *(("puzzle_answers", "puzzle"), ("puzzle_day_answers", "choice")),
        }
        assert holding == accounts, "the test fills every column"
        assert traces(path)
        entries = await here.store.games.entries(game)
        await here.privacy.delete(ADA)
        assert traces(path) == []
        counts = await here.privacy.counts(ADA)
        assert set(counts.values()) == {0}
        # Nobody else lost anything.
        assert (await here.privacy.counts(BEN))["lessons"] == 2
        after = (await here.store.games.entries(game))[: len(entries)]
        assert [row.entry for row in after] == [row.entry for row in entries]
        assert [row.by_user for row in after] == [
            None if row.by_user == ADA else row.by_user for row in entries
        ]
        votes = await here.store._database.all("SELECT * FROM votes")
        assert votes == []
        (kept,) = await here.store.results.in_guild(GUILD)
        assert [(each.user, each.name, each.place) for each in kept.seats] == [
            (None, "", 1),
            (BEN, f"P{BEN}", 2),
        ]
    assert traces(path) == []


async def test_an_opponent_plays_on_in_the_seat_of_someone(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.at_auction()
        await here.privacy.delete(ANN)
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert (after.seats[0].user, after.seats[0].name) == (None, "Someone in seat 1")
        assert after.seats[0].level == DEFAULT
        assert [row.user for row in after.seats[1:]] == [BEN, CLEO]
        assert after.number > table.number, "it has acted"
        assert {row.seat for row in after.deciding} <= {1, 2}
        with pytest.raises(NoSeatHere):
            await here.orders.left(table.game.id, ANN)
        kinds = {(row.kind, row.seat) for row in await here.store.outbox.pending(table.game.id)}
        assert {("table", None), ("hand", 1), ("hand", 2), ("notice", None)} <= kinds


async def test_what_someone_played_is_not_said_to_be_a_computers(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        before = await here.at_auction()
        await here.privacy.delete(ANN)
        await here.games.wait_idle()
        now = await here.games.table(before.game.id)
        assert now.last_move(0) > before.number
        people = [now.people_at(n)[0] for n in (1, before.number, before.number + 1)]
        assert [each.computer for each in people] == [False, False, True]
        assert len({each.name for each in people}) == 1


async def test_two_who_are_not_known_any_more_are_told_apart(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        game = (await here.at_auction()).game.id
        await here.seats.away(game, BEN)
        for user in (ANN, BEN):
            await here.privacy.delete(user)
        names = [row.name for row in await here.store.games.seats(game)]
        assert names == ["Someone in seat 1", "Someone in seat 2", "Cleo"]
        assert [row.name for row in (await here.games.table(game)).seats] == names
        told = {row.name for row in await here.store.games.seatings(game)}
        assert told == {"Someone in seat 1", "Someone in seat 2"}


async def test_who_had_a_hand_and_was_deleted_gets_no_other_of_that_game(
    tmp_path: Path,
) -> None:
    async with services(tmp_path / "bot.db") as here:
        game = (await here.at_auction()).game.id
        await here.seats.leave(game, BEN)
        await here.privacy.delete(ANN)
        await here.privacy.allow(ANN)
        with pytest.raises(SawAnotherHand):
            await here.seats.take(game, ANN, "Ann", 1)
        with pytest.raises(SawAnotherHand):
            await here.seats.invite(game, CLEO, ANN, 1)
        await here.seats.take(game, EVE, "Eve", 1)
        kept = "SELECT game, account FROM former_holders"
        assert await here.store._database.all(kept) == [
            (game, await here.store.deletions.hash_in(game, ANN))
        ]
        hash_in = here.store.deletions.hash_in
        assert await hash_in(game, ANN) != await hash_in(9, ANN)
        await here.games.end(game)
        assert await here.store._database.all(kept) == []


async def test_who_had_left_a_hand_and_was_deleted_gets_no_other(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        game = (await here.at_auction()).game.id
        await here.seats.leave(game, ANN)
        await here.privacy.delete(ANN)
        await here.privacy.allow(ANN)
        await here.seats.leave(game, BEN)
        with pytest.raises(SawAnotherHand):
            await here.seats.take(game, ANN, "Ann", 1)


@pytest.mark.parametrize("status", ["playing", "over"])
async def test_a_seat_that_was_left_loses_its_name_unless_somebody_else_has_had_it(
    address: Address, status: str
) -> None:
    async with services(address) as here:
        game = (await here.at_auction()).game.id
        for user in (ANN, BEN):
            await here.seats.leave(game, user)
        await here.seats.take(game, EVE, "Eve", 1)
        await here.seats.leave(game, EVE)
        await here.games.wait_idle()
        await here.store._database.write("UPDATE games SET status = ?", status)
    async with services(address) as here:
        for user in (ANN, BEN):
            await here.privacy.delete(user)
        names = [row.name for row in await here.store.games.seats(game)]
        assert names == ["Someone in seat 1", "Eve", "Cleo"]
        told = {row.name for row in await here.store.games.seatings(game)}
        assert told == {"Someone in seat 1", "Someone in seat 2", "Eve"}


async def test_who_had_left_for_good_is_on_no_board(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        bot, ada = world.bot, world["Ada"]
        await bot.seats.leave(1, ada.id)
        await bot.games.wait_idle()
        await bot.delivery.join()
        await world.look()
        assert "Ada" in world.board.words
        await bot.privacy.delete(ada.id)
        await bot.delivery.join()
        await world.look()
        assert "Ada" not in world.board.words
        assert "Someone in seat 1" in world.board.words


async def test_the_persons_lobbies_close_and_others_only_lose_a_seat(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        own = await here.lobbies.create_lobby("florence", GUILD, 21, ANN, "Ann")
        await here.lobbies.join(own.game.id, BEN, "Ben")
        other = await here.lobbies.create_lobby("florence", GUILD, 22, BEN, "Ben")
        await here.lobbies.join(other.game.id, ANN, "Ann")
        await here.privacy.delete(ANN)
        assert (await here.games.table(own.game.id)).game.status == "cancelled"
        left = await here.games.table(other.game.id)
        assert (left.game.status, [row.name for row in left.seats]) == ("lobby", ["Ben"])


async def test_a_game_in_which_nobody_is_left_closes(tmp_path: Path) -> None:
    async with services(tmp_path / "bot.db") as here:
        table = await here.begun(level="novice")
        await here.privacy.delete(ANN)
        assert (await here.games.table(table.game.id)).game.status == "cancelled"


async def test_a_later_click_stores_nothing_without_asking(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, BEN, "Ben")
        await here.privacy.delete(ADA)
        for click in (
            lambda: here.lobbies.join(lobby.game.id, ADA, ADA_NAME),
            lambda: here.lobbies.create_lobby("florence", GUILD, 12, ADA, ADA_NAME),
            lambda: here.people.change(ADA, reminders=3),
            lambda: here.people.set_bars(ADA, (BEN,)),
        ):
            with pytest.raises(DeletedBefore):
                await click()
        assert traces(path) == []
    async with services(path) as here:
        with pytest.raises(DeletedBefore):
            await here.lobbies.join(lobby.game.id, ADA, ADA_NAME)
        await here.privacy.allow(ADA)
        await here.lobbies.join(lobby.game.id, ADA, ADA_NAME)
    async with services(path) as here:
        assert await here.privacy.repeat() == 0
        assert (await here.games.table(lobby.game.id)).seat_of(ADA) == 1


async def test_nothing_that_others_do_stores_who_was_deleted(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        game = (await here.begun(BEN, CLEO)).game.id
        await here.privacy.delete(ADA)
        with pytest.raises(NotInvited):
            await here.seats.invite(game, ANN, ADA, 0)
        assert await here.people.set_bars(BEN, (ADA, EVE)) == (EVE,)
        assert traces(path) == []
        await here.privacy.allow(ADA)
        assert await here.people.set_bars(BEN, (ADA, EVE)) == (ADA, EVE)
        await here.seats.invite(game, ANN, ADA, 0)


def assert_private(kept: Path) -> None:
    """The list is for its owner alone, and its hashes are worth nothing without the key."""
    assert kept.stat().st_mode & 0o777 == 0o600
    key, *lines = kept.read_text("utf-8").splitlines()
    assert len(msgspec.json.decode(key)["key"]) == 64
    (line,) = (msgspec.json.decode(each)["account"] for each in lines)
    assert line != hashlib.sha256(str(ADA).encode()).hexdigest()
    assert str(ADA) not in kept.read_text("utf-8")


async def test_deletions_are_applied_again_after_a_restore(tmp_path: Path) -> None:
    path, copy = tmp_path / "bot.db", tmp_path / "copy" / "backup"
    copy.parent.mkdir()
    async with services(path) as here:
        await everywhere(here)
        await here.sent()
    await asyncio.to_thread(database.backup, path, copy)
    async with services(path) as here:
        await here.privacy.delete(ADA)
    assert_private(Path(f"{path}.deletions"))
    with pytest.raises(HostCommandError, match="exists"):
        await asyncio.to_thread(database.restore, copy, path)
    path.unlink()
    told = await asyncio.to_thread(database.restore, copy, path)
    assert "deletions since the backup: 1" in told
    assert traces(path)
    async with services(path) as here:
        assert await here.privacy.repeat() == 1
        assert await here.store.privacy.seen() == await here.store.deletions.number()
    assert traces(path) == []


async def test_delete_that_is_pressed_many_times_is_written_down_once(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        privacy = here.privacy
        await asyncio.gather(*(privacy.delete(ADA) for _ in range(20)))
        assert await here.store.deletions.number() == 1
        await privacy.allow(ADA)
        await privacy.delete(ADA)
        assert await here.store.deletions.number() == 3
        assert await privacy.deleted(ADA)


async def test_who_has_come_back_is_not_deleted_by_a_later_backup(tmp_path: Path) -> None:
    path, copy = tmp_path / "bot.db", tmp_path / "backup"
    async with services(path) as here:
        await here.privacy.delete(ANN)
        await here.privacy.allow(ANN)
        await here.begun(BEN, CLEO)
    await asyncio.to_thread(database.backup, path, copy)
    async with services(path) as here:
        await here.privacy.delete(BEN)
    path.unlink()
    await asyncio.to_thread(database.restore, copy, path)
    async with services(path) as here:
        assert await here.privacy.repeat() == 1
        table = await here.games.table(1)
        assert [row.user for row in table.seats] == [ANN, None, CLEO]


def test_a_list_of_deletions_that_a_crash_cut_off_is_read(tmp_path: Path) -> None:
    async def write(*users: int) -> Deletions:
        deletions = DeletionFile.open(tmp_path / "bot.db")
        for user in users:
            await deletions.add(user, 5.0, "deleted")
        return deletions

    asyncio.run(write(ANN))
    file = tmp_path / "bot.db.deletions"
    file.write_bytes(file.read_bytes() + b'{"account":"12')
    assert asyncio.run(DeletionFile.open(tmp_path / "bot.db").number()) == 1
    asyncio.run(write(BEN))
    read = DeletionFile.open(tmp_path / "bot.db")
    asked = [asyncio.run(read.asked(user)) for user in (ANN, BEN, CLEO)]
    assert asked == [True, True, False]
    file.write_bytes(b"no list\n")
    with pytest.raises(StoreError, match="list of deletions"):
        DeletionFile.open(tmp_path / "bot.db")


async def test_delete_is_asked_twice_and_boards_and_messages_follow(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        assert "Ada" in world.board.text + "".join(world.board.alts)
        hand = ada.hand.id
        await ada.slash("privacy")
        await ada.click("Delete")
        assert "I can’t reach older messages, pictures and files" in ada.panel.text
        await ada.click("Delete all of it")
        assert "Are you sure?" in ada.panel.text
        assert (await world.bot.games.table(1)).seat_of(ada.id) == 0, "not yet"
        await ada.click("Back")
        assert "My data" in ada.panel.buttons
        await ada.click("Delete")
        await ada.click("Delete all of it")
        await ada.click("Delete for good")
        assert "Nothing more is stored about you" in ada.panel.text
        await world.bot.games.wait_idle()
        await world.bot.delivery.join()
        await world.look()
        assert (await world.bot.games.table(1)).seat_of(ada.id) is None
        assert "Ada" not in world.board.words
        assert "Someone" in world.board.words
        assert not any("Ada" in each.words for each in bruno.direct)
        emptied = next(each for each in ada.direct if each.id == hand)
        assert emptied.text == "This was deleted at your request."
        assert not emptied.files
        assert not any(each.buttons for each in ada.direct)
        assert any("A computer player has their seat" in each.text for each in world.public)
        # Nothing is stored without asking.
        await ada.slash("settings", time_zone="Asia/Kolkata")
        assert "allow it in /privacy" in ada.panel.text
        await ada.slash("privacy")
        assert "you had it deleted" in ada.panel.text
        assert not {"My data", "Delete"} & set(ada.panel.buttons)
        await ada.click("Resume storing what I do")
        await ada.slash("settings", time_zone="Asia/Kolkata")
        assert "Kolkata" in ada.panel.text


@pytest.mark.parametrize("custom_id", ["m1:delete_data:0", "m1:delete_data:0:4"])
async def test_a_forged_step_deletes_nothing(
    tmp_path: Path, workers: Pooled, custom_id: str
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("settings", time_zone="Asia/Kolkata")
        await ada.slash("privacy")
        await ada.forge("Delete", custom_id)
        assert (await world.bot.people.read(ada.id)).time_zone == "Asia/Kolkata"


async def test_the_start_deletes_again_and_looks_for_lost_servers(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first search may come before all shards are ready; the next one is in real time.
    monkeypatch.setattr(retention, "INTERVAL", 0.05)
    async with table(tmp_path, workers, "Ada") as world:
        ada, store = world["Ada"], world.bot.store
        await world.bot.privacy.delete(ada.id)
        await store.people.write(PersonRow(ada.id, time_zone="Asia/Kolkata"))
        await store.privacy.set_seen(0)
        await store.set_most_tables(77, 5)
        await world.restart()
        lost: set[int] = set()
        async with asyncio.timeout(60):
            while not lost:
                await asyncio.sleep(retention.INTERVAL)
                lost = set(await world.bot.store.retention.absent())
        assert lost == {77}
        assert (await world.bot.people.read(ada.id)).time_zone is None
