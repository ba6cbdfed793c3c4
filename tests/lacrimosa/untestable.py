"""Statements of the rulebook that the engine has nothing to test for, with the reason."""

from __future__ import annotations

from typing import Final

UNTESTABLE: Final[dict[str, str]] = {
    "L2": "coins are not modelled: ducats are one amount and the bank never runs out",
    "L40": "coins are not modelled, so there is nothing to change",
}
