"""Florence's positions in words: the summary, pages and hands that a table shows."""

import re

from msgspec.structs import replace

from render.florence.words import names
from render.people import marked
from render.presentation import Person, Scene
from render.words import Words
from rules.contract import Line, Over
from rules.florence.catalogue import BONUS, FREEDOMS, LOTS, PRESTIGE, PROFESSIONS
from rules.florence.events import TurnBegan
from rules.florence.state import Acting, Bidding, Deed, Looking, Sale
from rules.florence.view import View
from tests.render.florence_samples import (
    EVENTS,
    PROMPTS,
    SCENE,
    SHOWN,
    largest,
    played,
    positions,
)
from tests.render.languages import LANGUAGES


def fullest() -> tuple[View, Scene]:
    """A view with more than five seats can ever own, and a scene with the longest names."""
    view = played(5, 5).view(None)
    tiles = tuple(tile for side in view.seats for tile in side.tiles)[:14]
    full = replace(
        view.seats[0],
        tiles=tiles,
        works=(*list(PROFESSIONS)[:12], "recruiting", "recruiting"),
        freedoms=FREEDOMS,
        jesters=7,
        builders=3,
        value=30,
        deeds=(Deed("work", "choreographer", 30), Deed("work", "organ_builder", 28)),
        hand=tuple(list(PROFESSIONS)[:9]),
        bonus=tuple(list(BONUS)[:7]),
        prestige_cards=tuple(list(PRESTIGE)[:5]),
    )
    step = Bidding("recruiting", 0, 1, 1200, 2, (3, 4))
    sales = tuple(Sale(lot, seat, 1200) for seat, lot in enumerate(LOTS[:5]))
    large = replace(
        view,
        viewer=0,
        step=step,
        seats=(full,) * 5,
        sales=sales,
        declined=(0, 1),
        discards=tuple(BONUS),
    )
    people = tuple(Person("W" * 32, computer=True) for _ in range(5))
    deciding = tuple((seat, PROMPTS[3]) for seat in range(5))
    return large, Scene(people, deciding, EVENTS[:-1] * 2)


def test_limits_in_the_largest_position(words: Words) -> None:
    view, scene = fullest()
    assert len(SHOWN.summary(view, scene, words)) <= 1024
    for page in SHOWN.pages(view, scene, words):
        assert len(page) <= 3500
        assert page.count("```") in {0, 2}, "a page was cut in its map"
    assert len(SHOWN.hand_text(view, words)) <= 3500


def test_the_summary_keeps_the_most_needed_when_it_is_long() -> None:
    view, scene = fullest()
    summary = SHOWN.summary(view, scene, LANGUAGES["en"])
    assert summary.startswith("The Princes of Florence. Round 7 of 7, auction. W")
    assert "Prestige in turn order" in summary or len(scene.deciding) == 5


def test_the_summary_names_people_with_colour_and_shape_and_without_markdown() -> None:
    journal = largest()
    deciding = tuple((d.seat, d.prompt) for d in journal.decisions)
    summary = SHOWN.summary(
        journal.view(None), replace(SCENE, deciding=deciding), LANGUAGES["en"]
    )
    assert "**Борис** @everyone (red square) 0 PP" in summary
    assert "王小明 (computer, amber triangle) 0 PP" in summary
    assert "Round 1 of 7, auction" in summary
    assert "put an item up for auction" in summary


def test_pages_tell_a_blind_player_where_every_tile_stands() -> None:
    journal = played(5, 5)
    view = journal.view(None)
    pages = SHOWN.pages(view, replace(SCENE, over=journal.over), LANGUAGES["en"])
    assert len(pages) == 1 + 1 + 5 + 2
    everything = "\n".join(pages)
    for side in view.seats:
        for tile in side.tiles:
            assert names.named(tile.kind, LANGUAGES["en"]) in everything
            assert names.square(tile.square) in everything
    assert "Final scores" in pages[0]


def test_the_last_pages_list_all_professions_and_bonus_cards(words: Words) -> None:
    """F92, F93, F94, F95, F98: as every board of the printed game does."""
    *_, professions, bonus = SHOWN.pages(largest().view(None), SCENE, words)
    for page, topic in ((professions, "professions"), (bonus, "bonus_cards")):
        assert (SHOWN.chapter(topic, words) or "-") in page
        assert dict(SHOWN.topics(words))[topic] in page
    for card, loved in PROFESSIONS.items():
        (line,) = [each for each in professions.split("\n") if _begins(each, card, words)]
        loves = (loved.building, loved.landscape, loved.freedom)
        assert all(names.named(each, words) in line for each in loves)
    for card, entry in BONUS.items():
        (line,) = [each for each in bonus.split("\n") if _begins(each, card, words)]
        assert f"+{entry.points}" in line


def _begins(line: str, card: str, words: Words) -> bool:
    return bool(re.match(rf"- {re.escape(names.named(card, words))}\s?:", line))


def test_seats_come_in_turn_order() -> None:
    words, view = LANGUAGES["en"], replace(largest().view(None), start=3)
    pages = SHOWN.pages(view, SCENE, words)
    order = [marked(seat, SCENE, words) for seat in (3, 4, 0, 1, 2)]
    heads = [page.split("\n")[0] for page in pages[1:-2]]
    assert all(name in head for name, head in zip(order, heads, strict=True))
    (line,) = [line for line in pages[0].split("\n") if line.startswith("Turn order")]
    assert sorted(order, key=line.index) == order


def test_pages_of_a_seat_hide_what_others_hold() -> None:
    words, journal = LANGUAGES["en"], largest()
    for viewer in (None, 0):
        pages = "\n".join(SHOWN.pages(journal.view(viewer), SCENE, words))
        assert pages.count("Money: hidden.") == (5 if viewer is None else 4)
    spectator = "\n".join(SHOWN.pages(journal.view(None), SCENE, words)[:-2])
    held = [card for seat in range(5) for card in journal.view(seat).seats[seat].hand or ()]
    assert [card for card in held if names.named(card, words) in spectator] == []


def test_a_hand_shows_its_cards_with_what_they_would_be_worth() -> None:
    words, view = LANGUAGES["en"], largest().view(2)
    hand = SHOWN.hand_text(view, words)
    for card in view.seats[2].hand or ():
        assert names.named(card, words) in hand
    assert "3500 florins" in hand
    assert hand.count("Worth 3 now") == 3  # for three cards in hand and nothing else
    assert (
        SHOWN.hand_text(largest().view(None), words) == "You are watching, so you have no hand."
    )


def test_a_hand_says_what_bonus_cards_would_add() -> None:
    words, view = LANGUAGES["en"], largest().view(2)
    richer = replace(view.seats[2], jesters=2, bonus=("jesters",))
    hand = SHOWN.hand_text(replace(view, seats=(*view.seats[:2], richer)), words)
    assert hand.count("Worth 7 now, up to 11 with Bonus cards.") == 3


def test_a_hand_shows_the_cards_looked_at_to_their_owner() -> None:
    words, view = LANGUAGES["en"], largest().view(0)
    looking = replace(view, step=Looking(0, "prestige", ("most_parks", "two_large"), 0))
    assert "Two large Buildings: 5 PP for at least two" in SHOWN.hand_text(looking, words)
    elsewhere = replace(view, step=Looking(1, "prestige", ("?", "?"), 1))
    assert "look at" not in SHOWN.hand_text(elsewhere, words)


def test_progress_of_every_step() -> None:
    seen = {SHOWN.progress(journal.view(None), LANGUAGES["en"]) for journal in positions(3, 8)}
    assert {"Setup", "Round 1 of 7, auction", "Round 7 of 7, actions"} <= seen
    assert "Final scores" in seen


def test_an_acting_seat_is_in_the_actions_phase() -> None:
    view = replace(largest().view(0), turn=4, step=Acting(0))
    assert SHOWN.progress(view, LANGUAGES["en"]) == "Round 4 of 7, actions"


def test_a_shared_victory_and_a_tie_break_are_named(words: Words) -> None:
    lines = tuple((Line("works", 20), Line("sold", -4)) for _ in range(5))
    shared = replace(SCENE, over=Over(lines, (0, 2), "florins"))
    final = SHOWN.pages(played(5, 5).view(None), shared, words)[0]
    assert "Ana" in final
    assert "−4" in final
    assert words("score.florins") in final


def test_a_round_that_begins_says_its_minimum_once() -> None:
    """The event that begins it already says so."""
    view, words = largest().view(None), LANGUAGES["en"]
    for changed, times in (((TurnBegan(1, 2, view.minimum),), 1), ((), 1)):
        text = SHOWN.summary(view, replace(SCENE, changed=changed), words)
        assert text.count("A Work needs 7 or more.") == times


def test_cards_in_hand_are_counted_without_a_word_to_inflect() -> None:
    view = largest().view(None)
    one = replace(view.seats[0], cards=2, bonus_count=1, prestige_count=0)
    pages = SHOWN.pages(replace(view, seats=(one, *view.seats[1:])), SCENE, LANGUAGES["en"])
    assert any("Cards in hand: 2 Profession, 1 Bonus, 0 Prestige." in page for page in pages)
