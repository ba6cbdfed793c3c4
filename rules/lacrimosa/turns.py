"""A turn: laying two cards, using them, the actions that are left, the end.

Two cards from the hand, four turns a round (L25, L31, L33, LR1, LR2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.contract import Action, Decision, Reason
from rules.lacrimosa import effects, exchange, gains, maintenance, requiem, treasury
from rules.lacrimosa.actions import (
    BuyCounter,
    Commission,
    Compose,
    Document,
    EndTurn,
    LayExperience,
    LayStory,
    Perform,
    PlaceNeutral,
    Sell,
    SellCounter,
    Skip,
    Split,
    Spread,
    TakeDucats,
    ToAct,
    ToGrant,
    ToLayExperience,
    ToLayStory,
    ToPay,
    ToPlaceNeutral,
    ToSplit,
    ToSpread,
    ToUse,
    Travel,
    UseCard,
)
from rules.lacrimosa.catalogue import HAND, SIDES, TURNS, Edition
from rules.lacrimosa.grammar import Again, repeat
from rules.lacrimosa.state import (
    Costly,
    Frame,
    Granted,
    Laying,
    Owed,
    Paying,
    Placing,
    Right,
    Splitting,
    Spreading,
    State,
    Turn,
    Using,
)

_ACTING: Final = (Turn, Granted, Paying)
"""Frames in which actions that cost something are taken."""

_COSTLY: Final = (Document, Commission, Perform, Sell, Travel, Compose)
"""The actions that cost something."""

_UNTOLD: Final = ("other_type", "no_such_right")
"""Reasons why a right does not fit an action, the more telling one first."""


def decision(edition: Edition, state: State, frame: Frame) -> Decision:
    """What the seat whose turn it is must decide, with exchanges as asides."""
    seat, player = state.seat, state.players[state.seat]
    asides = exchange.open_to(player)
    match frame:
        case Laying(False):
            options: tuple[Action, ...] = tuple(LayExperience(card) for card in player.hand)
            return Decision(seat, ToLayExperience(state.turn), options, asides)
        case Laying():
            options = tuple(LayStory(card) for card in player.hand)
            return Decision(seat, ToLayStory(player.experiences[-1]), options, asides)
        case Using():
            asked = ToUse(player.experiences[-1], state.round)
            return Decision(seat, asked, (UseCard(), TakeDucats()), asides)
        case Turn(rights):
            names = tuple(right.action for right in rights)
            options = (*choices(edition, state, rights), EndTurn())
            public = options if len(options) == 1 else ()  # one press must not end a turn early
            return Decision(seat, ToAct(names), options, asides, public)
        case Granted(right):
            options = (*choices(edition, state, (right,)), Skip())
            return Decision(seat, ToGrant(right.action, right.genre), options, asides)
        case Spreading(amount, track):
            return Decision(seat, ToSpread(amount, track), spreads(amount))
        case Placing(movement):
            options = neutral_options(edition, state, movement)
            return Decision(seat, ToPlaceNeutral(movement), options)
        case Splitting(_, points):
            options = tuple(Split(split) for split in treasury.splits(player, points))
            return Decision(seat, ToSplit(points), options)
        case Paying(action):
            price = effects.cost(edition, state, action)
            prompt = ToPay(effects.ACTION_OF[type(action)], price)
            return Decision(seat, prompt, payments(edition, state, action))
        case _:
            raise AssertionError(frame)


def payments(edition: Edition, state: State, action: Costly) -> tuple[Action, ...]:
    """The ways to pay for an action whose reward is gained, or exchanges towards that."""
    player, price = state.players[state.seat], effects.cost(edition, state, action)
    paid = exchange.ways(player, player, price)
    if isinstance(action, Perform | Sell) or not paid:
        return exchange.nearer(player, price)
    return tuple(replace(action, wild=wild) for wild in paid)


def spreads(amount: int) -> tuple[Spread, ...]:
    """Every way to choose the kinds of `amount` points."""
    ways = (
        (t, j, amount - t - j) for t in range(amount, -1, -1) for j in range(amount - t, -1, -1)
    )
    return tuple(Spread("t" * t + "j" * j + "c" * c) for t, j, c in ways)


def neutral_options(edition: Edition, state: State, movement: str) -> tuple[PlaceNeutral, ...]:
    """The empty spaces of the movement, either side up (LR34)."""
    return tuple(
        PlaceNeutral(space, side)
        for space in gains.empty_spaces(edition, state, movement)
        for side in SIDES
    )


def choices(edition: Edition, state: State, rights: tuple[Right, ...]) -> tuple[Costly, ...]:
    """Every action that the rights allow and the seat can pay for (LR4)."""
    found: list[Costly] = []
    wanted = {right.action for right in rights}
    if "document" in wanted:
        found += _paid(edition, state, "document")
    if "commission" in wanted:
        found += _paid(edition, state, "commission")
    if wanted & {"perform_or_sell", "perform", "sell"}:
        found += _shows(edition, state, rights)
    if "travel" in wanted:
        found += _paid(edition, state, "travel")
    if "requiem" in wanted:
        found += requiem.options(edition, state)
    return tuple(found)


def _paid(edition: Edition, state: State, action: str) -> Iterator[Costly]:
    """Every way to take an action, once for each way to pay."""
    for choice in effects.candidates(edition, state, state.players[state.seat], action):
        for wild in effects.ways(edition, state, choice):
            yield replace(choice, wild=wild)


def _shows(edition: Edition, state: State, rights: tuple[Right, ...]) -> list[Costly]:
    """Performances and sales of the seat's opus cards that are not rotated."""
    player = state.players[state.seat]
    held = [opus.id for opus in player.opus if not opus.rotated]
    tries: list[Costly] = [*(Perform(opus) for opus in held), *(Sell(opus) for opus in held)]
    return [
        action
        for action in tries
        if any(effects.allows(edition, right, action) for right in rights)
        and treasury.affords(player, effects.cost(edition, state, action))
    ]


def reasonable(edition: Edition, state: State, right: Right) -> bool:
    """Whether a granted action has anything to act on, money aside (LR23)."""
    found = effects.candidates(
        edition, state, state.players[state.seat], right.action, right.genre
    )
    return any(True for _ in found)


def refuse(edition: Edition, state: State, frame: Frame, action: Action) -> Reason | None:
    """Why an action is impossible in this frame, or None."""
    player = state.players[state.seat]
    match frame, action:
        case Laying() | Using() | Turn() | Granted(), BuyCounter() | SellCounter():
            return exchange.refuse(player, action)
        case Paying(waiting), _:
            known = action in payments(edition, state, waiting)
            return None if known else Reason("not_now")
        case (Laying(False), LayExperience(card)) | (Laying(True), LayStory(card)):
            return None if card in player.hand else Reason("not_in_hand", what=card)
        case (Using(), UseCard() | TakeDucats()) | (Turn(), EndTurn()) | (Granted(), Skip()):
            return None
        case Turn(
            rights
        ), Document() | Commission() | Perform() | Sell() | Travel() | Compose():
            return _refuse_any(edition, state, rights, action)
        case Granted(right), (
            Document() | Commission() | Perform() | Sell() | Travel() | Compose()
        ):
            return effects.refuse(edition, state, right, action)
        case Spreading(amount, _), Spread():
            return None if action in spreads(amount) else Reason("unknown_action")
        case Placing(movement), PlaceNeutral():
            known = action in neutral_options(edition, state, movement)
            return None if known else Reason("unknown_action")
        case Splitting(_, points), Split(counters):
            known = counters in treasury.splits(player, points)
            return None if known else Reason("unknown_action")
        case _:
            return Reason("not_now")


def _refuse_any(
    edition: Edition, state: State, rights: tuple[Right, ...], action: Costly
) -> Reason | None:
    """Why every right that is left refuses an action, or None if one allows it."""
    name = effects.ACTION_OF[type(action)]
    reasons = [effects.refuse(edition, state, right, action) for right in rights]
    if not reasons or None in reasons:
        return None if reasons else Reason("no_such_right", what=name)
    return min(reasons, key=_telling)


def _telling(reason: Reason | None) -> int:
    """The rank of a reason: what the seat lacks says more than which rights are left."""
    return _UNTOLD.index(reason.code) if reason and reason.code in _UNTOLD else -1


def take(edition: Edition, state: State, frame: Frame, action: Action) -> State:
    """The position after a legal action; rewards wait on the stack."""
    if isinstance(frame, _ACTING) and isinstance(action, _COSTLY):
        return _act(edition, state, frame, action)
    match frame, action:
        case _, BuyCounter() | SellCounter():
            changed = exchange.made(state.players[state.seat], action)
            return treasury.seated(state, state.seat, changed)
        case Laying(), LayExperience(card) | LayStory(card):
            return _lay(state, frame, card)
        case Using(), UseCard():
            return _use(edition, state)
        case Using(), TakeDucats():
            player = state.players[state.seat]
            richer = replace(player, ducats=player.ducats + state.round)
            return replace(treasury.seated(state, state.seat, richer), stack=(Turn(()),))
        case Turn(), EndTurn():
            return end_turn(state)
        case Granted(), Skip():
            return gains.popped(state)
        case Splitting(waiting, _, right), Split(counters):
            talent, journey, composition = counters
            split = (talent, journey, composition)
            return _done(edition, gains.popped(state), right, waiting, split)
        case Spreading(_, track), Spread(letters):
            player = gains.spread(edition, state.players[state.seat], letters, track=track)
            return treasury.seated(gains.popped(state), state.seat, player)
        case Placing(), PlaceNeutral(space, side):
            return requiem.place_neutral(gains.popped(state), space, side)
        case _:
            raise AssertionError(action)


def _lay(state: State, frame: Laying, card: str) -> State:
    """First the Experiences card, then the Story card; both before any action (L36)."""
    player = state.players[state.seat]
    hand = tuple(other for other in player.hand if other != card)
    if frame.story:
        player = replace(player, hand=hand, story=(*player.story, card))
        return replace(treasury.seated(state, state.seat, player), stack=(Using(),))
    player = replace(player, hand=hand, experiences=(*player.experiences, card))
    return replace(treasury.seated(state, state.seat, player), stack=(Laying(story=True),))


def _use(edition: Edition, state: State) -> State:
    """The card's reward, then its actions in any order (L34, L35)."""
    card = edition.memories[state.players[state.seat].experiences[-1]]
    rights = tuple(Right(action) for action in card.actions)
    return gains.gaining(replace(state, stack=(Turn(rights),)), card.reward, "story")


def _act(
    edition: Edition, state: State, frame: Turn | Granted | Paying, action: Costly
) -> State:
    """Use up a right; first ask, if needed, how to make the payment possible or split it."""
    after, player = gains.popped(state), state.players[state.seat]
    if isinstance(frame, Turn):
        right = _chosen(edition, frame.rights, action)
        left = list(frame.rights)
        left.remove(right)
        after = gains.pushed(after, Turn(tuple(left)))
    else:
        right = frame.right
    if not isinstance(frame, Paying):
        player = effects.before_paying(edition, state, action, player)
        after = treasury.seated(after, state.seat, player)
    price = effects.cost(edition, state, action)
    if len(effects.wild_of(action)) < price.wild or not treasury.affords(player, price):
        return gains.pushed(after, Paying(action, right))
    if state.options.split:
        points = effects.cost_as_paid(edition, state, action).points
        if len(treasury.splits(player, points)) > 1:
            return gains.pushed(after, Splitting(action, points, right))
    return _done(edition, after, right, action, None)


def _chosen(edition: Edition, rights: tuple[Right, ...], action: Costly) -> Right:
    """The narrowest right that allows the action, so that wider ones are left."""
    fitting = [right for right in rights if effects.allows(edition, right, action)]
    return min(fitting, key=lambda r: (r.genre is None, r.action == "perform_or_sell"))


def _done(
    edition: Edition,
    state: State,
    right: Right,
    action: Costly,
    split: tuple[int, int, int] | None,
) -> State:
    """Carry out the action; each of the seat's Agnus Dei tiles allows it again (L99, LR36)."""
    extra = () if right.again else _again(edition, state, right, action)
    if extra:
        turn, *above = state.stack
        if isinstance(turn, Turn):
            state = replace(state, stack=(Turn((*turn.rights, *extra)), *above))
    return effects.do(edition, state, right, action, split)


def _again(edition: Edition, state: State, right: Right, action: Costly) -> tuple[Right, ...]:
    name = effects.ACTION_OF[type(action)]
    shown = "perform_or_sell" if name in {"perform", "sell"} else name
    kept = Right(right.action, right.genre, again=True)
    found = []
    for hired in state.players[state.seat].hired:
        text = edition.tiles[hired.tile].repeat
        effect = repeat(text) if text else None
        if isinstance(effect, Again) and effect.action == shown:
            found.append(kept)
    return tuple(found)


def end_turn(state: State) -> State:
    """The hand is drawn up to four cards; the Soloist or the next seat follows (L30)."""
    seat, player = state.seat, state.players[state.seat]
    count = min(HAND - len(player.hand), len(player.deck))
    owed = (Owed("hand", count, str(seat)),) if count else ()
    if state.solo is not None:
        owed = (*owed, Owed("soloist", 2))
    return replace(state, stack=(), owed=(*state.owed, *owed))


def following(edition: Edition, state: State) -> State:
    """The next seat's turn; after everyone's fourth comes maintenance (L29, L102)."""
    seat = (state.seat + 1) % state.options.seats
    if seat != state.first:
        return replace(state, seat=seat, stack=(Laying(),))
    if state.turn == TURNS:
        return maintenance.begin(edition, state)
    return replace(state, seat=seat, turn=state.turn + 1, stack=(Laying(),))
