"""`maecenas simulate`: who sits where, routes, several processes, progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import StringIO
from random import Random
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from bot.__main__ import main
from bot.host.simulate import command, progress
from bot.host.simulate.games import Playthrough, Series, play, play_all
from rules.analysis import Analysis, AnyAnalysis
from rules.contract import Over
from rules.opponents import LEVELS
from rules.registry import ANALYSES, GAMES

LEVEL = LEVELS[0]


def series(
    seats: int,
    games: int,
    *lineups: tuple[str, ...],
    setups: tuple[dict[str, str], ...] = ({},),
) -> Series:
    return Series(
        game="florence",
        edition=None,
        seats=seats,
        games=games,
        lineups=lineups,
        seed="seed",
        setups=setups,
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("players", ["a", "ab", "abb", "abcd"])
def test_every_player_sits_in_each_seat_equally_often(seats: int, players: str) -> None:
    asked = series(seats, 0, tuple(players))
    sat = Counter(
        (player, seat)
        for number in range(asked.period)
        for seat, player in enumerate(asked.seated(number)[0])
    )
    for player in players:
        times = {sat[player, seat] for seat in range(seats)}
        assert times == {players.count(player)}


def test_players_move_up_from_game_to_game() -> None:
    asked = series(3, 3, ("a", "b"))
    assert [asked.seated(number)[0] for number in range(3)] == [
        ("a", "b", "a"),
        ("b", "a", "b"),
        ("a", "b", "a"),
    ]


def test_set_ups_and_line_ups_take_turns() -> None:
    setups = ({"level": "a"}, {"level": "b"})
    asked = series(2, 0, ("x", "z"), ("y", "z"), setups=setups)
    assert asked.period == 8
    seated = [asked.seated(number) for number in range(9)]
    assert [("".join(players), setup["level"]) for players, setup in seated] == [
        ("xz", "a"),
        ("zx", "a"),
        ("yz", "a"),
        ("zy", "a"),
        ("xz", "b"),
        ("zx", "b"),
        ("yz", "b"),
        ("zy", "b"),
        ("xz", "a"),
    ]


def test_several_processes_play_the_same_games_in_the_same_order() -> None:
    asked = series(3, 5, ("random", "random", "random"))
    one = list(play_all(asked))
    assert one == list(play_all(asked, jobs=2))
    assert one == list(play_all(asked)), "and so does one"
    assert len({game.over.totals for game in one if game.over}) > 1


def test_an_edition_of_ones_own_is_known_in_every_process(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    from rules.registry import PRINTED

    title = next(iter(PRINTED))
    own = tmp_path_factory.mktemp("edition") / "own.toml"
    own.write_text(f"{PRINTED[title].text}\n# for two processes\n", encoding="utf-8")
    line = f"simulate --game {title} --games 3 --seed 1 --players random --json"
    told = []
    for jobs in ("1", "2"):
        assert main([*line.split(), "--edition", str(own), "--jobs", jobs]) == 0
        found = msgspec.json.decode(capsys.readouterr().out)
        del found["decisions_per_second"]
        told.append(found)
    assert told[0] == told[1]


def test_the_seats_can_name_who_sits_there(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"simulate --game florence --seats {LEVEL},random,random --games 1 --seed 1"
    assert main(line.split()) == 0
    told = capsys.readouterr().out
    assert "florence, 3 seats" in told
    assert LEVEL in told
    assert "play a multiple of 3" in told


def test_several_numbers_of_seats_are_played_in_turn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = "simulate --game lacrimosa --seats 2,4 --games 2 --seed 1 --players random"
    assert main(line.split()) == 0
    told = capsys.readouterr().out
    assert "lacrimosa, 2 seats" in told
    assert "lacrimosa, 4 seats" in told
    assert main([*line.split(), "--json"]) == 0
    both = msgspec.json.decode(capsys.readouterr().out)
    assert [report["seats"] for report in both] == [2, 4]
    assert all(report["games"] == 2 for report in both)


# ---------------------------------------------------------------- routes


def test_every_route_takes_its_turn(capsys: pytest.CaptureFixture[str]) -> None:
    routes = ANALYSES["florence"].routes
    line = f"simulate --game florence --games {3 * len(routes)} --seed 1 --json"
    assert main([*line.split(), "--seats", "random:all,random,random"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    rows = {row["player"]: row["wins"]["of"] for row in told["tables"]["routes"]}
    assert rows == {f"random:{route}": 3 for route in routes}


@pytest.mark.parametrize(
    ("title", "route", "tags"),
    [
        ("florence", "work", {"work"}),
        ("florence", "draw_bonus", {"draw_bonus"}),
        ("lacrimosa", "travel", {"travel"}),
        ("lacrimosa", "document", {"document"}),
    ],
)
def test_a_route_is_taken_more_often_than_without_it(
    title: str, route: str, tags: set[str]
) -> None:
    game, analysis = GAMES[title], ANALYSES[title]
    seats = min(seats for seats in game.seats if seats > 1)
    taken = []
    for player in ("random", f"random:{route}"):
        played = [play(game, (player,) * seats, Random(n), {}, analysis) for n in range(4)]
        assert all(each.over for each in played)
        taken.append(sum(each.acted.get(tag, 0) for each in played for tag in tags))
    assert taken[1] > 1.3 * taken[0]


def test_a_level_that_follows_a_route_may_decline_a_step_of_it() -> None:
    """The route leads it into no losses: it scores more than a level that takes every step."""
    analysis = ANALYSES["florence"]
    kept = {name: getattr(analysis, name) for name in dir(Analysis) if name[0] != "_"}
    forced = cast(AnyAnalysis, SimpleNamespace(**kept | {"idle": ()}))
    points = []
    for each in (analysis, forced):
        players = (f"{LEVEL}:draw_bonus",) * 3
        played = [play(GAMES["florence"], players, Random(n), {}, each) for n in range(2)]
        points.append(sum(sum(game.over.totals) for game in played if game.over))
    assert points[0] > 1.3 * points[1]


def test_an_action_is_counted_once_though_it_must_still_be_paid() -> None:
    """A marker on the Requiem takes one tile, whatever had to be exchanged for it."""
    asked = replace(
        series(4, 16, ("random",)), game="lacrimosa", edition=GAMES["lacrimosa"].edition
    )
    acted = counted = 0
    for game in play_all(asked):
        tiles = [each for owned in game.owned for each in owned if each[0] == "composer_tile"]
        assert game.kinds["requiem"] == len(tiles)
        acted, counted = acted + game.acted["requiem"], counted + len(tiles)
    assert acted > counted


# ---------------------------------------------------------------- progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def _clock(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


def test_progress_is_one_line_of_a_terminal_that_goes_away() -> None:
    out, clock = Terminal(), _clock(1.0)
    assert list(progress.told("abcd", 4, out, lambda: next(clock))) == [*"abcd"]
    told = out.getvalue()
    assert "\n" not in told
    lines = told.split("\r")
    assert [line.strip() for line in lines if line.strip()] == [
        "1 of 4 games, 0:03 left",
        "2 of 4 games, 0:02 left",
        "3 of 4 games, 0:01 left",
    ]
    assert lines[-1] == "", "the line is empty when the games are over"
    assert not lines[-2].strip()


def test_progress_in_a_file_is_a_line_a_minute() -> None:
    out, clock = StringIO(), _clock(25.0)
    list(progress.told(range(9), 9, out, lambda: next(clock)))
    assert out.getvalue().splitlines() == ["3 of 9 games, 2:30 left", "6 of 9 games, 1:15 left"]


def test_what_was_played_before_ctrl_c_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    over = Over(((), (), ()), winners=(0,))

    def interrupted(*_: object) -> Iterator[Playthrough]:
        for _number in range(2):
            yield Playthrough(("random",) * 3, {"end": 1}, over=over, owned=((), (), ()))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_all", interrupted)
    line = "simulate --game florence --seats 3,4 --games 50 --players random"
    assert main(line.split()) == command.INTERRUPTED
    told = capsys.readouterr()
    assert "2 games" in told.out
    assert "4 seats" not in told.out
    assert told.err == "stopped after 2 games\n"
