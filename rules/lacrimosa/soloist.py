"""Schikaneder, the Soloist: eleven cards that say what he does and where.

He pays nothing (L141), keeps no opus, and takes points, finance steps, court tiles and
places in the Requiem (L137, L139, L140, LR49, LR50, LR51, LR52, LR53).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.lacrimosa import gains, row, treasury
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import Good, reward
from rules.lacrimosa.state import Lying, Note, Solo, SoloActing, SoloDeed, State

SEAT = -1
"""The seat of the Soloist's markers on the Requiem."""


def begin(edition: Edition, state: State, drawn: tuple[str, ...]) -> State:
    """His turn: the first card gives the actions, the second the parameters (L136)."""
    solo = state.solo
    if solo is None:
        return state
    experience, story = drawn
    deck = tuple(card for card in solo.deck if card not in drawn)
    played = replace(solo, deck=deck, played=(*solo.played, *drawn), did=())
    frame = SoloActing(edition.soloist[experience].actions, story)
    return replace(state, solo=played, stack=(frame,))


def step(edition: Edition, state: State, frame: SoloActing) -> State:
    """His next action; the frame keeps what is left."""
    solo = state.solo
    if solo is None:
        return gains.popped(state)
    action, *rest = frame.actions
    left = gains.pushed(gains.popped(state), replace(frame, actions=tuple(rest)))
    match action:
        case "document":
            return _document(edition, left, solo, frame.card)
        case "commission":
            return _opus(edition, left, solo, frame.card, sell=False)
        case "perform_or_sell":
            return _opus(edition, left, solo, frame.card, sell=True)
        case "travel":
            return _travel(edition, left, solo, frame.card)
        case _:
            return _requiem(edition, left, solo, frame.card)


def steps(edition: Edition, deed: SoloDeed) -> int:
    """How far his funds marker went up; a sale's steps past the end are points (L49, L146)."""
    if deed.what is None or not deed.finance:
        return 0
    over = deed.vp - edition.opus[deed.what].sell.vp
    return deed.finance - over // edition.player.finance_overflow_vp


def _did(solo: Solo, deed: SoloDeed) -> Solo:
    return replace(solo, did=(*solo.did, deed))


def _idle(state: State, solo: Solo, action: str) -> State:
    """An action with nothing to act on has no effect (L145, L157)."""
    return replace(state, solo=_did(solo, SoloDeed(action)))


def _scored(solo: Solo, source: str, points: int) -> Solo:
    return replace(solo, tally=treasury.tallied(solo.tally, source, points))


def _chosen(edition: Edition, cards: tuple[str, ...], card: str) -> str | None:
    """The newest card of a kind, or the oldest, as the parameter card says (L138)."""
    if not cards:
        return None
    return cards[0] if edition.soloist[card].row_side == "left" else cards[-1]


def _document(edition: Edition, state: State, solo: Solo, card: str) -> State:
    """The memory's points, then its actions with the same parameters (L142)."""
    found = _chosen(edition, row.memories(edition, state), card)
    if found is None:
        return _idle(state, solo, "document")
    memory = edition.memories[found]
    points = sum(
        item.amount
        for item in reward(memory.story)
        if isinstance(item, Good) and item.what == "vp"
    )
    top = state.stack[-1]
    if isinstance(top, SoloActing):
        actions = (*memory.actions, *top.actions)
        state = gains.pushed(gains.popped(state), replace(top, actions=actions))
    solo = _did(_scored(solo, "story", points), SoloDeed("document", found, points))
    taken = replace(state, solo=solo, gone=(*state.gone, found))
    return row.without(taken, found)


def _opus(edition: Edition, state: State, solo: Solo, card: str, *, sell: bool) -> State:
    """An opus from the row: commissioned for its points, or sold (L143, L144, L146)."""
    name = "perform_or_sell" if sell else "commission"
    found = _chosen(edition, row.opus(edition, state), card)
    if found is None:
        return _idle(state, solo, name)
    opus = edition.opus[found]
    if sell:
        finance, over = treasury.raised(edition, solo.finance, opus.sell.finance)
        solo = _scored(replace(solo, finance=finance), "finances", over)
        solo = _scored(solo, "sales", opus.sell.vp)
        deed = SoloDeed(name, found, opus.sell.vp + over, opus.sell.finance)
    else:
        solo = _scored(solo, "opus", opus.vp)
        deed = SoloDeed(name, found, opus.vp)
    solo = _did(solo, deed)
    return row.without(replace(state, solo=solo, gone=(*state.gone, found)), found)


def _travel(edition: Edition, state: State, solo: Solo, card: str) -> State:
    """Place by place, taking courts, discarding cities (L148, L149, L150, L151, L152)."""
    travel = edition.soloist[card].travel
    order = [p.id for p in sorted(edition.tables.map.place, key=lambda place: place.number)]
    stride = 1 if travel.direction == "ascending" else -1
    lying = {each.place: each for each in state.lying}
    courts = [each for each in state.lying if each.tile in edition.courts]
    wanted = min(travel.courts, len(courts))
    place, used, taken = state.mozart, list(state.used), list(solo.courts)
    first = True
    while wanted:
        here = lying.get(place)
        if here is not None and here.tile in edition.courts:
            taken.append(lying.pop(place).tile)
            wanted -= 1
        elif here is not None and not first:
            used.append(lying.pop(place).tile)
        first = False
        if wanted:
            place = order[(order.index(place) + stride) % len(order)]
    left: tuple[Lying, ...] = tuple(each for each in state.lying if each.place in lying)
    won = tuple(taken[len(solo.courts) :])
    deed = SoloDeed("travel", place if travel.courts and courts else None, courts=won)
    solo = _did(replace(solo, courts=tuple(taken)), deed)
    return replace(state, mozart=place, lying=left, used=tuple(used), solo=solo)


def _requiem(edition: Edition, state: State, solo: Solo, card: str) -> State:
    """His marker on the first free space from the top or bottom (L154, L155, L156, L157)."""
    wanted = edition.soloist[card].requiem
    order = [movement.id for movement in edition.tables.requiem.movement]
    at = order.index(wanted.movement)
    tries = [*order[at:], *reversed(order[:at])]
    for name in tries if solo.markers else ():
        spaces = gains.empty_spaces(edition, state, name)
        if spaces:
            space = spaces[0] if wanted.order == "top" else spaces[-1]
            solo = replace(solo, markers=solo.markers - 1)
            points = edition.movements[name].vp_lower
            solo = _scored(solo, "composers", points)
            solo = _did(solo, SoloDeed("requiem", space, points))
            note = Note(space, SIDES[1], SEAT)
            return replace(state, solo=solo, notes=(*state.notes, note))
    return _idle(state, solo, "requiem")
