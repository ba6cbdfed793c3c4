"""Chapter "Requiem": spaces, markers, composers, and the neutral marker."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.lacrimosa.actions import (
    Commission,
    Compose,
    EndTurn,
    Perform,
    PlaceNeutral,
    Skip,
    ToAct,
    ToGrant,
    ToPlaceNeutral,
    Travel,
)
from rules.lacrimosa.state import Hired, Note, Player, State
from tests.lacrimosa.positions import (
    ANA,
    BRUNO,
    EDITION,
    acting,
    alone,
    can,
    decision,
    gained,
    note,
    offered,
    on_turn,
    play,
    player,
    refused,
    settled,
)
from tests.lacrimosa.rows import row

RICH = {"ducats": 30, "tracks": (8, 8, 8)}
MARKER = {place.id.removeprefix("board."): place.index for place in EDITION.player.instrument}


def writing(
    first: Player | None = None, *others: Player, times: int = 1, **fields: Any
) -> State:
    """Ana may write parts of the Requiem."""
    first = first or on_turn(**RICH)
    fields.setdefault("card", "constanze-1")
    return acting(first, *others, rights=("requiem",) * times, **fields)


def part(
    movement: str, space: str, side: str = "eighth", marker: str = "", **more: str
) -> Compose:
    """The action that writes a part, with the marker of that name unless another is given."""
    return Compose(movement, space, side, MARKER[marker or space], **more)


def spaces(state: State) -> set[str]:
    return {f"{each.movement}.{each.space}" for each in offered(state, Compose)}


def test_only_empty_spaces() -> None:
    """L84: not spaces that Constanze covers or that hold a marker."""
    state = writing(notes=(note("sanctus.strings", BRUNO),), seats=4)
    covered = set(EDITION.covered("constanze-1", 4))
    assert spaces(state) == set(EDITION.spaces) - covered - {"sanctus.strings"}
    reason = refused(state, part("sanctus", "strings", marker="strings-1"))
    assert (reason.code, reason.what) == ("space_taken", "sanctus.strings")
    assert refused(state, part("kyrie", "organ")).code == "space_taken"


def test_a_marker_of_the_same_family() -> None:
    """L84, L86, LR32: without one, the spaces of its family are out of reach, others not."""
    gone = {"percussion": "eybler-kyrie-1"}
    first = on_turn(**RICH, hired=gone)
    state = writing(first, notes=(note("kyrie.percussion", ANA),), seats=4)
    families = {EDITION.spaces[space].instrument for space in spaces(state)}
    assert families == {"horns", "strings", "voice", "organ"}
    reason = refused(state, part("sequentia", "percussion"))
    assert (reason.code, reason.what) == ("no_marker", "percussion")
    assert refused(state, part("sanctus", "strings", marker="organ")).code == "no_marker"


def test_which_of_two_board_places_is_emptied() -> None:
    """LR32: strings and voice are on the board twice."""
    state = writing(seats=4)
    kyrie = [each for each in offered(state, Compose) if each.movement == "kyrie"]
    markers = {each.marker for each in kyrie if each.space == "strings"}
    assert markers == {MARKER["strings-1"], MARKER["strings-2"]}
    after = play(state, part("kyrie", "strings", marker="strings-2"))
    assert "board.strings-1" in after.players[ANA].markers
    assert "board.strings-2" not in after.players[ANA].markers


def test_either_composer() -> None:
    """L85: the side of the marker chooses the composer."""
    state = writing(seats=4)
    sides = {each.side for each in offered(state, Compose)}
    assert sides == {"eighth", "sixteenth"}
    for side, tile in (("eighth", "eybler-sanctus-1"), ("sixteenth", "stadler-sanctus-1")):
        after = play(state, part("sanctus", "organ", side))
        assert after.players[ANA].hired == (Hired("board.organ", tile),)
        assert after.notes == (Note("sanctus.organ", side, ANA),)


def test_what_lies_under_the_marker_helps_to_pay() -> None:
    """L87, L89, LR31: two ducats under the percussion, before four are paid."""
    poor = on_turn(ducats=2, tracks=(0, 0, 1))
    state = writing(poor, seats=4)
    key = part("kyrie", "percussion")
    after = play(state, key)
    assert after.players[ANA].ducats == 0
    assert not can(writing(on_turn(ducats=1, tracks=(0, 0, 1)), seats=4), key)
    reason = refused(writing(on_turn(ducats=1, tracks=(0, 0, 1)), seats=4), key)
    assert (reason.code, reason.needs, reason.has) == ("cannot_pay_ducats", 4, 3)


@pytest.mark.parametrize("gain", ["t", "j", "c"])
def test_a_wildcard_under_the_marker(gain: str) -> None:
    """L42, L89, LR31: it is chosen with the part, and can pay."""
    poor = on_turn(ducats=4, tracks=(0, 0, 0))
    state = writing(poor, seats=4)
    key = part("kyrie", "voice", marker="voice-2", gain=gain)
    assert can(state, key) is (gain == "c")
    rich = writing(on_turn(ducats=4, tracks=(0, 0, 1)), seats=4)
    after = play(rich, key)
    # A composition counter gained here pays nothing while the track has a step.
    assert after.players[ANA].counters["tjc".index(gain)] >= 1
    assert after.players[ANA].tracks == (0, 0, 0)
    assert refused(state, part("kyrie", "voice", marker="voice-2")).code == "unknown_action"


def test_the_tile_is_paid_and_its_reward_taken() -> None:
    """L88, L90: ducats, composition, and what the tile gives at once."""
    before = writing(seats=4)
    after = play(before, part("kyrie", "strings", marker="strings-1"))
    # 4 ducats and 1 composition for 1 talent and 1 VP; 1 journey is under the marker.
    assert gained(before, after) == {
        "ducats": -4,
        "track.composition": -1,
        "talent": 1,
        "journey": 1,
        "vp": 1,
    }
    assert after.players[ANA].hired == (Hired("board.strings-1", "eybler-kyrie-1"),)
    assert after.players[ANA].tally.composers == 1


def test_the_percussion_of_the_sequentia_by_eybler() -> None:
    """L87, L88, L90, L97: the example, in the order marker, reward, price, tile."""
    before = writing(on_turn(ducats=4, tracks=(0, 0, 1)), seats=4)
    after = play(before, part("sequentia", "percussion"))
    assert after.notes == (Note("sequentia.percussion", "eighth", ANA),)
    assert after.players[ANA].hired == (Hired("board.percussion", "eybler-sequentia-1"),)
    assert gained(before, after) == {"ducats": -2, "track.composition": -1}
    assert EDITION.tiles["eybler-sequentia-1"].repeat == "track.journey 1"


def test_steps_down_the_finance_track() -> None:
    """L88: as a part of the price of a tile."""
    first = on_turn(**RICH, hired={"organ": "eybler-agnus-dei-1"})
    before = writing(first, notes=(note("agnus-dei.organ", ANA),), seats=4)
    after = play(before, part("agnus-dei", "strings", marker="strings-2"))
    assert gained(before, after) == {
        "ducats": -4,
        "track.composition": -3,
        "finance": -1,
        "talent": 1,
        "vp": 3,
    }


def test_the_next_tile_comes_up() -> None:
    """L91, LR33: only the top tile is on sale."""
    state = play(writing(times=2, seats=4), part("kyrie", "percussion"))
    state = play(state, part("kyrie", "strings", marker="strings-1"))
    assert [each.tile for each in state.players[ANA].hired] == [
        "eybler-kyrie-1",
        "eybler-kyrie-2",
    ]


def without(state: State, *stacks: int) -> State:
    """Bruno has hired all of some stacks: five eighth-note movements, then the others."""
    taken = tuple(
        Hired("board.organ", tile) for index in stacks for tile in state.stacks[index]
    )
    bruno = replace(state.players[BRUNO], hired=taken)
    left = tuple(() if at in stacks else stack for at, stack in enumerate(state.stacks))
    return replace(state, players=(state.players[0], bruno), stacks=left)


def test_an_empty_stack() -> None:
    """L91, LR33: its composer cannot be hired; with both stacks empty, nobody can."""
    state = without(writing(), 0)
    kyrie = {each.side for each in offered(state, Compose) if each.movement == "kyrie"}
    assert kyrie == {"sixteenth"}
    assert refused(state, part("kyrie", "percussion")).code == "no_composer"
    state = without(writing(), 0, 5)
    assert not [each for each in offered(state, Compose) if each.movement == "kyrie"]


def test_the_neutral_marker() -> None:
    """L92, L93, LR34: another empty space of the movement, either side, free of charge."""
    before = writing(seats=4)
    state = play(before, part("sanctus", "horns"))
    assert decision(state).prompt == ToPlaceNeutral("sanctus")
    assert refused(state, EndTurn()).code == "not_now"
    places = {(each.space, each.side) for each in offered(state, PlaceNeutral)}
    names = ("percussion", "strings", "voice", "organ")
    assert places == {
        (f"sanctus.{name}", side) for name in names for side in ("eighth", "sixteenth")
    }
    assert refused(state, PlaceNeutral("kyrie.horns", "eighth")).code == "unknown_action"
    after = play(state, PlaceNeutral("sanctus.voice", "sixteenth"))
    assert Note("sanctus.voice", "sixteenth", None) in after.notes
    assert not after.players[ANA].neutral
    # The tile grants a journey after the neutral marker is placed.
    assert decision(after).prompt == ToGrant("travel")
    assert gained(before, after) == {"ducats": -4, "track.composition": -2, "vp": 2}
    assert len(after.players[ANA].hired) == 1


def test_a_full_movement_loses_the_neutral_marker() -> None:
    """L93, LR34: it is gone, and no question is asked."""
    covered = set(EDITION.covered("constanze-1", 2))
    others = [s.id for s in EDITION.movements["sequentia"].spaces if s.id not in covered]
    notes = tuple(note(space, BRUNO) for space in others if space != "sequentia.horns")
    state = play(writing(notes=notes), part("sequentia", "horns"))
    assert decision(state).prompt == ToAct(())
    assert not state.players[ANA].neutral
    assert all(each.seat is not None for each in state.notes)


def test_only_the_horns_bring_it() -> None:
    """L92, LR34: no other marker, and only once."""
    state = play(writing(seats=4), part("kyrie", "percussion"))
    assert state.players[ANA].neutral
    assert all(each.seat == ANA for each in state.notes)
    first = replace(on_turn(**RICH), neutral=False)
    state = play(writing(first, seats=4), part("kyrie", "horns"))
    assert decision(state).prompt == ToAct(())


@pytest.mark.parametrize(
    ("tile", "opus", "points"),
    [
        ("eybler-sanctus-2", ("opus-k139", "opus-k118", "opus-k50"), 6),
        ("stadler-sanctus-2", ("opus-k80", "opus-k136", "opus-k50"), 4),
        ("stadler-sanctus-2", (), 0),
    ],
)
def test_points_for_each_opus_of_a_type(tile: str, opus: tuple[str, ...], points: int) -> None:
    """L94, LR20, LR22: rotated ones too, the starting opus never."""
    side = "eighth" if tile.startswith("eybler") else "sixteenth"
    hired = {"organ": f"{tile[:-1]}1"}
    first = on_turn(**RICH, opus=opus[:1], rotated=opus[1:], hired=hired)
    before = writing(first, notes=(note("sanctus.organ", ANA, side),), seats=4)
    after = play(before, part("sanctus", "strings", side, marker="strings-1"))
    assert gained(before, after).get("vp", 0) == points


def test_a_composer_may_grant_an_action() -> None:
    """L95, LR29, LR30: after the tile's goods, now or never, triggered like any other."""
    first = on_turn(**RICH, hired={"organ": "eybler-kyrie-1"})
    notes = (note("kyrie.voice", ANA),)
    state = writing(first, notes=notes, seats=4)
    state = play(state, part("kyrie", "percussion"))
    assert decision(state).prompt == ToGrant("perform_or_sell")
    after = play(state, Perform("start-opus-k1a"))
    assert gained(state, after) == {"ducats": 2}
    state = play(writing(seats=4), part("sanctus", "organ"))
    assert decision(state).prompt == ToGrant("travel")
    assert decision(play(state, Skip())).prompt == ToAct(())
    assert can(state, Travel("wien"))


def test_a_granted_action_without_anything_to_act_on() -> None:
    """LR23, LR29: it is passed over."""
    first = on_turn(**RICH, opus=("start-opus-k1a",), hired={"organ": "eybler-kyrie-1"})
    state = writing(replace(first, opus=()), seats=4)
    state = replace(state, players=(replace(state.players[0], opus=()), *state.players[1:]))
    state = play(state, part("kyrie", "percussion"))
    assert decision(state).prompt == ToAct(())


def test_a_granted_part_without_a_marker_that_fits() -> None:
    """LR23, LR29: it is passed over, however much money there is."""
    hired = {"organ": "suessmayr-sanctus-1"}
    pair = ("suessmayr", "stadler")
    key = part("sanctus", "strings", marker="strings-1")
    more: dict[str, Any] = {"seats": 4, "composers": pair}
    state = play(writing(on_turn(**RICH, hired=hired), **more), key)
    assert decision(state).prompt == ToGrant("requiem")
    last = replace(on_turn(**RICH, hired=hired), markers=("board.strings-1",))
    state = play(writing(last, **more), key)
    assert decision(state).prompt == ToAct(())


def test_a_complete_movement_changes_nothing() -> None:
    """L96: its last part is written like any other."""
    covered = set(EDITION.covered("constanze-1", 2))
    others = [s.id for s in EDITION.movements["kyrie"].spaces if s.id not in covered]
    notes = tuple(note(space, BRUNO) for space in others if space != "kyrie.percussion")
    before = writing(notes=notes)
    first = writing()
    key = part("kyrie", "percussion", "sixteenth")
    assert gained(before, play(before, key)) == gained(first, play(first, key))


def test_a_soloist_hides_the_other_composer() -> None:
    """LR54: alone, one hires the eighth-note composer; a neutral marker shows either side."""
    state = alone(on_turn(**RICH), rights=("requiem",))
    assert {each.side for each in offered(state, Compose)} == {"eighth"}
    assert refused(state, part("sanctus", "percussion", "sixteenth")).code in {
        "no_composer",
        "space_taken",
    }
    state = play(state, part("sequentia", "horns"))
    assert {each.side for each in offered(state, PlaceNeutral)} == {"eighth", "sixteenth"}


def test_a_marker_alone_is_not_enough() -> None:
    """L85, LR31: everything must be payable before it starts."""
    state = writing(on_turn(ducats=30, tracks=(0, 8, 0)), seats=4)
    spelled = {each.marker for each in offered(state, Compose)}
    assert spelled == {MARKER["voice-2"]}
    reason = refused(state, part("kyrie", "percussion"))
    assert (reason.code, reason.what) == ("cannot_pay_points", "composition")


def test_a_commission_granted_by_a_composer() -> None:
    """L61, LR29: the row is filled before the turn goes on."""
    first = on_turn(
        **RICH, hired={"organ": "stadler-sanctus-1", "voice-1": "stadler-sanctus-2"}
    )
    notes = (note("sanctus.organ", ANA), note("sanctus.voice", ANA))
    state = writing(first, player(), player(), player(), notes=notes, row=row({7: "opus-k45a"}))
    state = play(state, part("sanctus", "strings", "sixteenth", marker="strings-1"))
    assert decision(state).prompt == ToGrant("commission")
    state = settled(play(state, Commission("opus-k45a")))
    assert len(state.row) == 7
    assert decision(state).prompt == ToAct(())
