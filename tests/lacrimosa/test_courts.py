"""Royal courts at the end of the game: each opus and marker serves one tile."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rules.lacrimosa import scoring
from rules.lacrimosa.actions import Sell
from rules.lacrimosa.catalogue import Court
from rules.lacrimosa.state import Note, State
from tests.lacrimosa.positions import ANA, EDITION, acting, note, on_turn, play

BASTIEN = "opus-k50"
"""An opera of period 1."""


def owning(
    courts: tuple[str, ...],
    opus: tuple[str, ...] = (),
    rotated: tuple[str, ...] = (),
    notes: tuple[Note, ...] = (),
) -> State:
    return acting(on_turn(courts=courts, opus=opus, rotated=rotated), notes=notes, round=5)


def served(state: State) -> set[str]:
    return set(scoring.assignment(EDITION, state, ANA))


def test_royal_favours_of_the_blue_player() -> None:
    """L117, L118, L119, LR44: the example: one opera of period 1 for two tiles.

    It serves either the tile for opera and religious music or the one for periods I and
    II, never both. A second such opera serves the other tile.
    """
    tiles = ("court-types-1", "court-periods-1")
    others = ("opus-k118", "opus-k183")
    # Without Bastien: the religious opus is of period 1, the symphony of period 2.
    assert served(owning(("court-types-1",), (BASTIEN, "opus-k317"))) == {"court-types-1"}
    assert served(owning(("court-periods-1",), (BASTIEN, "opus-k183"))) == {"court-periods-1"}
    both = owning(tiles, (BASTIEN, "opus-k317", "opus-k183"))
    assert served(both) == {"court-types-1"}
    assert served(owning(tiles, (BASTIEN, "opus-k87", "opus-k317", "opus-k183"))) == set(tiles)
    assert served(owning(tiles, (BASTIEN, *others))) == {"court-types-1"}


def test_what_a_court_still_lacks() -> None:
    """L117, L118, LR44: what serves a fulfilled tile is not available for another."""

    def lacks(court: str, *tiles: str, opus: tuple[str, ...] = ()) -> tuple[str | int, ...]:
        state = owning((court, *tiles), opus)
        return scoring.missing(EDITION, state.players[ANA], state.notes, ANA, court)

    assert lacks("court-types-1") == ("opera", "religious")
    assert lacks("court-types-1", opus=(BASTIEN,)) == ("religious",)
    assert lacks("court-types-1", opus=(BASTIEN, "opus-k118")) == ()
    both = ("court-types-1", "court-types-2")
    assert lacks(both[1], both[0], opus=(BASTIEN, "opus-k118")) == ("opera", "chamber")


def test_royal_favours_of_the_yellow_player() -> None:
    """L117, L118, LR44: the example: one marker on the voice of the Sanctus for two tiles."""
    tiles = ("court-instruments-1", "court-movements-2")
    notes = (
        note("sanctus.voice", ANA),
        note("kyrie.strings", ANA),
        note("sequentia.horns", ANA),
    )
    assert len(served(owning(tiles, notes=notes))) == 1
    more = (*notes, note("offertorium.voice-1", ANA))
    assert served(owning(tiles, notes=more)) == set(tiles)


def test_two_halves_need_two_cards() -> None:
    """L117, LR44: a tile of two periods is not served by one opus."""
    assert served(owning(("court-types-1",), (BASTIEN,))) == set()


def test_rotated_cards_count() -> None:
    """L120, LR22: a performance in the last round takes nothing away."""
    assert served(owning(("court-types-1",), ("opus-k317",), rotated=(BASTIEN,))) == {
        "court-types-1"
    }


def test_sold_cards_do_not_count() -> None:
    """L68, L120, LR19: what is gone serves nothing."""
    owner = on_turn(courts=("court-types-1",), opus=(BASTIEN, "opus-k317"))
    state = acting(owner, rights=("perform_or_sell",), round=5)
    assert served(state) == {"court-types-1"}
    assert served(play(state, Sell(BASTIEN))) == set()


def test_the_printed_period_counts() -> None:
    """L119: not the round of its commission, which the state does not even record."""
    state = owning(("court-periods-4",), ("opus-k492", "opus-k620"))
    assert served(state) == {"court-periods-4"}
    assert served(owning(("court-periods-1",), ("opus-k492", "opus-k620"))) == set()


def test_the_starting_opus_serves_no_court() -> None:
    """L60, LR20: neither for types nor for periods."""
    assert (
        served(owning(tuple(c for c in EDITION.courts if "types" in c or "periods" in c)))
        == set()
    )


def test_markers_of_others_and_neutral_ones_serve_no_court() -> None:
    """L121, LR35: only the owner's do."""
    notes = (note("kyrie.voice", ANA), note("kyrie.strings", None), note("sanctus.strings", 1))
    assert served(owning(("court-instruments-1",), notes=notes)) == set()


def test_the_dearest_set_wins() -> None:
    """L118, LR44: the choice is made for the most points, not for the most tiles."""
    tiles = ("court-periods-3", "court-periods-4")
    state = owning(tiles, ("opus-k366", "opus-k492", "opus-k620"))
    assert served(state) == {"court-periods-4"}


def brute(courts: list[Court], things: list[set[str]]) -> int:
    """The most points of all ways to assign each thing to one half of one tile, or to none."""
    halves = [(at, str(need)) for at, court in enumerate(courts) for need in court.needs]
    best = 0
    choices = [[None, *[h for h, (_, need) in enumerate(halves) if need in t]] for t in things]
    for given in product(*choices):
        full = {half for half in given if half is not None}
        points = sum(
            court.vp
            for at, court in enumerate(courts)
            if all(h in full for h, (tile, _) in enumerate(halves) if tile == at)
        )
        best = max(best, points)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_assignment_is_exact(seed: int) -> None:
    """L117, L118, LR44: as many points as the best of all assignments."""
    rng = Random(seed)
    kinds = ("types", "periods") if seed % 2 else ("instruments", "movements")
    every = [court for court in EDITION.tables.court if court.kind in kinds]
    courts = rng.sample(every, rng.randint(2, 4))
    opus: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    if seed % 2:
        opus = tuple(rng.sample([o.id for o in EDITION.tables.opus], rng.randint(3, 5)))
        things = [{str(EDITION.opus[o].type), str(EDITION.opus[o].period)} for o in opus]
    else:
        spaces = rng.sample(list(EDITION.spaces), rng.randint(3, 6))
        notes = tuple(note(space, ANA) for space in spaces)
        things = [{EDITION.spaces[s].instrument, EDITION.movement_of[s]} for s in spaces]
    state = owning(tuple(court.id for court in courts), opus, notes=notes)
    points = sum(EDITION.courts[court].vp for court in served(state))
    assert points == brute(courts, things)


def test_both_kinds_of_things_together() -> None:
    """LR44: opus and markers never compete."""
    courts = ("court-types-1", "court-instruments-1")
    notes = (note("kyrie.voice", ANA), note("kyrie.strings", ANA))
    assert served(owning(courts, (BASTIEN, "opus-k317"), notes=notes)) == set(courts)
