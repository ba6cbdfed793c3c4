"""The editions of games: the house's, the host's own, and those of stored games.

All of them are known from the start of the bot, here and in its workers, so that a
game is played, shown and folded with the edition that it was started with.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from bot.settings import Kept, SettingsError
from bot.store import Store
from bot.store.rows import GameRow
from rules.games import GAMES, PRINTED, played_with
from rules.table import AnyGame

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Games and the texts of their editions."""

_NOTHING: Final[Mapping[str, AnyGame]] = {}

log = logging.getLogger(__name__)


class Editions(msgspec.Struct, frozen=True):
    """What is played with what.

    Attributes:
        games: every game as new tables play it.
        texts: every edition that is known, for the workers.
    """

    games: Mapping[str, AnyGame]
    texts: Texts


def own(settings: Kept) -> dict[str, str]:
    """The texts of the editions that the host has set, checked, by game.

    Raises:
        SettingsError: one cannot be read or played; one line with the file, and with
            the entry and the rule that it breaks.
    """
    texts = {}
    for game, path in settings.editions.items():
        try:
            text = path.read_text("utf-8")
            PRINTED[game].learn(text)
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"{path} cannot be read as a text in UTF-8") from None
        except ValueError as error:
            raise SettingsError(f"{path}: {error}") from None
        texts[game] = text
    return texts


async def gathered(store: Store, texts: Mapping[str, str]) -> Editions:
    """Store what new games are played with, and recall what stored ones are played with.

    Args:
        store: open.
        texts: of the host's own editions, checked; other games have the house's.
    """
    games = dict(GAMES)
    for title in GAMES.keys() & PRINTED.keys():
        text = texts.get(title, PRINTED[title].text)
        games[title] = PRINTED[title].recall(text)
        await store.keep_edition(title, games[title].edition or "", text)
    return Editions(games, await known(store))


async def known(store: Store) -> Texts:
    """Recall every stored edition, in this process; those that can be read."""
    recalled = []
    for title, text in await store.editions():
        try:
            recall(((title, text),))
        except (KeyError, ValueError):
            # Its games will not replay, are set aside with a reason, and are not lost.
            log.exception("a stored edition of %s cannot be read any more", title)
        else:
            recalled.append((title, text))
    return tuple(recalled)


def recall(texts: Texts) -> None:
    """Know editions that were stored, in this process. Raises: KeyError, ValueError."""
    for title, text in texts:
        PRINTED[title].recall(text)


def rules_of(row: GameRow, games: Mapping[str, AnyGame] = _NOTHING) -> AnyGame:
    """The rules of a stored game; before its start those of new games, from `games`.

    Raises:
        KeyError: nobody knows the game or its edition.
    """
    if row.edition is None and row.game in games:
        return games[row.game]
    return played_with(row.game, row.edition)
