"""Who wins: most points, then own markers in the Requiem, then opus cards, else shared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.contract import Moved, Over
from rules.lacrimosa.actions import EndTurn
from rules.lacrimosa.catalogue import ROUNDS
from rules.lacrimosa.events import Ended
from rules.lacrimosa.state import Note, Solo, State, Tally
from tests.lacrimosa.positions import (
    EDITION,
    LACRIMOSA,
    acting,
    alone,
    ended,
    note,
    on_turn,
    player,
    soloist,
)

OPUS = [opus.id for opus in reversed(EDITION.tables.opus)]


def over(*ranks: tuple[int, int, int], solo: tuple[int, int] | None = None) -> Over:
    """The end of a game in which seats have these points, markers and opus cards."""
    owners = []
    notes: list[Note] = []
    spaces = iter(EDITION.spaces)
    cards = iter(OPUS)
    for seat, (vp, markers, opus) in enumerate(ranks):
        held = tuple(next(cards) for _ in range(opus))
        owners.append((on_turn if seat == 0 else player)(vp=vp, opus=held))
        notes += [note(next(spaces), seat) for _ in range(markers)]
    if solo:
        notes += [note(next(spaces), -1) for _ in range(solo[1])]
        rival: Solo = soloist(tally=Tally(opus=solo[0]))
        state: State = without_start(alone(owners[0], solo=rival))
    else:
        state = acting(*owners)
    return ended(replace(state, notes=tuple(notes), over=True, round=ROUNDS))


def without_start(state: State) -> State:
    """The position after the only player has sold the starting opus."""
    (owner,) = state.players
    return replace(state, players=(replace(owner, opus=owner.opus[1:]),))


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
    """L128, LR45: most points, own markers, opus cards in front, else shared."""
    found = over(*ranks)
    assert found.totals == tuple(vp for vp, _, _ in ranks)
    assert (found.winners, found.tie_break) == (winners, tie_break)


def test_neutral_markers_break_no_tie() -> None:
    """L121, LR35: they belong to nobody."""
    state = acting(on_turn(vp=5), player(vp=5))
    notes = (note("kyrie.horns", None), note("kyrie.voice", 1))
    found = ended(replace(state, notes=notes, over=True, round=ROUNDS))
    assert found.winners == (1,)


def test_the_starting_opus_counts_for_the_tie() -> None:
    """LR20, LR45: it is an opus card in front."""
    state = acting(on_turn(vp=5), player(vp=5))
    bruno = replace(state.players[1], opus=())
    state = replace(state, players=(state.players[0], bruno), over=True, round=ROUNDS)
    found = ended(state)
    assert (found.winners, found.tie_break) == ((0,), "opus_cards")


@pytest.mark.parametrize(
    ("mine", "his", "won", "shares"),
    [
        ((50, 0, 0), (49, 7), True, False),
        ((50, 7, 5), (51, 0), False, False),
        ((50, 3, 0), (50, 2), True, False),
        ((50, 2, 5), (50, 3), False, False),
        ((50, 3, 1), (50, 3), True, False),
        ((50, 3, 0), (50, 3), True, True),
    ],
)
def test_against_the_soloist(
    mine: tuple[int, int, int], his: tuple[int, int], won: bool, shares: bool
) -> None:
    """LR45, LR54: more points, else more markers, else any opus: he has none; else shared."""
    found = over(mine, solo=his)
    assert found.winners == ((0,) if won else ())
    assert found.rival is not None
    assert found.rival.shares is shares


def test_a_victory_shared_with_the_soloist_is_told() -> None:
    """LR45, LR54: the player does not win alone."""
    solo = soloist(tally=Tally(opus=0))
    state = without_start(alone(solo=solo, round=ROUNDS, turn=4))
    state = replace(state, over=True)
    before = replace(state, over=False)
    told = LACRIMOSA.told(before, Moved(0, EndTurn()), state, None)
    assert told[-1] == Ended((0,), "lacrimosa.soloist")
