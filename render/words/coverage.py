"""How many of its texts a language has, and where it can therefore be offered.

English stands in for each text that a language lacks, so a catalogue can grow text by text.
But a table, or everyone whose Discord is set to a language, should not read a mixture: the
language is offered there once it has nearly everything. Until then, people can choose it in
`/settings`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from render.words.catalogue import LANGUAGES, SOURCE, Words, fitting
from rules.registry import GAMES

ENOUGH: Final = 0.95
"""The share a language must have of the commands, a game's own texts, and all at its table."""

NAME: Final = "language.name"
"""The language's name for itself; a language without it cannot be chosen anywhere."""


def offered(game: str) -> tuple[str, ...]:
    """The languages that a table of a game can have, English first."""
    return _offered().get(game, (SOURCE,))


def of_table(locale: str, game: str) -> str | None:
    """The language of a table of a game for a locale of Discord, or None."""
    return fitting(locale, offered(game))


@cache
def spoken() -> frozenset[str]:
    """The languages that are whole for some game: for commands, and for people's Discord."""
    return frozenset(each for languages in _offered().values() for each in languages)


def of_discord(locale: str) -> Words:
    """The words for someone who has chosen no language, by the locale of their Discord."""
    return Words.pick(fitting(locale, spoken()) or SOURCE)


@cache
def named() -> tuple[str, ...]:
    """The languages that a person can choose: all that have a name, English first."""
    return _in_order(each for each in LANGUAGES if NAME in Words.pick(each).ids)


def missing(words: Words, games: Collection[str]) -> frozenset[str]:
    """The texts that a language lacks, without those of games other than the given ones."""
    return frozenset(_read_with(games) - words.ids)


def is_whole(words: Words, game: str) -> bool:
    """Whether a language has enough for the tables of a game."""
    wanted = _read_with((game,))
    commands = {id_ for id_ in wanted if id_.startswith("command.")}
    own = {id_ for id_ in wanted if game in id_.split(".")}
    return NAME in words.ids and all(
        len(part & words.ids) >= ENOUGH * len(part) for part in (commands, own, wanted)
    )


def _read_with(games: Collection[str]) -> set[str]:
    """The texts that are read where these games are played; a game's own ids name it."""
    others = GAMES.keys() - set(games)
    return {id_ for id_ in Words.pick(SOURCE).ids if others.isdisjoint(id_.split("."))}


@cache
def _offered() -> dict[str, tuple[str, ...]]:
    """For each game, the languages that are whole for it."""
    return {
        game: _in_order(each for each in LANGUAGES if is_whole(Words.pick(each), game))
        for game in GAMES
    }


def _in_order(languages: Iterator[str]) -> tuple[str, ...]:
    return tuple(sorted(languages, key=lambda each: (each != SOURCE, each)))
