"""A rule-of-thumb player for The Princes of Florence, from its own view only.

Everything is weighed in prestige points: what the principality promises with a
thing and without it (`_promise`), less what the thing costs at the price of a point
in that turn. No plans, no search: about what a person does in a first game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar

from msgspec.structs import replace

from rules.florence import phase_b, principality, scoring, works
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
    ACTIONS,
    BUILDING_COST,
    DRAW_COST,
    FREEDOM_COST,
    OPENING,
    PRESTIGE,
    PRESTIGE_BUILDER,
    PRESTIGE_BUILDING,
    PRESTIGE_LANDSCAPE,
    PROFESSIONS,
    SALE,
    TURNS,
)
from rules.florence.state import Player, Tile
from rules.florence.view import SeatView, View
from rules.table import Action, Decision, Seat

T = TypeVar("T")

# ------------------------------------------------------------ rules of thumb, by turn

PRICE: Final = (200, 200, 200, 200, 200, 240, 320)
"""Florins that a prestige point may cost in turns 1 to 7."""

GROWTH: Final = (8, 7, 6, 4, 2, 1, 0)
"""Work value that a card in hand still gains before it is laid."""

FRESH: Final = (2, 2, 1.5, 1, 0.5, 0.2, 0)
"""Works still to come of cards that are not in hand yet."""

HOUSES: Final = (3, 3, 2.5, 2, 1.5, 1, 0.5)
"""Buildings still to be built, for the worth of builders."""

RESERVE: Final = (2000, 1500, 1200, 1000, 900, 700, 300)
"""Florins kept from the auctions for the actions of the turn."""

PURSE: Final = (9900, 3000, 2400, 1800, 1300, 700, 0)
"""Florins after which a work's payment goes into prestige."""

AIM: Final = (8, 12, 13, 14, 15, 16, 17)
"""A work is not laid below this value while there is time to better it."""

POOR: Final = 800
"""Florins below which a work comes first, for its payment."""

FLOOR: Final = (1000, 800, 700, 600, 500, 300, 0)
"""Florins that an improvement leaves, unless it makes a work possible."""

LATENT: Final = 0.35
"""What one more thing of the kind promises to a prestige card not yet met."""


def novice(view: View, decision: Decision, rng: Random) -> Action:
    """What the novice does. It never sells prestige of its own accord."""
    me = _Mind(view, decision.seat, rng)
    match decision.prompt:
        case ToGiveBack():
            return me.give_back(decision)
        case ToOpen() | ToTake():
            return me.open(decision)
        case ToBid(lot, amount):
            return me.bid(decision, lot, amount)
        case ToPlace():
            return me.place([a for a in decision.options if isinstance(a, Place)])
        case ToRecruit():
            return me.recruit(decision.options) or KeepRecruiting()
        case ToAct() | ToEnd():
            return me.recruit(decision.asides) or me.act(decision)
        case ToPlayBonus(profession, value, minimum):
            return me.play_bonus(decision, profession, value, minimum)
        case ToExchange(_, value):
            return me.exchange(value)
        case ToKeep(deck):
            return me.keep(decision, deck)
        case _:
            return decision.options[0]


def _player(seat: SeatView) -> Player:
    """A seat as a player; what the viewer may not know is left empty."""
    return Player(
        florins=seat.florins or 0,
        hand=seat.hand or (),
        recruiting=seat.recruiting,
        bonus=seat.bonus or (),
        prestige_cards=seat.prestige_cards or (),
        tiles=seat.tiles,
        jesters=seat.jesters,
        builders=seat.builders,
        freedoms=seat.freedoms,
        works=seat.works,
        value=seat.value,
        deeds=seat.deeds,
        tally=seat.tally,
    )


class _Mind:
    """One decision's thoughts: the view made ready, and the weighing."""

    def __init__(self, view: View, seat: Seat, rng: Random) -> None:
        self.view = view
        self.seat = seat
        self.rng = rng
        self.players = tuple(map(_player, view.seats))
        self.own = self.players[seat]
        self.now = max(view.turn, 1) - 1
        self.price = PRICE[self.now]

    # -------------------------------------------------------- weighing

    def promise(self, player: Player) -> float:
        """Prestige points that a principality stands for, money aside."""
        return (
            player.prestige
            + self._works(player)
            + self._cards(player)
            + HOUSES[self.now] * self._saved(player)
        )

    def _works(self, player: Player) -> float:
        """What the works still to come will pay, at half a point for each of value."""
        growth, left = GROWTH[self.now], self.slots(player)
        values = [works.value(works.laid(player, card), card) for card in player.hand]
        values += [2 * player.jesters + len(player.works) + 6] * round(FRESH[self.now])
        values.sort(reverse=True)
        paid = 0.0
        for nth, value in enumerate(values[: 1 + left * 2 // 3]):
            least = works.minimum(min(self.now + 1 + nth // 2, TURNS))
            worth = value + growth
            paid += worth / 2 * min(1.0, worth / least)
        return paid

    def slots(self, player: Player) -> int:
        """Actions left in the game."""
        return ACTIONS * (TURNS - self.now) - len(player.deeds)

    def _saved(self, player: Player) -> float:
        """What the builders save on each building."""
        return (BUILDING_COST[0] - BUILDING_COST[player.builders]) / 200

    def _cards(self, player: Player) -> float:
        return sum(self.likely(player, card) for card in player.prestige_cards)

    def likely(self, player: Player, card: str) -> float:
        """What a prestige card will pay: all of it if met now, else a part."""
        points = PRESTIGE[card].points
        players = (*self.players[: self.seat], player, *self.players[self.seat + 1 :])
        met = scoring.card_points(players, self.seat, card)
        if met:
            return 0.8 * met + 0.2 * points if self.now < TURNS - 1 else met
        hope = LATENT * (TURNS - 1 - self.now) / (TURNS - 1)
        lacks = self._lacks(players, card)
        return points * max(0.0, 0.9 - 0.25 * lacks) * (hope + 0.15)

    def _lacks(self, players: Sequence[Player], card: str) -> int:
        if card in scoring.CONDITIONS:
            demands = scoring.CONDITIONS[card]
            return sum(max(0, d.least - d.count(players[self.seat])) for d in demands)
        counts = [scoring.LEADS[card](player) for player in players]
        return max(counts) - counts[self.seat] + 1

    def best(self, choices: Iterable[tuple[float, T]]) -> tuple[float, T]:
        """The choice of most weight; chance decides between equals."""
        found = list(choices)
        most = max(weight for weight, _ in found)
        return most, self.rng.choice([what for weight, what in found if weight == most])

    # -------------------------------------------------------- auctions

    def gain(self, lot: str) -> float:
        """Prestige points that an item of the auctions promises."""
        match lot:
            case "prestige":
                return 5.5 if self.now < TURNS - 1 else 4.0
            case "recruiting":
                _, gained = self.recruited(self._targets())
                return gained
            case _:
                return self.promise(self._with(lot)) - self.promise(self.own)

    def _with(self, lot: str) -> Player:
        own = self.own
        if lot == "jester":
            return replace(own, jesters=own.jesters + 1)
        if lot == "builder":
            scored = PRESTIGE_BUILDER if own.builders else 0
            return _scored(replace(own, builders=own.builders + 1), scored)
        found = principality.places(lot, own.tiles)
        again = any(tile.kind == lot for tile in own.tiles)
        return _scored(_laid_out(own, found[0]), PRESTIGE_LANDSCAPE if again else 0)

    def limit(self, lot: str) -> float:
        """The most florins that the novice bids for an item."""
        worth = self.gain(lot) * self.price * self.rng.uniform(0.8, 1.1)
        return min(worth, self.own.florins - RESERVE[self.now])

    def open(self, decision: Decision) -> Action:
        """The item of most worth that is in reach; nothing if none is worth 200."""
        offers = [a for a in decision.options if isinstance(a, Open | Take)]
        if not offers or self.own.florins < OPENING:
            return Decline()
        weight, offer = self.best((self.limit(a.lot), a) for a in offers)
        return offer if weight >= OPENING else Decline()

    def bid(self, decision: Decision, lot: str, amount: int) -> Action:
        """On as long as the item is worth it and the florins are there."""
        raised = next((a for a in decision.options if isinstance(a, Bid)), None)
        if raised and raised.amount <= min(self.limit(lot), self.own.florins):
            return raised
        return Pass()

    # -------------------------------------------------------- tiles

    def place(self, places: Sequence[Build | Place]) -> Action:
        """Where it costs the least room for buildings."""
        taken, walls = principality.ground(self.own.tiles)
        adjacent = self.own.builders >= phase_b.FREE_HANDS
        dead = taken if adjacent else taken | _grown(walls)
        builds = isinstance(places[0], Build)
        weighed = []
        for place in places:
            spot = principality.spot(_kind(place), place.orientation, place.square)
            if spot is None:
                continue
            lost = spot.mask | spot.border if builds and not adjacent else spot.mask
            open_sides = (spot.border & ~dead).bit_count()
            weighed.append((-4 * (lost & ~dead).bit_count() - open_sides, place))
        weighed.sort(key=lambda pair: -pair[0])
        few = weighed[:8]
        return self.best((weight + 0.5 * self._room(place), place) for weight, place in few)[1]

    def _room(self, place: Build | Place) -> int:
        """How many of the loved buildings still lacking would fit."""
        tiles = _laid_out(self.own, place).tiles
        adjacent = self.own.builders >= phase_b.FREE_HANDS
        kinds = {tile.kind for tile in tiles}
        loved = {PROFESSIONS[card].building for card in self.own.hand} - kinds
        return sum(len(principality.builds(kind, tiles, adjacent=adjacent)) for kind in loved)

    # -------------------------------------------------------- cards

    def give_back(self, decision: Decision) -> Action:
        """The profession that shares least with the others."""
        offers = [a for a in decision.options if isinstance(a, GiveBack)]
        return self.best((-_shared(a.profession, self.own.hand), a) for a in offers)[1]

    def recruited(self, cards: Iterable[str]) -> tuple[str | None, float]:
        """The profession that would promise most in hand, and how much."""
        choices = [(self.promise(_in_hand(self.own, card)), card) for card in cards]
        if not choices:
            return None, 0.0
        most, card = self.best(choices)
        return card, most - self.promise(self.own)

    def _targets(self) -> list[str]:
        others = (p.works for s, p in enumerate(self.players) if s != self.seat)
        return [card for cards in others for card in cards if card in PROFESSIONS]

    def recruit(self, actions: Sequence[Action]) -> Action | None:
        """The best profession to recruit, where there is time to lay it."""
        offers = {a.profession: a for a in actions if isinstance(a, Recruit)}
        card, gained = self.recruited(offers)
        return offers[card] if card and gained > 2 else None

    def keep(self, decision: Decision, deck: str) -> Action:
        """The card that promises most."""
        offers = [a for a in decision.options if isinstance(a, Keep)]
        match deck:
            case "professions":
                weighed = ((self.promise(_in_hand(self.own, a.card)), a) for a in offers)
            case "bonus":
                weighed = ((float(works.bonus(self.own, a.card)), a) for a in offers)
            case _:
                weighed = ((self.likely(self.own, a.card), a) for a in offers)
        return self.best(weighed)[1]

    # -------------------------------------------------------- actions

    def act(self, decision: Decision) -> Action:
        """Better the principality while there is time, then lay works."""
        work, value = self._ripe(decision.options)
        better, gained = self._improvement(decision.options)
        pressed = (
            len(self.own.hand) >= self.slots(self.own) - 1
            or self.own.florins < POOR
            or bool(self.own.deeds)
        )
        if work and (pressed or value >= AIM[self.now] or not better):
            return work
        if better and gained > 0:
            return better
        return work or EndTurn()

    def _ripe(self, options: Iterable[Action]) -> tuple[Work | None, float]:
        """The work of the highest value that can be laid, if any."""
        offers = [a for a in options if isinstance(a, Work)]
        if not offers:
            return None, 0.0
        value, work = self.best((self._reach(a.profession), a) for a in offers)
        return work, value

    def _reach(self, card: str) -> float:
        """A work's value, with bonus cards only where the minimum asks for them."""
        laid = works.laid(self.own, card)
        value = works.value(laid, card)
        for points in sorted((works.bonus(laid, other) for other in laid.bonus), reverse=True):
            if value < self.view.minimum:
                value += points
        return value

    def _improvement(self, options: Sequence[Action]) -> tuple[Action | None, float]:
        """What promises most for its cost, never for prestige sold."""
        weighed: list[tuple[float, Action]] = []
        builds: dict[str, list[Build]] = {}
        for option in options:
            match option:
                case Build(building):
                    builds.setdefault(building, []).append(option)
                case Introduce(freedom):
                    after = replace(self.own, freedoms=(*self.own.freedoms, freedom))
                    weighed += self._weighed(option, after, FREEDOM_COST)
                case DrawProfession():
                    after = replace(self.own, hand=(*self.own.hand, "mathematician"))
                    weighed += self._weighed(option, after, DRAW_COST)
                case DrawBonus():
                    gain = self._bonus_gain()
                    weighed += self._weighed(option, self.own, DRAW_COST, gain)
                case _:
                    continue
        for places in builds.values():
            after = _scored(_laid_out(self.own, places[0]), PRESTIGE_BUILDING)
            weighed += self._weighed(places[0], after, phase_b.cost(self.own))
        if not weighed:
            return None, 0.0
        gained, best = self.best(weighed)
        return (
            (self.place(builds[best.building]), gained)
            if isinstance(best, Build)
            else (best, gained)
        )

    def _bonus_gain(self) -> float:
        """What a bonus card promises: most where a work just fails the minimum."""
        if len(self.own.bonus) >= len(self.own.hand):
            return 0.0
        lacks = self.view.minimum - max(map(self._reach, self.own.hand))
        return 5.0 if 0 < lacks <= 5 else 2.0

    def _weighed(
        self, option: Action, after: Player, cost: int, gain: float = 0.0
    ) -> list[tuple[float, Action]]:
        """An improvement and what it promises less its cost, if it does not ruin."""
        gain += self.promise(after) - self.promise(self.own)
        forced = max(0, cost - self.own.florins) / SALE
        rescues = isinstance(option, DrawBonus) or self._opens(after)
        if (forced or self.own.florins - cost < FLOOR[self.now]) and not rescues:
            return []
        return [(gain - cost / self.price - forced, option)]

    def _opens(self, after: Player) -> bool:
        """Whether a work that failed the minimum would now reach it."""
        least = self.view.minimum
        return any(
            works.reach(after, card) >= least > works.reach(self.own, card)
            for card in self.own.hand
        )

    def play_bonus(
        self, decision: Decision, profession: str, value: int, minimum: int
    ) -> Action:
        """The card that just lifts the work over the minimum, or one to spare."""
        offers = [a for a in decision.options if isinstance(a, PlayBonus)]
        points = {a: works.bonus(self.own, a.card) for a in offers}
        best = max(offers, key=lambda a: points[a])
        if value < minimum:
            enough = [a for a in offers if value + points[a] >= minimum]
            return min(enough, key=lambda a: points[a]) if enough else best
        spare = len(offers) > len(self.own.hand)
        return best if spare and points[best] else Finish()

    def exchange(self, value: int) -> Action:
        """Florins as far as the purse needs them, the rest into prestige."""
        spare = self.own.florins + 100 * value - PURSE[self.now]
        return Exchange(max(0, min(value // 2, spare // 200)))


def _kind(place: Build | Place) -> str:
    return place.building if isinstance(place, Build) else place.landscape


def _laid_out(player: Player, place: Build | Place) -> Player:
    tile = Tile(_kind(place), place.orientation, place.square)
    return replace(player, tiles=(*player.tiles, tile))


def _scored(player: Player, points: int) -> Player:
    works_line = player.tally.works + points
    return replace(player, tally=replace(player.tally, works=works_line))


def _in_hand(player: Player, card: str) -> Player:
    return replace(player, hand=(*player.hand, card))


def _shared(card: str, others: Iterable[str]) -> int:
    """How much a profession loves of what other professions of the hand love."""
    loves = PROFESSIONS[card]
    rest = [PROFESSIONS[other] for other in others if other != card]
    return sum(
        2 * (other.building == loves.building)
        + (other.landscape == loves.landscape)
        + (other.freedom == loves.freedom)
        for other in rest
    )


_WIDTH: Final = principality.WIDTH
_BOARD: Final = (1 << principality.SQUARES) - 1
_LEFT: Final = sum(1 << (row * _WIDTH) for row in range(_WIDTH))
_RIGHT: Final = _LEFT << (_WIDTH - 1)


def _grown(mask: int) -> int:
    """A set of squares with all that touch it by a side."""
    sideways = (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1
    return (mask | sideways | mask << _WIDTH | mask >> _WIDTH) & _BOARD
