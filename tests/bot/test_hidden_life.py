"""What is hidden changes nothing where seats change hands or the table is asked, either.

As in `test_hidden`, with three more secrets: what others have planned, what only they were
told, and what they have noted for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from bot.store.rows import Note, Proposal, ProposalKind, Seating, SeatRow
from bot.tables.core.refusals import Refusal
from bot.tables.core.table import Table
from bot.tables.orders import plans
from bot.tables.play import undo
from rules.contract import Seat, name
from rules.journal import Journal
from rules.opponents import LEVELS
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, NAMES, Services, services
from tests.bot.test_hidden import SEATS, differences, games, started_table
from tests.bot.twin import Twin
from tests.contract.games import played

SOON: Final = 2e9
"""A moment that has not come on either clock."""

VERBS: Final = {
    *("seat_away", "seat_back", "seat_leave", "seat_sure", "seat_take", "seat_end"),
    *("seat_invite", "seat_pause", "go_on", "answer", "withdraw", "my_data", "privacy"),
    "nudge",
}
"""Buttons about seats, proposals and data: each is pressed by someone."""


def asked(user: int) -> Callable[[Table], Table]:
    """Everything is proposed at once; everyone has planned, noted and been told something."""

    def alive(table: Table) -> Table:
        reader = table.seat_of(user)
        values: dict[ProposalKind, tuple[Seat, str]] = {
            "end": (2, ""),
            "pause": (1, str(SOON)),
            "stand_in": (table.decisions[0].seat, ""),
        }
        for seat in range(SEATS):
            try:
                (point, *_) = undo.points(table, seat)
            except Refusal:
                continue
            if point.wall is None:
                values["undo"] = seat, str(point.to)
        proposals = tuple(
            Proposal(number=n, kind=kind, seat=seat, value=value, entry=table.number, began=0.0)
            for n, (kind, (seat, value)) in enumerate(values.items(), 1)
        )
        table = replace(table, proposals=proposals)
        twin = isinstance(table.journal, Twin)
        for row in table.humans:
            others = twin and row.seat != reader
            offered = plans.offered(table, row.seat)
            if offered:
                wanted = sorted(name(action) for action, _ in offered)[-1 if others else 0]
                table = plans.left(table, row.user or 0, wanted)
            noted = "4321" if others else "1234"
            table = table.with_seat(replace(table.seats[row.seat], own_note=noted))
            text = "note.went_back"
            if not others:
                table = replace(table, notes=(*table.notes, Note(row.seat, text)))
        return table

    return alive


def away(user: int) -> Callable[[Table], Table]:
    """One seat is played by a stand-in, one is open; a pause is agreed to."""
    return _away(user, 1, 2)


def self_away(user: int) -> Callable[[Table], Table]:
    """The reader's own seat is played by a stand-in."""
    return _away(user, 0, 1)


def _away(user: int, *after: int) -> Callable[[Table], Table]:
    """The seats that many after the reader's own, or after the first one, have changed."""

    def alive(table: Table) -> Table:
        own = table.seat_of(user) or 0
        stood_in, open_ = ((own + each) % SEATS for each in after)
        seats = list(table.seats)
        gone = seats[open_]
        seats[stood_in] = replace(
            seats[stood_in], stand_in=LEVELS[0], since=table.number, waits_since=None
        )
        seats[open_] = SeatRow(
            game=gone.game,
            seat=gone.seat,
            user=None,
            name=gone.name,
            level=LEVELS[0],
            since=table.number,
            open_until=SOON,
        )
        seatings = (
            Seating(1.0, table.number, stood_in, "stand_in", table.seats[stood_in].name, None),
            Seating(1.0, table.number, open_, "left", gone.name, gone.user),
        )
        proposal = Proposal(
            number=1, kind="open_seat", seat=stood_in, entry=table.number, began=0.0
        )
        return replace(
            table,
            game=replace(table.game, paused_until=SOON),
            seats=tuple(seats),
            seatings=seatings,
            proposals=(proposal,),
        )

    return alive


def _moments(title: str) -> Iterator[Journal[Any, Any]]:
    """One moment at which orders can be left, if the game has them, and one late."""
    whole = played(title, SEATS, LEVELS[0])
    for number in range(whole.number // 2, whole.number):
        journal = whole.at(number)
        if any(journal.game.offers(journal.view(seat)) for seat in range(SEATS)):
            yield journal
            break
    yield whole.at(int(whole.number * 0.7))


@games
async def test_no_screen_about_seats_and_proposals_tells_what_is_hidden(
    tmp_path: Path, title: str
) -> None:
    verbs: set[str] = set()
    async with started_table(tmp_path, title) as world:
        everybody = tuple(world.players.values())
        *early, late = _moments(title)
        changed = [asked, away, self_away]
        looked = [(each, everybody[0], changed) for each in early]
        looked += [(late, everybody[1], changed), (late, everybody[2], changed[:1])]
        for journal, player, lives in looked:
            for life in lives:
                found = await differences(world, journal, player, life(player.id), verbs)
                assert not found, f"{life.__name__}: {found[0]}"
    wanted = VERBS | ({"plan", "revoke_plan", "order"} if title == "florence" else set())
    assert wanted - verbs == set()


@games
async def test_the_file_is_the_same_whatever_others_have_planned_and_answered(
    tmp_path: Path, title: str
) -> None:
    """My data: nothing that another seat did, was told or keeps to itself changes a byte."""
    async with services(tmp_path / "bot.db") as here:
        table = await _begun(here, title)
        write = here.store._database.write
        for sql in (
            "INSERT INTO proposals VALUES (1, 1, 'end', 1, 1, '', 5.0, NULL, 0, 0)",
            "INSERT INTO answers VALUES (1, 1, 0, 'yes')",
            "INSERT INTO plans VALUES (1, 0, 'own', '', '')",
        ):
            assert await write(sql)
        ours = await here.privacy.data(ANN)
        assert b'"own"' in ours
        for sql, *values in (
            ("INSERT INTO plans VALUES (1, 1, 'x', 'y', 'z')",),
            ("INSERT INTO notes VALUES (1, 0, 1, 'note.went_back', '', NULL, 0)",),
            ("INSERT INTO answers VALUES (1, 1, 2, 'no')",),
            ("INSERT INTO secrets VALUES (1, x'00')",),
            ("INSERT INTO seatings VALUES (1, 1, 5.0, 1, 1, 'left', 'x', ?, NULL)", BEN),
            ("INSERT INTO invitations VALUES (5.0, ?, ?)", BEN, EVE),
            ("INSERT INTO bars VALUES (0, ?, ?)", BEN, ANN),
            ("UPDATE seats SET stand_in = 'x', since = 3, open_until = 9 WHERE seat > 0",),
            ("UPDATE seats SET invited = ? WHERE seat = 2", EVE),
            ("UPDATE entries SET checksum = 'x'",),
        ):
            assert await write(str(sql), *values), sql
        assert await here.privacy.data(ANN) == ours
        assert await write("UPDATE plans SET action = 'mine' WHERE seat = 0")
        assert await here.privacy.data(ANN) != ours
        assert table.game.id == 1


async def _begun(here: Services, title: str) -> Table:
    """A game of three, some actions in, with Ann in the first seat."""
    lobby = await here.lobbies.create_lobby(title, GUILD, CHANNEL, ANN, "Ann")
    await here.lobbies.set_options(lobby.game.id, ANN, {"seat_order": "joined"})
    for user in (BEN, CLEO):
        await here.lobbies.join(lobby.game.id, user, NAMES[user])
    table = await here.games.table(lobby.game.id)
    if table.game.status == "lobby":
        table = await here.lobbies.start(lobby.game.id, ANN)
    for _ in range(12):
        table = await here.step(table)
    return table
