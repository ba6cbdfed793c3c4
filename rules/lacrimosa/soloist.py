"""Schikaneder, the Soloist: eleven cards that say what he does and where.

Statements L130-L160 and rulings 48-54. He pays nothing, keeps no opus, and takes
points, finance steps, court tiles and places in the Requiem.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.lacrimosa import gains, row, treasury
from rules.lacrimosa.catalogue import SIDES, Edition
from rules.lacrimosa.grammar import Good, reward
from rules.lacrimosa.state import Lying, Note, Solo, SoloActing, SoloDeed, State

SEAT = -1
"""Whose markers on the Requiem are the Soloist's."""


def begin(book: Edition, state: State, drawn: tuple[str, ...]) -> State:
    """His turn: the first card gives the actions, the second the parameters (L136)."""
    solo = state.solo
    if solo is None:
        return state
    experience, story = drawn
    deck = tuple(card for card in solo.deck if card not in drawn)
    played = replace(solo, deck=deck, played=(*solo.played, *drawn), did=())
    frame = SoloActing(book.soloist[experience].actions, story)
    return replace(state, solo=played, stack=(frame,))


def step(book: Edition, state: State, frame: SoloActing) -> State:
    """His next action; the frame keeps what is left."""
    solo = state.solo
    if solo is None:
        return gains.popped(state)
    action, *rest = frame.actions
    left = gains.pushed(gains.popped(state), replace(frame, actions=tuple(rest)))
    match action:
        case "document":
            return _document(book, left, solo, frame.card)
        case "commission":
            return _opus(book, left, solo, frame.card, sell=False)
        case "perform_or_sell":
            return _opus(book, left, solo, frame.card, sell=True)
        case "travel":
            return _travel(book, left, solo, frame.card)
        case _:
            return _requiem(book, left, solo, frame.card)


def _did(solo: Solo, deed: SoloDeed) -> Solo:
    return replace(solo, did=(*solo.did, deed))


def _idle(state: State, solo: Solo, action: str) -> State:
    """An action without anything to act on has no effect (L145, L157)."""
    return replace(state, solo=_did(solo, SoloDeed(action)))


def _scored(solo: Solo, source: str, points: int) -> Solo:
    return replace(solo, tally=treasury.tallied(solo.tally, source, points))


def _chosen(book: Edition, cards: tuple[str, ...], card: str) -> str | None:
    """The newest card of a kind, or the oldest, as the parameter card says (L138)."""
    if not cards:
        return None
    return cards[0] if book.soloist[card].row_side == "left" else cards[-1]


def _document(book: Edition, state: State, solo: Solo, card: str) -> State:
    """The memory's points, then its actions with the same parameters (L142)."""
    found = _chosen(book, row.memories(book, state), card)
    if found is None:
        return _idle(state, solo, "document")
    memory = book.memories[found]
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


def _opus(book: Edition, state: State, solo: Solo, card: str, *, sell: bool) -> State:
    """An opus of the row: commissioned for its points, or sold (L143, L144, L146)."""
    name = "perform_or_sell" if sell else "commission"
    found = _chosen(book, row.opus(book, state), card)
    if found is None:
        return _idle(state, solo, name)
    opus = book.opus[found]
    if sell:
        finance, over = treasury.raised(book, solo.finance, opus.sell.finance)
        solo = _scored(replace(solo, finance=finance), "finances", over)
        solo = _scored(solo, "sales", opus.sell.vp)
        deed = SoloDeed(name, found, opus.sell.vp + over, opus.sell.finance)
    else:
        solo = _scored(solo, "opus", opus.vp)
        deed = SoloDeed(name, found, opus.vp)
    solo = _did(solo, deed)
    return row.without(replace(state, solo=solo, gone=(*state.gone, found)), found)


def _travel(book: Edition, state: State, solo: Solo, card: str) -> State:
    """Place by place in number order, taking courts, discarding cities (L148-L152)."""
    travel = book.soloist[card].travel
    order = [p.id for p in sorted(book.tables.map.place, key=lambda place: place.number)]
    stride = 1 if travel.direction == "ascending" else -1
    lying = {each.place: each for each in state.lying}
    courts = [each for each in state.lying if each.tile in book.courts]
    wanted = min(travel.courts, len(courts))
    place, used, taken = state.mozart, list(state.used), list(solo.courts)
    first = True
    while wanted:
        here = lying.get(place)
        if here is not None and here.tile in book.courts:
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


def _requiem(book: Edition, state: State, solo: Solo, card: str) -> State:
    """His marker on the first free space from the top or bottom (L154-L157)."""
    wanted = book.soloist[card].requiem
    order = [movement.id for movement in book.tables.requiem.movement]
    at = order.index(wanted.movement)
    tries = [*order[at:], *reversed(order[:at])]
    for name in tries if solo.markers else ():
        spaces = gains.empty_spaces(book, state, name)
        if spaces:
            space = spaces[0] if wanted.order == "top" else spaces[-1]
            solo = replace(solo, markers=solo.markers - 1)
            points = book.movements[name].vp_lower
            solo = _scored(solo, "composers", points)
            solo = _did(solo, SoloDeed("requiem", space, points))
            note = Note(space, SIDES[1], SEAT)
            return replace(state, solo=solo, notes=(*state.notes, note))
    return _idle(state, solo, "requiem")
