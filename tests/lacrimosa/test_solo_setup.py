"""Solo game: setup, levels, the Soloist's cards, and what he does not do."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import Illegal
from rules.journal import Journal
from rules.lacrimosa.actions import EndTurn, LayExperience, LayStory, TakeDucats
from rules.lacrimosa.state import State
from tests.lacrimosa.positions import (
    ANA,
    EDITION,
    LACRIMOSA,
    alone,
    decision,
    last_turn,
    owed,
    play,
    settled,
    soloist,
)
from tests.lacrimosa.solo import he, his_turn


def begun(level: str = "easy", **chosen: str) -> State:
    options = LACRIMOSA.options(1, {"level": level, **chosen})
    return Journal.start(LACRIMOSA, options, Random(2))._state


def test_one_composer_with_all_tiles() -> None:
    """L131: in the top row, with any number of dots."""
    state = begun(composer="stadler")
    assert state.composers == ("stadler",)
    tiles = {tile for stack in state.stacks for tile in stack}
    assert len(tiles) == 15
    assert len(state.stacks) == 5


def test_one_composer_is_chosen_or_drawn() -> None:
    """L131, LR47: alone there are no pairs to choose from."""
    offered = {choice.key: choice for choice in LACRIMOSA.choices}
    composers = {composer.id for composer in EDITION.tables.composer}
    assert set(offered["composer"].values) == composers | {"first", "random"}
    assert offered["composer"].seats == (1,)
    assert 1 not in offered["composers"].seats
    assert begun(composer="first").composers == begun().composers == ("eybler",)
    draw = LACRIMOSA.start(LACRIMOSA.options(1, {"composer": "random"})).owed
    assert [owed.count for owed in draw if owed.supply == "composers"] == [1]
    with pytest.raises(Illegal):
        LACRIMOSA.options(1, {"composer": "stadler+eybler"})


def test_a_stored_game_may_name_a_pair() -> None:
    """L131: the first of the two is the one in play."""
    assert begun(composers="stadler+eybler").composers == ("stadler",)
    assert begun(composers="random").options == begun(composer="random").options


@pytest.mark.parametrize(
    ("level", "cards", "ducats", "wildcards", "vp"),
    [
        ("easy", (1, 2, 3, 4, 5, 6, 7, 8, 9), 0, 0, 0),
        ("middle", (1, 2, 3, 4, 5, 6, 7, 9, 10), 2, 0, 0),
        ("difficult", (1, 2, 3, 4, 5, 6, 7, 10, 11), 4, 1, 1),
    ],
)
def test_three_levels(
    level: str, cards: tuple[int, ...], ducats: int, wildcards: int, vp: int
) -> None:
    """L133, L134: nine of eleven cards, and where the Soloist's funds start."""
    solo = he(begun(level))
    assert {EDITION.soloist[card].number for card in solo.deck} == set(cards)
    space = EDITION.player.finance[solo.finance]
    assert (space.ducats, space.wildcards, space.vp) == (ducats, wildcards, vp)
    levels = next(choice for choice in LACRIMOSA.choices if choice.key == "level")
    assert levels.values == ("easy", "middle", "difficult")
    assert levels.seats == (1,)


def test_his_board() -> None:
    """L132, L135, LR46: seven markers and no points; no ducats, tracks or opus at all."""
    solo = he(begun())
    assert (solo.markers, solo.vp, solo.courts) == (7, 0, ())
    assert not {"ducats", "tracks", "opus", "hand"} & set(solo.__struct_fields__)


def test_the_player() -> None:
    """L135, LR46: first player all game long, with 10 ducats, no points and four cards."""
    state = begun()
    owner = state.players[ANA]
    assert (owner.ducats, owner.vp, len(owner.hand)) == (10, 0, 4)
    assert decision(state).seat == state.first == ANA


def test_he_plays_after_every_turn_of_the_player() -> None:
    """L136, LR48: two cards from the top of his deck, without a hand."""
    state = play(alone(), EndTurn(), ("start-memory-4", "start-memory-5"))
    draw = owed(state)
    assert draw.supply == "soloist"
    assert draw.count == 2
    assert set(draw.items) == set(soloist().deck)
    state = settled(LACRIMOSA.drawn(state, ("soloist-1", "soloist-6")))
    assert he(state).played == ("soloist-1", "soloist-6")
    assert (state.seat, state.turn) == (ANA, 2)


def test_experience_and_story_have_their_parts() -> None:
    """L137: the first card's action, with the second card's parameters."""
    _, after = his_turn(4, 2)
    (deed,) = he(after).did
    assert deed.action == "requiem"
    assert str(deed.what).startswith("sequentia.")
    _, after = his_turn(2, 4)
    assert he(after).did[0].action == "commission"


def test_eight_of_nine_cards_a_round_then_all_are_shuffled() -> None:
    """L158, LR48: he does nothing else in maintenance."""
    rng = Random(5)
    state = before_last = begun()
    played: tuple[str, ...] = ()
    while state.round == 1:
        played = he(state).played
        hand = state.players[ANA].hand
        state = play(state, LayExperience(hand[0]), LayStory(hand[1]), TakeDucats(), EndTurn())
        before_last = state
        state = settled(state, rng)
    assert len(played) == 6
    assert before_last.turn == 4
    assert len(he(state).deck) == 9
    assert he(state).played == ()


def test_his_finances_bring_nothing_in_maintenance() -> None:
    """L158, L159: nor do story points or money score for him at the end."""
    story = ("start-memory-1", "start-memory-2", "start-memory-3", "start-memory-4")
    shown = ("start-memory-5", "start-memory-6", "start-memory-7", "start-memory-8")
    cards = soloist("difficult").deck
    state = alone(
        last_turn(experiences=shown, story=story),
        solo=soloist("difficult", played=cards[:6], deck=cards[6:]),
        turn=4,
    )
    before = state
    state = settled(play(state, EndTurn()))
    while state.upkeep:
        state = LACRIMOSA.act(state, ANA, decision(state).options[0])
    assert he(state).finance >= he(before).finance
    assert he(state).tally.story_points == he(state).tally.ducats == 0
    assert settled(state).round == 2
