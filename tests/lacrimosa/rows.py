"""Rows with known cards on known spaces, for tests of prices."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lacrimosa.positions import cards_of


def row(on: Mapping[int, str], period: int = 1, length: int = 7) -> tuple[str, ...]:
    """A row with these cards on these spaces and others of the period elsewhere.

    A row shorter than 7 leaves spaces on the left empty.
    """
    every = (*cards_of(period, opus=True), *cards_of(period, opus=False))
    others = (card for card in every if card not in on.values())
    return tuple(on.get(space) or next(others) for space in range(8 - length, 8))
