"""`maecenas simulate`: its report, its keys, and what it says about a game that gets stuck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from bot.__main__ import main
from bot.host.simulate.games import MOST, Playthrough, play
from bot.host.simulate.report import spelled, summed
from rules.contract import (
    Action,
    AnyGame,
    Decision,
    Draw,
    Illegal,
    Line,
    Over,
    Prompt,
    Reason,
    Seat,
)
from rules.opponents import LEVELS
from rules.registry import GAMES, PRINTED

KEYS = {
    "games",
    "decisions_per_second",
    "dead_ends",
    "mean_score",
    "winner_mean",
    "win_share_by_seat",
    "scores_by_source",
    "spread",
    "by_setup",
    "unwon",
    "actions",
    "tables",
}


class Wait(Action, frozen=True, tag="wait"):
    """The only thing to do in the games below."""


def _refuse(state: int, _seat: Seat, _action: Action) -> int:
    raise Illegal(Reason("no"))


def _advance(state: int, _seat: Seat, _action: Action) -> int:
    return state + 1


def _small_game(
    pending: Callable[[int], tuple[Decision, ...] | Draw | Over],
    act: Callable[[int, Seat, Action], int] = _advance,
) -> AnyGame:
    """A game whose state is the number of actions so far."""
    game = SimpleNamespace(
        seats=(2,),
        edition=None,
        choices=(),
        options=lambda seats, chosen: seats,
        start=lambda options: 0,
        pending=pending,
        act=act,
        drawn=lambda state, items: state + len(items),
    )
    return cast(AnyGame, game)


def _asked(*options: Action) -> tuple[Decision, ...]:
    return (Decision(0, Prompt(), options),)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (_small_game(lambda state: ()), "nothing to do"),
        (_small_game(lambda state: _asked()), "nothing to do"),
        (_small_game(lambda state: _asked(Wait()), _refuse), "offered, then refused"),
        (_small_game(lambda state: _asked(Wait())), f"no end within {MOST}"),
    ],
)
def test_a_dead_end_is_counted_and_told(game: AnyGame, told: str) -> None:
    played = play(game, ("random",) * 2, Random(1))
    assert played.over is None
    assert played.stuck is not None
    assert told in played.stuck
    report = summed([played], 2, 1.0)
    assert (report.games, report.dead_ends, report.mean_score) == (1, 1, 0.0)


def test_the_command_names_a_dead_end_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, "stuck", _small_game(lambda state: ()))
    line = "simulate --game stuck --games 2 --seed 7 --players random"
    assert main(line.split()) == 1
    told = capsys.readouterr()
    assert "2 games" in told.out
    assert "2 dead ends" in told.out
    stuck = [f"seed 7, game {number}: nothing to do: ()" for number in range(2)]
    assert told.err.splitlines() == stuck


def test_a_small_game_ends_after_its_draw() -> None:
    end = Over(((Line("works", 3),), (Line("works", 5),)), winners=(1,))
    steps = (_asked(Wait()), Draw("cards", ("a", "b"), 1), end)
    played = play(_small_game(lambda state: steps[state]), ("random", "random"), Random(1))
    expected = Playthrough(("random", "random"), {"wait": 1}, over=end, owned=((), ()))
    assert played == expected


def test_the_report_adds_up() -> None:
    first = Over(((Line("works", 8), Line("sold", -2)), (Line("works", 10),)), winners=(1,))
    second = Over(((Line("works", 4),), (Line("works", 4),)), winners=(0, 1))
    report = summed(
        [
            Playthrough(("random", "novice"), {"work": 3}, over=first),
            Playthrough(("novice", "random"), {"work": 2, "sell": 1}, over=second),
        ],
        seats=2,
        seconds=2.0,
    )
    assert (report.mean_score, report.winner_mean, report.dead_ends) == (6.0, 7.0, 0)
    assert report.spread == pytest.approx(2.45)  # the deviation of 6, 10, 4, 4
    assert report.decisions_per_second == 3.0
    assert report.win_share_by_seat == (0.25, 0.75)
    assert report.by_player["novice"].win_share == 0.75
    assert report.scores_by_source == {"works": 6.5, "sold": -0.5}
    assert report.actions == {"work": 1.25, "sell": 0.25}


def test_games_that_nobody_wins_are_counted() -> None:
    lost = Over(((Line("works", 3),),), winners=())
    won = Over(((Line("works", 5),),), winners=(0,))
    report = summed(
        [
            Playthrough(("random",), {}, over=over, setup={"level": setup})
            for over, setup in ((lost, "a"), (won, "b"))
        ],
        seats=1,
        seconds=1.0,
    )
    assert (report.unwon, report.winner_mean, report.mean_score) == (0.5, 5.0, 4.0)
    assert report.win_share_by_seat == (0.5,)
    assert [(s, each.win_share) for s, each in report.by_setup.items()] == [
        ("level a", 0.0),
        ("level b", 1.0),
    ]
    assert "nobody won: 50.0%" in spelled(report)
    assert "level b" in spelled(report)


@pytest.mark.parametrize("title", GAMES)
def test_the_command_reports_in_json(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = min(GAMES[title].seats)
    line = f"simulate --game {title} --seats {seats} --games 2 --seed 5 --json"
    assert main([*line.split(), "--players", f"{LEVELS[0]},random"]) == 0
    first = msgspec.json.decode(capsys.readouterr().out)
    assert set(first) >= KEYS
    assert (first["games"], first["dead_ends"]) == (2, 0)
    assert first["decisions_per_second"] > 0
    won = sum(first["win_share_by_seat"]) + first["unwon"]
    assert won == pytest.approx(1, abs=0.01)
    assert len(first["win_share_by_seat"]) == seats

    assert main([*line.split(), "--players", f"{LEVELS[0]},random"]) == 0
    second = msgspec.json.decode(capsys.readouterr().out)
    del first["decisions_per_second"], second["decisions_per_second"]
    assert first == second, "the same seed plays the same games"


@pytest.mark.parametrize("title", GAMES)
def test_the_command_reports_in_words(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", title, "--games", "1", "--players", "random"]) == 0
    told = capsys.readouterr().out
    assert "1 games" in told
    assert "0 dead ends" in told
    assert "points per seat" in told
    assert "actions per seat" in told
    assert f"{max(GAMES[title].seats)} seats, seed" in told


@pytest.mark.parametrize(
    "line",
    [
        "simulate --seats 99",
        "simulate --seats many",
        "simulate --game chess",
        "simulate --games 0",
        "simulate --option nothing",
        "simulate --option nothing=like_that",
        "simulate --level nothing",
        "simulate --edition no/such/file.toml",
        "simulate --players nobody",
        "simulate --players novice,",
        "simulate --players novice:nowhere",
        "simulate --seats novice,nobody",
        "simulate --seats novice,random,random --players random",
        "simulate --jobs 0",
        "demo --port 70000",
        "",
        "sing",
    ],
)
def test_a_wrong_command_line_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(line.split())
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    assert code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "maecenas" in told.err


edited = pytest.mark.parametrize("title", sorted(GAMES.keys() & PRINTED.keys()))


@edited
def test_every_value_of_an_option_is_played(
    title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES[title]
    seats = min(game.seats)
    choice = next(choice for choice in game.choices if choice.seats == (seats,))
    line = f"simulate --game {title} --seats {seats} --games {len(choice.values)} --seed 1"
    asked = ["--option", f"{choice.key}=all", "--players", "random", "--json"]
    assert main([*line.split(), *asked]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert list(told["by_setup"]) == [f"{choice.key} {value}" for value in choice.values]
    assert main([*line.split(), "--option", f"{choice.key}={choice.values[-1]}"]) == 0
    assert f"{choice.key} {choice.values[-1]}" in capsys.readouterr().out
    more = str(max(game.seats))
    assert main([*line.split(), "--seats", more, "--option", f"{choice.key}=all"]) == 2
    assert choice.key in capsys.readouterr().err


@edited
def test_an_edition_of_ones_own_is_played_or_refused(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(PRINTED[title].text + "\n# a copy\n", encoding="utf-8")
    line = f"simulate --game {title} --games 1 --players random --edition {own}"
    assert main(line.split()) == 0
    assert "0 dead ends" in capsys.readouterr().out
    own.write_text("nonsense = 1\n" + PRINTED[title].text, encoding="utf-8")
    assert main(line.split()) == 2
    told = capsys.readouterr().err
    assert "own.toml" in told
    assert "nonsense" in told
    assert told.count("\n") == 1
