"""What happened in Lacrimosa, one sentence for each event worth a line.

The sentences name people and cards but inflect neither. Cards that others draw
have no line: their number follows from the turn.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

from render.lacrimosa.words.amounts import amount, changes, reward
from render.lacrimosa.words.names import action, card, cards, composer, demand, space
from render.people import Spelling, person
from render.presentation import Scene
from render.words import Words, plain
from rules.contract import Delta, Event, Seat, Standings, TookBack, WentBack, tag_of
from rules.lacrimosa.catalogue import Edition
from rules.lacrimosa.events import (
    Chose,
    Commissioned,
    Composed,
    ComposersChosen,
    Counted,
    Covered,
    Dealt,
    Declined,
    Documented,
    Ended,
    Exchanged,
    Gained,
    LaidExperience,
    LaidStory,
    Maintained,
    NeutralPlaced,
    Performed,
    Rewarded,
    RoundBegan,
    RowFilled,
    Sold,
    SoloDid,
    TileLaid,
    Told,
    TookDucats,
    Travelled,
    TurnEnded,
    UsedCard,
)

ROUTINE: Final = (LaidExperience, LaidStory, RowFilled, TurnEnded)
"""What is left out first where there is no room for all."""


def told(edition: Edition, event: Event, scene: Scene, words: Words) -> str | None:
    """One event as a sentence for a message, or None if it is not worth a line."""
    return tell(edition, event, scene, words, plain)


def tell(
    edition: Edition, event: Event, scene: Scene, words: Words, spelling: Spelling
) -> str | None:
    """One event as a sentence, with names in a given spelling."""

    def who(seat: Seat) -> str:
        return person(seat, scene, words, spelling)

    def says(form: str, n: int | None = None, /, **figures: object) -> str:
        return words(f"lacrimosa.told.{form}", n, **figures)

    def title(what: str) -> str:
        return card(edition, what, words)

    def did(form: str, deltas: tuple[Delta, ...], **figures: str) -> str:
        if not any(delta.amount for delta in deltas):
            return says(f"{form}.nothing", **figures)
        return says(form, changes=moved(deltas), **figures)

    def moved(deltas: tuple[Delta, ...]) -> str:
        return changes(deltas, words)

    if isinstance(event, TookBack | WentBack):
        return words(f"told.{tag_of(event)}", name=who(event.seat))
    if isinstance(event, Standings):
        return None  # figures for the chart; earlier sentences have reported them
    known = cast(Told, event)
    match known:
        case ComposersChosen(chosen):
            names = words.listed(composer(edition, each, words) for each in chosen)
            return says("composers_chosen", len(chosen), names=names)
        case Covered(_, spaces):
            return says("covered", spaces=words.row(space(edition, s, words) for s in spaces))
        case RoundBegan(number, first, bonus):
            return _round(edition, number, who(first), bonus, words)
        case Dealt(seat, _, seen):
            return (
                says("dealt", name=who(seat), cards=cards(edition, seen, words))
                if seen
                else None
            )
        case RowFilled(seen):
            return says("row_filled", cards=cards(edition, seen, words))
        case TileLaid(place, tile):
            return _tile(edition, "tile_laid", tile, words, place=edition.places[place].name)
        case LaidExperience(seat, laid):
            return says("laid_experience", name=who(seat), card=title(laid))
        case LaidStory(seat, laid):
            return says("laid_story", name=who(seat), card=title(laid))
        case UsedCard(seat, used, deltas):
            return did("used_card", deltas, name=who(seat), card=title(used))
        case TookDucats(seat, ducats):
            return says("took_ducats", name=who(seat), ducats=amount("ducats", ducats, words))
        case Documented(seat, new, old, deltas):
            return did(
                "documented", deltas, name=who(seat), card=title(new), replaced=title(old)
            )
        case Commissioned(seat, opus, deltas):
            return says("commissioned", name=who(seat), card=title(opus), changes=moved(deltas))
        case Performed(seat, opus, deltas):
            return did("performed", deltas, name=who(seat), card=title(opus))
        case Sold(seat, opus, deltas):
            return says("sold", name=who(seat), card=title(opus), changes=moved(deltas))
        case Travelled(seat, place, tile, deltas):
            where, change = edition.places[place].name, moved(deltas)
            figures = {"name": who(seat), "place": where, "changes": change}
            if tile is None:
                return says("travelled", **figures)
            return _tile(edition, "travelled", tile, words, **figures)
        case Composed(seat, at, chosen, _, deltas):
            return says(
                "composed",
                name=who(seat),
                space=space(edition, at, words),
                composer=composer(edition, chosen, words),
                changes=moved(deltas),
            )
        case NeutralPlaced(seat, at, chosen):
            name = (
                composer(edition, chosen, words) if chosen else words("lacrimosa.side.soloist")
            )
            return says(
                "neutral_placed",
                name=who(seat),
                space=space(edition, at, words),
                composer=name,
            )
        case Declined(seat, what):
            return says("declined", name=who(seat), action=action(what, words))
        case Chose(seat, deltas):
            return says("chose", name=who(seat), changes=moved(deltas))
        case Gained(seat, deltas):
            return says("gained", name=who(seat), changes=moved(deltas))
        case Rewarded(seat, deltas):
            return says("rewarded", name=who(seat), changes=moved(deltas))
        case Exchanged(seat, deltas):
            return says("exchanged", name=who(seat), changes=moved(deltas))
        case TurnEnded(seat):
            return words("told.turn_ended", name=who(seat))
        case Maintained(seat, deltas, steps):
            change = _maintenance(steps, words) if steps else moved(deltas)
            return says("maintained", name=who(seat), changes=change)
        case SoloDid():
            return _with_cause(edition, known, _solo(edition, known, words), words)
        case Counted(seat, courts, requiem, story_points, ducats):
            return says(
                "counted",
                name=who(seat),
                courts=courts,
                requiem=requiem,
                story_points=story_points,
                ducats=ducats,
            )
        case Ended(()):
            return words("lacrimosa.over.soloist")
        case Ended((winner,), None):
            return words("words.over.winner", name=who(winner))
        case Ended(winners, rival):
            shared = [*map(who, winners), *([words(rival)] if rival else [])]
            return words("words.over.winners", names=words.listed(shared))
        case _:
            assert_never(known)


def _maintenance(steps: tuple[tuple[str, tuple[Delta, ...]], ...], words: Words) -> str:
    """The income part by part."""
    text = ""
    for source, deltas in steps:
        part = words(f"lacrimosa.told.maintained.{source}", changes=changes(deltas, words))
        text = words("hint.joined", first=text, second=part) if text else part
    return text


def _round(edition: Edition, number: int, first: str, bonus: str, words: Words) -> str:
    tile = edition.bonuses[bonus]
    return words(
        "lacrimosa.told.round_began",
        round=number,
        dates=tile.dates.replace("-", "–"),
        name=first,
        action=action(tile.action, words),
        reward=reward(tile.reward, words),
    )


def _tile(edition: Edition, form: str, tile: str, words: Words, **figures: str) -> str:
    """A sentence about a tile: a court by its demand, a city by its reward."""
    if tile in edition.courts:
        court = edition.courts[tile]
        points = amount("vp", court.vp, words)
        asked = demand(edition, court, words)
        return words(f"lacrimosa.told.{form}.court", demand=asked, points=points, **figures)
    gives = reward(edition.cities[tile].plain, words)
    return words(f"lacrimosa.told.{form}.city", reward=gives, **figures)


def _with_cause(edition: Edition, event: SoloDid, told: str, words: Words) -> str:
    """What the Soloist did, and the instruction on his card behind it (L138, L148, L154)."""
    card = edition.soloist.get(event.card)
    if card is None:
        return told
    match event.action:
        case "travel":
            cause = words(
                "lacrimosa.solo.cause.travel",
                card.travel.courts,
                direction=words(f"lacrimosa.solo.direction.{card.travel.direction}"),
            )
        case "requiem":
            cause = words(
                "lacrimosa.solo.cause.requiem",
                movement=edition.movements[card.requiem.movement].name,
                order=words(f"lacrimosa.solo.order.{card.requiem.order}"),
            )
        case _:
            cause = words(f"lacrimosa.solo.row.{card.row_side}")
    says = words("lacrimosa.told.solo.cause", cause=cause)
    return words("words.sentences", first=told, second=says)


def _solo(edition: Edition, event: SoloDid, words: Words) -> str:
    """One action of the Soloist."""
    if event.what is None:
        return words("lacrimosa.told.solo.none", action=action(event.action, words))
    gained = (Delta("vp", event.vp), Delta("finance", event.finance))
    change = changes(gained, words)
    match event.action:
        case "travel":
            return words(
                "lacrimosa.told.solo.travel",
                len(event.courts),
                place=edition.places[event.what].name,
            )
        case "requiem":
            return words(
                "lacrimosa.told.solo.requiem",
                space=space(edition, event.what, words),
                changes=change,
            )
        case _:
            what = card(edition, event.what, words)
            if event.action == "document" and not (event.vp or event.finance):
                return words("lacrimosa.told.solo.document.nothing", card=what)
            return words(f"lacrimosa.told.solo.{event.action}", card=what, changes=change)
