"""The points of a game, and what they would be after the final count, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from render.people import marked
from render.presentation import Scene
from render.words import Words, number
from rules.contract import Count, CountedLine, Seat

_HEADS: Final = {
    "running": ("counted.title", "counted.seat"),
    "closed": ("counted.closed", "counted.seat.closed"),
    "over": ("counted.over", "counted.seat.over"),
}
"""The heading of all, and of each seat."""


def text(
    counts: tuple[Count, ...],
    scene: Scene,
    own: Seat | None,
    words: Words,
    *,
    closed: bool = False,
) -> str:
    """Every seat with its lines, the reader's own first; a line per source suits a phone.

    Lines that bring nothing are left out; what the reader cannot know is a question mark.

    Args:
        counts: of every seat, as the reader may know them.
        scene: the people, and the end of the game if it was played to its end.
        own: the reader's seat; None: a spectator reads it.
        words: the reader's language.
        closed: whether the game has ended, perhaps before its final count.
    """
    kind = "over" if scene.over is not None else "closed" if closed else "running"
    title, head = _HEADS[kind]
    order = sorted(range(len(counts)), key=lambda seat: seat != own)
    blocks = [f"### {words(title)}"]
    for seat in order:
        count = counts[seat]
        name = words(count.rival) if count.rival else marked(seat, scene, words)
        lines = [_head(head, count, name, words), *_lines(count, words)]
        blocks.append("\n".join(lines))
    if any(count.hidden for count in counts):
        blocks.append(f"-# {words('counted.note.hidden')}")
    return "\n".join(blocks)


def _head(id_: str, count: Count, name: str, words: Words) -> str:
    """The player's name, with the points now and at the end."""
    total = number(count.final)
    if count.hidden:
        total = words("counted.total.hidden", points=total)
    return f"**{words(id_, name=name, points=number(count.points), total=total)}**"


def source_name(source: str, words: Words, rival: str | None = None) -> str:
    """The name of a line of the score; some differ for the game itself as a player."""
    own = f"{rival}.score.{source}"
    return words(own if own in words else f"score.{source}")


def _lines(count: Count, words: Words) -> Iterator[str]:
    for line in count.lines:
        if line.points or line.final is None or line.final:
            source = source_name(line.source, words, count.rival)
            yield words("words.line", text=_line(line, source, words))


def _line(line: CountedLine, source: str, words: Words) -> str:
    """A source of points, with what the final count would add."""
    final = words("counted.hidden") if line.final is None else number(line.final)
    if line.final == 0:
        return words("counted.line", source=source, points=number(line.points))
    if not line.points:
        return words("counted.line.only_final", source=source, final=final)
    return words("counted.line.final", source=source, points=number(line.points), final=final)
