"""What a position is worth to the Lacrimosa novice, in victory points.

Everything is measured by one promise: the points that a seat has, and what its
money, story points, cards, opus, tiles and markers promise until the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.contract import Seat
from rules.lacrimosa import scoring
from rules.lacrimosa.catalogue import ROUNDS, SIDES, TURNS, Court, Edition
from rules.lacrimosa.grammar import (
    ACTIONS,
    KINDS,
    WILD,
    Again,
    Good,
    Grant,
    Item,
    OpusPoints,
    PerOpus,
    Points,
    Repeat,
    TrackSteps,
    repeat,
    reward,
)
from rules.lacrimosa.state import (
    Gaining,
    Granted,
    Note,
    Placing,
    Player,
    Right,
    Spreading,
    State,
    Turn,
)
from rules.opponents.lacrimosa.figures import Figures

_SHOWS = frozenset({"perform_or_sell", "perform", "sell"})


class Weighing:
    """The promise of positions to one seat, by one player's figures."""

    def __init__(self, edition: Edition, seat: Seat, figures: Figures) -> None:
        self.edition = edition
        self.seat = seat
        self.figures = figures
        self._action = dict(zip(ACTIONS, figures.action, strict=True))

    def promise(self, state: State) -> float:
        """The victory points that the position is worth."""
        own = state.players[self.seat]
        return (
            own.vp
            + self._money(own.ducats, state.round)
            + self._points(own, state)
            + self._finance(own.finance, state.round)
            + self._cards(own, state)
            + self.performing(own, state)
            + self._tiles(own, state)
            + self.composed(state)
            + self.served(own, state)
            + self.figures.marker * len(own.markers)
            + sum(self._frame(state, frame) for frame in state.stack)
        )

    def _money(self, ducats: int, number: int) -> float:
        purse = self.figures.purse
        full = min(ducats, purse) + self.figures.surplus * max(ducats - purse, 0)
        return full * self.figures.ducat[number - 1]

    def _points(self, own: Player, state: State) -> float:
        """Story points: counters keep their worth, tracks only while turns are left."""
        lasting = self.figures.lasting[state.turn - 1]
        worth = 0.0
        for kind, (track, counters) in enumerate(zip(own.tracks, own.counters, strict=True)):
            each = self.figures.points[kind][state.round - 1]
            worth += each * (lasting * self._faded(track) + self._faded(counters))
        return worth

    def _faded(self, count: int) -> float:
        fading = self.figures.fading
        return sum(fading[:count]) + fading[-1] * max(count - len(fading), 0)

    def _due(self, kind: str, number: int) -> float:
        """The worth of a track point that the maintenance of a round brings."""
        if number >= ROUNDS:
            return 0.5
        figures = self.figures
        if kind == WILD:
            return figures.due * max(each[number] for each in figures.points)
        return figures.due * figures.points[KINDS.index(kind)][number]

    def _coming(self, number: int) -> float:
        """The worth of a ducat that the maintenance of a round brings."""
        return 1 / 3 if number >= ROUNDS else self.figures.ducat[number]

    def _finance(self, index: int, now: int) -> float:
        """All that the funds will pay until the end."""
        space = self.edition.player.finance[index]
        return sum(
            space.ducats * self._coming(number)
            + space.wildcards * self._due(WILD, number)
            + space.vp
            for number in range(now, ROUNDS + 1)
        )

    # ------------------------------------------------------------ cards

    def _cards(self, own: Player, state: State) -> float:
        """The stories laid, the bonus for Experiences, and what the deck is good for."""
        edition, now = self.edition, state.round
        worth = sum(self.story(card, now) for card in own.story)
        tile = edition.bonuses[state.bonus[-1]]
        times = sum(
            edition.memories[card].actions.count(tile.action) for card in own.experiences
        )
        if times:
            worth += times * self.goods(reward(tile.reward), now)
        if now < ROUNDS:
            deck = (*own.hand, *own.deck, *own.experiences, *own.story)
            worth += (ROUNDS - now) * sum(self._card(card, now) for card in deck)
        return worth

    def story(self, card: str, number: int) -> float:
        """What the bottom of a card brings in the maintenance of a round."""
        worth = 0.0
        for item in reward(self.edition.memories[card].story):
            if isinstance(item, Points):
                worth += item.amount * self._due(item.kind, number)
            elif isinstance(item, Good):
                worth += item.amount
        return worth

    def _card(self, card: str, now: int) -> float:
        """What a card is good for in each later round."""
        used, laid = self.figures.cards
        memory = self.edition.memories[card]
        worth = self.goods(reward(memory.reward), now) + self.actions(card)
        return used * worth + laid * self.story(card, now)

    def actions(self, card: str) -> float:
        """What the actions of a card bring on average."""
        return sum(self._action[action] for action in self.edition.memories[card].actions)

    def goods(self, items: Iterable[Item], number: int) -> float:
        """What goods are roughly worth, before a closer look."""
        figures, worth = self.figures, 0.0
        for item in items:
            match item:
                case Good("ducats", amount):
                    worth += amount * figures.ducat[number - 1]
                case Good("vp", amount):
                    worth += amount
                case Good(_, amount):
                    worth += amount * 0.3 * (ROUNDS + 1 - number)
                case Points(_, amount, track):
                    each = figures.points[0][number - 1]
                    worth += amount * each * (figures.lasting[1] if track else 1.0)
                case Grant(_, _, bonus):
                    worth += figures.grant
                    worth += self.goods((bonus,), number) if bonus else 0.0
                case PerOpus(_, amount):
                    worth += amount
                case _:
                    worth += 0.5
        return worth

    # ------------------------------------------------------------ opus and tiles

    def performing(self, own: Player, state: State) -> float:
        """The best performances and sales that there will be cards for."""
        if not own.opus:
            return 0.0
        left = ROUNDS - state.round
        chances = self._chances(own, state, left)
        if chances <= 0:
            return 0.0
        found: list[float] = []
        for held in own.opus:
            perform, sell = self._show(held.id, own, state.round)
            if sell > perform:
                found.append(sell)
            else:
                found += [perform] * (left + (not held.rotated))
        found.sort(reverse=True)
        whole = int(chances)
        worth = sum(max(value, 0.0) for value in found[:whole])
        if whole < len(found):
            worth += (chances - whole) * max(found[whole], 0.0)
        return worth

    def _chances(self, own: Player, state: State, left: int) -> float:
        """How many performances and sales the seat's own cards still allow."""
        now = sum(is_show(frame.right) for frame in state.stack if isinstance(frame, Granted))
        for frame in state.stack:
            if isinstance(frame, Turn):
                now += sum(map(is_show, frame.rights))
        unplayed = (*own.hand, *own.deck)
        rest = self._shows(unplayed)
        every = rest + self._shows((*own.experiences, *own.story))
        turns = (TURNS - state.turn) / TURNS
        share = min(1.0, 2 * turns) if turns else 0.0
        return now + self.figures.shows * (rest * share + left * every)

    def _shows(self, cards: Iterable[str]) -> int:
        return sum("perform_or_sell" in self.edition.memories[card].actions for card in cards)

    def _show(self, opus: str, own: Player, number: int) -> tuple[float, float]:
        """What a performance and what a sale of an opus bring."""
        figures, card = self.figures, self.edition.opus[opus]
        talent = figures.points[0][number - 1] * 0.8
        bonus = self._scored(own, card.type)
        perform = card.perform.ducats * figures.ducat[number - 1]
        steps = card.sell.finance * 0.75 * (ROUNDS + 1 - number)
        return (
            perform - card.perform.talent * talent + bonus,
            card.sell.vp + steps - card.sell.talent * talent + bonus,
        )

    def _scored(self, own: Player, genre: str | None) -> int:
        """What the seat's own Offertorium tiles score for a type."""
        return sum(
            effect.amount
            for effect in self.effects(own)
            if isinstance(effect, OpusPoints) and effect.genre == genre
        )

    def effects(self, own: Player) -> Iterable[Repeat]:
        """The seat's own repeating rewards."""
        for hired in own.hired:
            text = self.edition.tiles[hired.tile].repeat
            if text:
                yield repeat(text)

    def _tiles(self, own: Player, state: State) -> float:
        """What repeating rewards bring until the end."""
        figures, now, worth = self.figures, state.round, 0.0
        rounds = ROUNDS - now + (TURNS - state.turn) / TURNS
        for effect in self.effects(own):
            match effect:
                case TrackSteps(kind, amount):
                    due = (self._due(kind, number) for number in range(now, ROUNDS + 1))
                    worth += amount * sum(due)
                case OpusPoints(_, amount):
                    worth += amount * figures.offers * rounds
                case Again():
                    worth += figures.again * rounds
        return worth

    # ------------------------------------------------------------ requiem and courts

    def composed(self, state: State) -> float:
        """The seat's own markers, weighted by the chance that their side leads in the end."""
        worth = 0.0
        last = state.round >= ROUNDS
        for movement, (eighth, sixteenth, *own) in self._placed(state.notes).items():
            if own[0] or own[1]:
                part = movement, eighth, sixteenth, own[0], own[1]
                for gain in self._part(*part, state.covers, last=last):
                    worth += gain
        return worth

    def _placed(self, notes: tuple[Note, ...]) -> dict[str, tuple[int, int, int, int]]:
        """By movement, the markers on each side: everyone's, and the seat's own.

        The movements are in the order of the seat's first markers there.
        """
        if not notes:
            return {}
        placed = dict(self._placed(notes[:-1]))
        note = notes[-1]
        movement = self.edition.movement_of[note.space]
        counts = [*placed.get(movement, (0, 0, 0, 0))]
        side = SIDES.index(note.side)
        counts[side] += 1
        if note.seat == self.seat:
            if not counts[2] + counts[3]:
                placed.pop(movement, None)
            counts[2 + side] += 1
        placed[movement] = counts[0], counts[1], counts[2], counts[3]
        return placed

    def _part(
        self,
        movement: str,
        eighth: int,
        sixteenth: int,
        own_eighth: int,
        own_sixteenth: int,
        covers: tuple[str, ...],
        *,
        last: bool,
    ) -> tuple[float, ...]:
        """What the seat's own markers on each side of a movement promise."""
        part = self.edition.movements[movement]
        open_ = len(part.spaces) - eighth - sixteenth
        open_ -= sum(space.id in covers for space in part.spaces)
        if last:
            open_ = min(open_, 1)
        sides = (own_eighth, eighth - sixteenth), (own_sixteenth, sixteenth - eighth)
        return tuple(
            placed * (part.vp_lower + _chance(lead, open_) * (part.vp_higher - part.vp_lower))
            for placed, lead in sides
            if placed
        )

    def served(self, own: Player, state: State) -> float:
        """Court tiles: their points if served now, a part of them if something is lacking."""
        if not own.courts:
            return 0.0
        served = scoring.assignment(self.edition, state, self.seat)
        last = state.round >= ROUNDS
        likely = self.figures.court[last]
        worth = 0.0
        for court in own.courts:
            tile = self.edition.courts[court]
            lacks = 0 if court in served else max(self._lacks(tile, own, state), 1)
            worth += tile.vp * likely[min(lacks, 2)]
        return worth

    def _lacks(self, tile: Court, own: Player, state: State) -> int:
        """How many halves of a court's demand are not met."""
        if tile.kind in {"types", "periods"}:
            opus = [self.edition.opus[held.id] for held in own.opus]
            things = {str(card.type) for card in opus} | {str(card.period) for card in opus}
        else:
            notes = [note.space for note in state.notes if note.seat == self.seat]
            things = {self.edition.spaces[space].instrument for space in notes}
            things |= {self.edition.movement_of[space] for space in notes}
        return sum(str(need) not in things for need in tile.needs)

    def _frame(self, state: State, frame: object) -> float:
        """What a frame on the stack still brings."""
        now = state.round
        match frame:
            case Gaining(items):
                return self.goods(reward(items), now)
            case Granted(right) if right.action not in _SHOWS:
                return self.figures.grant
            case Granted(Right(bonus=str(bonus))):
                return 0.7 * self.goods(reward((bonus,)), now)
            case Spreading(amount, track):
                return self.goods((Points(WILD, amount, track),), now)
            case Placing():
                return 0.8
            case _:
                return 0.0


def is_show(right: Right) -> bool:
    """Whether a right lets an opus be performed or sold."""
    return right.action in _SHOWS


@cache
def _chance(lead: int, open_: int) -> float:
    """The chance that a side that leads by so many stays ahead."""
    if abs(lead) > open_:
        return 1.0 if lead > 0 else 0.0
    return min(max(0.45 + 0.5 * lead / (open_ + 1), 0.05), 0.95)
