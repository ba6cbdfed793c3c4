"""The rule-of-thumb player of release 0.1.0, from its own view only: the yardstick.

The strength of other players is how often they beat this one, so it stays as it was, faults
included. It pays far too much for prestige cards, draws cards that it can no longer use,
refuses items that nobody else wants, and can spend itself into a standstill.

Everything is weighed in prestige points. A thing is worth what the principality
promises with it and not without it, less its cost at the price of a point in that
turn. The player has no plans and no search, much like a person in a first game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace

from rules.contract import Action, Decision
from rules.florence import phase_b, principality, works
from rules.florence.actions import (
    Bid,
    Build,
    Decline,
    DrawBonus,
    DrawProfession,
    EndTurn,
    Exchange,
    Finish,
    GiveBack,
    Introduce,
    Keep,
    KeepRecruiting,
    Open,
    Pass,
    Place,
    PlayBonus,
    Recruit,
    Take,
    ToAct,
    ToBid,
    ToEnd,
    ToExchange,
    ToGiveBack,
    ToKeep,
    ToOpen,
    ToPlace,
    ToPlayBonus,
    ToRecruit,
    ToTake,
    Work,
)
from rules.florence.catalogue import (
    DRAW_COST,
    EXCHANGE,
    FREEDOM_COST,
    OPENING,
    PAYMENT,
    PRESTIGE_BUILDER,
    PRESTIGE_BUILDING,
    PRESTIGE_LANDSCAPE,
    PROFESSIONS,
    SALE,
    TURNS,
)
from rules.florence.state import Player
from rules.florence.view import View
from tests.opponents.florence.placement import best_place
from tests.opponents.florence.valuation import (
    FLOOR,
    POOR,
    PURSE,
    RESERVE,
    Weighing,
    in_hand,
    laid_out,
    scored,
)


def novice(view: View, decision: Decision, rng: Random) -> Action:
    """What the novice does. It never sells prestige of its own accord."""
    me = Weighing(view, decision.seat, rng)
    match decision.prompt:
        case ToGiveBack():
            return _give_back(me, decision)
        case ToOpen() | ToTake():
            return _open(me, decision)
        case ToBid(lot):
            return _bid(me, decision, lot)
        case ToPlace():
            return best_place(me, [a for a in decision.options if isinstance(a, Place)])
        case ToRecruit():
            return _recruit(me, decision.options) or KeepRecruiting()
        case ToAct() | ToEnd():
            return _recruit(me, decision.asides) or _act(me, decision)
        case ToPlayBonus(_, value, minimum):
            return _play_bonus(me, decision, value, minimum)
        case ToExchange(_, value):
            return _exchange(me, value)
        case ToKeep(deck):
            return _keep(me, decision, deck)
        case _:
            return decision.options[0]


# ---------------------------------------------------------------- auctions


def _item(me: Weighing, lot: str) -> float:
    """The prestige points that an item promises."""
    match lot:
        case "prestige":
            return 5.5 if me.now < TURNS - 1 else 4.0
        case "recruiting":
            _, gained = _recruited(me, _targets(me))
            return gained
        case _:
            return me.gain(_with(me, lot))


def _with(me: Weighing, lot: str) -> Player:
    own = me.own
    if lot == "jester":
        return replace(own, jesters=own.jesters + 1)
    if lot == "builder":
        points = PRESTIGE_BUILDER if own.builders else 0
        return scored(replace(own, builders=own.builders + 1), points)
    found = principality.places(lot, own.tiles)
    again = any(tile.kind == lot for tile in own.tiles)
    return scored(laid_out(own, found[0]), PRESTIGE_LANDSCAPE if again else 0)


def _limit(me: Weighing, lot: str) -> float:
    """The most florins that the novice bids for an item."""
    worth = _item(me, lot) * me.price * me.rng.uniform(0.8, 1.1)
    return min(worth, me.own.florins - RESERVE[me.now])


def _open(me: Weighing, decision: Decision) -> Action:
    """The most valuable item within reach; nothing if none is worth 200."""
    offers = [a for a in decision.options if isinstance(a, Open | Take)]
    if not offers or me.own.florins < OPENING:
        return Decline()
    weight, offer = me.best((_limit(me, a.lot), a) for a in offers)
    return offer if weight >= OPENING else Decline()


def _bid(me: Weighing, decision: Decision, lot: str) -> Action:
    """A raise while the item is worth it and the florins last, else a pass."""
    raised = next((a for a in decision.options if isinstance(a, Bid)), None)
    if raised and raised.amount <= min(_limit(me, lot), me.own.florins):
        return raised
    return Pass()


# ---------------------------------------------------------------- cards


def _give_back(me: Weighing, decision: Decision) -> Action:
    """The profession that shares the least with the others."""
    offers = [a for a in decision.options if isinstance(a, GiveBack)]
    return me.best((-_shared(a.profession, me.own.hand), a) for a in offers)[1]


def _recruited(me: Weighing, cards: Iterable[str]) -> tuple[str | None, float]:
    """The profession that would promise the most in hand, and how much."""
    choices = [(me.promise(in_hand(me.own, card)), card) for card in cards]
    if not choices:
        return None, 0.0
    most, card = me.best(choices)
    return card, most - me.promise(me.own)


def _targets(me: Weighing) -> list[str]:
    others = (p.works for s, p in enumerate(me.players) if s != me.seat)
    return [card for cards in others for card in cards if card in PROFESSIONS]


def _recruit(me: Weighing, actions: Sequence[Action]) -> Action | None:
    """The best profession to recruit, if it promises enough."""
    offers = {a.profession: a for a in actions if isinstance(a, Recruit)}
    card, gained = _recruited(me, offers)
    return offers[card] if card and gained > 2 else None


def _keep(me: Weighing, decision: Decision, deck: str) -> Action:
    """The card that promises the most."""
    offers = [a for a in decision.options if isinstance(a, Keep)]
    match deck:
        case "professions":
            weighed = ((me.promise(in_hand(me.own, a.card)), a) for a in offers)
        case "bonus":
            weighed = ((float(works.bonus(me.own, a.card)), a) for a in offers)
        case _:
            weighed = ((me.likely(me.own, a.card), a) for a in offers)
    return me.best(weighed)[1]


def _shared(card: str, others: Iterable[str]) -> int:
    """How much of what a profession loves is also loved by the others in hand."""
    loves = PROFESSIONS[card]
    rest = [PROFESSIONS[other] for other in others if other != card]
    return sum(
        2 * (other.building == loves.building)
        + (other.landscape == loves.landscape)
        + (other.freedom == loves.freedom)
        for other in rest
    )


# ---------------------------------------------------------------- actions


def _act(me: Weighing, decision: Decision) -> Action:
    """Improve the principality while there is time, then lay works."""
    work = _ripe(me, decision.options)
    gained, better = _improvement(me, decision.options)
    pressed = (
        len(me.own.hand) >= me.slots(me.own) - 1 or me.own.florins < POOR or bool(me.own.deeds)
    )
    if work and (pressed or not better):
        return work
    if better and gained > 0:
        return better
    return work or EndTurn()


def _ripe(me: Weighing, options: Iterable[Action]) -> Work | None:
    """The work of the highest value that can be laid, if any."""
    offers = [a for a in options if isinstance(a, Work)]
    if not offers:
        return None
    return me.best((_reach(me, a.profession), a) for a in offers)[1]


def _reach(me: Weighing, card: str) -> float:
    """A work's value, with bonus cards only as far as the minimum requires them."""
    laid = works.laid(me.own, card)
    value = works.value(laid, card)
    for points in sorted((works.bonus(laid, other) for other in laid.bonus), reverse=True):
        if value < me.view.minimum:
            value += points
    return value


def _improvement(me: Weighing, options: Sequence[Action]) -> tuple[float, Action | None]:
    """The improvement that promises the most after its cost, and how much."""
    weighed: list[tuple[float, Action]] = []
    builds: dict[str, list[Build]] = {}
    for option in options:
        match option:
            case Build(building):
                builds.setdefault(building, []).append(option)
            case Introduce(freedom):
                after = replace(me.own, freedoms=(*me.own.freedoms, freedom))
                weighed += _weighed(me, option, after, FREEDOM_COST)
            case DrawProfession():
                after = in_hand(me.own, _any_other(me.own))
                weighed += _weighed(me, option, after, DRAW_COST)
            case DrawBonus():
                gain = _bonus_gain(me)
                weighed += _weighed(me, option, me.own, DRAW_COST, gain)
            case _:
                continue
    for places in builds.values():
        after = scored(laid_out(me.own, places[0]), PRESTIGE_BUILDING)
        weighed += _weighed(me, places[0], after, phase_b.cost(me.own))
    if not weighed:
        return 0.0, None
    gained, best = me.best(weighed)
    action = best_place(me, builds[best.building]) if isinstance(best, Build) else best
    return gained, action


def _any_other(player: Player) -> str:
    """A profession in place of the unknown one to be drawn."""
    return next(card for card in PROFESSIONS if card not in player.hand)


def _bonus_gain(me: Weighing) -> float:
    """What a bonus card promises: most if the best work just misses the minimum."""
    if len(me.own.bonus) >= len(me.own.hand):
        return 0.0
    lacks = me.view.minimum - max(_reach(me, card) for card in me.own.hand)
    return 5.0 if 0 < lacks <= 5 else 2.0


def _weighed(
    me: Weighing, option: Action, after: Player, cost: int, gain: float = 0.0
) -> list[tuple[float, Action]]:
    """An improvement with what it promises less its cost; empty if it is ruinous."""
    gain += me.gain(after)
    forced = max(0, cost - me.own.florins) / SALE
    rescues = isinstance(option, DrawBonus) or _opens(me, after)
    if (forced or me.own.florins - cost < FLOOR[me.now]) and not rescues:
        return []
    return [(gain - cost / me.price - forced, option)]


def _opens(me: Weighing, after: Player) -> bool:
    """Whether a work that missed the minimum would now reach it."""
    least = me.view.minimum
    return any(
        works.reach(after, card) >= least > works.reach(me.own, card) for card in me.own.hand
    )


def _play_bonus(me: Weighing, decision: Decision, value: int, minimum: int) -> Action:
    """The card that just lifts the work to the minimum, or a spare one."""
    offers = [a for a in decision.options if isinstance(a, PlayBonus)]
    points = {a: works.bonus(me.own, a.card) for a in offers}
    best = max(offers, key=lambda a: points[a])
    if value < minimum:
        enough = [a for a in offers if value + points[a] >= minimum]
        return min(enough, key=lambda a: points[a]) if enough else best
    spare = len(offers) > len(me.own.hand)
    return best if spare and points[best] else Finish()


def _exchange(me: Weighing, value: int) -> Action:
    """As many florins as the purse needs, and prestige for the rest."""
    spare = me.own.florins + PAYMENT * value - PURSE[me.now]
    return Exchange(max(0, min(value // 2, spare // EXCHANGE)))
