"""The command line of `maecenas simulate`: what is asked for, and what is printed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import SystemRandom
from time import perf_counter
from typing import Final

import msgspec

from bot.host.arguments import path
from bot.host.simulate import progress
from bot.host.simulate.games import ROUTE, Playthrough, Series, play_all
from bot.host.simulate.report import SimulationReport, spelled, spelled_tables, summed
from bot.settings import BAD_USE, SettingsError
from bot.tables.core.editions import read_text
from rules.analysis import PLAIN, AnyAnalysis
from rules.contract import AnyGame
from rules.opponents import LEVELS, RANDOM
from rules.registry import ANALYSES, GAMES, PRINTED

ALL: Final = "all"
"""In place of the values of a table option, or of a route: each of them in turn."""

PLAYERS: Final = (RANDOM, *LEVELS)
"""Who can play."""

INTERRUPTED: Final = 130
"""The exit code of a command ended by Ctrl+C."""


class UsageError(Exception):
    """What was asked for cannot be played; the text is one line."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument(
        "--seats",
        type=_seats,
        metavar="SEATS",
        help="how many (2,3,4: each in turn), or who sits there, as in --players; "
        "default: as many as the game allows",
    )
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"a table option; several values (a,b or {ALL}) are played in turn",
    )
    parser.add_argument("--level", metavar="VALUE", help="short for --option level=VALUE")
    parser.add_argument("--edition", type=path, metavar="FILE", help="play with this edition")
    parser.add_argument(
        "--games", type=_count, default=200, help="games for each number of seats; default 200"
    )
    parser.add_argument("--seed", help="plays the same games again; default: a new one")
    parser.add_argument("--jobs", type=_count, default=1, help="number of processes; default 1")
    parser.add_argument("--report", action="store_true", help="print the tables as well")
    parser.add_argument("--json", action="store_true", help="print JSON, with the tables")
    parser.add_argument(
        "--players",
        type=_players,
        help=f"who sits down in turn, of {', '.join(PLAYERS)}; add a route as LEVEL:ROUTE, or "
        f"LEVEL:{ALL} for each route in turn; default {LEVELS[0]}",
    )


def run(asked: argparse.Namespace) -> int:
    """Play the games asked for and print the report; returns 1 if any game got stuck."""
    seed = asked.seed or str(SystemRandom().randrange(10**9))
    try:
        game, text = _game(asked.game, asked.edition)
        runs = [
            _series(game, asked, seats, players, seed)
            for seats, players in _tables(game, asked)
        ]
    except UsageError as bad:
        print(f"maecenas: {bad}", file=sys.stderr)
        return BAD_USE
    analysis = ANALYSES.get(asked.game, PLAIN)
    reports = []
    for series in runs:
        played, seconds = _played(series, asked.jobs, text)
        report = summed(played, series.seats, seconds, analysis.targets)
        reports.append(report)
        if not asked.json:
            _print(asked, series, report)
        if len(played) < series.games:
            break
    if asked.json:
        whole = reports[0] if len(runs) == 1 else reports
        print(msgspec.json.format(msgspec.json.encode(whole), indent=2).decode())
    if len(reports) < len(runs) or reports[-1].games < runs[-1].games:
        return INTERRUPTED
    return 1 if any(report.dead_ends for report in reports) else 0


def _played(series: Series, jobs: int, text: str | None) -> tuple[list[Playthrough], float]:
    """The games, or those that ended before Ctrl+C, and the seconds that they took."""
    began = perf_counter()
    played: list[Playthrough] = []
    games = play_all(series, jobs, text)
    try:
        played.extend(progress.told(games, series.games, sys.stderr))
    except KeyboardInterrupt:
        print(f"stopped after {len(played)} games", file=sys.stderr)
    seconds = perf_counter() - began
    for number, game in enumerate(played):
        if game.stuck:
            print(f"seed {series.seed}, game {number}: {game.stuck}", file=sys.stderr)
    return played, seconds


def _print(asked: argparse.Namespace, series: Series, report: SimulationReport) -> None:
    played = [series.game, f"{series.seats} seats", f"seed {series.seed}", *_edition(series)]
    print(", ".join(played))
    if report.games % series.period:
        print(
            f"not everyone sat in each seat equally often: play a multiple of {series.period}"
        )
    print(spelled(report))
    if asked.report:
        print(f"\n{spelled_tables(report.tables)}\n")


def _edition(series: Series) -> list[str]:
    """The edition and the printing of the game's components, where there are several."""
    if series.edition is None:
        return []
    number = PRINTED[series.game].printing(series.edition)
    return [f"edition {series.edition}", f"printing {number}"]


# ---------------------------------------------------------------- what is asked for


def _game(title: str, edition: Path | None) -> tuple[AnyGame, str | None]:
    """The game with the house edition or that of a file, and the text of the file.

    Raises:
        UsageError: the file cannot be read or played.
    """
    if edition is None:
        return GAMES[title], None
    if title not in PRINTED:
        raise UsageError(f"{title} has only one edition")
    try:
        text = read_text(edition)
        return PRINTED[title].learn(text), text
    except SettingsError as error:
        raise UsageError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"{edition}: {error}") from None


def _tables(game: AnyGame, asked: argparse.Namespace) -> list[tuple[int, tuple[str, ...]]]:
    """Numbers of seats with who sits there; raises `UsageError`."""
    players = asked.players or LEVELS[:1]
    if asked.seats is None:
        return [(max(game.seats), players)]
    if all(isinstance(seats, int) for seats in asked.seats):
        return [(seats, players) for seats in asked.seats]
    if asked.players:
        raise UsageError("--seats names who sits there, so leave out --players")
    return [(len(asked.seats), asked.seats)]


def _series(
    game: AnyGame, asked: argparse.Namespace, seats: int, players: tuple[str, ...], seed: str
) -> Series:
    """What is to be played with a number of seats; raises `UsageError`."""
    level = [_option(f"level={asked.level}")] if asked.level else []
    return Series(
        game=asked.game,
        edition=game.edition,
        seats=seats,
        games=asked.games,
        lineups=_lineups(players, ANALYSES.get(asked.game, PLAIN)),
        seed=seed,
        setups=tuple(_setups(game, seats, dict(asked.option + level))),
    )


def _lineups(players: Sequence[str], analysis: AnyAnalysis) -> tuple[tuple[str, ...], ...]:
    """The players with their routes spelled out; raises `UsageError`."""
    lists = []
    for player in players:
        level, sign, route = player.partition(ROUTE)
        routes = analysis.routes if route == ALL else (route,)
        if sign and not {*routes} <= {*analysis.routes}:
            known = ", ".join((*analysis.routes, ALL))
            raise UsageError(f"the route of {player} must be one of {known}")
        lists.append([f"{level}{sign}{each}" for each in routes])
    return tuple(product(*lists))


def _setups(
    game: AnyGame, seats: int, asked: Mapping[str, tuple[str, ...]]
) -> Iterator[dict[str, str]]:
    """Every combination of the values asked for; raises `UsageError`, for the seats too."""
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise UsageError(f"{game.name} is played with {allowed} seats")
    known = {choice.key: choice.values for choice in game.choices if seats in choice.seats}
    lists = []
    for key, values in asked.items():
        if key not in known:
            raise UsageError(f"{game.name} with {seats} seats has no option {key!r}")
        chosen = known[key] if values == (ALL,) else values
        for value in chosen:
            if value not in known[key]:
                raise UsageError(f"{key} must be one of {', '.join(known[key])}, not {value!r}")
        lists.append([(key, value) for value in chosen])
    yield from map(dict, product(*lists))


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return int(text)


def _option(text: str) -> tuple[str, tuple[str, ...]]:
    key, sign, values = text.partition("=")
    if not (key and sign and values):
        raise argparse.ArgumentTypeError("an option is KEY=VALUE")
    return key, tuple(values.split(","))


def _seats(text: str) -> tuple[int, ...] | tuple[str, ...]:
    parts = text.split(",")
    if all(part.isdecimal() for part in parts):
        return tuple(map(int, parts))
    return _players(text)


def _players(text: str) -> tuple[str, ...]:
    players = tuple(text.split(","))
    for player in players:
        if player.partition(ROUTE)[0] not in PLAYERS:
            raise argparse.ArgumentTypeError(f"there is no player {player!r}")
    return players
