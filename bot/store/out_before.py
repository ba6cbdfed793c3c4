"""Rows from before there were types: ids of texts said what was sent, and what a note was."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from bot.store.out import (
    Board,
    CalledFor,
    ChannelGone,
    EndOffers,
    Figures,
    Followed,
    Forget,
    Hand,
    Invitation,
    Lobby,
    LobbyCall,
    LobbyEnd,
    Notice,
    Offer,
    Out,
    Rematch,
)

_FOLLOWED: Final = ("note.plan_followed", "note.order_followed")
"""Texts of the notes that are `followed`."""

_REMATCH: Final = "call.rematch"

_CALLS: Final[Mapping[str, CalledFor]] = MappingProxyType(
    {
        **dict.fromkeys(("call.over", "call.conceded", _REMATCH), "only"),
        **dict.fromkeys(
            (
                *("table.ended_by_host", "table.ended_by_vote"),
                *("table.ended_by_agreement", "table.ended_by_agreement.absent"),
            ),
            "also",
        ),
    }
)
"""Whom a notice called, by its text; a notice of another text called nobody."""

_OTHERS: Final[tuple[tuple[str, type[Out], Mapping[str, object]], ...]] = (
    ("seat.notice.left", Offer, {"what": "left"}),
    ("seat.notice.opened", Offer, {"what": "opened"}),
    ("seat.notice.invited", Invitation, {"by_dm": False}),
    ("seat.dm.invited", Invitation, {"by_dm": True}),
    ("seat.ended.invited", EndOffers, {"what": "invited"}),
    ("seat.ended.open", EndOffers, {"what": "open"}),
    ("channel.gone", ChannelGone, {"closed": False}),
    ("channel.gone.lobby", ChannelGone, {"closed": True}),
    ("dm.left", Forget, {}),
    ("follow.ended", Followed, {"ended": True}),
    ("follow.round", Followed, {"ended": False}),
    ("lobby.ends", LobbyEnd, {"closed": False}),
    ("lobby.expired", LobbyEnd, {"closed": True}),
    *(
        (f"lobby.call.{what}", LobbyCall, {"what": what})
        for what in ("gathered", "soon", "too_few", "again")
    ),
)
"""Texts of notices that are no longer a `Notice`: what they are now, and the fields implied."""


def read_before(kind: object, seat: object, text: object, figures: object) -> Out:
    """The meaning of a row without `what`, which an earlier release wrote.

    To be removed two releases after the one that adds `what`, with `columns_before`. The notice
    of a concession did not say who had conceded, so it may mention that person as well.

    Args:
        kind: the column of that name.
        seat: the column of that name.
        text: the id of its text.
        figures: what the text mentions, as JSON.

    Raises:
        msgspec.MsgspecError: the row is damaged.
    """
    values = msgspec.json.decode(str(figures), type=Figures)
    match kind:
        case "table":
            return Board()
        case "lobby":
            return Lobby()
        case "hand":
            rematch = values if text == _REMATCH else None
            return msgspec.convert({"seat": seat, "rematch": rematch}, Hand)
        case "notice":
            return _notice(text, values)
        case _:
            raise msgspec.ValidationError("a kind that no release has written")


def followed_before(text: str, followed: object) -> bool:
    """Whether a note is `followed`, judging by its text if an earlier release wrote it.

    To be removed with `read_before`.

    Args:
        text: the id of its text.
        followed: the column of that name; None: an earlier release wrote the row.
    """
    return text in _FOLLOWED if followed is None else bool(followed)


def _notice(text: object, figures: Figures) -> Out:
    """The meaning of a row of the kind `notice`."""
    for known, other, implied in _OTHERS:
        if known == text:
            return msgspec.convert({**figures, **implied}, other, strict=False)
    apart = {"but": figures.pop("starter", None), "lobby": figures.pop("lobby", None)}
    calls = _CALLS.get(str(text), "nobody")
    return msgspec.convert({"text": text, "figures": figures, "calls": calls, **apart}, Notice)


def columns_before(out: Out) -> tuple[str | None, str]:
    """The columns `text` and `figures`, which the previous release reads instead of `what`."""
    text, figures = _before(out)
    return text, msgspec.json.encode(figures, order="deterministic").decode()


def _before(out: Out) -> tuple[str | None, Figures]:
    """The same, not encoded."""
    match out:
        case Board() | Lobby() | Hand(rematch=None):
            return None, {}
        case Hand(rematch=Rematch() as rematch):
            return _REMATCH, msgspec.structs.asdict(rematch)
        case Notice():
            apart = {"starter": out.but, "lobby": out.lobby}
            more = {key: value for key, value in apart.items() if value is not None}
            return out.text, {**out.figures, **more}
        case _:
            return _other(out)


def _other(out: Out) -> tuple[str, Figures]:
    """The same for a type that was a notice with a certain text."""
    fields = msgspec.structs.asdict(out)
    text, implied = next(
        (text, implied)
        for text, kind, implied in _OTHERS
        if isinstance(out, kind) and implied.items() <= fields.items()
    )
    figures = {key: value for key, value in fields.items() if key not in implied}
    if isinstance(out, Invitation):
        figures["own"] = out.seat == out.by_seat
    # The previous release reads neither a boolean nor null.
    return text, {
        key: int(value) if isinstance(value, bool) else value
        for key, value in figures.items()
        if value is not None
    }
