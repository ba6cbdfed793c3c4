"""Lacrimosa's positions in words: the summary, pages and hands that a table shows."""

import pytest
from msgspec.structs import replace

from render.lacrimosa.words import amounts, names
from render.presentation import Person, Scene
from render.words import Words, plain
from rules.contract import Line, Over
from rules.lacrimosa import actions as does
from rules.lacrimosa import effects, requiem
from rules.lacrimosa.state import Held, Hired
from rules.lacrimosa.view import View
from tests.render.lacrimosa_samples import (
    EDITION,
    EVENTS,
    PROMPTS,
    SCENE,
    SHOWN,
    finished,
    moment,
    played,
)
from tests.render.languages import EN


def fullest() -> tuple[View, Scene]:
    """A view with more than four seats can ever own, and a scene with the longest names."""
    view = finished()
    full = replace(
        view.seats[0],
        opus=tuple(Held(each) for each in list(EDITION.opus)[:24]),
        courts=tuple(EDITION.courts),
        markers=tuple(EDITION.board),
        hired=tuple(
            Hired(place, tile)
            for place, tile in zip(EDITION.board, EDITION.tiles, strict=False)
        ),
        experiences=tuple(each.id for each in EDITION.tables.memory[:4]),
        story=tuple(each.id for each in EDITION.tables.memory[4:8]),
        hand=tuple(each.id for each in EDITION.tables.memory[8:12]),
        unplayed=tuple(each.id for each in EDITION.tables.memory[8:17]),
    )
    row = tuple(each.id for each in EDITION.tables.opus[:7])
    large = replace(view, viewer=0, over=False, seats=(full,) * 4, row=row)
    people = tuple(Person("W" * 32, computer=True) for _ in range(4))
    deciding = tuple((seat, PROMPTS[6]) for seat in range(4))
    return large, Scene(people, deciding, tuple(event for event in EVENTS * 2))


def test_limits_in_the_largest_position(words: Words) -> None:
    view, scene = fullest()
    assert len(SHOWN.summary(view, scene, words)) <= 1024
    pages = SHOWN.pages(view, scene, words)
    assert all(0 < len(page) <= 3500 for page in pages)
    assert len(SHOWN.hand_text(view, words)) <= 3500


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_limits_in_a_whole_game(seats: int, words: Words) -> None:
    for journal in played(seats, seats)[::7]:
        for viewer in (None, 0):
            view = journal.view(viewer)
            deciding = tuple((each.seat, each.prompt) for each in journal.decisions)
            scene = replace(SCENE, deciding=deciding, over=journal.over)
            assert len(SHOWN.summary(view, scene, words)) <= 1024
            assert all(0 < len(page) <= 3500 for page in SHOWN.pages(view, scene, words))
            assert len(SHOWN.hand_text(view, words)) <= 3500


def test_progress_of_every_phase() -> None:
    seen = {SHOWN.progress(journal.view(None), EN) for journal in played(2, 2)}
    assert {"Round 1 of 5 · turn 1 of 4", "Round 5 of 5 · turn 4 of 4", "Final scores"} <= seen
    waiting = [
        SHOWN.progress(journal.view(None), EN)
        for seed in range(1, 8)
        for journal in played(4, seed)
        if journal.view(None).upkeep
    ]
    assert any("end of the round" in text for text in waiting)


def test_the_summary_names_turn_seats_scores_and_the_last_change() -> None:
    view, decision, _ = moment(does.ToAct)
    scene = replace(SCENE, deciding=((decision.seat, decision.prompt),), changed=(EVENTS[15],))
    summary = SHOWN.summary(view, scene, EN)
    assert summary.startswith(f"Lacrimosa. Round {view.round} of 5 · turn {view.turn} of 4. ")
    assert "Ana (blue circle) to take the actions of the card." in summary
    assert "**Борис** @everyone (red square)" in summary
    assert "Last: Ana commissions Missa C-Dur „Credo-Messe“ KV 257: −3 ducats, +5 VP" in summary
    assert f"Mozart is in {EDITION.places[view.mozart].name}." in summary


def test_pages_tell_a_blind_player_everything_on_the_table() -> None:
    view, _, journal = moment(does.ToAct, busy=True)
    everything = "\n".join(SHOWN.pages(view, SCENE, EN))
    for card in view.row:
        bare = names.memory_title if card in EDITION.memories else names.card
        assert bare(EDITION, card, EN) in everything
        action = does.Document(card) if card in EDITION.memories else does.Commission(card)
        assert amounts.cost(effects.cost_as_paid(EDITION, view, action), EN) in everything
    for place in EDITION.tables.map.place:
        assert f"{place.number}. {place.name}: roads " in everything
    for lying in view.lying:
        tile = effects.tile(EDITION, lying)
        assert amounts.reward(effects.reward(EDITION, lying), EN) in everything
        assert amounts.cost(tile.cost, EN) in everything
    for movement in EDITION.movements:
        for side in ("eighth", "sixteenth"):
            top = requiem.top(EDITION, view, side, movement)
            assert top is None or f": {amounts.cost(top.cost, EN)} for " in everything
    for side_view in view.seats:
        for held in side_view.opus:
            assert names.card(EDITION, held.id, EN) in everything
    for note in view.notes:
        assert names.part(EDITION, note.space, EN) in everything
    assert journal.over is None


def test_the_order_of_play_begins_with_who_starts_the_round() -> None:
    view, _, _ = moment(does.ToAct)
    called = [plain(person.name) for person in SCENE.people]
    for first in range(len(view.seats)):
        page = SHOWN.pages(replace(view, first=first), SCENE, EN)[0]
        order = next(line for line in page.splitlines() if "Turn order: " in line)
        places = [order.index(name) for name in called[first:] + called[:first]]
        assert places == sorted(places)


def test_pages_are_the_same_for_everybody() -> None:
    """No page says which cards are in hand, not even their owner's page."""
    _, _, journal = moment(does.ToAct)
    public = SHOWN.pages(journal.view(None), SCENE, EN)
    assert all(SHOWN.pages(journal.view(seat), SCENE, EN) == public for seat in range(4))


def test_pages_of_a_solo_game_show_the_soloist_and_his_cards() -> None:
    view = played(1, 1)[40].view(0)
    pages = SHOWN.pages(view, SCENE, EN)
    assert pages[-1].startswith("**Soloist** (easy): ")
    assert view.solo is not None
    for card in view.solo.deck:
        assert f"- {EDITION.soloist[card].number}: as the first card, " in pages[-1]


def test_a_hand_shows_its_cards_and_what_is_still_in_the_deck() -> None:
    view = played(4, 1)[0].view(2)
    side = view.seats[2]
    hand = SHOWN.hand_text(view, EN)
    assert "**Your hand** (4 cards)" in hand
    assert "**Still in your deck** (5 cards, in unknown order)" in hand
    before, after = hand.split("**Still in your deck**")
    for card in side.hand or ():
        assert names.memory_title(EDITION, card, EN) in before
    for card in set(side.unplayed) - set(side.hand or ()):
        assert names.memory_title(EDITION, card, EN) in after
    assert SHOWN.hand_text(finished(), EN) == "You are watching, so you have no hand."


def test_the_end_names_winners_tie_break_and_lines(words: Words) -> None:
    lines = tuple((Line("opus", 20), Line("requiem", 9)) for _ in range(4))
    shared = replace(SCENE, over=Over(lines, (0, 2), "requiem_markers"))
    final = SHOWN.pages(finished(), shared, words)[0]
    assert "Ana" in final
    assert words("score.requiem_markers") in final
    lost = replace(SCENE, over=Over(lines[:1], ()))
    solo = played(1, 1)[-1].view(None)
    assert words("lacrimosa.over.soloist") in SHOWN.pages(solo, lost, words)[0]
    assert words("lacrimosa.over.soloist") in SHOWN.summary(solo, lost, words)


def test_every_line_of_a_score_has_a_name() -> None:
    over = played(4, 1)[-1].over
    for line in over.lines[0]:
        assert EN(f"score.{line.source}")
