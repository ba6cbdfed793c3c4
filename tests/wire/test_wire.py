"""The short version of what `python -m tests.wire` does for hours.

Each trial is here once, with just enough people, kills and lobbies to show what it is about.
`tests/wire/__main__.py` runs them all with more, as `python -m tests.nightly` does. Marked
trials are left to the nightly run; the test command runs others of their kind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from render.words import LANGUAGES
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
    moved_games,
    multiprocess,
    servers,
    shards,
    trials,
)
from tests.wire.environment import Figures
from tests.wire.next_release import next_release
from tests.wire.previous_release import previous_release

pytestmark = pytest.mark.timeout(1200)  # whole games, and a bot that is started again and again


async def test_a_whole_game_is_played_over_the_wire_by_three(tmp_path: Path) -> None:
    figures = await trials.whole_games(tmp_path, 3, language=nth_language(0))
    assert figures.over == 1
    # Half of the smallest of seven games: people choose at random, so games differ in length.
    assert figures.confirmed > 29
    assert figures.looked > 5_000
    assert figures.panels > 24


@pytest.mark.nightly
async def test_lacrimosa_is_played_over_the_wire_alone(tmp_path: Path) -> None:
    language = nth_language(1)
    figures = await trials.whole_games(tmp_path, 1, game="lacrimosa", language=language)
    assert figures.over == 1
    assert figures.confirmed > 50


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("florence", 3), ("lacrimosa", 2)])
@pytest.mark.parametrize(("emojis", "refused_each"), [(2000, 25), (0, 0)])
async def test_a_whole_game_with_symbols_and_without(
    emojis: int, refused_each: int, game: str, seats: int, language: str, tmp_path: Path
) -> None:
    """No message is over a limit, and none is lost when Discord refuses some."""
    figures = await trials.whole_games(
        *(tmp_path, seats),
        game=game,
        language=language,
        emojis=emojis,
        refused_each=refused_each,
    )
    assert figures.over == 1


@pytest.mark.nightly
async def test_somebody_and_opponents_play_a_whole_game(tmp_path: Path) -> None:
    language = nth_language(2)
    figures = await trials.whole_games(tmp_path, 1, seed=1, opponents=2, language=language)
    assert figures.over == 1


async def test_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await trials.kills(tmp_path, 3, 1, 4, game="lacrimosa")
    assert figures.confirmed > 20


@pytest.mark.nightly
async def test_kills_lose_and_double_nothing_on_postgresql(
    tmp_path: Path, postgresql: Server
) -> None:
    async with postgresql.database() as url:
        figures = await trials.kills(tmp_path, 2, 3, database=url)
    assert figures.kills == 2


@pytest.mark.nightly
async def test_restarts_of_postgresql_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await servers.restarts(tmp_path, count=2)
    assert figures.confirmed > 5


@pytest.mark.nightly
async def test_what_a_killed_process_leaves_goes_on_in_another(tmp_path: Path) -> None:
    figures = await multiprocess.kills(tmp_path, 3)
    assert figures.kills == 3


@pytest.mark.nightly
async def test_where_no_wake_up_arrives_all_goes_on(tmp_path: Path) -> None:
    figures = await multiprocess.kills(tmp_path, 1, wake_ups=False)
    assert figures.kills == 1


@pytest.mark.nightly
async def test_an_update_of_all_processes_leaves_no_click_unanswered(tmp_path: Path) -> None:
    figures = await multiprocess.taken_over(tmp_path)
    assert figures.confirmed > 20


@pytest.mark.nightly
async def test_an_update_to_another_format_of_games_loses_no_click(tmp_path: Path) -> None:
    figures = await multiprocess.taken_over(tmp_path, new=next_release(tmp_path / "next"))
    assert figures.confirmed > 20


@pytest.mark.nightly
async def test_an_update_from_an_installed_wheel_loses_no_click(tmp_path: Path) -> None:
    old = previous_release(tmp_path / "previous")
    figures = await multiprocess.taken_over(tmp_path, old=old)
    assert figures.confirmed > 20


@pytest.mark.nightly
async def test_games_of_0_1_0_are_moved_and_played_to_their_ends_under_kills(
    tmp_path: Path,
) -> None:
    figures = await moved_games.moved_games(tmp_path, kills=1)
    assert figures.over == 2


@pytest.mark.nightly
async def test_seats_change_hands_between_two_with_kills(tmp_path: Path) -> None:
    figures = await trials.seats_change(tmp_path, 2, 2, seed=1, game="lacrimosa", moves=35)
    assert figures.kills == 2
    assert figures.clicks > 30


@pytest.mark.nightly
async def test_seats_change_hands_among_four_with_kills(tmp_path: Path) -> None:
    figures = await trials.seats_change(tmp_path, 3, 4, seed=1, moves=35)
    assert figures.kills == 3
    assert figures.clicks > 30  # a pause that all agree to leaves few moves


@pytest.mark.nightly
async def test_a_kill_while_the_table_is_asked_loses_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    figures = await trials.killed_while_asked(tmp_path)
    assert figures.kills == 4


@pytest.mark.nightly
async def test_a_stop_in_the_middle_of_clicks_takes_less_than_five_seconds(
    tmp_path: Path,
) -> None:
    figures = await trials.stops(tmp_path, 3, 4)
    assert figures.clicks


@pytest.mark.nightly
async def test_the_gateway_may_break_and_begin_anew(tmp_path: Path) -> None:
    figures = await trials.gateway_trouble(tmp_path, 4, 3)
    assert figures.confirmed


@pytest.mark.nightly
async def test_the_usual_limits_of_requests_are_kept(tmp_path: Path) -> None:
    figures = await trials.paced(tmp_path, moves=25)
    assert figures.confirmed


@pytest.mark.nightly
async def test_lost_answers_of_new_messages_post_nothing_twice(tmp_path: Path) -> None:
    figures = await trials.rest_trouble(
        tmp_path, 3, kinds=("a lost answer",), endpoints=("message.post", "message.edit")
    )
    assert figures.merged


@pytest.mark.nightly
async def test_a_click_counts_though_its_acknowledgement_was_lost(tmp_path: Path) -> None:
    figures = await lost_answers.acknowledgements(tmp_path)
    assert figures.confirmed


@pytest.mark.nightly
async def test_who_waits_for_an_answer_is_told_of_the_stop(tmp_path: Path) -> None:
    figures = await lost_answers.cut_off(tmp_path)
    assert figures.confirmed


@pytest.mark.nightly
async def test_messages_that_a_nonce_brings_back_are_brought_up_to_date(
    tmp_path: Path,
) -> None:
    figures = await trials.lost_and_late(tmp_path)
    assert figures.merged


@pytest.mark.nightly
async def test_a_kill_before_a_post_is_crossed_out_spoils_no_message(tmp_path: Path) -> None:
    figures = await trials.killed_before_noting(tmp_path)
    assert figures.merged


@pytest.mark.nightly
async def test_a_kill_before_a_direct_message_is_crossed_out_loses_no_call(
    tmp_path: Path,
) -> None:
    figures = await direct_messages.killed_before_noting(tmp_path)
    assert figures.merged


@pytest.mark.nightly
async def test_a_new_database_brings_no_message_of_another_back(tmp_path: Path) -> None:
    figures = await direct_messages.begun_anew(tmp_path)
    assert figures.confirmed


async def full_disk(folder: Path) -> Figures:
    return await disk.full_disk(folder, bytes_left=(5_000,))


async def crowding(folder: Path) -> Figures:
    return await abuse.crowding(folder, count=200)


LONG = (
    discord_errors.closed_doors,
    discord_errors.refused_edits,
    abuse.hasty,
    discord_errors.deleted_messages,
    discord_errors.older_messages,
    discord_errors.lost_permission,
    damage.damaged_games,
    shards.two_shards,
    full_disk,
    disk.locked_database,
    disk.read_only,
    disk.moved_database,
    clock.clock_jumps,
    crowding,
    abuse.strange_names,
    abuse.strange_places,
)


@pytest.mark.parametrize(
    "trial",
    [
        abuse.forged,
        *(pytest.param(each, marks=pytest.mark.nightly) for each in LONG),
    ],
    ids=lambda trial: trial.__name__,
)
async def test_a_refusal_or_an_abuse_stops_no_table(
    tmp_path: Path, trial: Callable[[Path], Awaitable[Figures]]
) -> None:
    figures = await trial(tmp_path)
    assert figures.confirmed
