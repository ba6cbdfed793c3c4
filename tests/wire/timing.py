"""`python -m tests.wire.timing BURST AWAY run`: the bot with different times for its calls.

People in these tests click all the time; with the usual times no one would be called. Fifty
tables of them need more requests than Discord permits: what a processor can do is measured with
`WIRE_REST_RATE` requests a second. Several processes learn of each other every `WIRE_HEARTBEAT`
seconds, and begin their sessions `WIRE_APART` seconds apart; `WIRE_RELEASE` is their release.
With `WIRE_NO_WAKE_UPS`, no process wakes another. With a different `WIRE_MACHINE`, a process
does not see whether another is running. At `WIRE_POINT`, a process kills or stops itself
(tests/wire/points.py).
"""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Set the times, in seconds, and become the bot."""
    # Here, because each worker of the bot begins with this module, and needs none of these.
    from bot import run
    from bot.__main__ import main as bot
    from bot.interactions import rest_budget
    from bot.store import discord_limits, processes
    from tests.wire import points, wake_ups

    burst, away, *arguments = sys.argv[1:]
    vars(run).update(BURST=float(burst), AWAY=float(away))
    if rate := os.environ.get("WIRE_REST_RATE"):
        vars(rest_budget).update(RATE=float(rate))
    if heartbeat := os.environ.get("WIRE_HEARTBEAT"):
        vars(processes).update(RENEWED=float(heartbeat))
    if apart := os.environ.get("WIRE_APART"):
        vars(discord_limits).update(APART=float(apart))
    if release := os.environ.get("WIRE_RELEASE"):
        vars(processes).update(RELEASE=release)
    if machine := os.environ.get("WIRE_MACHINE"):
        vars(processes).update(_pid_space=lambda: machine)
    if os.environ.get("WIRE_NO_WAKE_UPS"):
        wake_ups.drop_wake_ups()
    if point := os.environ.get("WIRE_POINT"):
        points.arm(point)
    return bot(arguments)


if __name__ == "__main__":
    sys.exit(main())
