"""Ada, who is stored everywhere and has her data deleted, for tests of deletions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from unittest.mock import AsyncMock

import msgspec
import pytest

from bot.store.out import Notice, encoded
from bot.store.rows import CallRow
from bot.tables.persons.privacy import PrivacyService
from rules.contract import name
from tests.bot.services import BEN, CHANNEL, CLEO, GUILD, NAMES, Services
from tests.bot.stored_results import put, result

ADA: Final = 555_000_111_222_333_444

ADA_NAME: Final = "Adelheid Quux"


def traces(path: Path) -> list[str]:
    """Where the account or the name is found: in tables, and as bytes in the files."""
    found = []
    with closing(sqlite3.connect(path)) as connection:
        text = "\n".join(connection.iterdump())
    found += [line for line in text.splitlines() if str(ADA) in line or ADA_NAME in line]
    packed = ADA.to_bytes(8, "big")
    for file in path.parent.glob(f"{path.name}*"):
        data = file.read_bytes()
        found += [
            f"{file.name}: {what!r}"
            for what in (ADA_NAME.encode(), str(ADA).encode(), packed)
            if what in data
        ]
    return found


async def everywhere(here: Services) -> int:
    """A running game of Ada's, with her in every table."""
    lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ADA, ADA_NAME)
    game = lobby.game.id
    await here.lobbies.set_options(game, ADA, {"seat_order": "joined"})
    for user in (BEN, CLEO):
        await here.lobbies.join(game, user, NAMES[user])
    table = await here.lobbies.start(game, ADA)
    while len(table.decisions) > 1 or type(table.decisions[0].prompt).__name__ != "ToOpen":
        table = await here.step(table)
    offered = await here.orders.offers(game, ADA)
    await here.orders.leave(game, ADA, name(offered[0]))
    await here.messages.set_dm(game, 0, ADA + 1, ADA + 2)
    await here.messages.set_call(game, 0, CallRow(entry=3, channel=ADA + 1, message=ADA + 3))
    await here.people.change(ADA, time_zone="Asia/Kolkata")
    await here.people.note(game, ADA, ADA_NAME, keeps=True)
    write = here.store._database.write
    await write(
        "INSERT INTO left_entries SELECT game, 5.0, n, by_user, at, entry, checksum"
        " FROM entries"
    )
    # A game that is over, elsewhere, with a result and a rematch still to be announced.
    for status, channel in (("over", 12), ("cancelled", 13), ("aside", 14)):
        await write(
            "INSERT INTO games (guild, channel, game, rules_version, chosen, seat_order,"
            " language, status, starter, created, updated)"
            " VALUES (1, ?, 'florence', 1, '{}', 'joined', 'en', ?, ?, 5.0, 5.0)",
            *(channel, status, ADA),
        )
        await write(
            "INSERT INTO seats (game, seat, user, name, own_note)"
            " VALUES ((SELECT max(id) FROM games), 0, ?, ?, ?)",
            *(ADA, ADA_NAME, ADA_NAME),
        )
        await write(
            "INSERT INTO seats (game, seat, user, name)"
            " VALUES ((SELECT max(id) FROM games), 1, ?, 'Ben')",
            BEN,
        )
    await write("INSERT INTO votes SELECT max(id), 0, 'end' FROM games")
    # Where she is invited, has sat, and is barred.
    await write("UPDATE seats SET invited = ? WHERE game = 1 AND seat = 1", ADA)
    await write(
        "INSERT INTO seatings (game, n, at, entry, seat, what, name, user)"
        " VALUES (1, 1, 5.0, 0, 0, 'stand_in', ?, ?)",
        *(ADA_NAME, ADA),
    )
    for other, user in ((BEN, ADA), (ADA, BEN)):
        await write(
            "INSERT INTO invitations (at, by_user, user) VALUES (5.0, ?, ?)", other, user
        )
        await write("INSERT INTO bars (guild, by_user, user) VALUES (0, ?, ?)", other, user)
    await write(
        "INSERT INTO proposals (game, number, kind, seat, entry, value, began)"
        " VALUES (1, 1, 'undo', 1, 0, '0', 5.0)"
    )
    await write("INSERT INTO answers (game, number, seat, answer) VALUES (1, 1, 0, 'yes')")
    await write(
        "INSERT INTO plans (game, seat, action, deltas, kinds) VALUES (1, 0, '{}', '{}', '[]')"
    )
    await write("INSERT INTO notes (game, place, seat, text, action) VALUES (1, 1, 0, 'a', '')")
    for user in (ADA, BEN):
        await write("INSERT INTO lessons VALUES (?, 'florence.bid', NULL, '[]')", user)
        await write("INSERT INTO lessons_done VALUES (?, 'florence.work', 5.0)", user)
    await here.store.coach.choose(ADA, "florence", wanted=True)
    await write("INSERT INTO coach_told (game, user, moment, entry) VALUES (1, ?, 'a', 3)", ADA)
    await write(
        "INSERT INTO reviews (game, seat, user, asked, review) VALUES (2, 0, ?, 5.0, '{}')", ADA
    )
    await write("INSERT INTO paces VALUES (1, 1, ?, 0, 5.0, 6.0)", ADA)
    await write("INSERT INTO follows VALUES (1, ?)", ADA)
    await here.store.puzzles.choose(ADA, "florence.1", 5.0, solved=True)
    await here.store.puzzle_days.choose(7, "2026-11-27", ADA, "pass", solved=True)
    await put(here.store, result(50, (ADA, 1), (BEN, 2)))
    await write("UPDATE result_seats SET name = ? WHERE user = ?", ADA_NAME, ADA)
    figures = msgspec.json.encode({"lobby": 4, "starter": ADA, "name": ADA_NAME}).decode()
    await write(
        "INSERT INTO outbox (game, kind, n, created, text, figures, what)"
        " VALUES (2, 'notice', 0, 5.0, 'call.rematch', ?, ?)",
        *(figures, encoded(Notice("call.rematch", {"name": ADA_NAME}, but=ADA, lobby=4))),
    )
    return game


async def cut_off(
    privacy: PrivacyService, monkeypatch: pytest.MonkeyPatch, user: int = ADA
) -> None:
    """A person's deletion is written down, and then fails."""
    with monkeypatch.context() as patch:
        patch.setattr(PrivacyService, "_clear", AsyncMock(side_effect=OSError))
        with pytest.raises(OSError):
            await privacy.delete(user)
