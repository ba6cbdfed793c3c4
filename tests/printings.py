"""Earlier printings of house editions, which running games keep and tests compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FIRST_PRINTING: Final = (Path(__file__).parent / "editions" / "lacrimosa-1.toml").read_text(
    "utf-8"
)
"""The text of Lacrimosa's house edition in releases up to 0.1.0, to the byte."""
