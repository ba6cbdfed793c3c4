"""What people note for themselves: shown to them alone, and gone when their seat ends."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.interactions.limits import FOOT, TEXT
from bot.interactions.message import Spare, compose
from bot.screens.labels import MORE
from bot.tables.core.own_notes import LONGEST
from bot.tables.core.refusals import GameEnded, NoSeatHere
from bot.tables.core.table import Table
from bot.tables.upkeep.retention import NOTE_AGE
from rules.contract import Seat
from tests.bot.driver import Player, Pooled
from tests.bot.running_game import opener, three
from tests.bot.services import ANN, BEN, CLEO, EVE, Services, services

WRITTEN = "the Jester *first*, then @everyone"
SHOWN = "the Jester \\*first\\*, then @\u200beveryone"


async def _noted(here: Services, *, keeps: bool = False) -> Table:
    """A running game in which Ann has noted something."""
    table = await here.begun(BEN, CLEO)
    return await here.people.note(table.game.id, ANN, WRITTEN, keeps=keeps)


def _note(table: Table, seat: Seat = 0) -> str:
    return table.seats[seat].own_note


async def _stored(here: Services) -> list[str]:
    """The notes of all seats, as they are in the database."""
    rows = await here.store._database.all("SELECT own_note FROM seats WHERE own_note <> ''")
    return [str(row[0]) for row in rows]


# -- what is kept of it, and for how long ------------------------------------------------


async def test_a_note_is_stored_as_it_can_be_shown_and_deleted_by_an_empty_one(
    path: Path,
) -> None:
    async with services(path) as here:
        game = (await _noted(here)).game.id
        written = f" a\x00  b\u202e \r\n\n\n\nc{'x' * LONGEST}"
        after = await here.people.note(game, ANN, written, keeps=True)
        assert _note(after).startswith("a b\n\ncxx")
        assert len(_note(after)) == LONGEST
        assert await _stored(here) == [_note(after)]
        after = await here.people.note(game, ANN, " \n", keeps=True)
        assert (_note(after), after.seats[0].keeps_note) == ("", False)
        with pytest.raises(NoSeatHere):
            await here.people.note(game, EVE, "x", keeps=False)


async def test_who_takes_a_seat_does_not_find_the_note_of_who_left_it(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here, keeps=True)).game.id
        await here.seats.away(game, ANN)
        assert await _stored(here) == [WRITTEN], "a stand-in reads nothing"
        await here.seats.leave(game, ANN)
        assert await _stored(here) == []
        after = await here.seats.take(game, EVE, "Eve", 0)
        assert (after.seats[0].user, _note(after)) == (EVE, "")


async def test_a_substitute_does_not_find_the_note_either(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here, keeps=True)).game.id
        await here.seats.invite(game, ANN, EVE, 0)
        after = await here.seats.take(game, EVE, "Eve", 0)
        assert (after.seats[0].user, _note(after)) == (EVE, "")
        assert await _stored(here) == []


async def test_a_note_ends_with_the_game(path: Path) -> None:
    async with services(path) as here:
        table = await _noted(here)
        ended = await here.games.end(table.game.id)
        assert ended is not None
        assert _note(ended) == ""
        assert await _stored(here) == []
        with pytest.raises(GameEnded):
            await here.people.note(table.game.id, ANN, "x", keeps=True)


async def test_a_rematch_begins_with_what_each_of_them_has_kept(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here, keeps=True)).game.id
        await here.people.note(game, BEN, "of Ben", keeps=True)
        await here.people.note(game, CLEO, "of Cleo", keeps=False)
        await here.games.end(game)
        lobby = await here.lobbies.rematch(game, BEN, "Ben")
        assert _note(lobby) == "of Ben"
        # Closed and opened again, it is still the rematch of that game.
        await here.lobbies.cancel(lobby.game.id, BEN)
        again = (await here.lobbies.rematch(lobby.game.id, BEN, "Ben")).game.id
        for user in (ANN, CLEO):
            lobby = await here.lobbies.join(again, user, str(user))
        assert [row.own_note for row in lobby.seats] == ["of Ben", WRITTEN, ""]
        table = await here.lobbies.start(again, BEN)
        notes = {row.user: row.own_note for row in table.seats}
        assert notes == {ANN: WRITTEN, BEN: "of Ben", CLEO: ""}


async def test_another_table_of_the_same_people_is_no_rematch(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here, keeps=True)).game.id
        await here.games.end(game)
        other = await here.begun(BEN, CLEO)
        assert [row.own_note for row in other.seats] == ["", "", ""]


async def test_what_was_kept_goes_if_no_rematch_comes(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here, keeps=True)).game.id
        await here.games.end(game)
        here.clock.now += NOTE_AGE - 1
        await here.retention.erase_notes()
        assert await _stored(here) == [WRITTEN]
        here.clock.now += 2
        await here.retention.erase_notes()
        assert await _stored(here) == []
        assert _note(await here.games.table(game)) == ""


async def test_a_note_of_a_game_that_goes_on_is_never_erased(path: Path) -> None:
    async with services(path) as here:
        await _noted(here, keeps=True)
        here.clock.now += 2 * NOTE_AGE
        await here.retention.erase_notes()
        assert await _stored(here) == [WRITTEN]


async def test_it_is_told_handed_out_and_deleted(path: Path) -> None:
    async with services(path) as here:
        game = (await _noted(here)).game.id
        assert (await here.privacy.counts(ANN))["own_notes"] == 1
        assert (await here.privacy.counts(BEN))["own_notes"] == 0
        data = msgspec.json.decode(await here.privacy.data(ANN))
        assert data["own_notes"] == [{"game": game, "own_note": WRITTEN, "keeps_note": 0}]
        assert b"Jester" not in await here.privacy.data(BEN)
        await here.privacy.delete(ANN)
        assert await _stored(here) == []


# -- what is seen of it ----------------------------------------------------------------------


async def _write(player: Player, text: str, on: str) -> None:
    """Note something, with the button of a message that offers `on`."""
    await player.click("Note", player.offering(on))
    await player.fill({"Only you see it": text, "After the game": "Keep it for a rematch"})


async def test_it_stands_in_the_panel_and_above_the_hand_of_one_person(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Your move")
        await first.click(MORE, first.panel)
        await _write(first, WRITTEN, "Why can’t I …?")
        assert f"Your note**\n>>> {SHOWN}" in first.panel.text
        assert MORE in first.panel.buttons, "the panel has gone on as it was"
        assert first.panel.text.index(SHOWN) > first.panel.text.index("###")
        assert SHOWN in first.hand.text, "the hand at Discord was edited"
        await first.click("My hand")
        assert SHOWN in first.panel.text
        # The note is there when the form is opened again.
        await first.click("Note", first.panel)
        assert first.form.fields["Only you see it"]["value"] == WRITTEN
        assert first.form.chosen("After the game") == "Keep it for a rematch"
        await first.fill({"Only you see it": ""})
        assert "Your note" not in first.panel.text
        assert "Your note" not in first.hand.text


async def test_what_the_person_did_still_stands_above_the_note(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Your move")
        await first.click("No item this round", first.panel)
        (said, *_) = first.panel.text.splitlines()
        assert first.name in said
        await _write(first, WRITTEN, "Refresh")
        assert first.panel.text.startswith(said)
        assert SHOWN in first.panel.text


async def test_from_the_direct_message_the_answer_is_a_line(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.click("Note", ada.hand)
        told = await ada.fill({"Only you see it": WRITTEN})
        assert any("✓ Noted." in each.text for each in told)
        assert SHOWN in ada.hand.text
        await ada.click("Note", ada.hand)
        told = await ada.fill({"Only you see it": ""})
        assert any("✓ Your note is deleted." in each.text for each in told)


async def test_nobody_else_reads_it_anywhere(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        await world["Ada"].click("Note", world["Ada"].hand)
        await world["Ada"].fill({"Only you see it": WRITTEN})
        for name in ("Bruno", "Chiara", "Dmitri"):
            other = world[name]
            for command in ("table", "hand", "journal", "score", "history", "seat", "turns"):
                await other.slash(command)
            assert not any(SHOWN in each.words for each in other.messages), name
        assert not any("Your note" in each.words for each in world.public)


async def test_a_panel_that_decides_follows_a_note_written_elsewhere(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        await first.click("Your move")
        open_panel = first.offering(MORE)
        await first.click("Note", first.hand)
        await first.fill({"Only you see it": WRITTEN})
        await world.bot.live_panels.join()
        await world.look()
        assert SHOWN in first.offering(MORE).text
        assert first.offering(MORE).id == open_panel.id


def test_a_note_makes_way_for_what_must_be_said() -> None:
    message = compose("a" * 2000, Spare("b" * 1500), "c" * 1000)
    texts = [part["content"] for part in message.view.to_components()[0]["components"]]
    assert texts[0] == "a" * 2000
    assert texts[1] == "b" * (TEXT - FOOT - 3000 - 1) + "…"
    assert texts[2] == "c" * 1000
