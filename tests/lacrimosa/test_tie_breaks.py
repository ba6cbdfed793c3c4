"""Who wins: points, then own markers in the Requiem, then opus cards, then both."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.lacrimosa.catalogue import ROUNDS
from rules.lacrimosa.state import Note, Solo, State, Tally
from rules.table import Over
from tests.lacrimosa.positions import BOOK, acting, alone, ended, note, on_turn, player, soloist

OPUS = [opus.id for opus in reversed(BOOK.tables.opus)]


def over(*ranks: tuple[int, int, int], solo: tuple[int, int] | None = None) -> Over:
    """A finished game of seats with so many points, markers and opus cards."""
    owners = []
    notes: list[Note] = []
    spaces = iter(BOOK.spaces)
    cards = iter(OPUS)
    for seat, (vp, markers, opus) in enumerate(ranks):
        held = tuple(next(cards) for _ in range(opus))
        owners.append((on_turn if seat == 0 else player)(vp=vp, opus=held))
        notes += [note(next(spaces), seat) for _ in range(markers)]
    if solo:
        notes += [note(next(spaces), -1) for _ in range(solo[1])]
        rival: Solo = soloist(tally=Tally(opus=solo[0]))
        state: State = alone(owners[0], solo=rival)
    else:
        state = acting(*owners)
    return ended(replace(state, notes=tuple(notes), over=True, round=ROUNDS))


@pytest.mark.parametrize(
    ("ranks", "winners", "tie_break"),
    [
        (((50, 0, 0), (49, 5, 9)), (0,), None),
        (((50, 2, 9), (50, 3, 0)), (1,), "requiem_markers"),
        (((50, 3, 2), (50, 3, 1)), (0,), "opus_cards"),
        (((50, 3, 2), (50, 3, 2)), (0, 1), None),
        (((50, 3, 2), (50, 3, 2), (50, 2, 9)), (0, 1), "requiem_markers"),
        (((50, 3, 2), (50, 3, 2), (50, 3, 1)), (0, 1), "opus_cards"),
        (((50, 3, 1), (50, 3, 2), (50, 2, 9)), (1,), "opus_cards"),
        (((99, 0, 0), (101, 0, 0), (100, 0, 0)), (1,), None),
    ],
)
def test_who_wins(
    ranks: tuple[tuple[int, int, int], ...], winners: tuple[int, ...], tie_break: str | None
) -> None:
    """L128, R45: most points, own markers, opus in front, then shared."""
    found = over(*ranks)
    assert found.totals == tuple(vp for vp, _, _ in ranks)
    assert (found.winners, found.tie_break) == (winners, tie_break)


def test_neutral_markers_break_no_tie() -> None:
    """L121, R35: they are nobody's."""
    state = acting(on_turn(vp=5), player(vp=5))
    notes = (note("kyrie.horns", None), note("kyrie.voice", 1))
    found = ended(replace(state, notes=notes, over=True, round=ROUNDS))
    assert found.winners == (1,)


def test_the_starting_opus_counts_for_the_tie() -> None:
    """R20, R45: as a card in front."""
    state = acting(on_turn(vp=5), player(vp=5))
    bruno = replace(state.players[1], opus=())
    state = replace(state, players=(state.players[0], bruno), over=True, round=ROUNDS)
    found = ended(state)
    assert (found.winners, found.tie_break) == ((0,), "opus_cards")


@pytest.mark.parametrize(
    ("mine", "his", "won"),
    [
        ((50, 0, 0), (49, 7), True),
        ((50, 7, 5), (51, 0), False),
        ((50, 3, 0), (50, 2), True),
        ((50, 2, 5), (50, 3), False),
        ((50, 3, 0), (50, 3), True),
    ],
)
def test_against_the_soloist(
    mine: tuple[int, int, int], his: tuple[int, int], won: bool
) -> None:
    """R45, R54: more points; tied, more markers, and he has no opus."""
    assert over(mine, solo=his).winners == ((0,) if won else ())
