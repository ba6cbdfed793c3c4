"""The grammar of rewards, costs and repeating rewards on the components.

An edition writes a reward as short strings ("ducats 2", "action sell religious +
finance 2"); here they become tagged values. Each is read once, then cached.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, TypeAlias, cast, get_args

import msgspec

Kind: TypeAlias = Literal["talent", "journey", "composition"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""The three kinds of story points, in the order of the tracks (L42)."""

WILD: Final = "wild"
TYPES: Final = ("opera", "religious", "symphony", "chamber")
ACTIONS: Final = ("document", "commission", "perform_or_sell", "travel", "requiem")
GRANTS: Final = (*ACTIONS, "perform", "sell")
INSTRUMENTS: Final = ("horns", "percussion", "strings", "voice", "organ")


class Good(msgspec.Struct, frozen=True, tag="good"):
    """Something gained at once: `what` is ducats, vp or finance."""

    what: Literal["ducats", "vp", "finance"]
    amount: int


class Points(msgspec.Struct, frozen=True, tag="points"):
    """Story points as counters, or as steps on a track; `kind` may be wild."""

    kind: str
    amount: int
    track: bool


class Grant(msgspec.Struct, frozen=True, tag="grant"):
    """An action that may be taken now, perhaps for one opus type, perhaps with a bonus."""

    action: str
    genre: str | None = None
    bonus: Good | None = None


class PerOpus(msgspec.Struct, frozen=True, tag="per_opus"):
    """Points for each opus of a type that the seat owns (L94)."""

    genre: str
    amount: int


class Neutral(msgspec.Struct, frozen=True, tag="neutral"):
    """The neutral marker comes into play (L92)."""


Item: TypeAlias = Good | Points | Grant | PerOpus | Neutral


class TrackSteps(msgspec.Struct, frozen=True, tag="track"):
    """Sequentia: steps on a story track in every maintenance (L97)."""

    kind: Kind
    amount: int


class OpusPoints(msgspec.Struct, frozen=True, tag="opus"):
    """Offertorium: points for each commission, performance or sale (L98)."""

    genre: str
    amount: int


class Again(msgspec.Struct, frozen=True, tag="again"):
    """Agnus Dei: the action may be taken once more (L99)."""

    action: str


Repeat: TypeAlias = TrackSteps | OpusPoints | Again


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be paid: ducats, story points, steps down the finance track."""

    ducats: int = 0
    talent: int = 0
    journey: int = 0
    composition: int = 0
    wild: int = 0
    finance: int = 0

    def plus(self, other: Cost) -> Cost:
        """The sum of two costs."""
        return Cost(
            self.ducats + other.ducats,
            self.talent + other.talent,
            self.journey + other.journey,
            self.composition + other.composition,
            self.wild + other.wild,
            self.finance + other.finance,
        )

    @property
    def points(self) -> tuple[int, int, int]:
        """Story points of the three kinds."""
        return self.talent, self.journey, self.composition


FREE: Final = Cost()

# Four digits are plenty: figures are shown in pictures, and may be spelled letter by letter.
_AMOUNT: Final = re.compile(
    r"(ducats|vp|finance|(?:track\.)?(?:talent|journey|composition|wild)) ([1-9]\d{0,3})"
)
_GRANT: Final = re.compile(
    rf"action ({'|'.join(GRANTS)})(?: ({'|'.join(TYPES)}))?(?: \+ ((?:ducats|vp|finance) \d+))?"
)
_PER: Final = re.compile(rf"vp_per ({'|'.join(TYPES)}) ([1-9]\d{{0,3}})")
_TRACK: Final = re.compile(r"track\.(talent|journey|composition) ([1-9]\d{0,3})")
_OPUS: Final = re.compile(rf"opus\.({'|'.join(TYPES)}) ([1-9]\d{{0,3}})")
_AGAIN: Final = re.compile(rf"repeat ({'|'.join(ACTIONS)})")


@cache
def item(text: str) -> Item:
    """One item of a reward; raises `ValueError` if the text is not one."""
    if text == "neutral_marker":
        return Neutral()
    if found := _AMOUNT.fullmatch(text):
        return _amount(found[1], int(found[2]))
    if found := _GRANT.fullmatch(text):
        return _grant(found[1], found[2], found[3])
    if found := _PER.fullmatch(text):
        return PerOpus(found[1], int(found[2]))
    raise ValueError(f"{text!r} is no reward")


def _amount(what: str, amount: int) -> Good | Points:
    if what in {"ducats", "vp", "finance"}:
        return Good(cast(Literal["ducats", "vp", "finance"], what), amount)
    return Points(what.removeprefix("track."), amount, track=what.startswith("track."))


def _grant(action: str, genre: str | None, bonus: str | None) -> Grant:
    if genre and action not in {"perform", "sell"}:
        raise ValueError(f"{action} takes no type of opus")
    extra = item(bonus) if bonus else None
    return Grant(action, genre, extra if isinstance(extra, Good) else None)


@cache
def reward(texts: tuple[str, ...]) -> tuple[Item, ...]:
    """A whole reward, its items in order; raises `ValueError`."""
    return tuple(item(text) for text in texts)


@cache
def repeat(text: str) -> Repeat:
    """A repeating reward; raises `ValueError` if the text is not one."""
    if found := _TRACK.fullmatch(text):
        return TrackSteps(cast(Kind, found[1]), int(found[2]))
    if found := _OPUS.fullmatch(text):
        return OpusPoints(found[1], int(found[2]))
    if found := _AGAIN.fullmatch(text):
        return Again(found[1])
    raise ValueError(f"{text!r} is no repeating reward")
