"""What people see and press: one module per screen, with its message and its buttons."""

from __future__ import annotations

from bot.interactions.clicks import ClickRouter
from bot.screens import (
    advice,
    answering,
    bidding,
    board,
    closer,
    coach,
    following,
    hand,
    history,
    journal,
    lessons,
    lobby,
    lobby_hour,
    lobby_more,
    moves,
    my_games,
    open_tables,
    orders,
    own_note_form,
    pause,
    privacy,
    proposals,
    puzzle_day,
    puzzles,
    record,
    review,
    rulebook,
    score,
    seat,
    settings,
    symbols,
    turns,
    undo,
)

__all__ = ["register"]


def register(clicks: ClickRouter) -> None:
    """Register the buttons and selects of every screen."""
    screens = (
        *(
            advice,
            answering,
            bidding,
            board,
            coach,
            following,
            hand,
            history,
            journal,
            lessons,
            lobby,
        ),
        *(lobby_hour, lobby_more, moves, my_games, open_tables, orders, pause, privacy),
        *(
            own_note_form,
            proposals,
            puzzle_day,
            puzzles,
            record,
            review,
            rulebook,
            score,
            seat,
            closer,
            settings,
            symbols,
        ),
        *(turns, undo),
    )
    for screen in screens:
        screen.register(clicks)
