"""Chapter "Repeating rewards": Sequentia, Offertorium and Agnus Dei tiles."""

from __future__ import annotations

from rules.lacrimosa.actions import (
    Commission,
    Compose,
    Document,
    EndTurn,
    Perform,
    Sell,
    Spread,
    ToAct,
    Travel,
)
from rules.lacrimosa.grammar import Again, OpusPoints, TrackSteps, repeat
from rules.lacrimosa.state import Right, State, Turn
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    acting,
    can,
    decision,
    gained,
    last_turn,
    offered,
    on_turn,
    play,
    refused,
    settled,
)
from tests.lacrimosa.rows import row

RICH = {"ducats": 40, "tracks": (8, 8, 8)}
SHOW = "stadler-agnus-dei-2"
BUY = "eybler-agnus-dei-2"
TRAVEL = "eybler-agnus-dei-1"
WRITE = "stadler-agnus-dei-1"
SYMPHONY = "eybler-offertorium-1"
RELIGIOUS = "eybler-offertorium-2"


def rights(state: State) -> tuple[str, ...]:
    state = settled(state)
    prompt = decision(state).prompt
    assert isinstance(prompt, ToAct)
    return prompt.rights


def test_one_kind_for_each_movement() -> None:
    """L97, L98, L99: as the tiles of the edition show."""
    kinds = {"sequentia": TrackSteps, "offertorium": OpusPoints, "agnus-dei": Again}
    for tile in EDITION.tables.composer_tile:
        expected = kinds.get(tile.movement)
        assert (tile.repeat is None) is (expected is None)
        if tile.repeat and expected:
            assert isinstance(repeat(tile.repeat), expected)


def test_sequentia_tiles_bring_steps_in_maintenance() -> None:
    """L97, L101, L104: one step for each tile, in every maintenance."""
    hired = {"organ": "eybler-sequentia-1", "horns": "eybler-sequentia-2"}
    plain = acting(last_turn(), last_turn(), seat=BRUNO, turn=4, bonus=("bonus-1-commission",))
    state = acting(
        last_turn(hired=hired), last_turn(), seat=BRUNO, turn=4, bonus=("bonus-1-commission",)
    )
    without = settled(play(plain, EndTurn())).players[ANA].tracks
    with_tiles = settled(play(state, EndTurn())).players[ANA].tracks
    assert with_tiles == (without[0] + 1, without[1] + 1, without[2])


def test_offertorium_tiles_score_on_commission_performance_and_sale() -> None:
    """L58, L69, L98, LR21: only for an opus of their type."""
    first = on_turn(**RICH, hired={"organ": SYMPHONY}, opus=("opus-k16", "opus-k50"))
    state = acting(
        first,
        rights=("commission", "perform_or_sell", "perform_or_sell", "perform_or_sell"),
        row=row({7: "opus-k45a", 6: "opus-k87"}),
    )
    bought = settled(play(state, Commission("opus-k45a")))
    assert gained(state, bought)["vp"] == 3 + 1
    assert bought.players[ANA].tally.repeats == 1
    assert gained(bought, play(bought, Perform("opus-k16"))) == {"ducats": 2, "vp": 1}
    assert gained(bought, play(bought, Sell("opus-k45a")))["vp"] == 2 + 1
    assert "vp" not in gained(bought, play(bought, Perform("opus-k50")))
    assert gained(state, play(state, Commission("opus-k87")))["vp"] == 5


def test_each_offertorium_tile_scores_by_itself() -> None:
    """LR21: two tiles of a type score twice, each its own points."""
    hired = {"organ": "eybler-offertorium-3", "horns": "suessmayr-offertorium-3"}
    first = on_turn(
        **RICH, hired={**hired, "strings-1": SYMPHONY}, opus=("opus-k50", "opus-k16")
    )
    state = acting(first, rights=("perform_or_sell",), seats=4)
    assert gained(state, play(state, Perform("opus-k50")))["vp"] == 2 + 2
    assert gained(state, play(state, Perform("opus-k16")))["vp"] == 1


def test_the_starting_opus_never_scores() -> None:
    """LR20: it has no type."""
    hired = {"organ": SYMPHONY, "horns": RELIGIOUS}
    state = acting(on_turn(**RICH, hired=hired), rights=("perform_or_sell",))
    assert gained(state, play(state, Perform("start-opus-k1a"))) == {"ducats": 2}


def test_a_religious_performance_is_worth_an_offertorium_tile() -> None:
    """LR57: it yields nothing else."""
    first = on_turn(**RICH, hired={"organ": RELIGIOUS}, opus=("opus-k139",))
    state = acting(first, rights=("perform_or_sell",))
    assert gained(state, play(state, Perform("opus-k139"))) == {"vp": 1}


def test_agnus_dei_repeats_the_action() -> None:
    """L99, LR36: once more in the turn, at full cost."""
    state = acting(on_turn(**RICH, hired={"organ": BUY}), rights=("commission",))
    first, second, third = [card for card in state.row if card in EDITION.opus][:3]
    state = settled(play(state, Commission(first)))
    assert rights(state) == ("commission",)
    before = state
    state = settled(play(state, Commission(second)))
    assert gained(before, state)["ducats"] < 0
    assert rights(state) == ()
    assert refused(state, Commission(third)).code == "no_such_right"


def test_the_extra_never_repeats_itself() -> None:
    """L100, LR36: one extra action for each tile and action taken."""
    hired = {"organ": SHOW, "horns": "suessmayr-agnus-dei-1"}
    state = acting(
        on_turn(**RICH, hired=hired, opus=("opus-k16", "opus-k45a")),
        rights=("perform_or_sell",),
        composers=("suessmayr", "stadler"),
    )
    state = play(state, Perform("opus-k16"))
    assert rights(state) == ("perform_or_sell", "perform_or_sell")
    state = play(state, Perform("opus-k45a"))
    assert rights(state) == ("perform_or_sell",)
    state = play(state, Perform("start-opus-k1a"))
    assert rights(state) == ()


def test_the_extra_may_wait_for_other_actions() -> None:
    """LR36: it can come after the other actions left, and it can be declined."""
    state = acting(
        on_turn(**RICH, hired={"organ": TRAVEL}), rights=("travel", "perform_or_sell")
    )
    state = play(state, Travel("wien"))
    while not isinstance(decision(state).prompt, ToAct):
        state = play(state, decision(state).options[0])
    state = play(state, Perform("start-opus-k1a"))
    assert rights(state) == ("travel",)
    assert can(state, EndTurn())
    assert can(state, Travel("praha"))


def test_a_tile_does_not_act_on_the_action_that_bought_it() -> None:
    """LR36: it acts only on the next one."""
    state = acting(
        on_turn(**RICH, hired={"percussion": "stadler-kyrie-1"}),
        rights=("requiem", "requiem"),
        seats=4,
    )
    state = play(state, Compose("agnus-dei", "organ", "sixteenth", 7))
    assert state.players[ANA].hired[-1].tile == WRITE
    assert rights(state) == ("requiem",)
    state = play(state, Compose("kyrie", "strings", "sixteenth", 3))
    assert rights(state) == ("requiem",)
    state = play(state, Compose("kyrie", "voice", "eighth", 5))
    assert rights(state) == ()


def test_other_actions_are_not_repeated() -> None:
    """L99: only the one that the tile shows."""
    state = acting(on_turn(**RICH, hired={"organ": TRAVEL}), rights=("perform_or_sell",))
    assert rights(play(state, Perform("start-opus-k1a"))) == ()


def test_the_extra_of_a_memory_may_be_either_kind() -> None:
    """LR37: after a performance even a sale, of an opus that is not rotated."""
    first = on_turn(**RICH, hired={"organ": SHOW}, opus=("opus-k16",))
    state = play(acting(first, rights=("perform_or_sell",)), Perform("opus-k16"))
    assert can(state, Perform("start-opus-k1a"))
    assert can(state, Sell("start-opus-k1a"))
    assert refused(state, Sell("opus-k16")).code == "already_performed"


def test_the_extra_of_a_tile_keeps_its_limits() -> None:
    """LR37: those of kind and type; the bonus after "+" comes only once."""
    first = on_turn(**RICH, hired={"organ": SHOW}, opus=("opus-k139", "opus-k118", "opus-k16"))
    before = acting(first, rights=("travel",), on_map={"salzburg": "city-dom-verkauf"})
    state = play(before, Travel("salzburg"), Sell("opus-k139"))
    assert state.stack[-1] == Turn((Right("sell", "religious", again=True),))
    assert refused(state, Perform("opus-k118")).code == "no_such_right"
    assert refused(state, Sell("opus-k16")).code == "other_type"
    after = play(state, Sell("opus-k118"))
    assert gained(state, after) == {"vp": 3, "track.talent": -1}
    assert rights(after) == ()


def test_a_granted_performance_counts() -> None:
    """LR29, LR37: for tiles that repeat performances and sales."""
    first = on_turn(**RICH, hired={"organ": SHOW}, opus=("opus-k16",))
    before = acting(first, rights=("travel",), on_map={"salzburg": "city-theater"})
    state = play(before, Travel("salzburg"), Perform("opus-k16"))
    assert rights(state) == ("perform",)
    assert offered(state, Sell) == []


def test_a_repeated_action_scores_offertorium_points() -> None:
    """L98, LR21: repeated actions score like others."""
    hired = {"organ": SHOW, "horns": SYMPHONY}
    first = on_turn(**RICH, hired=hired, opus=("opus-k16", "opus-k45a"))
    state = play(acting(first, rights=("perform_or_sell",)), Perform("opus-k16"))
    assert gained(state, play(state, Perform("opus-k45a"))) == {"ducats": 3, "vp": 1}


def test_a_repeated_journey_may_grant_an_action() -> None:
    """LR29, LR36: just like the first one."""
    first = on_turn(**RICH, hired={"organ": TRAVEL})
    state = acting(
        first,
        rights=("travel",),
        on_map={"salzburg": "city-tagebuch", "muenchen": "city-postmeister"},
        row=row({6: "memory-bach-london"}),
    )
    state = play(state, Travel("muenchen"), Spread("t"), Travel("salzburg"))
    state = play(state, Document("memory-bach-london"))
    assert rights(state) == ()
