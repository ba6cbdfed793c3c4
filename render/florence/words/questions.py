"""What is being decided in Florence, for everyone and for the deciding seat.

Also where the game stands, and why something is impossible.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

from render.florence.words.detail import in_row, item
from render.florence.words.names import deck, florins, named, prestige
from render.lengths import clipped
from render.presentation import Scene
from render.words import Words, plain
from rules.contract import Decision, Prompt, Reason, Seat, tag_of
from rules.florence.actions import (
    Asked,
    ToAct,
    ToBid,
    ToEnd,
    ToExchange,
    ToGiveBack,
    ToKeep,
    ToOpen,
    ToPlace,
    ToPlayBonus,
    ToPutUnder,
    ToRecruit,
    ToTake,
)
from rules.florence.catalogue import PAYMENT, RAISE
from rules.florence.state import (
    Acting,
    Bidding,
    Choosing,
    Composing,
    Dealing,
    Drawing,
    DrawingStart,
    Exchanging,
    Finished,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
)
from rules.florence.view import View

_IN_FLORINS: Final = frozenset({"cannot_pay", "wrong_bid"})
"""Reasons whose figures are amounts of money."""

_FIRST_PLACES: Final = 24
"""The most characters of a card's title in a numbered list."""


def opening(view: View, scene: Scene, words: Words) -> tuple[str, ...]:
    """Before anyone has acted: the start player is drawn afterwards (F13)."""
    del view, scene
    return (words("florence.opening"),)


def progress(view: View, words: Words) -> str:
    """Where the game stands: the round and its phase."""
    match view.step:
        case Dealing() | Choosing() | DrawingStart():
            return words("florence.progress.setup")
        case Opening() | Bidding() | Landing() | Offering():
            return words("florence.progress.auction", turn=view.turn)
        case Acting() | Composing() | Exchanging():
            return words("florence.progress.actions", turn=view.turn)
        case Drawing(deck=pile) | Looking(deck=pile) | Ordering(deck=pile):
            phase = "auction" if pile == "prestige" else "actions"
            return words(f"florence.progress.{phase}", turn=view.turn)
        case Finished():
            return words("scores.title")
        case _:
            assert_never(view.step)


def asked(prompt: Prompt, words: Words) -> str:
    """What kind of decision is pending, in words that may be public."""
    question = cast(Asked, prompt)
    id_ = f"florence.asked.{tag_of(prompt)}"
    match question:
        case ToGiveBack() | ToOpen() | ToTake() | ToRecruit() | ToEnd():
            return words(id_)
        case ToBid(lot, amount):
            return words(id_, lot=named(lot, words), amount=florins(amount, words))
        case ToPlace(landscape):
            return words(id_, landscape=named(landscape, words))
        case ToAct(nth):
            return words(id_, nth=nth)
        case ToPlayBonus() | ToExchange():
            return words(id_)
        case ToKeep(pile) | ToPutUnder(pile):
            return words(id_, deck=deck(pile, words))
        case _:
            assert_never(question)


def question(decision: Decision, view: View, words: Words) -> str:
    """What the deciding seat is asked, in full sentences."""
    prompt = cast(Asked, decision.prompt)
    id_ = f"florence.question.{tag_of(prompt)}"
    funds = _funds(view, decision.seat, words)
    match prompt:
        case ToGiveBack() | ToRecruit() | ToEnd() | ToKeep():
            return words(id_)
        case ToOpen() | ToTake():
            return words(id_, funds=funds)
        case ToBid(lot, amount):
            return words(
                id_,
                lot=named(lot, words),
                next=florins(amount + RAISE, words),
                purpose=in_row(item(lot, view, words), words),
                funds=funds,
            )
        case ToPlace(landscape):
            return words(id_, landscape=named(landscape, words))
        case ToAct(nth):
            return words(id_, nth=nth, minimum=view.minimum, funds=funds)
        case ToPlayBonus(profession, value, minimum):
            card = named(profession, words)
            return words(id_, profession=card, value=value, minimum=minimum)
        case ToExchange(profession, value):
            return words(
                id_,
                profession=named(profession, words),
                value=value,
                payment=florins(PAYMENT * value, words),
            )
        case ToPutUnder():
            return words(id_, cards=_as_they_lie(view, words))
        case _:
            assert_never(prompt)


def _funds(view: View, seat: Seat, words: Words) -> str:
    side = view.seats[seat]
    points = prestige(side.prestige, words)
    if side.florins is None:
        return words("florence.question.funds.hidden", prestige=points)
    money = florins(side.florins, words)
    return words("florence.question.funds", florins=money, prestige=points)


def _as_they_lie(view: View, words: Words) -> str:
    lying = view.step.cards if isinstance(view.step, Ordering) else ()
    return words.listed(
        f"{number}\N{NO-BREAK SPACE}{clipped(named(card, words), _FIRST_PLACES)}"
        for number, card in enumerate(lying, 1)
        if card
    )


def _known(what: str, words: Words) -> str:
    """The name of what a reason is about; a forged action may name anything."""
    try:
        return named(what, words)
    except KeyError:
        return plain(what)


def why(reason: Reason, words: Words) -> str:
    """Why something is impossible, with the figures and the remedy.

    Raises:
        KeyError: the catalogue has no text for the code.
    """
    figures: dict[str, object] = {
        "needs": reason.needs,
        "has": reason.has,
        "missing": reason.missing,
    }
    if reason.code in _IN_FLORINS:
        figures = {
            key: florins(amount, words)
            for key, amount in figures.items()
            if isinstance(amount, int)
        }
    if reason.what is not None:
        figures["what"] = _known(reason.what, words)
    sentence = words(f"why.{reason.code}", **figures)
    if reason.remedy is None:
        return sentence
    remedy = words(f"why.remedy.{reason.remedy}")
    return words("why.with_remedy", reason=sentence, remedy=remedy)
