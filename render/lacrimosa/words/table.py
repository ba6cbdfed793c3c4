"""What everyone can take, in words: the card row, the map and the Requiem.

Every card and tile has its full price, so that a turn can be planned without the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from render.lacrimosa.words import amounts
from render.lacrimosa.words.names import (
    action,
    composer,
    demand,
    genre,
    memory_title,
    part,
    side,
)
from render.lacrimosa.words.names import card as title
from render.people import person
from render.presentation import Scene
from render.words import Words
from rules.lacrimosa import effects, requiem, row
from rules.lacrimosa.catalogue import ROUNDS, SIDES, Edition, Movement, RowSpace, Tile
from rules.lacrimosa.soloist import SEAT
from rules.lacrimosa.state import Lying, Note
from rules.lacrimosa.view import View


def row_lines(edition: Edition, view: View, words: Words) -> Iterator[str]:
    """The card row from the newest to the oldest, with full prices."""
    yield words("lacrimosa.words.row")
    if not view.row:
        yield words("lacrimosa.words.row.empty")
    for card in view.row:
        yield _card(edition, card, view, words)
    if 0 < view.round <= len(view.packs):
        pack = view.packs[view.round - 1]
        left = words.row(
            (
                words("lacrimosa.unit.opus", pack.opus),
                words("lacrimosa.unit.memory", pack.memories),
            )
        )
        yield words("lacrimosa.words.pack", left=left)


def _card(edition: Edition, card: str, view: View, words: Words) -> str:
    found = row.space(edition, view, card)
    if card in edition.memories:
        return _memory(edition, card, found, view, words)
    opus = edition.opus[card]
    return words(
        "lacrimosa.words.row.opus",
        number=found.space,
        card=title(edition, card, words),
        type=genre(opus.type or "", words),
        cost=amounts.cost(opus.cost.plus(found.opus_cost), words),
        points=amounts.amount("vp", opus.vp, words),
        perform=amounts.performance(opus, words),
        sell=amounts.sale(opus, words),
    )


def _memory(edition: Edition, card: str, found: RowSpace, view: View, words: Words) -> str:
    memory, cost = edition.memories[card], amounts.cost(found.memory_cost, words)
    if found.memory_reward:
        first = amounts.reward(found.memory_reward, words)
        cost = words("lacrimosa.words.row.first", first=first, cost=cost)
    figures = {
        "number": found.space,
        "card": memory_title(edition, card, words),
        "cost": cost,
        "story": amounts.story(memory.story, words),
    }
    if view.round == ROUNDS:
        return words("lacrimosa.words.row.story_only", **figures)
    figures["actions"] = amounts.actions(memory.actions, words)
    if not memory.reward:
        return words("lacrimosa.words.row.memory", **figures)
    reward = amounts.reward(memory.reward, words)
    return words("lacrimosa.words.row.memory.reward", reward=reward, **figures)


def map_lines(edition: Edition, view: View, words: Words) -> Iterator[str]:
    """Every place with its tile and the cost of the roads there, in order of number."""
    yield words("lacrimosa.words.map")
    yield words("lacrimosa.words.mozart", place=edition.places[view.mozart].name)
    for place in sorted(edition.tables.map.place, key=lambda each: each.number):
        found = effects.tile_at(view, place.id)
        ducats = edition.roads[view.mozart][place.id]
        far = amounts.amount("ducats", ducats, words)
        figures = {"number": place.number, "place": place.name, "ducats": far}
        if found is None:
            kind = words(f"lacrimosa.place.{place.kind}")
            yield words("lacrimosa.words.place.empty", kind=kind, **figures)
        else:
            yield words("lacrimosa.words.place", tile=_tile(edition, found, words), **figures)
    yield words("lacrimosa.words.roads", roads=_roads(edition, words))
    yield words("lacrimosa.words.stacks", courts=len(view.courts), cities=len(view.cities))


def _tile(edition: Edition, found: Lying, words: Words) -> str:
    tile = effects.tile(edition, found)
    figures = {
        "side": words("lacrimosa.tile.gilded" if found.gilded else "lacrimosa.tile.plain"),
        "cost": amounts.cost(tile.cost, words),
        "reward": amounts.reward(effects.reward(edition, found), words),
    }
    court = edition.courts.get(found.tile)
    if court is None:
        return words("lacrimosa.words.tile.city", **figures)
    return words(
        "lacrimosa.words.tile.court",
        demand=demand(edition, court, words),
        points=amounts.amount("vp", court.vp, words),
        **figures,
    )


def _roads(edition: Edition, words: Words) -> str:
    return words.row(
        words(
            "lacrimosa.words.road",
            a=edition.places[road.between[0]].name,
            b=edition.places[road.between[1]].name,
            ducats=road.ducats,
        )
        for road in edition.tables.map.road
    )


def coming(
    edition: Edition, supply: str, items: tuple[str, ...], scene: Scene, words: Words
) -> str:
    """What comes up next, in order, in a supply that is drawn in the open."""
    name, _, key = supply.partition(".")
    # Some of these contain commas.
    named = " · ".join(_coming(edition, name, each, scene, words) for each in items)
    return words(f"lacrimosa.coming.{name}", number=key, items=named)


def _coming(edition: Edition, supply: str, item: str, scene: Scene, words: Words) -> str:
    match supply:
        case "row":
            return title(edition, item, words)
        case "courts":
            court = edition.courts[item]
            points = amounts.amount("vp", court.vp, words)
            return words(
                "lacrimosa.words.court", demand=demand(edition, court, words), points=points
            )
        case "cities":
            return amounts.reward(edition.cities[item].plain, words)
        case "bonus":
            bonus = edition.bonuses[item]
            return words(
                "lacrimosa.coming.for",
                action=action(bonus.action, words),
                reward=amounts.reward(bonus.reward, words),
            )
        case "soloist":
            return str(edition.soloist[item].number)
        case _:
            return person(int(item), scene, words)


def requiem_lines(edition: Edition, view: View, scene: Scene, words: Words) -> Iterator[str]:
    """Each movement: what it pays, who wrote what, what is open, the tiles on sale."""
    names = words.listed(composer(edition, each, words) for each in view.composers)
    yield words("lacrimosa.words.requiem", composers=names)
    for movement in edition.tables.requiem.movement:
        yield words(
            "lacrimosa.words.movement",
            movement=movement.name,
            higher=movement.vp_higher,
            lower=movement.vp_lower,
        )
        yield from _spaces(edition, movement, view, scene, words)
        for which in SIDES[: len(view.composers)]:
            sold = requiem.top(edition, view, which, movement.id)
            name = side(edition, view.composers, which, words)
            if sold is None:
                yield words("lacrimosa.words.stack.empty", composer=name)
            else:
                yield _stack(sold, name, view, words)


def _spaces(
    edition: Edition, movement: Movement, view: View, scene: Scene, words: Words
) -> Iterator[str]:
    notes = {note.space: note for note in view.notes}
    written, free, counts = [], [], Counter[str]()
    for each in movement.spaces:
        note = notes.get(each.id)
        if note is not None:
            counts[note.side] += 1
            written.append(_written(edition, each.id, note, view, scene, words))
        elif each.id not in view.covers:
            free.append(part(edition, each.id, words))
    if free:
        yield words("lacrimosa.words.open", spaces=words.row(free))
    if written:
        yield words("lacrimosa.words.written", notes=words.row(written))
        leads = words.row(
            words(
                "words.scored",
                what=side(edition, view.composers, which, words),
                points=counts[which],
            )
            for which in SIDES
        )
        yield words("lacrimosa.words.majority", counts=leads)


def _written(
    edition: Edition, at: str, note: Note, view: View, scene: Scene, words: Words
) -> str:
    """A part with its writer and composer; the Soloist's markers name no composer."""
    name = part(edition, at, words)
    if note.seat == SEAT:
        return words("lacrimosa.words.note.soloist", part=name)
    composer_ = side(edition, view.composers, note.side, words)
    if note.seat is None:
        return words("lacrimosa.words.note.neutral", part=name, composer=composer_)
    owner = person(note.seat, scene, words)
    return words("lacrimosa.words.note", part=name, name=owner, composer=composer_)


def _stack(tile: Tile, name: str, view: View, words: Words) -> str:
    found = next((stack for stack in view.stacks if tile.id in stack), ())
    return words(
        "lacrimosa.words.stack",
        composer=name,
        cost=amounts.cost(tile.cost, words),
        reward=tile_reward(tile, words),
        left=len(found),
    )


def tile_reward(tile: Tile, words: Words) -> str:
    """The reward of a composer tile, immediate and lasting."""
    good = amounts.repeat(tile.repeat, words) if tile.repeat else ""
    if not tile.reward:
        return good or words("lacrimosa.nothing")
    once = amounts.reward(tile.reward, words)
    return words("lacrimosa.hint.joined.row", first=once, second=good) if good else once
