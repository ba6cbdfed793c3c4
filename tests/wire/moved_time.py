"""`python -m tests.wire.moved_time FILE run`: the bot in a time that is moved on from outside.

The file holds two numbers: by how many seconds the wall clock differs from the real one, and by
how many seconds time was moved on since the start. Both clocks of the bot follow. The event
loop keeps real time, so that sockets and their timeouts are not affected. The bot immediately
looks at what it would look at after a minute.
"""

from __future__ import annotations

import asyncio
import importlib
import mmap
import struct
import sys
import time
from pathlib import Path
from typing import Final

from tests.wire.clock_shift import use

FORM: Final = "dd"
"""Both numbers as they are packed in the file."""

LOOKED_AFTER: Final = 0.05
"""Real seconds until the bot looks again for what is due, or waits to be sent."""


def write(file: Path, wrong: float, moved: float) -> None:
    """Write how wrong a bot's wall clock is and how far its time is moved, both at once."""
    with file.open("r+b" if file.exists() else "w+b") as target:
        target.write(struct.pack(FORM, wrong, moved))


def main() -> int:
    """Move the clocks, and become the bot."""
    importlib.import_module("rules.registry")  # msgspec accepts only the real class of dates
    file, arguments = Path(sys.argv[1]), sys.argv[2:]
    real, steady = time.time, time.monotonic
    with file.open("rb") as opened:
        numbers = mmap.mmap(opened.fileno(), struct.calcsize(FORM), access=mmap.ACCESS_READ)

    def differs() -> tuple[float, float]:
        wrong, moved = struct.unpack(FORM, numbers[:])
        return wrong, moved

    use(lambda: real() + differs()[0])
    vars(time)["monotonic"] = lambda: steady() + differs()[1]
    loop = asyncio.BaseEventLoop
    loop.time = lambda self: steady()  # type: ignore[method-assign]  # sockets keep real time
    from bot import run
    from bot.__main__ import main as bot
    from bot.delivery import outbox
    from bot.tables.dues import due

    vars(due).update(HEARTBEAT=LOOKED_AFTER)
    later = outbox.OutboxDelivery._wake_in

    def soon(self: outbox.OutboxDelivery, game: int, seconds: float) -> None:
        later(self, game, min(seconds, LOOKED_AFTER))

    vars(outbox)["OutboxDelivery"]._wake_in = soon
    vars(run).update(BURST=10.0, AWAY=120.0)
    return bot(arguments)


if __name__ == "__main__":
    sys.exit(main())
