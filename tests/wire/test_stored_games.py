"""The balance of clicks and entries finds what was lost, and what no one asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.contract import name
from tests.bot.services import CHANNEL, services
from tests.wire import stored_games
from tests.wire.clicker import Click
from tests.wire.server import SentInteraction
from tests.wire.server.world import Channel, User
from tests.wire.stored_games import SURE, Balance, phrase

DONE: Final = "Ann opens the auction for the Lake."
ASKED: Final = "Lake?"


def _click(verb: str, person: int, key: tuple[int, int, str], *texts: str) -> Click:
    seat, arose, spelled = key
    question = SentInteraction(3, User(person, "Ann"), Channel(CHANNEL, "salon"), {})
    question.texts += texts
    question.offered += [f"m1:{SURE}:1:{seat}:{arose}:{spelled}"] if ASKED in texts else []
    custom_id = f"m1:{verb}:1:{seat}:{arose}:{spelled}"
    return Click(person, CHANNEL, custom_id, None, question, board=False)


async def test_a_click_that_was_asked_counts_once_it_is_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    async with services(path) as here:
        table = await here.at_auction()
        seat, arose = table.decisions[0].seat, table.arose(table.decisions[0].seat)
        done, other = (name(each) for each in table.decisions[0].options[:2])
        await here.step(table, done)
        person = table.seats[seat].user
        assert person is not None
        assert arose is not None
    game = stored_games.read(path)[CHANNEL]
    given_back = [
        _click("pick", game.users[key[0]] or 0, key, DONE)
        for key in game.moves
        if key[2] != done
    ]

    def balance(*clicks: Click) -> Balance:
        return stored_games.balance(game, [*given_back, *clicks])

    key, lost = (seat, arose, done), (seat, arose, other)
    asked, sure = _click("public", person, key, ASKED), _click("sure", person, key, DONE)
    whole = balance(asked, sure)
    assert (whole.faults, whole.confirmed, whole.doubtful) == ([], len(game.moves), 0)
    assert balance(asked).faults == [f"invented: {key}"], "it was asked, and not confirmed"
    assert balance(sure, _click("public", person, lost, ASKED)).faults == []
    menu = _click("pick", person, lost, ASKED)
    menu.custom_id, menu.value = f"m1s:pick:1:{seat}:{arose}:-37", other
    assert balance(sure, menu).faults == [], "a menu of an edited panel asks too"
    refused = _click("public", person, lost, phrase("refuse.too_fast", "en"))
    assert balance(sure, refused).faults == [], "who was told so presses again"
    for told in (DONE, phrase("error.channel_closed", "en")):
        (fault,) = balance(sure, _click("sure", person, lost, told)).faults
        assert fault.startswith(f"lost: {lost}"), "it was confirmed"
