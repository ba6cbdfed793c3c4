"""Five tables are played from one message, in a channel and by direct message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.five_tables import TABLES, five_tables

pytestmark = pytest.mark.timeout(240)


@pytest.mark.parametrize("direct", [False, True])
async def test_five_tables_take_one_message_and_a_press_each_beside_the_moves(
    tmp_path: Path, *, direct: bool
) -> None:
    evening = await five_tables(tmp_path, direct=direct)
    assert evening.tables == TABLES
    assert not [each for each in evening.promises if not each.kept]
