"""Chapter "Document Memories": a memory from the row replaces the Story card."""

from __future__ import annotations

import pytest

from rules.lacrimosa.actions import Document, EndTurn
from rules.lacrimosa.state import Player, State
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    NINE,
    acting,
    can,
    gained,
    last_turn,
    offered,
    on_turn,
    play,
    refused,
    settled,
    start,
)
from tests.lacrimosa.rows import row

BACH = "memory-bach-london"


def documenting(first: Player | None = None, space: int = 5, times: int = 1) -> State:
    return acting(
        first or on_turn(),
        rights=("document",) * times,
        row=row({space: BACH}),
    )


@pytest.mark.parametrize(
    ("space", "wild", "paid"),
    [
        (1, "t", {"ducats": -3, "track.talent": -1}),
        (2, "", {"ducats": -2, "track.talent": -1}),
        (3, "", {"ducats": -2, "track.composition": -1}),
        (4, "", {"ducats": -2, "track.journey": -1}),
        (5, "", {"ducats": -3}),
        (6, "", {"ducats": -2}),
        (7, "c", {"ducats": 1, "track.composition": -1}),
    ],
)
def test_the_space_is_the_price(space: int, wild: str, paid: dict[str, int]) -> None:
    """L51: in ducats and story points, or with a reward; the card itself costs nothing."""
    before = documenting(space=space)
    assert gained(before, play(before, Document(BACH, wild))) == paid


def test_only_memories_of_the_row() -> None:
    """L51: no opus, and no card from elsewhere."""
    state = documenting()
    cards = {each.card for each in offered(state, Document)}
    assert cards == {card for card in state.row if card.startswith("memory")}
    assert refused(state, Document("opus-k16")).code == "not_in_row"
    assert refused(state, Document("memory-star")).code == "not_in_row"


def test_a_row_reward_helps_to_pay() -> None:
    """L51, LR13: it is gained first; here it is a ducat that is kept."""
    poor = on_turn(ducats=0, tracks=(0, 0, 1))
    before = documenting(poor, space=7)
    assert can(before, Document(BACH, "c"))
    assert gained(before, play(before, Document(BACH, "c")))["ducats"] == 1


def test_the_new_card_replaces_the_story_card_at_once() -> None:
    """L52, L54, LR15: the old one leaves the game, and nothing is gained for it."""
    before = documenting()
    after = play(before, Document(BACH))
    assert after.players[ANA].story == (BACH,)
    assert after.gone == (start(8),)
    assert BACH not in after.row
    assert gained(before, after) == {"ducats": -3}


def at_the_end(**fields: object) -> State:
    """Ana's fourth turn is the last of the round."""
    return acting(
        last_turn(hand=(start(9),)),
        last_turn(**fields),
        seat=BRUNO,
        turn=4,
        rights=("document",),
        row=row({5: BACH}),
        bonus=("bonus-1-travel",),
    )


def test_the_new_cards_bottom_counts_in_this_maintenance() -> None:
    """L53, L54, LR15: its top and actions do nothing now, and the old bottom is lost."""
    story = (start(3), start(4), start(5), start(6))
    experiences = (start(1), start(2), start(7), start(8))
    plain = settled(play(at_the_end(story=story, experiences=experiences), EndTurn()))
    state = at_the_end(story=story, experiences=experiences)
    after = settled(play(state, Document(BACH), EndTurn()))
    assert plain.players[BRUNO].tracks == (2, 1, 3)
    # Start 6 (1 talent, 1 composition) is gone; the new card has 2 talent.
    assert after.players[BRUNO].tracks == (3, 1, 2)
    assert BACH in (*after.players[BRUNO].hand, *after.players[BRUNO].deck)


def test_document_memories_of_the_blue_player() -> None:
    """L52, L53, L54: the example: a Document card and one with a talent point are laid.

    The card bought goes to Story at once and is one of the nine from the next round on.
    """
    blue = on_turn(hand=NINE[1:3], experiences=(start(2),), story=(start(7),))
    before = acting(blue, rights=("document",), row=row({5: BACH}))
    after = play(before, Document(BACH))
    assert after.players[ANA].story == (BACH,)
    assert start(7) in after.gone
    assert gained(before, after) == {"ducats": -3}


def test_a_second_document_replaces_the_card_just_bought() -> None:
    """L52, LR16: legal, and the first card is gone."""
    before = acting(rights=("document", "document"), row=row({5: BACH, 3: "memory-st-james"}))
    state = settled(play(before, Document(BACH)))
    state = play(state, Document("memory-st-james"))
    assert state.players[ANA].story == ("memory-st-james",)
    assert state.gone == (start(8), BACH)


def test_a_card_of_the_last_period_only_counts_for_its_bottom() -> None:
    """L53, LR17: it is in Story, and there is no later round to play it in."""
    before = acting(
        last_turn(),
        last_turn(
            story=(start(3), start(4), start(5), start(6)), experiences=NINE[:2] + NINE[6:8]
        ),
        seat=BRUNO,
        turn=4,
        round=5,
        rights=("document",),
        row=row({5: "memory-bertramka"}, period=5),
    )
    after = play(before, Document("memory-bertramka"))
    after = settled(play(after, EndTurn()))
    assert after.over
    assert after.players[BRUNO].tally.story == 4
