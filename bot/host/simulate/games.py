"""Whole games, one after another or in several processes, with the same results."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from rules.analysis import PLAIN, AnyAnalysis, Component
from rules.contract import (
    Action,
    AnyGame,
    Decision,
    Draw,
    Illegal,
    Over,
    Prompt,
    Seat,
)
from rules.opponents import ASIDE, RANDOM, choose
from rules.registry import ANALYSES, PRINTED, played_with

MOST: Final = 20_000
"""A game with more decisions than this is taken never to end."""

CHUNK: Final = 16
"""The most games that go to a process at once."""

ROUTE: Final = ":"
"""Between the level of a player and the route that it follows."""


class Playthrough(msgspec.Struct, frozen=True):
    """One game: its end, or why it got stuck, and what was done.

    Attributes:
        acted: how many actions of each tag were taken.
        setup: the table options that were asked for.
        first: the first player of the first round.
        kinds: how many actions of each kind of the game's analysis were taken.
        owned: by seat, the components that it owned at the end or had used up.
    """

    players: tuple[str, ...]
    acted: dict[str, int]
    over: Over | None = None
    stuck: str | None = None
    setup: Mapping[str, str] = {}
    first: Seat = 0
    kinds: dict[str, int] = {}
    owned: tuple[tuple[Component, ...], ...] = ()


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """Games with one number of seats.

    Attributes:
        game: its name in the registry.
        edition: the hash of its edition, which this process knows; None: it has only one.
        games: how many.
        lineups: who plays; several, all of the same length, are used in turn. A line-up
            that is shorter than the table begins again.
        setups: table options; several are used in turn.
    """

    game: str
    edition: str | None
    seats: int
    games: int
    lineups: tuple[tuple[str, ...], ...]
    seed: str
    setups: tuple[Mapping[str, str], ...] = ({},)

    @property
    def period(self) -> int:
        """After how many games everyone has sat in each seat equally often."""
        return len(self.lineups[0]) * len(self.lineups) * len(self.setups)

    def seated(self, number: int) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Who plays a game, by seat, and its set-up.

        From game to game, the players move by one seat; each line-up and set-up is
        played in every such order before the next one.
        """
        length = len(self.lineups[0])
        turn, shift = divmod(number, length)
        turn, nth = divmod(turn, len(self.lineups))
        lineup = self.lineups[nth]
        players = tuple(lineup[(seat + shift) % length] for seat in range(self.seats))
        return players, self.setups[turn % len(self.setups)]


def play_all(series: Series, jobs: int = 1, text: str | None = None) -> Iterator[Playthrough]:
    """The games of a series in their order, whatever the number of processes.

    Args:
        series: what is played.
        jobs: how many processes play; if one, it is this process.
        text: of the edition, where other processes cannot know it.
    """
    numbers = range(series.games)
    if jobs == 1:
        yield from map(partial(play_one, series), numbers)
        return
    chunk = max(1, min(CHUNK, series.games // (jobs * 4)))
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=_begin, initargs=(series.game, text)
    ) as pool:
        yield from pool.map(partial(play_one, series), numbers, chunksize=chunk)


def _begin(game: str, text: str | None) -> None:
    """In a new process, learn the edition and leave Ctrl+C to the process that prints."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if text is not None:
        PRINTED[game].learn(text)


def play_one(series: Series, number: int) -> Playthrough:
    """One game of a series; its generator is made from the seed and its number."""
    game = played_with(series.game, series.edition)
    players, setup = series.seated(number)
    rng = Random(f"{series.seed}/{number}")
    played = play(game, players, rng, setup, ANALYSES.get(series.game, PLAIN))
    return replace(played, setup=setup)


Chooser: TypeAlias = Callable[[object, Decision], Action]
Taken: TypeAlias = Counter[tuple[type[Prompt], type[Action]]]
"""How often an action was taken when a prompt asked for it."""


def play(
    game: AnyGame,
    players: tuple[str, ...],
    rng: Random,
    chosen: Mapping[str, str] | None = None,
    analysis: AnyAnalysis = PLAIN,
) -> Playthrough:
    """One game from its start to its end, or to where it gets stuck."""
    taken: Taken = Counter()
    spent: tuple[set[Component], ...] = tuple(set() for _ in players)
    choosers = [_chooser(game, analysis, player, rng) for player in players]
    spending = analysis.spending
    first: Seat | None = None

    def stuck(why: str) -> Playthrough:
        return Playthrough(players, _tags(taken), stuck=why)

    state = game.start(game.options(len(players), chosen or {}))
    for _ in range(MOST):
        if first is None:
            first = analysis.first(state)
        pending = game.pending(state)
        if isinstance(pending, Over):
            return Playthrough(
                players,
                _tags(taken),
                over=pending,
                first=first or 0,
                kinds=_kinds(taken, analysis),
                owned=_owned(state, spent, analysis),
            )
        if isinstance(pending, Draw):
            state = game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        if not pending or not all(decision.options for decision in pending):
            return stuck(f"nothing to do: {pending}")
        decision = pending[0] if len(pending) == 1 else rng.choice(pending)
        seat = decision.seat
        action = choosers[seat](state, decision)
        try:
            after = game.act(state, seat, action)
        except Illegal as no:
            return stuck(f"offered, then refused: {action} {no.reason}")
        kind = type(action)
        if kind in spending:
            spent[seat].update(analysis.spent(state, seat, action))
        taken[type(decision.prompt), kind] += 1
        state = after
    return stuck(f"no end within {MOST} steps")


def _tags(taken: Taken) -> dict[str, int]:
    acted: Counter[str] = Counter()
    for (_, action), count in taken.items():
        acted[str(action.__struct_config__.tag)] += count
    return dict(acted)


def _kinds(taken: Taken, analysis: AnyAnalysis) -> dict[str, int]:
    kinds = dict.fromkeys(analysis.kinds.values(), 0)
    for (prompt, action), count in taken.items():
        if action in analysis.kinds and prompt not in analysis.paying:
            kinds[analysis.kinds[action]] += count
    return kinds


def _owned(
    state: object, spent: tuple[set[Component], ...], analysis: AnyAnalysis
) -> tuple[tuple[Component, ...], ...]:
    return tuple(
        tuple(sorted(used.union(analysis.owned(state, seat))))
        for seat, used in enumerate(spent)
    )


def _chooser(game: AnyGame, analysis: AnyAnalysis, player: str, rng: Random) -> Chooser:
    """What a player does in a position; it sees no more than its view."""
    level, _, route = player.partition(ROUTE)

    def by_level(state: object, decision: Decision) -> Action:
        return choose(game.name, level, game.observe(state, decision.seat), decision, rng)

    def by_route(state: object, decision: Decision) -> Action:
        view = game.observe(state, decision.seat)
        steps = analysis.steps(view, decision, route)
        if not steps:
            return choose(game.name, level, view, decision, rng)
        # The level chooses among the steps of its route, or finds none of them worth taking.
        idle = tuple(o for o in decision.options if isinstance(o, analysis.idle))
        narrowed = replace(decision, options=(*steps, *idle), asides=())
        action = choose(game.name, level, view, narrowed, rng)
        if action in steps:
            return action
        return choose(game.name, level, view, decision, rng) if idle else rng.choice(steps)

    def at_random(_state: object, decision: Decision) -> Action:
        if decision.asides and rng.random() < ASIDE:
            return rng.choice(decision.asides)
        return rng.choice(decision.options)

    if route:
        return by_route
    return at_random if level == RANDOM else by_level
