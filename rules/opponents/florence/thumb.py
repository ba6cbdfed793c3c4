"""What a rule-of-thumb player of The Princes of Florence does in one position.

Everything is weighed in prestige points: what a thing adds to the promise of the
principality, minus what it costs at the price of a point in that turn. No plans, no search.
It plays seats by itself and in the rollouts of players that look ahead, so it works on
positions and lists only what it weighs. A turn may offer up to 900 places for buildings; it
looks at ten of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from msgspec.structs import replace

from rules.contract import Action, Seat
from rules.florence import auction, cards, phase_b, principality, recruiting, works
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
    PlayBonus,
    Recruit,
    Take,
    Work,
)
from rules.florence.catalogue import (
    ACTIONS,
    BUILDINGS,
    DRAW_COST,
    EXCHANGE,
    FREEDOM_COST,
    FREEDOMS,
    LOTS,
    OPENING,
    PAYMENT,
    PRESTIGE_BUILDING,
    PROFESSIONS,
    RAISE,
    SALE,
)
from rules.florence.state import (
    Acting,
    Bidding,
    Choosing,
    Composing,
    Exchanging,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    Player,
    State,
    Tile,
)
from rules.florence.treasury import cover
from rules.opponents.florence.figures import Figures
from rules.opponents.florence.placement import best_place
from rules.opponents.florence.thought import (
    Memory,
    Thought,
    in_hand,
    reaches,
    scored,
)

RECRUITS: Final = 2
"""Points that a profession must promise to be recruited at once."""

Weighed = list[tuple[float, Action]]


def decide(
    figures: Figures, state: State, seat: Seat, rng: Random, memory: Memory | None = None
) -> Action:
    """What the player decides. It never sells prestige of its own accord.

    Args:
        figures: what it believes.
        state: the position; what the seat may not know is not read.
        seat: one that must decide now.
        rng: the source of all chance.
        memory: what items were worth before, for use where many positions are alike.
    """
    me = Thought(figures, state, seat, rng, memory)
    match state.step:
        case Acting():
            return _recruit(me) or _act(me)
        case Bidding() as step:
            return _bid(me, step)
        case Opening():
            return _open(me)
        case Exchanging() as step:
            return exchange(me, step.value)
        case Composing() as step:
            return _play_bonus(me, step.value)
        case Looking() as step:
            return _keep(me, step)
        case Ordering() as step:
            return cards.as_they_lie(step)
        case Landing() as step:
            return best_place(me.own, step.landscape, rng)
        case Offering():
            return _recruit(me) or KeepRecruiting()
        case Choosing():
            return _give_back(me)
        case _:
            raise ValueError("nobody decides now")


# ---------------------------------------------------------------- auctions


def limit(me: Thought, lot: str, reserve: float) -> float:
    """The most florins that the player bids for an item."""
    worth = me.item(lot) * me.price * me.rng.uniform(*me.figures.bids)
    return min(worth, me.own.florins - reserve)


def lots(me: Thought) -> list[str]:
    """The items that the player may put up or take."""
    if cover(me.own) < OPENING:
        return []
    return [lot for lot in LOTS if not auction.unavailable(me.state, me.own, lot)]


def _open(me: Thought) -> Action:
    """The most valuable item within reach; nothing if none is worth 200."""
    last = len(auction.free(me.state)) == 1
    offers = lots(me)
    reserve = (me.figures.spared if last else me.figures.reserve)[me.now]
    if not offers or me.own.florins - reserve < OPENING:
        return Decline()
    weight, lot = me.best((limit(me, lot, reserve), lot) for lot in offers)
    if weight < OPENING:
        return Decline()
    return Take(lot) if last else Open(lot)


def _bid(me: Thought, step: Bidding) -> Action:
    """The next bid, if the item is worth it and the florins are there; otherwise a pass."""
    raised = step.amount + RAISE
    reserve = me.figures.reserve[me.now]
    if raised > me.own.florins - reserve:
        return Pass()
    most = limit(me, step.lot, reserve)
    return Bid(raised) if raised <= most else Pass()


# ---------------------------------------------------------------- cards


def _give_back(me: Thought) -> Action:
    """The profession that shares least with the others."""
    hand = me.own.hand
    return GiveBack(me.best((-_shared(card, hand), card) for card in hand)[1])


def _shared(card: str, others: Iterable[str]) -> int:
    """How much a profession loves what the other professions in hand love."""
    loves = PROFESSIONS[card]
    rest = [PROFESSIONS[other] for other in others if other != card]
    return sum(
        2 * (other.building == loves.building)
        + (other.landscape == loves.landscape)
        + (other.freedom == loves.freedom)
        for other in rest
    )


def _recruit(me: Thought) -> Action | None:
    """The best profession to recruit; None: no recruiting card, or none promises enough."""
    if not me.own.recruiting:
        return None
    card, gained = me.recruited(recruiting.targets(me.state, me.seat))
    return Recruit(card) if card and gained > RECRUITS else None


def _keep(me: Thought, step: Looking) -> Action:
    """The card that promises most."""
    match step.deck:
        case "professions":
            weighed = [(me.promise(in_hand(me.own, card)), card) for card in step.cards]
        case "bonus":
            weighed = [(float(works.bonus(me.own, card)), card) for card in step.cards]
        case _:
            weighed = [(me.likely(me.own, card), card) for card in step.cards]
    return Keep(me.best(weighed)[1])


# ---------------------------------------------------------------- actions


def _act(me: Thought) -> Action:
    """Improve the principality while there is time, then lay works."""
    own = me.own
    if len(own.deeds) == ACTIONS:
        return EndTurn()
    work = ripe(me)
    pressed = len(own.hand) >= me.slots(own) - 1 or own.florins < me.figures.poor
    if work and (pressed or own.deeds):
        return work
    weighed = improvements(me)
    if weighed:
        gained, better = me.best(weighed)
        if gained > 0:
            return placed(me, better)
    return work or EndTurn()


def ripe(me: Thought) -> Work | None:
    """The most valuable work that can be laid, if any."""
    hand, least = me.own.hand, me.least
    offers = [card for card, most in zip(hand, me.reaches, strict=True) if most >= least]
    return Work(me.best((me.value(card), card) for card in offers)[1]) if offers else None


def placed(me: Thought, action: Action) -> Action:
    """The action, with a building in its best place."""
    if isinstance(action, Build):
        return best_place(me.own, action.building, me.rng)
    return action


def improvements(me: Thought) -> Weighed:
    """What improves the principality, each with what it promises minus its cost.

    A building is listed once for all its places.
    """
    own, state = me.own, me.state
    funds = cover(own)
    found: Weighed = []
    once = {deed.kind for deed in own.deeds}
    if funds >= DRAW_COST:
        if "profession" not in once and len(state.professions) and _useful(me):
            after = in_hand(own, _any_other(own))
            found += _weighed(me, DrawProfession(), after, DRAW_COST)
        if "freedom" not in once:
            for kind, left in zip(FREEDOMS, state.freedoms, strict=True):
                if left and kind not in own.freedoms:
                    after = replace(own, freedoms=(*own.freedoms, kind))
                    found += _weighed(me, Introduce(kind), after, FREEDOM_COST)
        if len(state.bonus) and _useful(me):
            found += _weighed(me, DrawBonus(), own, DRAW_COST, _bonus_gain(me))
    cost = phase_b.cost(own)
    if funds >= cost:
        found += _buildings(me, cost)
    return found


def _buildings(me: Thought, cost: int) -> Weighed:
    own = me.own
    kinds = {tile.kind for tile in own.tiles}
    adjacent = own.builders >= phase_b.FREE_HANDS
    found: Weighed = []
    for kind, left in zip(BUILDINGS, me.state.buildings, strict=True):
        if not left or kind in kinds:
            continue
        places = principality.builds(kind, own.tiles, adjacent=adjacent)
        if places:
            first = places[0]
            tile = Tile(kind, first.orientation, first.square)
            after = scored(replace(own, tiles=(*own.tiles, tile)), PRESTIGE_BUILDING)
            found += _weighed(me, first, after, cost)
    return found


def _useful(me: Thought) -> bool:
    """Whether a card that is drawn now can still be used."""
    return not me.figures.useful or me.slots(me.own) > 1


def _any_other(player: Player) -> str:
    """A profession in place of the one to be drawn."""
    return next(card for card in PROFESSIONS if card not in player.hand)


def _bonus_gain(me: Thought) -> float:
    """What a bonus card promises: most where a work just misses the minimum."""
    if len(me.own.bonus) >= len(me.own.hand):
        return 0.0
    lacks = me.least - max(me.value(card) for card in me.own.hand)
    return 5.0 if 0 < lacks <= 5 else 2.0


def _weighed(
    me: Thought, option: Action, after: Player, cost: int, gain: float = 0.0
) -> Weighed:
    """An improvement with what it promises minus its cost, unless it is ruinous."""
    own = me.own
    forced = max(0, cost - own.florins) / SALE
    ruinous = forced or own.florins - cost < me.figures.floor[me.now]
    if ruinous and not isinstance(option, DrawBonus) and not _opens(me, after):
        return []
    gain += me.gain(after)
    return [(gain - cost / me.price - forced, option)]


def _opens(me: Thought, after: Player) -> bool:
    """Whether a work that misses the minimum would then reach it."""
    least = me.least
    if after is me.own or min(me.reaches, default=least) >= least:
        return False
    pairs = zip(reaches(after), me.reaches, strict=False)  # a card drawn comes last
    return any(then >= least > now for then, now in pairs)


def _play_bonus(me: Thought, value: int) -> Action:
    """The card that just lifts the work over the minimum, or one to spare."""
    own = me.own
    points = {card: works.bonus(own, card) for card in own.bonus}
    best = max(own.bonus, key=points.__getitem__)
    if value < me.least:
        enough = [card for card in own.bonus if value + points[card] >= me.least]
        return PlayBonus(min(enough, key=points.__getitem__) if enough else best)
    spare = len(own.bonus) > len(own.hand)
    return PlayBonus(best) if spare and points[best] else Finish()


def exchange(me: Thought, value: int) -> Exchange:
    """Florins as far as the purse needs them, the rest into prestige."""
    spare = me.own.florins + PAYMENT * value - me.figures.purse[me.now]
    return Exchange(max(0, min(value // 2, int(spare // EXCHANGE))))
