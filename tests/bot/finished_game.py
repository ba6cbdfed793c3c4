"""A finished game in the store, played by people, for tests of what comes after the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.store import Store
from bot.store.changes import Change
from bot.store.rows import EntryRow, GameRow, SeatRow, UserId
from rules.codec import Codec
from rules.contract import Moved
from rules.journal import AnyJournal


async def store_finished(
    store: Store,
    journal: AnyJournal,
    people: Sequence[tuple[UserId, str]],
    *,
    guild: int,
    channel: int,
    played_by: Callable[[int, UserId], bool] = lambda _, __: True,
) -> GameRow:
    """Store a game that these people have played to its end, in the order of their seats.

    Args:
        store: where.
        journal: the game, set up with no options named.
        people: accounts and names.
        guild, channel: where it was played.
        played_by: whether the seat's person took the action of an entry.
    """
    codec, entries = Codec(journal.game), []
    for n, entry in enumerate(journal.entries, start=1):
        user = people[entry.seat][0] if isinstance(entry, Moved) else None
        by = user if user is not None and played_by(n, user) else None
        entries.append(EntryRow(n, by, 5.0, codec.encode(entry), journal.checksum(n)))
    row = GameRow(
        guild=guild,
        channel=channel,
        game=journal.game.name,
        rules_version=journal.game.version,
        edition=journal.game.edition,
        status="over",
        starter=people[0][0],
        created=5.0,
        updated=5.0,
    )
    seats = tuple(SeatRow(0, seat, *each) for seat, each in enumerate(people))
    change = Change(number=journal.number, seats=seats, entries=tuple(entries))
    return await store.games.create(row, change)
