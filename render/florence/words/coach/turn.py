"""The coach in the seat's own turn: which action makes which work possible or better."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from render.coach import Amount, Counted, Figures, figures, naming
from render.florence.words.coach.wishes import (
    VALUES,
    drawing,
    has,
    having,
    loved,
    lovers,
    recruited,
)
from rules.contract import Action, Decision, Seat, tag_of
from rules.florence import phase_b, scoring, works
from rules.florence.actions import (
    Build,
    DrawBonus,
    DrawProfession,
    Introduce,
    Recruit,
    ToAct,
    ToRecruit,
    Work,
)
from rules.florence.catalogue import (
    ACTIONS,
    BONUS,
    BUILDINGS,
    DRAW_COST,
    FREEDOM_COST,
    FREEDOMS,
    LOOKED_AT,
    PRESTIGE_BUILDING,
    PROFESSIONS,
    TURNS,
    VALUE_BUILDING,
    VALUE_FREEDOM,
)
from rules.florence.state import Player
from rules.florence.treasury import missing
from rules.florence.view import View


def acts(view: View, decision: Decision) -> Player | None:
    """The deciding player, if the decision is an action of the turn."""
    acting = isinstance(decision.prompt, ToAct)
    return view.seats[decision.seat].player if acting else None


def _offered(options: tuple[Action, ...]) -> dict[str, None]:
    """The buildings and freedoms among some actions, each once."""
    found: dict[str, None] = {}
    for each in options:
        if isinstance(each, Build):
            found[each.building] = None
        elif isinstance(each, Introduce):
            found[each.freedom] = None
    return found


def _start(thing: str) -> tuple[str, str]:
    """The start of the path of the action that adds a building or a freedom."""
    return ("freedom" if thing in FREEDOMS else "build", thing)


def _cost(player: Player, thing: str) -> int:
    return FREEDOM_COST if thing in FREEDOMS else phase_b.cost(player)


def _first(view: View, decision: Decision) -> Iterator[tuple[int, int, str, str]]:
    """Each profession with something it loves that the first action could add.

    It yields the value reached with the thing and without, the profession, the thing. No
    prestige is sold to pay for the thing.
    """
    player = acts(view, decision)
    if player is None or len(player.deeds) == ACTIONS - 1:
        return
    offered = _offered(decision.options)
    for card in player.hand:
        for thing in loved(card):
            if thing in offered and not missing(player, _cost(player, thing)):
                then = works.reach(having(player, thing), card)
                yield then, works.reach(player, card), card, thing


def lifted_by_action(view: View, decision: Decision) -> Figures | None:
    """The first action would make a work possible for the second one (F50, F53, F56, F58)."""
    least = view.minimum
    found = [each for each in _first(view, decision) if each[1] < least <= each[0]]
    if not found:
        return None
    _, reached, card, thing = max(found)
    said = figures(card=card, has=reached, minimum=least, what=thing)
    return naming(said, *_start(thing), agreed=True)


def better_before_work(view: View, decision: Decision) -> Figures | None:
    """A work is possible, and worth more if another action comes first (F50, F56, F58)."""
    found = [each for each in _first(view, decision) if each[1] >= view.minimum]
    if not found:
        return None
    value, reached, card, thing = max(found)
    player = view.seats[decision.seat].player
    cost = Amount("florins", _cost(player, thing))
    said = figures(card=card, has=reached, value=value, cost=cost, what=thing)
    return naming(said, *_start(thing), agreed=True)


def draw_before_work(view: View, decision: Decision) -> Figures | None:
    """A profession drawn first adds to the work after it, and is needed anyway (F50, F60)."""
    player = acts(view, decision)
    cards = _possible(decision)
    if player is None or player.deeds or not cards or DrawProfession() not in decision.options:
        return None
    if len(player.hand) > TURNS - view.turn or missing(player, DRAW_COST):
        return None
    value, card = max((works.reach(player, card), card) for card in cards)
    cost = Amount("florins", DRAW_COST)
    said = figures(card=card, has=value, value=works.reach(drawing(player), card), cost=cost)
    return naming(said, tag_of(DrawProfession()))


def _possible(decision: Decision) -> tuple[str, ...]:
    """The professions whose works are possible now."""
    return tuple(each.profession for each in decision.options if isinstance(each, Work))


def minimum_rises(view: View, decision: Decision) -> Figures | None:
    """A work is possible now but, as things stand, not in the next turn (F53)."""
    player = acts(view, decision)
    if player is None or view.turn == TURNS:
        return None
    following = works.minimum(view.turn + 1)
    found = [
        (reached, card)
        for card in _possible(decision)
        if (reached := works.reach(player, card)) < following
    ]
    if not found:
        return None
    reached, card = max(found)
    said = figures(card=card, has=reached, following=following)
    return naming(said, "work", card, agreed=True)


def bonus_lifts(view: View, decision: Decision) -> Figures | None:
    """A work is possible only together with the bonus cards in hand (F53, F61, F85)."""
    player = acts(view, decision)
    if player is None:
        return None
    for card in _possible(decision):
        value = works.value(works.laid(player, card), card)
        if value < view.minimum:
            reached = works.reach(player, card)
            said = figures(card=card, value=value, has=reached, minimum=view.minimum)
            return naming(said, "work", card, agreed=True)
    return None


def building_serves(view: View, decision: Decision) -> Figures | None:
    """One building would serve several professions in hand (F56)."""
    return _serves(view, decision, BUILDINGS, VALUE_BUILDING)


def freedom_serves(view: View, decision: Decision) -> Figures | None:
    """One freedom would serve several professions in hand (F58)."""
    return _serves(view, decision, FREEDOMS, VALUE_FREEDOM)


def _serves(
    view: View, decision: Decision, kinds: Collection[str], points: int
) -> Figures | None:
    player = acts(view, decision)
    if player is None:
        return None
    things = [each for each in _offered(decision.options) if each in kinds]
    found = [
        (len(cards), each, cards) for each in things if (cards := lovers(player.hand, each))
    ]
    count, thing, cards = max(found, default=(0, "", ()))
    if count < 2:
        return None
    return naming(figures(what=thing, points=points, cards=cards), *_start(thing))


def last_copy(view: View, decision: Decision) -> Figures | None:
    """The last tile of a building or freedom that a profession in hand loves (F71, F83)."""
    player = acts(view, decision)
    if player is None:
        return None
    left = view.buildings | view.freedoms
    for thing in _offered(decision.options):
        cards = lovers(player.hand, thing)
        if left[thing] == 1 and cards and not has(player, thing):
            return naming(figures(what=thing, cards=cards), *_start(thing))
    return None


def bonus_may_lift(view: View, decision: Decision) -> Figures | None:
    """No work is possible, but a bonus card drawn first could lift one (F53, F61, F84).

    The cards that the seat has not seen are counted, wherever they are; it knows those that
    it put under the pile.
    """
    player = acts(view, decision)
    if player is None or player.deeds or not player.hand or _possible(decision):
        return None
    if lifted_by_action(view, decision):
        return None
    if DrawBonus() not in decision.options or missing(player, DRAW_COST):
        return None
    reached, card = max((works.reach(player, card), card) for card in player.hand)
    after = works.laid(player, card)
    unseen = _unseen(view, player)
    able = [each for each in unseen if reached + works.bonus(after, each) >= view.minimum]
    if not able:
        return None
    said = figures(
        len(able),
        card=card,
        has=reached,
        minimum=view.minimum,
        all=len(unseen),
        looked=min(LOOKED_AT, len(view.bonus)),
    )
    return naming(said, tag_of(DrawBonus()))


def _unseen(view: View, player: Player) -> set[str]:
    """The bonus cards that may still be drawn, as far as the player knows (F84)."""
    return set(BONUS) - {*player.bonus, *view.discards, *view.bonus.under}


def few_professions(view: View, decision: Decision) -> Figures | None:
    """At most one profession in hand, with turns to come that could have a work (F52, F80)."""
    player = acts(view, decision)
    if player is None or len(player.hand) > 1 or DrawProfession() not in decision.options:
        return None
    if view.turn == TURNS:
        return None
    said = figures(cost=Amount("florins", DRAW_COST))
    return naming(said, tag_of(DrawProfession()))


def work_lacks(view: View, decision: Decision) -> Figures | None:
    """No work is possible in this turn: what lifts the best profession for the next one.

    What is added now stays, and the next turn demands more of a work (F53, F56, F58).
    """
    player = acts(view, decision)
    if player is None or view.turn == TURNS or not player.hand or _possible(decision):
        return None
    offered = _offered(decision.options)
    if _comes_into_reach(view, decision, offered):
        return None
    gains = {
        card: tuple(Counted(each, VALUES[each]) for each in loved(card) if each in offered)
        for card in player.hand
    }
    _, card = max(
        (works.reach(player, card) + sum(each.n for each in gains[card]), card)
        for card in player.hand
    )
    if not gains[card]:
        return None
    return figures(
        card=card,
        has=works.reach(player, card),
        following=works.minimum(view.turn + 1),
        gains=gains[card],
        again=f"{view.turn}-{len(player.deeds)}",
    )


def _comes_into_reach(view: View, decision: Decision, offered: Collection[str]) -> bool:
    """Whether a recruit or the first action would make a work possible in this turn.

    The first action adds a building, a freedom or a drawn card, even if prestige is sold to
    pay for it (F45, F50, F53, F60, F61, F89).
    """
    player = view.seats[decision.seat].player
    recruits = [each.profession for each in decision.asides if isinstance(each, Recruit)]
    able = [(player, card) for card in player.hand]
    able += [(recruited(player, card), card) for card in recruits]
    drawn = []
    if not player.deeds and DrawProfession() in decision.options:
        drawn = [(drawing(player, card), card) for card in _undrawn(view, player)]
    if any(works.reach(each, card) >= view.minimum for each, card in (*able, *drawn)):
        return True
    return not player.deeds and any(
        reached >= view.minimum
        for each, card in able
        for reached in _after_first(view, decision, offered, each, card)
    )


def _undrawn(view: View, player: Player) -> set[str]:
    """The professions that may still be drawn, as far as the player knows (F80)."""
    completed = (card for side in view.seats for card in side.works)
    return set(PROFESSIONS) - {*player.hand, *completed, *view.professions.under}


def _after_first(
    view: View, decision: Decision, offered: Collection[str], player: Player, card: str
) -> Iterator[int]:
    """The values that a work could reach after each first action that is offered."""
    for thing in offered:
        yield works.reach(having(player, thing), card)
    if DrawProfession() in decision.options:
        yield works.reach(drawing(player), card)
    if DrawBonus() in decision.options:
        reached, after = works.reach(player, card), works.laid(player, card)
        for each in _unseen(view, player):
            yield reached + works.bonus(after, each)


def recruited_works(view: View, decision: Decision) -> Figures | None:
    """What a work of each face-up profession of another seat would reach (F45, F47, F48)."""
    if not isinstance(decision.prompt, ToRecruit | ToAct):
        return None
    player = view.seats[decision.seat].player
    if isinstance(decision.prompt, ToAct) and len(player.deeds) == ACTIONS:
        return None
    offered = (*decision.options, *decision.asides)
    cards = [each.profession for each in offered if isinstance(each, Recruit)]
    found = tuple(Counted(c, works.reach(recruited(player, c), c)) for c in cards)
    most = max((each.n for each in found), default=0)
    if not found or (isinstance(decision.prompt, ToAct) and most < view.minimum):
        return None
    return figures(minimum=view.minimum, cards=found)


_COUNTING_FREEDOMS: Final = frozenset({"three_freedoms", "buildings_freedoms_works"})
"""Prestige cards for which a freedom can matter without a work (F97)."""


def last_action(view: View, decision: Decision) -> Figures | None:
    """The last action of the game: what still scores (F16, F50, F70)."""
    player = acts(view, decision)
    if player is None or view.turn != TURNS or len(player.deeds) != ACTIONS - 1:
        return None
    if _COUNTING_FREEDOMS & set(player.prestige_cards):
        return None
    kinds = ["work"] if _possible(decision) or recruited_works(view, decision) else []
    built = [thing for thing in _offered(decision.options) if thing in BUILDINGS]
    if any(_pays(view, decision.seat, building) for building in built):
        kinds.append("build")
    return figures(actions=tuple(kinds)) if kinds else None


def _pays(view: View, seat: Seat, building: str) -> bool:
    """Whether a building brings more prestige than is sold to pay for it (F70, F89, F97)."""
    now = tuple(each.player for each in view.seats)
    player = now[seat]
    after = (*now[:seat], having(player, building), *now[seat + 1 :])
    cards = sum(
        scoring.card_points(after, seat, card) - scoring.card_points(now, seat, card)
        for card in player.prestige_cards
    )
    return PRESTIGE_BUILDING + cards > missing(player, phase_b.cost(player))
