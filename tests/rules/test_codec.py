"""Entries as JSON, and JSON that is no entry."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rules.codec import Codec
from rules.contract import (
    Agreed,
    Moved,
)
from rules.florence.actions import (
    Bid,
    DrawBonus,
)
from tests.rules.florence_journal import (
    FLORENCE,
    acting,
)

CODEC = Codec(FLORENCE)


def test_entries_survive_json() -> None:
    played = acting().move(0, DrawBonus(), Random(3))
    played = played.add(Moved(0, played.decisions[0].options[0]))
    played = played.add(Moved(0, played.decisions[0].options[5])).take_back(0)
    raw = [CODEC.encode(entry) for entry in played.entries]
    assert tuple(CODEC.decode(line) for line in raw) == played.entries
    assert CODEC.encode(Moved(1, Bid(300))) == (
        b'{"type":"moved","seat":1,"action":{"type":"bid","amount":300}}'
    )
    agreed = Agreed(7, 1)
    assert CODEC.encode(agreed) == b'{"type":"agreed","to":7,"asked_by":1}'
    assert CODEC.decode(CODEC.encode(agreed)) == agreed


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{}",
        b'{"type":"moved"}',
        b'{"type":"rolled","items":[]}',
        b'{"type":"moved","seat":"0","action":{"type":"pass"}}',
        b'{"type":"moved","seat":0,"action":{"type":"fly"}}',
        b'{"type":"moved","seat":0,"action":{"type":"bid"}}',
        b'{"type":"moved","seat":0,"action":{"type":"bid","amount":"300"}}',
        b'{"type":"moved","seat":0,"action":null}',
        b'{"type":"drawn","items":[1]}',
        b'{"type":"taken_back","seat":0}',
        b'{"type":"agreed","to":0}',
        b'{"type":"agreed","to":"0","asked_by":1}',
    ],
)
def test_what_is_no_entry_of_this_game_is_refused(raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        CODEC.decode(raw)
