"""What a commit of a move costs the bot: seconds of processor time, without the server's."""

from __future__ import annotations

from time import process_time
from typing import Final

from msgspec.structs import replace

from bot.store import Address, Store
from bot.store.changes import Change
from bot.store.rows import Due, EntryRow, Out, SeatRow
from tests.bot.services import ANN, game_row

COMMITS: Final = 240

FOUR: Final = tuple(SeatRow(0, seat, ANN + seat, f"Person {seat}") for seat in range(4))


async def committed(address: Address) -> float:
    """Seconds of processor time in which a move of four people is committed, the median."""
    store = await Store.open(address)
    try:
        row = await store.games.create(game_row(id=0, status="playing"), Change(seats=FOUR))
        taken = []
        for n in range(1, COMMITS):
            change = Change(
                number=n,
                seats=tuple(replace(each, waits_since=float(n)) for each in FOUR),
                entries=(EntryRow(n, ANN, float(n), b'{"type":"moved"}', "checksum"),),
                outs=(Out("table"), Out("hand", 0)),
                notes=(),
                dues=(Due("remind", float(n), 0, n),),
                undue=(("remind", 0),),
            )
            began = process_time()
            row = await store.games.commit(row, change)
            taken.append(process_time() - began)
    finally:
        await store.close()
    return sorted(taken)[len(taken) // 2]
