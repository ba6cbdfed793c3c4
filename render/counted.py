"""The points while a game goes on, and what they would be if it ended now, in words."""

from __future__ import annotations

from collections.abc import Iterator

from render.people import marked
from render.presentation import Scene
from render.words import Words, number
from rules.contract import Count, CountedLine, Seat


def text(counts: tuple[Count, ...], scene: Scene, own: Seat | None, words: Words) -> str:
    """Every seat with its lines, the reader's own first; a line per source suits a phone.

    Lines that bring nothing are left out; what the reader cannot know is a question mark.
    """
    over = scene.over is not None
    order = sorted(range(len(counts)), key=lambda seat: seat != own)
    blocks = [f"### {words('counted.over' if over else 'counted.title')}"]
    for seat in order:
        count = counts[seat]
        name = words(count.rival) if count.rival else marked(seat, scene, words)
        lines = [_head(count, name, words, over=over), *_lines(count, words)]
        blocks.append("\n".join(lines))
    if any(count.hidden for count in counts):
        blocks.append(f"-# {words('counted.note.hidden')}")
    return "\n".join(blocks)


def _head(count: Count, name: str, words: Words, *, over: bool) -> str:
    """The player's name, with the points now and at the end."""
    total = number(count.final)
    if count.hidden:
        total = words("counted.total.hidden", points=total)
    id_ = "counted.seat.over" if over else "counted.seat"
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
