"""Solo game: the Soloist's five actions, case by case."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.contract import Drawn
from rules.lacrimosa import scoring, sequence
from rules.lacrimosa import soloist as soloist_rules
from rules.lacrimosa.actions import EndTurn
from rules.lacrimosa.catalogue import ROUNDS
from rules.lacrimosa.events import SoloDid
from rules.lacrimosa.state import Note, SoloActing, SoloDeed, State
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    LACRIMOSA,
    alone,
    cards_of,
    ended,
    note,
    on_turn,
    owed,
    settled,
    soloist,
)
from tests.lacrimosa.solo import deeds, he, his_turn

ROW = (
    "opus-k16",
    "memory-notenbuch",
    "opus-k45a",
    "memory-goldener-sporn",
    "opus-k112",
    "memory-st-james",
    "opus-k50",
)


def acting_with(state: State, action: str, card: str) -> State:
    """The Soloist carries out one action with a parameter card."""
    begun = replace(state, stack=(SoloActing((action,), card),))
    return settled(sequence.settled(EDITION, begun))


@pytest.mark.parametrize(("story", "card"), [(2, "opus-k16"), (4, "opus-k50")])
def test_he_commissions(story: int, card: str) -> None:
    """L138, L141, L143, L147, LR49: newest or oldest of its kind, for its points, for free."""
    before, after = his_turn(1, story, row=ROW)
    opus = EDITION.opus[card]
    assert he(after).vp - he(before).vp == opus.vp
    assert he(after).tally.opus == opus.vp
    assert deeds(after) == (SoloDeed("commission", card, opus.vp),)
    assert card in after.gone
    assert len(after.row) == 7
    assert after.players[ANA].ducats == before.players[ANA].ducats


@pytest.mark.parametrize(("story", "card"), [(2, "opus-k16"), (4, "opus-k50")])
def test_he_sells_cards_of_the_row(story: int, card: str) -> None:
    """L138, L141, L144, LR51: finance steps and points; the card leaves the game."""
    before, after = his_turn(3, story, row=ROW, level="easy")
    sale = EDITION.opus[card].sell
    assert he(after).finance - he(before).finance == sale.finance
    assert he(after).tally.sales == sale.vp
    assert deeds(after) == (SoloDeed("perform_or_sell", card, sale.vp, sale.finance),)
    assert card in after.gone


@pytest.mark.parametrize(("finance", "reached", "overflow"), [(6, 8, 0), (7, 8, 2), (8, 8, 4)])
def test_his_finances_past_the_end(finance: int, reached: int, overflow: int) -> None:
    """L49, L146, LR8, LR51: two points for each step."""
    lying = (*cards_of(3, opus=False)[:6], "opus-k366")
    _, after = his_turn(3, 4, row=lying, round=3, he={"finance": finance})
    assert (he(after).finance, he(after).tally.finances) == (reached, overflow)
    assert he(after).tally.sales == 4


@pytest.mark.parametrize(("finance", "steps", "vp"), [(6, 2, 4), (7, 1, 6), (8, 0, 8)])
def test_steps_past_the_end_are_told_as_points_alone(finance: int, steps: int, vp: int) -> None:
    """L49, L146: he cannot be told steps that his marker did not go."""
    lying = (*cards_of(3, opus=False)[:6], "opus-k366")
    before, after = his_turn(3, 4, row=lying, round=3, he={"finance": finance})
    (deed,) = deeds(after)
    assert (soloist_rules.steps(EDITION, deed), deed.vp) == (steps, vp)
    assert he(after).finance - he(before).finance == steps


def test_he_documents_and_carries_out_the_card() -> None:
    """L142, L147, LR50: the points at its bottom, then its actions with the same Story card.

    The oldest memory is taken; it sells, so the oldest opus of the refilled row goes.
    """
    before, after = his_turn(7, 4, row=ROW)
    taken, sold = deeds(after)
    assert taken == SoloDeed("document", "memory-st-james", 0)
    assert (sold.action, sold.what) == ("perform_or_sell", "opus-k50")
    assert {"memory-st-james", "opus-k50"} <= set(after.gone)
    assert len(after.row) == 7
    assert after.players[ANA].ducats == before.players[ANA].ducats


def test_points_below_a_documented_card() -> None:
    """L142, LR50: they score at once; rewards and story points do nothing."""
    lying = (*cards_of(1, opus=True)[:6], "memory-goldener-sporn")
    _, after = his_turn(7, 4, row=lying)
    taken, wrote = deeds(after)
    assert taken == SoloDeed("document", "memory-goldener-sporn", 1)
    assert he(after).tally.story == 1
    assert wrote.action == "requiem"


def test_a_document_on_a_documented_card_takes_another() -> None:
    """LR50: with the same Story card, from the refilled row."""
    lying = (
        *cards_of(1, opus=True)[:5],
        "memory-bach-london",
        "memory-notenbuch",
    )
    state = alone(row=lying, solo=soloist("difficult"))
    after = acting_with(state, "document", "soloist-4")
    first, second, *_ = deeds(after)
    assert (first.what, second.what) == ("memory-notenbuch", "memory-bach-london")


def test_actions_of_a_card_in_printed_order() -> None:
    """LR50: commission before document."""
    lying = (*cards_of(3, opus=True)[:6], "memory-probentage")
    state = alone(row=lying, round=3, solo=soloist("difficult"))
    after = acting_with(state, "document", "soloist-4")
    assert [deed.action for deed in deeds(after)][:3] == [
        "document",
        "commission",
        "document",
    ]


def test_two_actions_on_one_soloist_card() -> None:
    """L137: both are carried out, in printed order."""
    _, after = his_turn(11, 2)
    assert [deed.action for deed in deeds(after)] == ["requiem", "perform_or_sell"]


@pytest.mark.parametrize(
    ("action", "kept"),
    [("document", "opus"), ("commission", "memory"), ("perform_or_sell", "memory")],
)
def test_no_card_of_the_kind(action: str, kept: str) -> None:
    """L145: the action has no effect."""
    lying = cards_of(1, opus=kept == "opus")[:7]
    state = alone(row=lying)
    after = acting_with(state, action, "soloist-1")
    assert deeds(after) == (SoloDeed(action),)
    assert after.row == lying
    assert he(after).vp == 0


COURTS = {"wien": "court-types-1", "london": "court-types-2", "paris": "court-types-3"}


def travelling(card: int, mozart: str, on_map: dict[str, str] | None = None) -> State:
    state = alone(mozart=mozart, on_map={**COURTS, **(on_map or {})})
    return acting_with(state, "travel", f"soloist-{card}")


def emptied(before: dict[str, str] | None, after: State) -> set[str]:
    lying = {each.place for each in after.lying}
    return (
        set(EDITION.places)
        - lying
        - {place for place, tile in (before or {}).items() if not tile}
    )


@pytest.mark.parametrize(
    ("card", "mozart", "goal", "courts", "gone"),
    [
        # Ascending from Salzburg: Wien is next.
        (1, "salzburg", "wien", ("court-types-1",), {"wien"}),
        # Descending from Salzburg (1): Muenchen (11), Milano, Mannheim, Paris (8).
        (
            6,
            "salzburg",
            "paris",
            ("court-types-3",),
            {"muenchen", "milano", "mannheim", "paris"},
        ),
        # Ascending from Mannheim (9), past Muenchen (11) to Salzburg (1) and Wien.
        (
            1,
            "mannheim",
            "wien",
            ("court-types-1",),
            {"milano", "muenchen", "salzburg", "wien"},
        ),
        # A court where the marker is counts as the first visit.
        (1, "london", "london", ("court-types-2",), {"london"}),
        (11, "london", "paris", ("court-types-2", "court-types-3"), {"london", "paris"}),
        # Two courts from Berlin: all cities between them go.
        (
            11,
            "berlin",
            "paris",
            ("court-types-2", "court-types-3"),
            {"frankfurt", "den-haag", "london", "paris"},
        ),
    ],
)
def test_he_travels_by_number(
    card: int, mozart: str, goal: str, courts: tuple[str, ...], gone: set[str]
) -> None:
    """L139, L148, L149, L152, LR52: from court to court, discarding cities on the way."""
    after = travelling(card, mozart)
    assert after.mozart == goal
    assert he(after).courts == courts
    assert emptied(None, after) == gone
    assert set(after.used) <= set(EDITION.cities)
    assert len(after.used) == len(gone) - len(courts)
    assert deeds(after) == (SoloDeed("travel", goal, courts=courts),)


def test_he_gains_nothing_from_tiles() -> None:
    """L141, L149, L153, LR52: neither from courts nor from cities; he pays nothing either."""
    after = travelling(11, "berlin")
    assert he(after).vp == 0
    assert he(after).finance == he(alone()).finance


def test_empty_courts_are_passed() -> None:
    """L148, L149: only courts that still have a tile count."""
    after = travelling(1, "salzburg", {"wien": ""})
    assert (after.mozart, he(after).courts) == ("london", ("court-types-2",))
    assert emptied({"wien": ""}, after) == {
        "praha",
        "berlin",
        "frankfurt",
        "den-haag",
        "london",
    }


def test_no_court_asked_for() -> None:
    """L150, LR52: the marker stays, and nothing is taken."""
    for start in ("salzburg", "london"):
        after = travelling(2, start)
        assert (after.mozart, he(after).courts, emptied(None, after)) == (start, (), set())
        assert deeds(after) == (SoloDeed("travel"),)


def test_no_court_left() -> None:
    """L151, LR52: the action ends at once, even after the first of two."""
    none = dict.fromkeys(COURTS, "")
    after = travelling(1, "berlin", none)
    assert (after.mozart, emptied(none, after)) == ("berlin", set())
    one = {"wien": "", "paris": ""}
    after = travelling(11, "frankfurt", one)
    assert (after.mozart, he(after).courts) == ("london", ("court-types-2",))
    assert emptied(one, after) == {"den-haag", "london"}


def test_a_city_where_the_marker_stands_stays() -> None:
    """L149, LR52: only places that it enters lose their tiles."""
    after = travelling(1, "berlin")
    assert "berlin" in {each.place for each in after.lying}


def writing(card: int, *notes: Note, markers: int = 7) -> State:
    state = alone(notes=notes, solo=soloist(markers=markers))
    return acting_with(state, "requiem", f"soloist-{card}")


def space(after: State) -> str:
    return str(deeds(after)[-1].what)


def open_spaces(movement: str) -> list[str]:
    covered = EDITION.covered("constanze-1", 1)
    return [s.id for s in EDITION.movements[movement].spaces if s.id not in covered]


@pytest.mark.parametrize(
    ("card", "movement", "at"), [(6, "sequentia", 0), (2, "sequentia", -1)]
)
def test_the_first_free_space_from_top_or_bottom(card: int, movement: str, at: int) -> None:
    """L140, L154, L155, LR53: sixteenth-note up, any of his markers, no tile, no cost."""
    free = open_spaces(movement)
    before = alone()
    after = writing(card)
    assert space(after) == free[at]
    assert after.notes[-1].side == "sixteenth"
    assert he(after).markers == 6
    assert after.stacks == before.stacks
    taken = writing(card, note(free[at], ANA))
    assert space(taken) == (free[1] if at == 0 else free[-2])


@pytest.mark.parametrize("movement", ["kyrie", "offertorium", "agnus-dei"])
def test_the_lower_value_at_once(movement: str) -> None:
    """L156, LR53: this comes on top of normal scoring at the end."""
    card = {"kyrie": 1, "offertorium": 3, "agnus-dei": 5}[movement]
    after = writing(card)
    assert he(after).vp == he(after).tally.composers == EDITION.movements[movement].vp_lower


def test_a_full_movement() -> None:
    """L154, LR53: the nearest with room to the right, else to the left."""
    full = tuple(note(s, ANA) for s in open_spaces("offertorium"))
    assert space(writing(3, *full)) == open_spaces("sanctus")[0]
    right = tuple(
        note(s, ANA) for m in ("offertorium", "sanctus", "agnus-dei") for s in open_spaces(m)
    )
    assert space(writing(3, *right)) == open_spaces("sequentia")[0]
    left = (*right, *(note(s, ANA) for s in open_spaces("sequentia")))
    assert space(writing(7, *left)) == open_spaces("kyrie")[-1]
    everything = (*left, *(note(s, ANA) for s in open_spaces("kyrie")))
    assert deeds(writing(7, *everything)) == (SoloDeed("requiem"),)


def test_any_instrument_with_any_marker() -> None:
    """L155: more organs than he has organ markers."""
    state = alone()
    for _ in range(3):
        state = acting_with(state, "requiem", "soloist-4")
    assert he(state).markers == 4


def test_without_markers_left() -> None:
    """L157: the action has no effect."""
    after = writing(1, markers=0)
    assert deeds(after) == (SoloDeed("requiem"),)
    assert he(after).vp == 0
    assert after.notes == ()


def test_his_final_score() -> None:
    """L159, LR54: all his courts as fulfilled, and the Requiem; nothing else."""
    solo = soloist(courts=("court-types-1", "court-periods-4"), markers=6, finance=8)
    state = alone(solo=solo, notes=(note("kyrie.percussion", -1, "sixteenth"),), round=ROUNDS)
    end = replace(scoring.finish(EDITION, state), over=True)
    assert he(end).tally.courts == 6 + 8
    assert he(end).tally.requiem == 3
    assert he(end).vp == 6 + 8 + 3


@pytest.mark.parametrize(("mine", "his"), [(1, 2), (2, 1), (1, 1)])
def test_the_majority_against_the_soloist(mine: int, his: int) -> None:
    """L123, L160: eighth-notes compete with his sixteenth-notes."""
    free = open_spaces("sequentia")
    notes = [note(s, ANA) for s in free[:mine]]
    notes += [note(s, -1, "sixteenth") for s in free[mine : mine + his]]
    state = alone(notes=tuple(notes), round=ROUNDS)
    high, low = 4, 2
    assert scoring.requiem_points(EDITION, state, ANA) == mine * (high if mine > his else low)
    assert scoring.requiem_points(EDITION, state, -1) == his * (high if his > mine else low)


def test_the_player_wins_or_nobody() -> None:
    """LR54: the player wins if ahead of the Soloist, and the end says so."""
    state = alone(on_turn(vp=3), round=ROUNDS)
    assert ended(replace(state, over=True)).winners == (ANA,)


def test_each_deed_is_told() -> None:
    """L136, L137: with its figures and the second card, whose instruction he followed."""
    before = alone(row=ROW, turn=1)
    state = LACRIMOSA.act(before, ANA, EndTurn())
    state = LACRIMOSA.drawn(state, owed(state).items[:2])
    entry = Drawn(("soloist-1", "soloist-2"))
    after = LACRIMOSA.drawn(state, entry.items)
    told = LACRIMOSA.told(state, entry, after, None)
    assert SoloDid("commission", "opus-k16", 2, 0, (), "soloist-2") in told
