"""Statements of the rulebook that the engine has nothing to test for, with the reason."""

from __future__ import annotations

from typing import Final

UNTESTABLE: Final[dict[str, str]] = {
    "F3": "coins are not modelled: florins are one amount and the bank never runs out",
}
