"""A board is read in a chat: no text on it is small unless it is marked as decoration."""

from __future__ import annotations

import pytest

from tests.render.test_closer import LEAST, SHOWN, TABLES, boards


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_text_of_a_board_is_read_in_a_chat(game: str, seats: int) -> None:
    for board, _ in boards(game, seats):
        small = {
            (each.text, each.size)
            for each in board.written
            if not each.decoration and each.size * SHOWN / board.size[0] < LEAST
        }
        assert not small


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_little_of_a_board_is_decoration(game: str, seats: int) -> None:
    for board, _ in boards(game, seats):
        assert sum(each.decoration for each in board.written) * 10 <= len(board.written)
