"""What committing a move costs: seconds of processor time in the bot and in the server."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.store import Address, Store
from bot.store.changes import Change
from bot.store.out import Board, Hand
from bot.store.rows import Due, EntryRow, SeatRow
from tests.bot.services import ANN, game_row

COMMITS: Final = 240

FOUR: Final = tuple(SeatRow(0, seat, ANN + seat, f"Person {seat}") for seat in range(4))


class Taken(NamedTuple):
    """Seconds of processor time for a move at a table of four people.

    Attributes:
        bot: the median.
        server: the mean.
    """

    bot: float
    server: float


async def committed(address: Address, server_time: Callable[[], float] = lambda: 0.0) -> Taken:
    """Commit many moves.

    Args:
        address: the address of an empty database.
        server_time: gives the seconds of processor time that its server has taken.
    """
    store = await Store.open(address)
    try:
        row = await store.games.create(game_row(id=0, status="playing"), Change(seats=FOUR))
        taken = []
        served = server_time()
        for n in range(1, COMMITS):
            change = Change(
                number=n,
                seats=tuple(replace(each, waits_since=float(n)) for each in FOUR),
                entries=(EntryRow(n, ANN, float(n), b'{"type":"moved"}', "checksum"),),
                outs=(Board(), Hand(0)),
                notes=(),
                dues=(Due("remind", float(n), 0, n),),
                undue=(("remind", 0),),
            )
            began = process_time()
            row = await store.games.commit(row, change)
            taken.append(process_time() - began)
        served = server_time() - served
    finally:
        await store.close()
    return Taken(bot=median(taken), server=served / len(taken))
