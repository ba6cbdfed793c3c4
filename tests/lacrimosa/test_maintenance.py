"""Chapter "Maintenance": income step by step, then cards, map, row and first player."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from rules.lacrimosa import Edition, game
from rules.lacrimosa.actions import (
    BuyCounter,
    EndTurn,
    LayExperience,
    LayStory,
    Spread,
    TakeDucats,
    ToSpread,
)
from rules.lacrimosa.state import Laying, Player, State
from tests.lacrimosa.altered import changed
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    EDITION,
    LACRIMOSA,
    NINE,
    acting,
    decision,
    decisions,
    gained,
    last_turn,
    on_turn,
    play,
    player,
    refused,
    settled,
    start,
)

QUIET = "bonus-1-commission"
"""A bonus tile whose icon none of the cards below shows."""

SHOWN = (start(1), start(6), start(7), start(8))
STORY = (start(2), start(3), start(4), start(5))


def ending(actor: Player | None = None, /, *others: Player, **fields: Any) -> State:
    """The last seat is about to end the fourth turn; Ana's cards show no commission."""
    fields.setdefault("bonus", (QUIET,))
    others = others or (ana(),)
    return acting(actor or ana(), *others, seat=len(others), turn=4, **fields)


def ana(**fields: Any) -> Player:
    """A seat that has played its last turn."""
    fields.setdefault("experiences", SHOWN)
    fields.setdefault("story", STORY)
    return last_turn(**fields)


def after(state: State) -> State:
    """The position after the end of the round, as far as there is no choice."""
    return play(state, EndTurn())


def test_it_begins_when_everybody_has_played_four_turns() -> None:
    """L102: not before the last seat has ended its fourth."""
    state = acting(last_turn(experiences=SHOWN[:3], story=STORY[:3]), player(), turn=3)
    assert settled(play(state, EndTurn())).round == 1
    state = acting(ana(), on_turn(), seat=0, turn=4, bonus=(QUIET,))
    assert (settled(play(state, EndTurn())).round, state.turn) == (1, 4)
    assert after(ending()).round == 2


def test_tracks_go_back_before_the_bottoms_count() -> None:
    """L45, L103, LR39, LR42: unspent steps are lost, counters stay."""
    state = ending(ana(tracks=(8, 8, 8), counters=(1, 2, 3)))
    owner = after(state).players[ANA]
    # Bottoms: composition, composition, journey, talent and composition.
    assert owner.tracks == (1, 1, 3)
    assert owner.counters == (1, 2, 3)


def test_points_below_the_story_cards() -> None:
    """L103, LR39: VP are scored as well as the steps."""
    story = ("memory-goldener-sporn", start(2), start(3), start(4))
    owner = after(ending(ana(story=story))).players[ANA]
    assert owner.tally.story == 1
    assert owner.tracks == (1, 1, 2)


def test_the_top_of_a_story_card_counts_for_nothing() -> None:
    """L33, L103: neither the reward nor the actions."""
    owner = after(ending(ana(ducats=0))).players[ANA]
    assert owner.ducats == 2


def test_steps_of_own_composer_tiles() -> None:
    """L104, LR39: Sequentia tiles after the bottoms."""
    hired = {"organ": "eybler-sequentia-1", "horns": "eybler-sequentia-3"}
    owner = after(ending(ana(hired=hired))).players[ANA]
    assert owner.tracks == (1, 2, 4)


@pytest.mark.parametrize(
    ("finance", "ducats", "wildcards", "vp"),
    [(0, 0, 0, 0), (1, 1, 0, 0), (2, 2, 0, 0), (3, 3, 0, 0)],
)
def test_income_of_the_finance_track(
    finance: int, ducats: int, wildcards: int, vp: int
) -> None:
    """L105: the ducats of the space with the funds marker."""
    state = ending(ana(finance=finance))
    found = gained(state, after(state))
    assert (found.get("ducats", 0), found.get("vp", 0), wildcards) == (ducats, vp, 0)


@pytest.mark.parametrize("finance", [4, 5, 6, 7, 8])
def test_wildcards_of_the_finance_track(finance: int) -> None:
    """L42, L105, LR39, LR40: steps of one's choice, after bottoms and tiles; ducats, VP too."""
    space = EDITION.player.finance[finance]
    state = after(ending(ana(finance=finance)))
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (ANA, ToSpread(space.wildcards, track=True))
    assert asked.asides == ()
    owner = state.players[ANA]
    assert owner.tracks == (1, 1, 3)
    assert (owner.ducats, owner.vp) == (10 + space.ducats, space.vp)
    spent = play(state, Spread("t" * space.wildcards)).players[ANA]
    assert spent.tracks == (1 + space.wildcards, 1, 3)


def test_no_exchange_in_maintenance() -> None:
    """LR5: only the wildcards are asked for."""
    state = after(ending(ana(finance=4)))
    assert refused(state, BuyCounter("talent")).code == "not_now"
    assert refused(state, Spread("tt")).code == "unknown_action"
    assert refused(state, Spread("t"), BRUNO).code == "not_your_decision"


def test_wildcards_of_several_seats_at_the_same_time() -> None:
    """L105, LR40: in any order, with the same result."""
    others = (ana(finance=4), ana(finance=6))
    state = after(ending(ana(finance=5), *others))
    assert [each.seat for each in decisions(state)] == [ANA, BRUNO, CHRISTIAN]
    results = set()
    for order in permutations(((ANA, "t"), (BRUNO, "j"), (CHRISTIAN, "tc"))):
        end = state
        for seat, letters in order:
            end = LACRIMOSA.act(end, seat, Spread(letters))
        results.add(end)
    (end,) = results
    assert [owner.tracks for owner in end.players] == [(2, 1, 3), (1, 2, 3), (2, 1, 4)]
    assert end.round == 2


def test_overflow_in_maintenance() -> None:
    """L46, LR8, LR39: each step past 8 is a ducat, whatever its source."""
    story = ("memory-bach-london", "memory-aloysia", "memory-karneval", "memory-van-swieten")
    hired = {"organ": "eybler-sequentia-2"}
    state = ending(ana(story=story, hired=hired), round=4, bonus=("bonus-4-document",) * 4)
    owner = after(state).players[ANA]
    assert owner.tracks == (8, 0, 0)
    assert owner.ducats == 10 + 2 + 1


@pytest.mark.parametrize(
    ("bonus", "experiences", "gains"),
    [
        ("bonus-1-travel", (start(6), start(7), start(1), start(3)), {"vp": 2}),
        ("bonus-1-commission", (start(6), start(7), start(1), start(8)), {}),
        ("bonus-1-document", (start(1), start(2), start(6), start(3)), {"ducats": 2}),
    ],
)
def test_the_period_bonus(
    bonus: str, experiences: tuple[str, ...], gains: dict[str, int]
) -> None:
    """L106, L107, LR41: for each matching icon, whether the action was taken or not."""
    story = tuple(card for card in NINE if card not in (*experiences, start(9)))[:4]
    first = last_turn(experiences=experiences, story=story, finance=0, tracks=(0, 0, 0))
    state = ending(first, bonus=(bonus,))
    found = {k: v for k, v in gained(state, after(state)).items() if not k.startswith("track")}
    assert found == gains


def test_an_icon_twice_on_a_card_counts_twice() -> None:
    """L106, LR41: each icon counts by itself; those of tiles and Story cards never count."""
    shown = ("memory-clementi", "memory-probentage", start(6), start(7))
    first = last_turn(experiences=shown, story=STORY, finance=0)
    state = ending(first, round=3, bonus=("", "", "bonus-3-document"))
    assert after(state).players[ANA].tally.bonus == 2
    old, new = '["perform_or_sell", "document"]', '["document", "document"]'
    own = game(Edition(changed("memory-clementi", old, new)))
    assert own.act(state, BRUNO, EndTurn()).players[ANA].tally.bonus == 3


def test_a_wildcard_bonus_gives_counters() -> None:
    """L42, L43, L106: after the track wildcards of the finances."""
    state = ending(ana(finance=4), round=2, bonus=(QUIET, "bonus-2-travel"))
    state = after(state)
    prompts = [each.prompt for each in decisions(state)]
    assert prompts == [ToSpread(1, track=True), ToSpread(2, track=False)]
    state = LACRIMOSA.act(state, ANA, Spread("j"))
    assert decisions(state)[0].prompt == ToSpread(2, track=False)
    state = LACRIMOSA.act(state, ANA, Spread("tc"))
    owner = state.players[ANA]
    assert (owner.tracks, owner.counters) == ((1, 2, 3), (1, 0, 1))


def test_a_bonus_that_moves_the_funds_marker_comes_after_the_finances() -> None:
    """L105, L106, LR39: the wildcards come from the space that pays the ducats."""
    edition = Edition(changed(QUIET, '["vp 1"]', '["finance 1"]'))
    altered = game(edition)
    cards = (start(3), *SHOWN[1:])  # one commission icon
    for finance in range(len(edition.player.finance) - 1):
        space = edition.player.finance[finance]
        state = ending(ana(experiences=cards, finance=finance))
        end = altered.act(state, BRUNO, EndTurn())
        waiting = {each.seat: (each.track, each.counters) for each in end.upkeep}
        assert end.players[ANA].finance == finance + 1
        assert waiting.get(ANA, (0, 0)) == (space.wildcards, 0)


def test_ducats_instead_keep_the_icons() -> None:
    """L107, LR3, LR41: the card is in Experiences all the same."""
    cards = (start(6), start(7), start(1))
    story = (start(2), start(4), start(5))
    first = on_turn(hand=(start(3), start(8), start(9)), experiences=cards, story=story)
    other = last_turn(experiences=SHOWN, story=STORY)
    state = acting(first, other, turn=4, first=BRUNO, seat=ANA, bonus=("bonus-1-commission",))
    state = replace(state, stack=(Laying(),))
    state = play(state, LayExperience(start(3)), LayStory(start(8)), TakeDucats(), EndTurn())
    assert state.players[ANA].tally.bonus == 1


def test_cards_are_turned_back_and_make_the_new_deck() -> None:
    """L108: eight played cards without the one in hand; no opus stays rotated."""
    state = ending(ana(rotated=("opus-k50", "opus-k16")))
    end = after(state)
    owner = end.players[ANA]
    assert not any(held.rotated for held in owner.opus)
    assert sorted(owner.deck) == sorted(SHOWN + STORY)
    assert owner.hand == (start(9),)
    assert (owner.experiences, owner.story) == ((), ())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_marker_passes_left(seats: int) -> None:
    """L114, LR46: the next seat begins the next round."""
    owners = [ana() for _ in range(seats)]
    end = settled(after(ending(*owners)))
    assert (end.first, end.seat, end.turn, end.round) == (1, 1, 1, 2)
    assert end.stack == (Laying(),)
    state = acting(*owners, seat=seats - 2, first=seats - 1, turn=4, bonus=(QUIET,))
    assert settled(after(state)).first == 0


def test_the_fifth_round_ends_with_the_boards() -> None:
    """L115, L129, LR42: income comes; map, row and first player stay."""
    state = ending(ana(finance=3, ducats=0), round=5, bonus=("",) * 4 + ("bonus-5-commission",))
    end = after(state)
    assert end.over
    assert (end.row, end.lying, end.first, end.bonus) == (
        state.row,
        state.lying,
        state.first,
        state.bonus,
    )
    owner = end.players[ANA]
    assert owner.tracks == (1, 1, 3)
    assert owner.ducats == 3
    assert owner.tally.story_points == 2


def test_wildcards_of_the_fifth_round_are_asked_for() -> None:
    """L115, L129, LR40, LR42: before the final count, in which they count."""
    state = ending(ana(finance=6, ducats=0), round=5, bonus=("",) * 4 + ("bonus-5-commission",))
    state = after(state)
    assert not state.over
    assert decision(state).prompt == ToSpread(2, track=True)
    end = play(state, Spread("tt"))
    assert end.over
    assert end.players[ANA].tally.story_points == 3


def test_what_is_bought_before_the_end_of_the_turn_stays() -> None:
    """L45, LR42: counters are kept in every maintenance."""
    state = ending(ana(), ana(ducats=9))
    state = play(state, BuyCounter("talent"))
    assert after(state).players[BRUNO].counters == (1, 0, 0)
