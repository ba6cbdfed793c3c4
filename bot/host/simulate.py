"""`maecenas simulate`: whole games between opponents, straight on the rules, and a report.

No Discord, no store, one core. Every game has a generator of its own, made from the
seed and its number, so that one game of many can be played again alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random, SystemRandom
from statistics import fmean, pstdev
from time import perf_counter
from typing import TypeAlias

import msgspec

from bot.settings import BAD_USE, SettingsError
from bot.tables.editions import read_text
from rules.contract import Action, AnyGame, Decision, Draw, Illegal, Over, Seat, tag_of
from rules.opponents import LEVELS, choose
from rules.registry import GAMES, PRINTED

RANDOM = "random"
"""The player that takes any option, and now and then an aside."""

ASIDE = 0.05
ALL = "all"
"""In place of the values of a table option: each of them in turn."""

MOST = 20_000
"""A game of more decisions than this does not end by itself."""


class UsageError(Exception):
    """What was asked for cannot be played; the text is one line."""


class Playthrough(msgspec.Struct, frozen=True):
    """One game: its end, or why it got stuck, and how many actions of each kind it took.

    `setup` spells the table options that were asked for.
    """

    players: tuple[str, ...]
    acted: dict[str, int]
    over: Over | None = None
    stuck: str | None = None
    setup: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How one seat, or one player, fared: points, their deviation, and victories."""

    mean: float
    spread: float
    win_share: float


class SimulationReport(msgspec.Struct, frozen=True):
    """What the games showed. Points are final; shared victories count in parts.

    Attributes:
        decisions_per_second: actions taken in a second, opponents' thinking included.
        dead_ends: games that got stuck; they count in nothing below.
        mean_score: over all seats of all games; `spread` is the standard deviation.
        unwon: the share of games that nobody won: the game itself has beaten its player.
        by_setup: the same as `by_seat`, by the table options asked for.
        scores_by_source: mean points of a seat by line of the score.
        actions: how often a seat takes each kind of action in a game.
    """

    games: int
    decisions_per_second: float
    dead_ends: int
    mean_score: float
    spread: float
    winner_mean: float
    win_share_by_seat: tuple[float, ...]
    by_seat: tuple[Outcome, ...]
    by_player: dict[str, Outcome]
    by_setup: dict[str, Outcome]
    unwon: float
    scores_by_source: dict[str, float]
    actions: dict[str, float]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command to its parser."""
    parser.add_argument("--game", choices=sorted(GAMES), default=next(iter(GAMES)))
    parser.add_argument("--seats", type=int, help="default: as many as the game allows")
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=f"a table option; of several values (a,b or {ALL}) each in turn",
    )
    parser.add_argument("--level", metavar="VALUE", help="short for --option level=VALUE")
    parser.add_argument("--edition", type=Path, metavar="FILE", help="play with this edition")
    parser.add_argument("--games", type=_count, default=200, help="default 200")
    parser.add_argument("--seed", help="for the same games again; default: a new one")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--players",
        type=_players,
        default=LEVELS[:1],
        help=f"who sits down in turn, of {', '.join((RANDOM, *LEVELS))}; default {LEVELS[0]}",
    )


def run(asked: argparse.Namespace) -> int:
    """Plays the games asked for and prints the report; 1 if any game got stuck."""
    try:
        game = _game(asked.game, asked.edition)
        seats = max(game.seats) if asked.seats is None else asked.seats
        level = [_option(f"level={asked.level}")] if asked.level else []
        setups = tuple(_setups(game, seats, dict(asked.option + level)))
    except UsageError as bad:
        print(f"maecenas: {bad}", file=sys.stderr)
        return BAD_USE
    seed = asked.seed or str(SystemRandom().randrange(10**9))
    began = perf_counter()
    played = []
    for number, result in enumerate(
        play_all(game, seats, asked.games, asked.players, seed, setups)
    ):
        played.append(result)
        if result.stuck:
            print(f"seed {seed}, game {number}: {result.stuck}", file=sys.stderr)
    report = summed(played, seats, perf_counter() - began)
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        print(f"{asked.game}, {seats} seats, seed {seed}")
        print(spelled(report))
    return 1 if report.dead_ends else 0


def _game(title: str, edition: Path | None) -> AnyGame:
    """The game with the house edition or that of a file; raises `UsageError`."""
    if edition is None:
        return GAMES[title]
    if title not in PRINTED:
        raise UsageError(f"{title} has one edition only")
    try:
        return PRINTED[title].learn(read_text(edition))
    except SettingsError as error:
        raise UsageError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"{edition}: {error}") from None


def _setups(
    game: AnyGame, seats: int, asked: Mapping[str, tuple[str, ...]]
) -> Iterator[dict[str, str]]:
    """Every combination of the values asked for; raises `UsageError`, also for the seats."""
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise UsageError(f"{game.name} is played at {allowed} seats")
    known = {choice.key: choice.values for choice in game.choices if seats in choice.seats}
    lists = []
    for key, values in asked.items():
        if key not in known:
            raise UsageError(f"{game.name} at {seats} seats has no option {key!r}")
        chosen = known[key] if values == (ALL,) else values
        for value in chosen:
            if value not in known[key]:
                raise UsageError(f"{key} is one of {', '.join(known[key])}, not {value!r}")
        lists.append([(key, value) for value in chosen])
    yield from map(dict, product(*lists))


def play_all(
    game: AnyGame,
    seats: int,
    games: int,
    players: Sequence[str],
    seed: str,
    setups: Sequence[Mapping[str, str]] = ({},),
) -> Iterator[Playthrough]:
    """Whole games; from game to game the players move up one seat.

    Each set-up is played with every order of the players before the next one.
    """
    for number in range(games):
        seated = tuple(players[(seat + number) % len(players)] for seat in range(seats))
        setup = setups[number // len(players) % len(setups)]
        played = play(game, seated, Random(f"{seed}/{number}"), setup)
        spelled_out = ", ".join(f"{key} {value}" for key, value in setup.items())
        yield msgspec.structs.replace(played, setup=spelled_out)


def play(
    game: AnyGame,
    players: tuple[str, ...],
    rng: Random,
    chosen: Mapping[str, str] | None = None,
) -> Playthrough:
    """One game from its start to its end, or to where it gets stuck."""
    acted: Counter[str] = Counter()
    state = game.start(game.options(len(players), chosen or {}))
    for _ in range(MOST):
        pending = game.pending(state)
        if isinstance(pending, Over):
            return Playthrough(players, acted, over=pending)
        if isinstance(pending, Draw):
            state = game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        if not pending or not all(decision.options for decision in pending):
            return Playthrough(players, acted, stuck=f"nothing to do: {pending}")
        decision = pending[0] if len(pending) == 1 else rng.choice(pending)
        action = _choice(game, players[decision.seat], state, decision, rng)
        try:
            state = game.act(state, decision.seat, action)
        except Illegal as no:
            return Playthrough(
                players, acted, stuck=f"offered, then refused: {action} {no.reason}"
            )
        acted[tag_of(action)] += 1
    return Playthrough(players, acted, stuck=f"no end within {MOST} steps")


def _choice(
    game: AnyGame, player: str, state: object, decision: Decision, rng: Random
) -> Action:
    if player != RANDOM:
        view = game.observe(state, decision.seat)
        return choose(game.name, player, view, decision, rng)
    if decision.asides and rng.random() < ASIDE:
        return rng.choice(decision.asides)
    return rng.choice(decision.options)


def summed(played: Sequence[Playthrough], seats: int, seconds: float) -> SimulationReport:
    """The report on games that took so many seconds together."""
    overs = [game.over for game in played if game.over]
    results = [result for game in played for result in _results(game)]
    lines = [line for over in overs for seat in over.lines for line in seat]
    acted: Counter[str] = Counter()
    for game in played:
        acted.update(game.acted)
    points: Counter[str] = Counter()
    for line in lines:
        points[line.source] += line.points
    by_seat = tuple(
        _outcome([result for result in results if result[0] == seat]) for seat in range(seats)
    )
    everyone = _outcome(results)
    return SimulationReport(
        games=len(played),
        decisions_per_second=round(acted.total() / seconds, 1) if seconds else 0.0,
        dead_ends=sum(game.stuck is not None for game in played),
        mean_score=everyone.mean,
        spread=everyone.spread,
        winner_mean=_mean(
            [max(over.totals[seat] for seat in over.winners) for over in overs if over.winners]
        ),
        win_share_by_seat=tuple(outcome.win_share for outcome in by_seat),
        by_seat=by_seat,
        by_player={
            player: _outcome([result for result in results if result[1] == player])
            for player in sorted({player for game in played for player in game.players})
        },
        by_setup={
            setup: _outcome([result for result in results if result[4] == setup])
            for setup in dict.fromkeys(game.setup for game in played if game.setup)
        },
        unwon=_mean([float(not over.winners) for over in overs]),
        scores_by_source=_each(points, len(results)),
        actions=_each(acted, len(played) * seats),
    )


Result: TypeAlias = tuple[Seat, str, int, float, str]
"""Seat, player, points, share of the victory, and set-up, of a seat of a game."""


def _results(game: Playthrough) -> Iterator[Result]:
    over = game.over
    if over is None:
        return
    for seat, (player, total) in enumerate(zip(game.players, over.totals, strict=True)):
        share = 1 / len(over.winners) if seat in over.winners else 0.0
        yield seat, player, total, share, game.setup


def _outcome(results: Sequence[Result]) -> Outcome:
    points = [result[2] for result in results]
    spread = round(pstdev(points), 2) if points else 0.0
    return Outcome(_mean(points), spread, round(_mean([result[3] for result in results]), 3))


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 3) if values else 0.0


def _each(counts: Counter[str], among: int) -> dict[str, float]:
    """The most frequent first, each divided among so many."""
    return {what: round(count / among, 2) for what, count in counts.most_common() if among}


def spelled(report: SimulationReport) -> str:
    """The report for a reader at a terminal."""
    speed = f"{report.decisions_per_second:,.0f} decisions a second"
    lines = [
        f"{report.games} games, {speed}, {report.dead_ends} dead ends",
        f"winners: mean {report.winner_mean:.1f}",
        _row("all", Outcome(report.mean_score, report.spread, _mean(report.win_share_by_seat))),
        *(_row(f"seat {seat + 1}", outcome) for seat, outcome in enumerate(report.by_seat)),
        *(_row(player, outcome) for player, outcome in report.by_player.items()),
        *(_row(setup, outcome) for setup, outcome in report.by_setup.items()),
        *([f"nobody won: {report.unwon:.1%}"] if report.unwon else []),
        "points of a seat: " + _listed(report.scores_by_source),
        "actions of a seat: " + _listed(report.actions),
    ]
    return "\n".join(lines)


def _row(who: str, outcome: Outcome) -> str:
    return (
        f"  {who:<10} mean {outcome.mean:5.1f}, spread {outcome.spread:4.1f}, "
        f"wins {outcome.win_share:6.1%}"
    )


def _listed(figures: dict[str, float]) -> str:
    return ", ".join(f"{what} {figure:.2f}" for what, figure in figures.items())


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number of games from 1")
    return int(text)


def _option(text: str) -> tuple[str, tuple[str, ...]]:
    key, sign, values = text.partition("=")
    if not (key and sign and values):
        raise argparse.ArgumentTypeError("an option is KEY=VALUE")
    return key, tuple(values.split(","))


def _players(text: str) -> tuple[str, ...]:
    players = tuple(text.split(","))
    for player in players:
        if player not in (RANDOM, *LEVELS):
            raise argparse.ArgumentTypeError(f"nobody is called {player!r}")
    return players
