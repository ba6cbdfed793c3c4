"""An unordered supply with a known bottom.

What has not been drawn yet has no order, so nothing can leak or be peeked at.
Cards put back under a pile lie in a definite order, known to the seat that put
them there; they come up only once the unordered rest is used up.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.contract import Seat


class Buried(msgspec.Struct, frozen=True):
    """A card put under the pile, and the seat that knows its place."""

    card: str
    seat: Seat


class Supply(msgspec.Struct, frozen=True):
    """`loose` cards without an order, kept sorted; `under` them `Buried` ones, next first."""

    loose: tuple[str, ...]
    under: tuple[Buried, ...] = ()

    def __len__(self) -> int:
        return len(self.loose) + len(self.under)

    def by_chance(self, count: int) -> int:
        """How many of the next `count` cards chance decides; 0 if all of them are certain."""
        return count if len(self.loose) > count else 0

    def certain(self, count: int) -> tuple[str, ...]:
        """The next `count` cards, or all that are left, when chance decides none of them."""
        rest = count - len(self.loose)
        return self.loose + tuple(buried.card for buried in self.under[:rest])

    def without(self, cards: tuple[str, ...]) -> Supply:
        """The supply without these next cards."""
        loose = list(self.loose)
        under = list(self.under)
        for card in cards:
            if card in loose:
                loose.remove(card)
            else:
                under.remove(next(buried for buried in under if buried.card == card))
        return Supply(tuple(loose), tuple(under))

    def with_under(self, cards: tuple[str, ...], seat: Seat) -> Supply:
        """The supply with cards put under it by a seat, the first on top."""
        return Supply(self.loose, self.under + tuple(Buried(card, seat) for card in cards))


Hidden: TypeAlias = str | None


class Pile(msgspec.Struct, frozen=True):
    """A supply as a seat may know it: its size and what lies under it (None: hidden)."""

    loose: int
    under: tuple[Hidden, ...] = ()

    def __len__(self) -> int:
        return self.loose + len(self.under)


def seen(supply: Supply, seat: Seat | None) -> Pile:
    """A supply as `seat` knows it (None: a spectator)."""
    return Pile(
        len(supply.loose),
        tuple(buried.card if buried.seat == seat else None for buried in supply.under),
    )
