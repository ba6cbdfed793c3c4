"""The short version of what `python -m tests.wire` does for hours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.bot.english import nth_language
from tests.postgresql import Server
from tests.wire import (
    abuse,
    clock,
    damage,
    direct_messages,
    discord_errors,
    disk,
    lost_answers,
    shards,
    trials,
)
from tests.wire.environment import Figures

pytestmark = pytest.mark.timeout(1200)  # whole games, and the bot started again and again


async def test_a_whole_game_is_played_over_the_wire_by_five(tmp_path: Path) -> None:
    figures = await trials.whole_games(tmp_path, 5, language=nth_language(0))
    assert figures.over == 1
    assert figures.confirmed > 100
    assert figures.looked > 5_000


async def test_lacrimosa_is_played_over_the_wire_alone(tmp_path: Path) -> None:
    language = nth_language(1)
    figures = await trials.whole_games(tmp_path, 1, game="lacrimosa", language=language)
    assert figures.over == 1
    assert figures.confirmed > 50


async def test_two_people_and_opponents_play_a_whole_game(tmp_path: Path) -> None:
    language = nth_language(2)
    figures = await trials.whole_games(tmp_path, 2, seed=1, opponents=2, language=language)
    assert figures.over == 1


async def test_ten_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await trials.kills(tmp_path, 10, 1, 4, game="lacrimosa")
    assert figures.confirmed > 20


async def test_kills_lose_and_double_nothing_on_postgresql(
    tmp_path: Path, postgresql: Server
) -> None:
    async with postgresql.database() as url:
        figures = await trials.kills(tmp_path, 2, 2, database=url)
    assert figures.kills == 2


@pytest.mark.parametrize(("game", "seats", "kills"), [("florence", 4, 10), ("lacrimosa", 2, 6)])
async def test_seats_change_hands_in_a_whole_game_with_kills(
    tmp_path: Path, game: str, seats: int, kills: int
) -> None:
    figures = await trials.seats_change(tmp_path, kills, seats, seed=1, game=game)
    assert figures.kills == kills
    assert figures.over == 1


async def test_a_kill_while_the_table_is_asked_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    figures = await trials.killed_while_asked(tmp_path)
    assert figures.kills == 4


async def test_a_stop_in_the_middle_of_clicks_takes_less_than_five_seconds(
    tmp_path: Path,
) -> None:
    figures = await trials.stops(tmp_path, 3, 4)
    assert figures.clicks


async def test_the_gateway_may_break_and_begin_anew(tmp_path: Path) -> None:
    figures = await trials.gateway_trouble(tmp_path, 4, 3)
    assert figures.confirmed


async def test_the_usual_limits_of_requests_are_kept(tmp_path: Path) -> None:
    figures = await trials.paced(tmp_path)
    assert figures.confirmed


async def test_lost_answers_of_new_messages_post_nothing_twice(tmp_path: Path) -> None:
    figures = await trials.rest_trouble(
        tmp_path, 3, kinds=("a lost answer",), endpoints=("message.post", "message.edit")
    )
    assert figures.merged


async def test_a_click_counts_though_its_acknowledgement_was_lost(tmp_path: Path) -> None:
    figures = await lost_answers.acknowledgements(tmp_path)
    assert figures.confirmed


async def test_who_waits_for_an_answer_is_told_of_the_stop(tmp_path: Path) -> None:
    figures = await lost_answers.cut_off(tmp_path)
    assert figures.confirmed


async def test_messages_that_a_nonce_brings_back_are_brought_up_to_date(
    tmp_path: Path,
) -> None:
    figures = await trials.lost_and_late(tmp_path)
    assert figures.merged


async def test_a_kill_before_a_post_is_crossed_out_spoils_no_message(tmp_path: Path) -> None:
    figures = await trials.killed_before_noting(tmp_path)
    assert figures.merged


async def test_a_kill_before_a_direct_message_is_crossed_out_loses_no_call(
    tmp_path: Path,
) -> None:
    figures = await direct_messages.killed_before_noting(tmp_path)
    assert figures.merged


async def test_a_new_database_brings_no_message_of_another_back(tmp_path: Path) -> None:
    figures = await direct_messages.begun_anew(tmp_path)
    assert figures.confirmed


@pytest.mark.parametrize(
    "trial",
    [
        discord_errors.closed_doors,
        discord_errors.deleted_messages,
        discord_errors.refused_edits,
        discord_errors.older_messages,
        discord_errors.lost_permission,
        damage.damaged_games,
        disk.full_disk,
        disk.locked_database,
        disk.read_only,
        disk.moved_database,
        shards.two_shards,
        clock.clock_jumps,
        abuse.forged,
        abuse.hasty,
        abuse.crowding,
        abuse.strange_names,
        abuse.strange_places,
    ],
    ids=lambda trial: trial.__name__,
)
async def test_a_refusal_or_an_abuse_stops_no_table(
    tmp_path: Path, trial: Callable[[Path], Awaitable[Figures]]
) -> None:
    figures = await trial(tmp_path)
    assert figures.confirmed
