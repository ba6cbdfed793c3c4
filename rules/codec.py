"""Entries of a game as JSON, and back."""

from __future__ import annotations

import msgspec

from rules.contract import Agreed, AnyGame, Drawn, Entry, Moved, TakenBack

_encoder = msgspec.json.Encoder(order="deterministic")


class Codec:
    """Converts entries of one game to JSON and back, for the store and for tests."""

    def __init__(self, game: AnyGame) -> None:
        self._actions = msgspec.json.Decoder(game.actions)
        self._entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(
            Moved | Drawn | TakenBack | Agreed
        )

    def encode(self, entry: Entry) -> bytes:
        """One entry as deterministic JSON."""
        return _encoder.encode(entry)

    def decode(self, raw: bytes) -> Entry:
        """One entry; raises `msgspec.DecodeError` if it is not one of this game."""
        try:
            entry = self._entries.decode(raw)
            if isinstance(entry, Moved):
                action = self._actions.decode(_encoder.encode(entry.action))
                return Moved(entry.seat, action)
        except (UnicodeDecodeError, RecursionError) as error:
            # Not UTF-8, or nested beyond all reason: msgspec lets these two errors through.
            raise msgspec.DecodeError(str(error)) from error
        return entry
