"""Secrets: nothing may name a card that its readers cannot know.

The games' contracts say what is hidden from whom. What is not yet drawn has no order in any
position, so there is no order of a pile to look for: only the names of the cards in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from render.florence.words.rulebook import LISTS
from render.presentations import PRESENTATIONS
from render.words import SOURCE, Words
from render.words.catalogue import catalogue
from rules.contract import Seat
from rules.journal import Journal
from rules.registry import GAMES
from tests.bot.client_message import Message
from tests.bot.driver import World
from tests.contract.games import CONTRACTS, set_up
from tests.render.translation_checks import texts


class Telling:
    """Finds, in what people see, the cards of a game that can be hidden."""

    def __init__(self, title: str, language: str = SOURCE) -> None:
        """Collect every card, except for words that the rules use for things in the open.

        Chapters that list all cards give nothing away: they are known, and ignored.
        """
        game, look, words = GAMES[title], PRESENTATIONS[title], Words.pick(language)
        chapters = dict(look.topics(words))
        lists = LISTS if title == "florence" else ()
        self.listed = [look.chapter(each, words) or "" for each in lists]
        texts = (look.chapter(each, words) or "" for each in chapters if each not in lists)
        rules = "\n".join([*chapters.values(), *texts])
        starts = (game.start(set_up(game, seats)) for seats in game.seats)
        hidden = frozenset[str]().union(*(CONTRACTS[title].secrets(s, None) for s in starts))
        spelled = CONTRACTS[title].spelled
        common = "" if language == SOURCE else _elsewhere(language)
        self.titles = {
            text: each
            for each in hidden
            for text in spelled(each, words)
            if text not in rules and not _any_of([text]).search(common)
        }
        self.ids = {each: each for each in hidden - set(chapters)}
        self._titles, self._ids = _any_of(self.titles), _any_of(self.ids)

    def in_text(self, text: str) -> frozenset[str]:
        """The cards whose titles are in a text, apart from the lists of all cards."""
        for each in self.listed:
            text = text.replace(each, "")
        return frozenset(self.titles[each] for each in self._titles.findall(text))

    def in_codes(self, codes: str) -> frozenset[str]:
        """The cards whose ids are in custom_ids, values, file names or a log."""
        return frozenset(self._ids.findall(codes))

    def on(self, message: Message) -> frozenset[str]:
        """The cards that a message gives away, anywhere on it."""
        said = [message.words, *(str(each.get("description")) for each in message.files)]
        return self.in_text("\n".join(said)) | self.in_codes("\n".join(codes(message)))


def _elsewhere(language: str) -> str:
    """All texts of a language except card titles: a title may be an ordinary word there."""
    read = texts(catalogue(language)).items()
    return "\n".join(form for id_, forms in read if not _TITLES.match(id_) for form in forms)


_TITLES: Final = re.compile(r"term\.|bonus\.|prestige\.|lacrimosa\.memory\.")
"""The ids of card titles."""

telling: Final = cache(Telling)
"""What finds a game's cards, by its title and the reader's language; each is made once."""


def _any_of(spelled: Iterable[str]) -> re.Pattern[str]:
    longest = sorted(spelled, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def of_any_edit(custom_id: str) -> str:
    """A custom_id without the number of its edit, which reveals how many came before."""
    return re.sub(r"^(m1s:.*):-\d+$", r"\1", custom_id)


def codes(message: Message) -> Iterator[str]:
    """What a person does not read but a client holds: custom_ids, values, file names."""
    for part in message.parts:
        yield of_any_edit(str(part.get("custom_id") or ""))
        yield from (str(option["value"]) for option in part.get("options", ()))
    yield from (str(file["filename"]) for file in message.files)


class Unknown:
    """The cards that a seat (None: a spectator) has never been able to know.

    What someone knew once may be told to them forever: in the journal, in a past position, by
    an undone action.
    """

    def __init__(self) -> None:
        self._after: list[dict[Seat | None, frozenset[str]]] = []

    def follow(self, journal: Journal[Any, Any]) -> None:
        """Note the new entries of a game."""
        secrets = CONTRACTS[journal.game.name].secrets
        for state in journal._positions[len(self._after) :]:
            now = {seat: secrets(state, seat) for seat in (None, *range(journal.options.seats))}
            if self._after:
                now = {seat: cards & self._after[-1][seat] for seat, cards in now.items()}
            self._after.append(now)

    def to(self, seat: Seat | None, number: int = -1) -> frozenset[str]:
        """What a seat cannot know after an entry (by default, the latest one followed)."""
        return self._after[number][seat]


class SecretsWatcher:
    """Checks each new message against what its readers cannot know."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._unknown = Unknown()
        self._telling: Telling | None = None
        self._seats: dict[str, Seat] = {}
        self.checked = 0

    async def watch(self, message: Message) -> None:
        """Check that a message tells no secret."""
        await self._learn()
        if self._telling is None:
            return
        hidden = self._unknown.to(self._seats.get(message.owner or ""))
        self.checked += len(hidden)
        told = self._telling.on(message) & hidden
        assert not told, f"{sorted(told)} in {message}"

    async def _learn(self) -> None:
        table = await self._world.bot.games.in_channel(self._world.channel.id)
        if table is None or table.journal is None:
            return
        self._telling = telling(table.game.game, self._world.language)
        self._seats = {row.name: row.seat for row in table.seats}
        self._unknown.follow(table.journal)
