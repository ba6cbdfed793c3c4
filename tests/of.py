"""`python -m tests.of bot/tables/seating/seats.py`: which tests check a file, and how.

They come from the lists of mutations: each entry names a file, what would be broken, and the
test that must then fail. The tests of a chapter check files without an entry, too.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tests.mutations import Mutation, listed


def held(mutations: Iterable[Mutation], part: str) -> dict[str, list[str]]:
    """By test, what would be broken in files whose path contains a text."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in mutations:
        if part in each.file:
            found[each.test].append(each.what)
    return found


def main(arguments: Sequence[str]) -> int:
    """Print the tests; return 1 if there are none, which is said; 2 if no file is named."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    (part,) = arguments
    found = held(listed(), part)
    for test, broken in sorted(found.items()):
        print(test)
        for what in broken:
            print(f"    would notice: {what}")
    if not found:
        print(
            f"no entry of the mutations names {part}; docs/testing.md says where tests live",
            file=sys.stderr,
        )
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
