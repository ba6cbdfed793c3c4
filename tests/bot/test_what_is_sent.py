"""What is to be sent comes back from the outbox as it was committed, on both databases."""

from __future__ import annotations

import logging
from typing import Any, Final, get_args

import msgspec
import pytest

from bot.store import Address, Store
from bot.store.changes import Change
from bot.store.out import (
    Board,
    ChannelGone,
    EndOffers,
    Followed,
    Forget,
    Hand,
    Invitation,
    Lobby,
    LobbyCall,
    LobbyEnd,
    Notice,
    Offer,
    Out,
    Rematch,
)
from bot.store.rows import Note
from tests.bot.services import Services, services
from tests.bot.test_store import LOBBY, SEATS, opened

ADA: Final = 555_000_111_222_333_444
NAME: Final = "Adelheid Quux"

EVERY: Final[tuple[Out, ...]] = (
    Board(),
    Lobby(),
    Hand(0),
    Hand(1, Rematch(4, ADA, NAME)),
    Notice("table.rests"),
    Notice("call.over", calls="only"),
    Notice("call.rematch", {"name": NAME}, calls="only", but=ADA, lobby=4),
    Notice("call.conceded", calls="only", but=ADA),
    Notice("table.ended_by_vote", calls="also"),
    Notice("pause.ended", {"name": NAME, "seat": 0}),
    Offer(0, NAME, "left"),
    Offer(1, NAME, "opened"),
    Invitation(0, NAME, by=NAME, by_seat=0, guest=ADA),
    Invitation(1, "Ben", by=NAME, by_seat=0, guest=ADA, by_dm=True),
    EndOffers(0, NAME, "invited"),
    EndOffers(1, NAME, "open"),
    ChannelGone(0, closed=False),
    ChannelGone(1, closed=True),
    LobbyEnd(closed=False),
    LobbyEnd(closed=True),
    LobbyCall(ADA, "gathered"),
    LobbyCall(ADA, "soon"),
    LobbyCall(ADA, "too_few"),
    LobbyCall(102, "again", NAME, 4),
    Forget(ADA, 5, 6, plain=True),
    Forget(ADA, 5, 7, plain=False),
    Followed(ADA, ended=False),
    Followed(ADA, ended=True),
)


async def _put(store: Store, outs: tuple[Out, ...] = EVERY) -> None:
    row = await store.games.create(LOBBY, Change(seats=SEATS))
    await store.games.commit(row, Change(1, outs=outs))


async def _whats(store: Store) -> tuple[Out, ...]:
    return tuple(row.what for row in await store.outbox.pending(1))


def test_no_kind_is_left_out() -> None:
    assert {type(each) for each in EVERY} == set(get_args(Out))


async def test_each_kind_comes_back_as_it_was_committed(address: Address) -> None:
    async with opened(address) as store:
        await _put(store)
        assert await _whats(store) == EVERY
        for row in await store.outbox.pending(1):
            assert (row.kind, row.seat) in {
                ("table", None),
                ("lobby", None),
                ("hand", 0),
                ("hand", 1),
                ("notice", None),
            }


async def test_the_release_before_reads_the_same_from_text_and_figures(
    address: Address,
) -> None:
    async with opened(address) as store:
        await _put(store)
        for (figures,) in await store._database.all("SELECT figures FROM outbox"):
            msgspec.json.decode(figures, type=dict[str, str | int])  # as that release does
        await store._database.write("UPDATE outbox SET what = NULL")
        assert await _whats(store) == EVERY


async def test_what_is_shown_once_more_is_the_same(address: Address) -> None:
    rematch = Hand(0, Rematch(4, ADA, NAME))
    async with opened(address) as store:
        await _put(store, (rematch,))
        (row,) = await store.outbox.pending(1)
        await store.outbox.remove(row)
        await store.outbox.repeat(row)
        assert await _whats(store) == (rematch,)
        await store._database.write("UPDATE outbox SET what = NULL")
        assert await _whats(store) == (rematch,)


@pytest.mark.parametrize(
    "damage",
    [
        "what = '{'",
        'what = \'{"type":"board"}\'',
        'what = \'{"type":"hand"}\'',
        "what = NULL, seat = NULL",
        "seat = 1",
    ],
)
async def test_one_that_is_damaged_is_left_out_and_logged_once(
    address: Address, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(address) as store:
        await _put(store, (Board(), Hand(0), Lobby()))
        change = f"UPDATE outbox SET {damage} WHERE kind = 'hand'"  # noqa: S608 - of ours
        await store._database.write(change)
        with caplog.at_level(logging.ERROR):
            for _ in range(2):
                assert await _whats(store) == (Board(), Lobby())
        assert len(caplog.records) == 1


async def test_a_note_of_an_earlier_release_says_by_its_text_that_a_plan_was_followed(
    address: Address,
) -> None:
    notes = (
        Note(0, "note.plan_followed", followed=True),
        Note(0, "note.order_followed", followed=True),
        Note(1, "note.went_back"),
    )
    async with opened(address) as store:
        row = await store.games.create(LOBBY, Change(seats=SEATS, notes=notes))
        assert await store.games.notes(row.id) == notes
        await store._database.write("UPDATE notes SET followed = NULL")
        assert await store.games.notes(row.id) == notes


# -- a person is deleted -------------------------------------------------------------------


async def _stored(here: Services) -> list[tuple[Any, ...]]:
    rows = await here.store._database.all("SELECT kind, text, figures, what FROM outbox")
    return [tuple(row) for row in rows]


async def _queue(here: Services) -> None:
    """A game of other people's, with every kind of row to be sent."""
    table = await here.begun(102, 103)
    await here.store._database.write("DELETE FROM outbox")
    await here.store.games.commit(table.game, Change(table.number, outs=EVERY))
    assert len(await _stored(here)) == len(EVERY)
    await here.cache.forget(table.game.id)


@pytest.mark.parametrize("column", ["both", "figures", "what"])
async def test_nobody_who_is_deleted_stands_in_anything_to_be_sent(
    address: Address, column: str
) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("florence", 1, 999, ADA, NAME)
        await here.lobbies.cancel(lobby.game.id, ADA)
        await _queue(here)
        write = here.store._database.write
        if column == "figures":
            await write("UPDATE outbox SET what = NULL")
        if column == "what":
            await write("UPDATE outbox SET text = NULL, figures = '{}'")
        assert ADA in await here.store.privacy.accounts()
        await here.privacy.delete(ADA)
        rows = await _stored(here)
        assert not any(str(ADA) in str(row) or NAME in str(row) for row in rows)
        assert ADA not in await here.store.privacy.accounts()
        others = [each for each in EVERY if not (NAME in str(each) or str(ADA) in str(each))]
        assert len(rows) >= len(others), "and nothing else has gone"


async def test_nothing_else_goes_with_a_person_who_is_called_as_a_kind_is(
    address: Address,
) -> None:
    async with services(address) as here:
        lobby = await here.lobbies.create_lobby("florence", 1, 999, ADA, "board")
        await here.lobbies.cancel(lobby.game.id, ADA)
        await _queue(here)
        await here.privacy.delete(ADA)
        assert "board" in {msgspec.json.decode(row[3])["type"] for row in await _stored(here)}


async def test_what_is_damaged_goes_with_whoever_is_deleted(address: Address) -> None:
    async with services(address) as here:
        await _queue(here)
        damaged = f'{{"figures": [["{NAME}", {ADA}'
        await here.store._database.write("UPDATE outbox SET what = ?", damaged)
        await here.privacy.delete(ADA)
        assert damaged not in {row[3] for row in await _stored(here)}
