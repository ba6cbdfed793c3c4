"""What each profession in hand and each kind of action allows now, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from render.florence.words.names import named
from render.words import Words
from rules.contract import Decision
from rules.florence import works
from rules.florence.actions import ToOpen
from rules.florence.catalogue import (
    PROFESSIONS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
    VALUE_LANDSCAPE,
)
from rules.florence.state import Acting, Player
from rules.florence.view import View

_ACTIONS: Final = ("work", "build", "freedom", "profession", "draw_bonus")
_AUCTIONS: Final = ("open",)


def outlook(decision: Decision, view: View, words: Words) -> tuple[str, ...]:
    """Each profession with what its Work lacks, then the kinds of action of other phases."""
    return tuple(words("words.line", text=text) for text in _texts(decision, view, words))


def _texts(decision: Decision, view: View, words: Words) -> Iterator[str]:
    side = view.seats[decision.seat]
    for card in side.hand or ():
        yield _work(card, side.player, view.minimum, words)
    if not isinstance(view.step, Acting):
        yield words("florence.outlook.actions", actions=_labels(_ACTIONS, words))
    if not isinstance(decision.prompt, ToOpen):
        yield words("florence.outlook.auctions", actions=_labels(_AUCTIONS, words))


def _labels(kinds: tuple[str, ...], words: Words) -> str:
    return words.row(words(f"florence.label.{kind}") for kind in kinds)


def _work(card: str, player: Player, minimum: int, words: Words) -> str:
    """The value that a Work would have, and what would lift it."""
    loved = PROFESSIONS[card]
    kinds = {tile.kind for tile in player.tiles}
    wanting = [
        words("florence.outlook.adds", what=named(what, words), value=value)
        for what, value, there in (
            (loved.building, VALUE_BUILDING, loved.building in kinds),
            (loved.landscape, VALUE_LANDSCAPE, loved.landscape in kinds),
            (loved.freedom, VALUE_FREEDOM, loved.freedom in player.freedoms),
        )
        if not there
    ]
    most = works.reach(player, card)
    figures = {"card": named(card, words), "value": most, "minimum": minimum}
    form = "florence.outlook.work" if most >= minimum else "florence.outlook.work.missing"
    text = words(form, missing=max(minimum - most, 0), **figures)
    if not wanting:
        return text
    return words(
        "words.sentences",
        first=text,
        second=words("florence.outlook.lift", adds=words.row(wanting)),
    )
