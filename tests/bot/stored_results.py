"""Results for tests: made from places, and stored with a game that is over."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.store import Store
from bot.store.changes import Change
from bot.store.result_rows import ResultRow, ResultSeatRow
from tests.bot.services import GUILD, game_row


def result(number: int, *places: tuple[int | str | None, int], **fields: Any) -> ResultRow:
    """A game with these places: of an account, a computer player's level, or someone unknown.

    Place n has 50 - n points. `fields` replace those of the row.
    """
    seats = tuple(
        ResultSeatRow(
            seat=seat,
            user=who if isinstance(who, int) else None,
            name=f"P{who}" if isinstance(who, int) else "",
            level=who if isinstance(who, str) else None,
            points=50 - place,
            place=place,
        )
        for seat, (who, place) in enumerate(places)
    )
    row = ResultRow(
        game=number,
        guild=GUILD,
        title="florence",
        ended=float(number),
        ending="finished",
        taken_back=False,
        seats=seats,
    )
    return replace(row, **fields)


def holding(row: ResultRow, seat: int, **fields: Any) -> ResultRow:
    """The result with other fields for one seat."""
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], **fields)
    return replace(row, seats=tuple(seats))


async def put(store: Store, *rows: ResultRow) -> tuple[ResultRow, ...]:
    """Store games that are over with these results; the results as stored."""
    found = []
    for row in rows:
        game = game_row(
            guild=row.guild,
            channel=10_000 + row.game,
            game=row.title,
            status="over",
            updated=row.ended,
        )
        stored = await store.games.create(game, Change())
        new = replace(row, game=stored.id)
        await store.results.add(new)
        found.append(new)
    return tuple(found)
