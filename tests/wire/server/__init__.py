"""A Discord of our own on 127.0.0.1: REST and gateway over real sockets.

It keeps its world in memory, and checks every request against Discord's limits and, if a test
asks for it, against the official description. What people do and see goes through `Person`;
failures are switched on with `Faults`.
"""

from __future__ import annotations

from tests.wire.server.faults import Fault, Faults
from tests.wire.server.interactions import SentInteraction
from tests.wire.server.loopback import Loopback, Person
from tests.wire.server.record import Record, Sight

__all__ = ["Fault", "Faults", "Loopback", "Person", "Record", "SentInteraction", "Sight"]
