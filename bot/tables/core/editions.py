"""The editions of games: the house edition, the host's own, and those of stored games.

All of them are known from the bot's start, here and in its workers, so that a game is
played, shown and folded with the edition that it was started with.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from bot.settings import SettingsError, StorageSettings
from bot.store import Store
from bot.store.rows import GameRow
from bot.tables.core.regular_files import read_file
from rules.contract import AnyGame
from rules.registry import GAMES, PRINTED, played_with

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Games and the texts of their editions."""

LARGEST: Final = 2**18
"""The most bytes that an edition's file may have: five times ours, read within a second."""

_NOTHING: Final[Mapping[str, AnyGame]] = {}

_log = logging.getLogger(__name__)


class Editions(msgspec.Struct, frozen=True):
    """The known editions.

    Attributes:
        games: every game as new tables play it.
        texts: every known edition, for the workers.
    """

    games: Mapping[str, AnyGame]
    texts: Texts


def read_own(settings: StorageSettings) -> dict[str, str]:
    """The checked texts of the host's own editions, by game.

    Raises:
        SettingsError: an edition cannot be read or played; one line that names the file,
            and the entry with the rule that it breaks.
    """
    texts = {}
    for game, path in settings.editions.items():
        text = read_text(path)
        try:
            PRINTED[game].learn(text)
        except ValueError as error:
            raise SettingsError(f"{path}: {error}") from None
        texts[game] = text
    return texts


def read_text(path: Path) -> str:
    """The text of an edition's file.

    Raises:
        SettingsError: it cannot be read as text, or is far too long; one line.
    """
    try:
        raw = read_file(path, LARGEST)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from None
    if len(raw) > LARGEST:
        raise SettingsError(f"{path} is too large for an edition: over {LARGEST:,} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{path} cannot be read as UTF-8 text") from None


async def load_editions(store: Store, texts: Mapping[str, str]) -> Editions:
    """Store the editions of new games, and recall those of stored games.

    Args:
        store: where editions are kept; open.
        texts: those of the host's own editions, checked; other games have the house edition.
    """
    games = dict(GAMES)
    stored = await recall_stored(store)  # first: keeping an edition replaces a damaged text
    current = [(each, texts.get(each, PRINTED[each].text)) for each in GAMES if each in PRINTED]
    for title, text in current:
        games[title] = PRINTED[title].recall(text)
        await store.keep_edition(title, games[title].edition or "", text)
    return Editions(games, tuple(dict.fromkeys((*current, *stored))))


async def recall_stored(store: Store) -> Texts:
    """Recall every stored edition in this process; return those that can be read.

    A damaged edition is logged in one line. Its games will not replay: they are set aside with
    a reason, and are not lost.
    """
    recalled = []
    for title, digest, text in await store.editions():
        try:
            game = PRINTED[title].recall(text)
        except (KeyError, ValueError) as error:
            what = "an edition of %s cannot be read any more: %s"
            _log.error(what, title, error)
            continue
        if game.edition != digest:
            _log.error("an edition of %s is not what was stored: %s", title, digest)
        recalled.append((title, text))
    return tuple(recalled)


def recall(texts: Texts) -> None:
    """Make stored editions known in this process.

    Raises:
        KeyError: the game is unknown.
        ValueError: a text is not an edition.
    """
    for title, text in texts:
        PRINTED[title].recall(text)


def rules_of(row: GameRow, games: Mapping[str, AnyGame] = _NOTHING) -> AnyGame:
    """The rules of a stored game; before its start, those of new games, from `games`.

    Raises:
        KeyError: the game or its edition is unknown.
    """
    if row.edition is None and row.game in games:
        return games[row.game]
    return played_with(row.game, row.edition)
