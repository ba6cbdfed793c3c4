"""What the person of a seat is asked, stored in the seat's row so that lists load no table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

AskKind: TypeAlias = Literal["move", "early", "proposal", "invitation"]


class Ask(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that waits for an answer.

    Attributes:
        kind: a decision; a question that can be answered before it is their move; a proposal;
            or an invitation to the seat.
        since: the uptime since which they have been waited for; None: nobody waits.
        number: of a proposal.
        what: the prompt, the question or the kind of the proposal, as JSON; empty: the kind
            says it all.
    """

    kind: AskKind
    since: float | None = None
    number: int = 0
    what: str = ""


def read_asks(stored: object) -> tuple[Ask, ...]:
    """The asks of a seat; none if they cannot be read: its next change rewrites them."""
    try:
        return msgspec.json.decode(str(stored), type=tuple[Ask, ...])
    except msgspec.DecodeError:
        return ()
