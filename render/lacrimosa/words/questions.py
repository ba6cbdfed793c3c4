"""What is being decided in Lacrimosa, for everyone and for the deciding seat.

Also where the game stands, and why something is impossible.
"""

from __future__ import annotations

from typing import assert_never, cast

from render.lacrimosa.words import amounts, plan
from render.lacrimosa.words.names import action, card, composer, named, right
from render.words import Words, plain
from rules.contract import Decision, Prompt, Reason, Seat, tag_of
from rules.lacrimosa.actions import (
    Asked,
    BuyCounter,
    SellCounter,
    ToAct,
    ToGrant,
    ToLayExperience,
    ToLayStory,
    ToPay,
    ToPlaceNeutral,
    ToSplit,
    ToSpread,
    ToUse,
)
from rules.lacrimosa.catalogue import ROUNDS, TURNS, Edition
from rules.lacrimosa.grammar import KINDS
from rules.lacrimosa.state import Granted, Right, Turn
from rules.lacrimosa.view import View


def opening(edition: Edition, view: View, words: Words) -> tuple[str, ...]:
    """Before anyone has acted: the composers drawn; the board shows the order of play."""
    names = words.listed(composer(edition, each, words) for each in view.composers)
    return (words("lacrimosa.told.composers_chosen", len(view.composers), names=names),)


def progress(view: View, words: Words) -> str:
    """Where the game stands: the round and the turn."""
    if view.over:
        return words("scores.title")
    if not view.round:
        return words("picture.stage.setup")
    figures = {"round": view.round, "rounds": ROUNDS}
    if view.upkeep:
        return words("lacrimosa.progress.maintenance", **figures)
    return words("lacrimosa.progress.turn", turn=view.turn, turns=TURNS, **figures)


def asked(edition: Edition, prompt: Prompt, words: Words) -> str:
    """What kind of decision is pending, in words that may be public."""
    question = cast(Asked, prompt)
    id_ = f"lacrimosa.asked.{tag_of(prompt)}"
    match question:
        case ToAct(()):
            return words(f"{id_}.done")
        case ToLayExperience() | ToLayStory() | ToAct() | ToSplit():
            return words(id_)
        case ToUse(_, ducats):
            return words(id_, ducats=amounts.amount("ducats", ducats, words))
        case ToGrant(what, kind):
            return words(id_, action=right(Right(what, kind), words))
        case ToSpread(amount, track):
            return words(f"{id_}.track" if track else id_, amount)
        case ToPlaceNeutral(movement):
            return words(id_, movement=edition.movements[movement].name)
        case ToPay(what):
            return words(id_, action=action(what, words))
        case _:
            assert_never(question)


def question(edition: Edition, decision: Decision, view: View, words: Words) -> str:
    """What the deciding seat is asked, in full; the first line is the question."""
    prompt = cast(Asked, decision.prompt)
    id_ = f"lacrimosa.question.{tag_of(prompt)}"
    funds = purse(view, decision.seat, words)
    match prompt:
        case ToLayExperience(turn):
            return words(id_, turn=turn, turns=TURNS)
        case ToLayStory():
            return words(id_)
        case ToUse(laid, ducats):
            price = amounts.amount("ducats", ducats, words)
            return words(id_, card=card(edition, laid, words), ducats=price)
        case ToAct(names):
            return _to_act(edition, decision, _rights(view, names), view, words)
        case ToGrant(what, kind):
            granted = _granted_right(view, Right(what, kind))
            text = words(id_, action=right(Right(what, kind), words))
            return _with_plan(edition, decision, (granted,), view, words, text)
        case ToSpread(amount, track):
            return words(f"{id_}.track" if track else id_, amount, funds=funds)
        case ToPlaceNeutral(movement):
            return words(id_, movement=edition.movements[movement].name)
        case ToSplit(points):
            paid = amounts.goods(dict(zip(KINDS, points, strict=True)), words)
            return words(id_, points=paid, funds=funds)
        case ToPay(what, price):
            cost = amounts.cost(price, words)
            if not any(isinstance(each, BuyCounter | SellCounter) for each in decision.options):
                id_ = f"{id_}.now"
            return words(id_, action=action(what, words), cost=cost, funds=funds)
        case _:
            assert_never(prompt)


def _to_act(
    edition: Edition, decision: Decision, rights: tuple[Right, ...], view: View, words: Words
) -> str:
    if not rights:
        funds = purse(view, decision.seat, words)
        left = "exchange" if decision.asides else "end"
        return words(f"lacrimosa.question.to_act.done.{left}", funds=funds)
    text = words("lacrimosa.question.to_act", turn=view.turn, turns=TURNS)
    return _with_plan(edition, decision, rights, view, words, text)


def _with_plan(
    edition: Edition,
    decision: Decision,
    rights: tuple[Right, ...],
    view: View,
    words: Words,
    text: str,
) -> str:
    """A question, the plan of the turn below it, and what the seat can pay with."""
    lines = plan.lines(edition, decision, rights, view, words)
    return "\n".join((text, *lines, purse(view, decision.seat, words)))


def _rights(view: View, names: tuple[str, ...]) -> tuple[Right, ...]:
    top = view.stack[-1] if view.stack else None
    return top.rights if isinstance(top, Turn) else tuple(map(Right, names))


def _granted_right(view: View, asked_for: Right) -> Right:
    top = view.stack[-1] if view.stack else None
    return top.right if isinstance(top, Granted) else asked_for


def purse(view: View, seat: Seat, words: Words) -> str:
    """What a seat can pay with: ducats, each kind on track and as counters, finances."""
    side = view.seats[seat]
    owned = zip(KINDS, side.tracks, side.counters, strict=True)
    points = [amounts.owned(kind, track, counters, words) for kind, track, counters in owned]
    return words(
        "lacrimosa.purse",
        ducats=amounts.amount("ducats", side.ducats, words),
        points=words.row(points),
        finance=side.finance,
    )


def why(edition: Edition, reason: Reason, words: Words) -> str:
    """Why something is impossible, with the figures and the remedy.

    Raises:
        KeyError: the catalogue has no text for the code.
    """
    figures: dict[str, object] = {
        "needs": reason.needs,
        "has": reason.has,
        "missing": reason.missing,
    }
    if reason.what is not None:
        known = reason.code != "unknown_option"
        figures["what"] = named(edition, reason.what, words) if known else plain(reason.what)
    own = f"lacrimosa.why.{reason.code}"
    sentence = words(own if own in words else f"why.{reason.code}", reason.needs, **figures)
    if reason.remedy is None:
        return sentence
    remedy = words(f"lacrimosa.remedy.{reason.remedy}")
    return words("why.with_remedy", reason=sentence, remedy=remedy)
