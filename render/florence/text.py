"""The words of Florence: the half of its presentation that needs no picture.

Each room keeps one idea; this one is the way in.
"""

from __future__ import annotations

from render.florence.asking import asked, progress, question, why
from render.florence.chronicle import told
from render.florence.hand_words import hand_text
from render.florence.label import hint, label
from render.florence.position import pages, summary
from render.florence.rulebook import chapter, topics

__all__ = [
    "asked",
    "chapter",
    "hand_text",
    "hint",
    "label",
    "pages",
    "progress",
    "question",
    "summary",
    "told",
    "topics",
    "why",
]
