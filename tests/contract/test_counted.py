"""The points so far, and what the final count would add if the game ended now."""

from __future__ import annotations

from rules.contract import Over
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, games, positions, tables


@tables
def test_at_the_end_it_is_the_final_score_line_by_line(title: str, seats: int) -> None:
    for journal in games(title, seats):
        over = journal.over
        assert over is not None
        for listener in (None, *range(seats)):
            counts = journal.game.counted(journal.view(listener))
            lines = (*over.lines, *([over.rival.lines] if over.rival else []))
            assert [count.rival for count in counts[seats:]] == (
                [over.rival.name] if over.rival else []
            )
            for count, own in zip(counts, lines, strict=True):
                assert [line.source for line in count.lines] == [line.source for line in own]
                assert [line.points for line in count.lines] == [line.points for line in own]
                assert {line.final for line in count.lines} == {0}


@tables
def test_what_is_known_is_what_the_final_count_would_add(title: str, seats: int) -> None:
    game, finals = GAMES[title], CONTRACTS[title].finals
    for state in positions(title, seats, every=5):
        if isinstance(game.pending(state), Over):
            continue
        view = game.observe(state, None)
        true = finals(state) if finals else CONTRACTS[title].points(view)
        for listener in (None, *range(seats)):
            counts = game.counted(game.observe(state, listener))
            assert [each.points for each in counts[:seats]] == [*CONTRACTS[title].points(view)]
            for seat, (count, points) in enumerate(zip(counts, true, strict=True)):
                assert count.hidden or count.final == points
                assert not (count.hidden and seat == listener), "one knows one's own"
                assert count.points <= count.final <= points


@tables
def test_what_is_hidden_changes_nothing_of_it(title: str, seats: int) -> None:
    """Every listener except the seat itself gets the public count of a seat."""
    game = GAMES[title]
    for state in positions(title, seats, every=15):
        whole = game.counted(game.observe(state, None))
        for listener in range(seats):
            counts = game.counted(game.observe(state, listener))
            for seat, (count, public) in enumerate(zip(counts, whole, strict=True)):
                if seat != listener:
                    assert count == public
