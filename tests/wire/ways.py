"""What a turn takes: the presses of people who make no detour, for each kind of action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from rules.contract import Moved
from tests.wire.clicker import Click
from tests.wire.promise import Promise
from tests.wire.stored_games import StoredGame, named_by

OPENS: Final = frozenset({"move", "called"})
"""The verbs that open a panel, with which a way begins."""

STRAIGHT: Final = OPENS | {"pick", "public", "sure", "step", "best_place", "go", "limit"}
"""The verbs of a way without a detour."""

PLACED: Final = frozenset({"build", "place"})
"""Actions of Florence that put something on a square."""

DRAWN: Final = frozenset({"profession", "draw_bonus"})
"""Actions of Florence that draw cards."""

NO_ACTION: Final = frozenset({"give_back", "open", "take", "decline", "bid", "pass"})
"""Decisions outside the actions of a turn: before the first action, and in auctions."""

BESIDE: Final = frozenset({"buy", "cash", "end_turn"})
"""Actions that no turn of Lacrimosa needs: exchanges, and an end that comes by itself."""

MOST: Final = {"action": 3, "placing": 4, "draw": 2, "turn": 5}
"""The most presses of each kind, including the one that opens the panel."""


@dataclass
class Ways:
    """How many presses whole actions and turns took.

    Attributes:
        florence: presses by kind of action: an action, placing, a draw.
        turns: presses of whole turns of Lacrimosa.
        tags: presses by the name of the action.
        long: the verbs of ways that took more than is promised, one line each.
    """

    florence: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    turns: list[int] = field(default_factory=list)
    tags: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    long: list[str] = field(default_factory=list)

    def count(self, game: StoredGame, clicks: Sequence[Click]) -> None:
        """Add the ways that one table's people took."""
        found = dict(_ways(game, clicks))
        ways = {number: len(way) for number, way in found.items()}
        for number, presses in ways.items():
            entry = game.journal.entries[number - 1]
            assert isinstance(entry, Moved)
            tag = str(type(entry.action).__struct_config__.tag)
            self.tags[tag].append(presses)
            if game.game == "florence" and tag not in NO_ACTION:
                kind = "placing" if tag in PLACED else "draw" if tag in DRAWN else "action"
                self.florence[kind].append(presses)
                if presses > MOST[kind]:
                    self.long.append(f"{tag}: {' '.join(found[number])}")
        if game.game == "lacrimosa":
            self.turns += _turns(game, ways)

    @property
    def promises(self) -> Iterator[Promise]:
        """The figures, with what is promised: for nine in ten, or on average."""
        for kind, found in sorted(self.florence.items()):
            tenth, longest = _tenth(found), max(found)
            what = f"Florence: presses of {kind}, nine in ten (longest: {longest})"
            measured: float = tenth
            if kind == "placing":  # by hand, a tile is turned first; Best place is a press
                what = (
                    f"Florence: presses of placing (nine in ten: {tenth}, longest: {longest})"
                )
                measured = fmean(found)
            yield Promise(what, measured, 1, MOST[kind])
        if self.turns:
            longest = max(self.turns)
            tenth = _tenth(self.turns)
            what = f"Lacrimosa: presses of a turn (nine in ten: {tenth}, longest: {longest})"
            yield Promise(what, fmean(self.turns), 1, MOST["turn"])

    def __str__(self) -> str:
        return "presses: " + ", ".join(
            f"{tag} {sum(found) / len(found):.1f} (most {max(found)} of {len(found)})"
            for tag, found in sorted(self.tags.items())
        )


def _tenth(found: Sequence[int]) -> int:
    """The figure that nine in ten do not exceed."""
    return sorted(found)[-(-9 * len(found) // 10) - 1]


def _ways(game: StoredGame, clicks: Sequence[Click]) -> Iterator[tuple[int, list[str]]]:
    """The entry of each action reached without a detour, and the verbs of its presses."""
    for person in {each.person for each in clicks}:
        own = [each for each in clicks if each.person == person]
        asked = {named_by(each) for each in own if _verb(each) == "sure"}
        way: list[str] = []
        for click in own:
            verb, key = _verb(click), named_by(click)
            way = [verb] if verb in OPENS else [*way, verb]
            number = None if key is None else game.moves.get(key)
            if number is None or (verb != "sure" and key in asked):
                continue  # it leads on, or to a question
            if STRAIGHT.issuperset(way):
                # A choice that gives something up is confirmed: that is no step of the way.
                yield number, [each for each in way if each != "sure"]
            way = []


def _verb(click: Click) -> str:
    return click.custom_id.split(":")[1]


def _turns(game: StoredGame, ways: dict[int, int]) -> Iterator[int]:
    """The presses of each turn in which every action was reached without a detour."""
    presses: list[int | None] = []
    acting: int | None = None
    for number, entry in enumerate(game.journal.entries, 1):
        if not isinstance(entry, Moved):
            continue
        if entry.seat != acting and presses:
            if None not in presses:
                yield sum(each or 0 for each in presses)
            presses = []
        acting = entry.seat
        by_person = game.rows[number - 1].by_user is not None
        tag = str(type(entry.action).__struct_config__.tag)
        if tag not in BESIDE:
            presses.append(ways.get(number) if by_person else None)
