"""What people who are away also decide: the end of their game, and their own seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.store.rows import Pace, ProposalKind
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NoElector
from bot.tables.core.table import Table
from bot.tables.seating import proposals
from bot.tables.seating.proposals import ABSENT_FOR, RULES, absent, open_proposals, waiting_for
from bot.tables.seating.seat_votes import ending
from rules.contract import name
from tests.bot.driver import Pooled, World
from tests.bot.notices import notices
from tests.bot.running_game import three
from tests.bot.seat_steps import until
from tests.bot.services import ANN, BEN, CLEO, Services, services
from tests.bot.test_reminders_shown import Hands
from tests.bot.test_votes_shown import called

HOUR = 3600.0

pytestmark = pytest.mark.usefixtures("no_timers")


async def _notices(here: Services) -> list[tuple[str, dict[str, str | int]]]:
    return [(each.text, each.figures) for each in await notices(here)]


async def _two(here: Services, *, gone: bool = False) -> Table:
    """A game of Ann, Ben, who is away, and a computer player; Ann wants to end it."""
    here.vote()
    here.dues.start()
    await here.lobbies.create_lobby("florence", 1, 11, ANN, "Ann")
    await here.lobbies.set_options(1, ANN, {"seat_order": "joined"})
    await here.lobbies.join(1, BEN, "Ben")
    await here.lobbies.add_opponent(1, ANN, "novice", "Bot")
    await here.lobbies.start(1, ANN)
    await here.seats.away(1, BEN)
    table = await here.games.table(1)
    if gone:
        row = replace(table.seats[1], gone=1.0)
        seats = (table.seats[0], row, *table.seats[2:])
        await here.cache.change(1, lambda now: Draft(replace(now, seats=seats)))
    await here.sent()
    return await here.proposals.ask(1, ending(ANN))


async def test_nobody_ends_the_game_of_who_is_away_alone(path: Path) -> None:
    async with services(path) as here:
        table = await _two(here)
        (end,) = open_proposals(table)
        assert waiting_for(table, end) == (1,)
        table = await here.proposals.answer(1, BEN, 1, "no")
        assert (table.game.status, table.proposals[-1].ended) == ("playing", "refused")


async def test_who_is_away_agrees_and_is_named(path: Path) -> None:
    async with services(path) as here:
        await _two(here)
        table = await here.proposals.answer(1, BEN, 1, "yes")
        assert table.game.status == "cancelled"
        assert await _notices(here) == [
            ("table.ended_by_agreement", {"agreed": "0 1", "silent": ""})
        ]


async def test_without_an_answer_in_48_hours_the_others_decide_and_all_is_told(
    path: Path,
) -> None:
    async with services(path) as here:
        await _two(here)
        table = await until(here, ABSENT_FOR - 60)
        assert table.game.status == "playing"
        table = await until(here, 61)
        assert (table.game.status, table.proposals[-1].late) == ("cancelled", True)
        assert ("table.ended_by_agreement.absent", {"agreed": "0", "silent": "1"}) in (
            await _notices(here)
        )


@pytest.mark.parametrize("pace", ["days", "live"])
async def test_the_answer_of_others_does_not_end_it_before_that_time(
    path: Path, pace: Pace
) -> None:
    async with services(path) as here:
        here.vote()
        here.dues.start()
        table = await here.begun(BEN, CLEO)
        row = replace(table.game, pace=pace)
        here.cache.put(replace(table, game=row))
        await here.seats.away(1, CLEO)
        await here.proposals.ask(1, ending(ANN))
        table = await here.proposals.answer(1, BEN, 1, "yes")
        assert waiting_for(table, open_proposals(table)[0]) == (2,)
        table = await until(here, ABSENT_FOR - 60)
        assert table.game.status == "playing"
        table = await until(here, 61)
        assert table.game.status == "cancelled"


async def test_who_goes_away_in_the_middle_of_it_is_still_asked(path: Path) -> None:
    async with services(path) as here:
        here.vote()
        here.dues.start()
        await here.begun(BEN, CLEO)
        await here.proposals.ask(1, ending(ANN))
        await here.proposals.answer(1, BEN, 1, "yes")
        table = await here.seats.away(1, CLEO)
        assert waiting_for(table, open_proposals(table)[0]) == (2,)
        await until(here, ABSENT_FOR + 60)
        assert (await here.games.table(1)).game.status == "cancelled", "not after 72 hours"


@pytest.mark.parametrize(
    ("pace", "later", "lasts"), [("days", HOUR, 72 * HOUR), ("live", 60, 15 * 60)]
)
async def test_it_ends_in_time_though_those_who_were_late_have_come_back(
    path: Path, pace: Pace, later: float, lasts: float
) -> None:
    async with services(path) as here:
        here.vote()
        table = await here.begun(BEN, CLEO)
        here.cache.put(replace(table, game=replace(table.game, pace=pace)))
        here.clock.now += 73 * HOUR

        async def acts(user: int) -> None:
            now = await here.games.table(1)
            decision = now.decision(now.seat_of(user) or 0)
            assert decision is not None
            await here.by(now, decision.seat, name(decision.options[0]))

        await acts(ANN)
        table = await here.proposals.ask(1, ending(ANN))
        assert absent(table, open_proposals(table)[0]) == (1, 2)
        here.clock.now += later
        await acts(BEN)
        await acts(CLEO)
        here.dues.start()
        table = await until(here, lasts - later - 30)
        assert open_proposals(table)
        table = await until(here, 60)
        assert table.proposals[0].ended == "expired"


async def test_who_has_left_the_server_is_not_asked(path: Path) -> None:
    async with services(path) as here:
        with pytest.raises(NoElector):
            await _two(here, gone=True)
        await here.proposals.ask(1, ending(ANN, alone=True))
        assert (await here.games.table(1)).game.status == "cancelled"


@pytest.mark.parametrize("kind", sorted(RULES))
async def test_only_what_cannot_be_undone_asks_who_is_away(
    path: Path, kind: ProposalKind
) -> None:
    async with services(path) as here:
        await here.begun(BEN, CLEO)
        table = await here.seats.away(1, CLEO)
        about = 2 if kind == "open_seat" else 0
        draft = proposals.opened(table, kind, about, "1", here.cache.moment())
        table = draft.table
        (asked,) = open_proposals(table)
        assert (absent(table, asked) == (2,)) == (kind in {"end", "open_seat"})
        assert (2 in waiting_for(table, asked)) == (kind in {"end", "open_seat"})


async def _opening(here: Services) -> Table:
    """Ann and Ben are asked whether to open the seat of Cleo, who is away."""
    here.vote()
    here.dues.start()
    await here.begun(BEN, CLEO)
    await here.seats.away(1, CLEO)
    return await here.proposals.ask(
        1, lambda now, moment: proposals.opened(now, "open_seat", 2, "", moment)
    )


async def test_the_holder_keeps_a_seat_by_one_word(path: Path) -> None:
    async with services(path) as here:
        table = await _opening(here)
        assert waiting_for(table, open_proposals(table)[0]) == (0, 1, 2)
        for user in (ANN, BEN):
            table = await here.proposals.answer(1, user, 1, "yes")
        assert table.seats[2].user == CLEO, "not without the holder's own answer"
        table = await here.proposals.answer(1, CLEO, 1, "no")
        assert (table.seats[2].user, table.proposals[-1].ended) == (CLEO, "refused")


async def test_the_holder_keeps_a_seat_by_coming_back(path: Path) -> None:
    async with services(path) as here:
        await _opening(here)
        table = await here.seats.back(1, CLEO)
        assert table.proposals[-1].ended == "acted"


async def test_nobody_is_asked_about_the_seat_of_who_has_left_it_for_good(path: Path) -> None:
    async with services(path) as here:
        await _opening(here)
        table = await here.seats.leave(1, CLEO)
        assert table.proposals[-1].ended == "acted"


async def test_what_the_stand_in_does_does_not_answer_for_the_holder(path: Path) -> None:
    async with services(path) as here:
        await _opening(here)
        await here.games.wait_idle()
        table = await here.games.table(1)
        assert table.last_move(2) > 0, "the opponent has acted"
        assert open_proposals(table)
        for user in (ANN, BEN):
            await here.proposals.answer(1, user, 1, "yes")
        await until(here, ABSENT_FOR + 60)
        assert (await here.games.table(1)).seats[2].user is None


async def _asked_to_open(world: World, clock: Hands) -> None:
    """Chiara has been away for a week; Ada proposes to open her seat."""
    ada, chiara = world["Ada"], world["Chiara"]
    await chiara.slash("seat")
    await chiara.click("Take a break: a computer plays for me", chiara.panel)
    await clock.moves(world, 7 * 24 * HOUR)
    await ada.slash("seat")
    await ada.click("Open the seat: Chiara", ada.panel)


async def test_it_is_told_who_is_away_and_they_are_called(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        ada, bruno, chiara = (world[name] for name in ("Ada", "Bruno", "Chiara"))
        for player in (bruno, chiara):
            await player.slash("seat")
            await player.click("Take a break: a computer plays for me", player.panel)
        await ada.slash("seat")
        await ada.click("Propose to end the game", ada.panel)
        assert "Still to answer: ■ Bruno and ▲ Chiara" in world.board.text
        within = "If they don’t answer within 48 hours, the others decide."
        assert f"Away: ■ Bruno and ▲ Chiara. {within}" in world.board.text
        (call,) = called(bruno)
        assert "You are away: if you don’t answer within 48 hours" in call.text
        await bruno.click("Agree", call)
        await clock.moves(world, ABSENT_FOR + 60)
        told = [message.text for message in world.public if "agreed to end" in message.text]
        ended = "The table agreed to end this game, without a winner."
        agreed = "Agreed: ● Ada and ■ Bruno. Away, no answer within 48 hours: ▲ Chiara."
        assert told == [f"{ended} {agreed}"]
        assert not called(chiara)


async def test_whose_seat_the_others_open_is_not_told_that_they_left(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        bruno, chiara = world["Bruno"], world["Chiara"]
        await _asked_to_open(world, clock)
        hand = chiara.hand
        await bruno.click("Agree", called(bruno)[0])
        await clock.moves(world, ABSENT_FOR + 60)
        assert (await world.bot.games.table(1)).seats[2].user is None
        (now,) = (each for each in chiara.direct if each.id == hand.id)
        assert now.text.startswith("Your seat in The Princes of Florence is no longer yours: ")


async def test_the_holder_of_a_seat_is_asked_in_the_second_person(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        chiara = world["Chiara"]
        await _asked_to_open(world, clock)
        (call,) = called(chiara)
        assert "You have been away for a week. Open your seat for others?" in call.text
        assert not called(world["Ada"]), "who proposes it has agreed"
        await chiara.click("No", call)
        table = await world.bot.games.table(1)
        assert [each.ended for each in table.proposals if each.kind == "open_seat"] == [
            "refused"
        ]
        assert not called(chiara)


async def test_who_comes_back_needs_no_answer_about_their_seat(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        chiara = world["Chiara"]
        await _asked_to_open(world, clock)
        await chiara.slash("seat")
        await chiara.click("I’m back", chiara.panel)
        await clock.moves(world, 60)
        assert "The question no longer applies: no answer is needed." in world.board.text
