"""Who is invited to a seat, how often, and what becomes of it; clocks moved by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.out import Invitation
from bot.tables.core.refusals import (
    AlreadyInvited,
    AlreadySeated,
    GuestSeated,
    InvitedLately,
    NoSeatHere,
    NotInvited,
    SawAnotherHand,
    SeatTaken,
    TooManyInvitations,
)
from bot.tables.core.waits import DAY
from bot.tables.seating.seat_changes import INVITED_FOR
from bot.tables.seating.seats import AGAIN_AFTER
from tests.bot.seat_steps import DORA, until
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, services


async def test_nothing_changes_before_an_invitation_is_taken(path: Path) -> None:
    async with services(path) as here:
        table = await here.at_auction()
        sits = table.seats[0].sits
        table = await here.seats.invite(1, ANN, EVE, 0)
        assert table.seats[0].sits == sits
        assert not table.seatings
        with pytest.raises(AlreadyInvited):
            await here.seats.invite(1, ANN, DORA, 0)
        with pytest.raises(SeatTaken):
            await here.seats.take(1, DORA, "Dora", 0)
        table = await here.seats.take(1, EVE, "Eve", 0)
        assert table.seats[0].user == EVE
        assert [(s.what, s.user) for s in table.seatings] == [
            ("left", ANN),
            ("substitute", EVE),
        ]


async def test_an_invitation_ends_with_a_no_and_after_three_days(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await here.at_auction()
        await here.seats.invite(1, ANN, EVE, 0)
        with pytest.raises(SeatTaken):
            await here.seats.decline(1, DORA, 0)
        await here.seats.decline(1, EVE, 0)
        with pytest.raises(SeatTaken):
            await here.seats.take(1, EVE, "Eve", 0)
        await here.seats.invite(1, ANN, DORA, 0)
        table = await until(here, INVITED_FOR - 1)
        assert table.seats[0].invited == DORA
        table = await until(here, 2)
        assert table.seats[0].invited is None


async def test_invitations_are_few(path: Path) -> None:
    async with services(path) as here:
        here.dues.start()
        await here.at_auction()
        for guest in (201, 202, 203):
            await here.seats.invite(1, ANN, guest, 0)
            await here.seats.decline(1, guest, 0)
        with pytest.raises(TooManyInvitations):
            await here.seats.invite(1, ANN, 204, 0)
        await here.seats.invite(1, BEN, 204, 1)
        here.clock.now += DAY + 1
        with pytest.raises(InvitedLately):
            await here.seats.invite(1, ANN, 201, 0)
        await here.seats.invite(1, ANN, 205, 0)
        await here.seats.decline(1, 205, 0)
        here.clock.now += AGAIN_AFTER
        await here.seats.invite(1, ANN, 201, 0)


async def test_others_invite_to_an_open_seat_only(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        with pytest.raises(SeatTaken):
            await here.seats.invite(1, ANN, EVE, 1)
        with pytest.raises(NoSeatHere):
            await here.seats.invite(1, EVE, DORA, 1)
        with pytest.raises(GuestSeated):
            await here.seats.invite(1, ANN, CLEO, 0)
        with pytest.raises(AlreadySeated, check=lambda it: type(it) is AlreadySeated):
            await here.seats.invite(1, ANN, ANN, 0)
        await here.seats.leave(1, BEN)
        with pytest.raises(SawAnotherHand):
            await here.seats.invite(1, CLEO, BEN, 2)
        table = await here.seats.invite(1, ANN, EVE, 1)
        assert table.seats[1].invited == EVE


async def test_only_who_has_played_on_the_server_is_invited_by_dm(path: Path) -> None:
    async with services(path) as here:
        lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL + 1, EVE, "Eve")
        await here.begun(BEN, CLEO)
        await here.sent()
        for guest in (EVE, DORA):
            await here.seats.invite(2, ANN, guest, 0)
            await here.seats.decline(2, guest, 0)
        rows = await here.store.outbox.pending(2)
        told = [row.what for row in rows if isinstance(row.what, Invitation)]
        assert [(each.guest, each.by_dm) for each in told] == [
            (EVE, False),
            (EVE, True),
            (DORA, False),
        ]
        assert lobby.game.id == 1


async def test_who_wants_no_invitations_gets_none(path: Path) -> None:
    async with services(path) as here:
        await here.at_auction()
        await here.people.change(EVE, invitations=False)
        with pytest.raises(NotInvited):
            await here.seats.invite(1, ANN, EVE, 0)
        await here.people.change(EVE, invitations=True, hands="button", calls="channel")
        await here.seats.invite(1, ANN, EVE, 0)
        table = await here.seats.take(1, EVE, "Eve", 0)
        assert (table.seats[0].hands, table.seats[0].calls) == ("button", "channel")
