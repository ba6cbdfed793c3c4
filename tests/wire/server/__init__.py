"""A Discord of our own on 127.0.0.1: REST and gateway over real sockets.

It keeps its world in memory, holds every request against Discord's limits and, where
the official description lies beside the repository, against that. What people do and
see goes through `Person`; what breaks is switched on with `Faults`.
"""

from __future__ import annotations

from tests.wire.server.faults import Fault, Faults
from tests.wire.server.loopback import Loopback, Person
from tests.wire.server.questions import Question
from tests.wire.server.record import Record, Sight

__all__ = ["Fault", "Faults", "Loopback", "Person", "Question", "Record", "Sight"]
