"""The rows of a store with many games: copies of two played games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from bot.tables.core import replay
from tests.bot.finished_game import store_finished
from tests.bot.services import ANN, BEN, CLEO, services
from tests.contract.games import played

ENTRIES: Final = 100
"""How many entries each game that is played on has."""

JOURNALS: Final = 1000
"""The most games that have a whole journal."""

BLOCK: Final = 100
"""Of so many games, one is played on and another has a whole journal."""

OPEN: Final = range(21)
"""The places of open games in a block; each game has its own channel."""

PLAYED_ON, LOBBY, JOURNAL = 0, 20, 27
"""Places in a block: a game with entries, a lobby, and a game with a whole journal."""

RESTED: Final = range(1, 5)
ENDED: Final = range(21, 26)
CLOSED_LOBBY: Final = 26
"""Places in a block: games that rest, games that a host has ended, and a closed lobby; later
places are games that are over."""

UNLISTED: Final = 20
"""One in so many people hides their results."""

PEOPLE_PER_GAME: Final = 0.1
"""Each person has thirty seats, whatever the number of games."""

GUILD_GAMES: Final = 100
"""How many games a server has, whatever the number of all games."""

FIRST_CHANNEL: Final = 10_000
FIRST_USER: Final = 50_000_000
DUE: Final = 1e9
"""An uptime after everything that is measured."""

_LONG: Final = 60 * 24 * 3600
"""How many seconds ago a game that rests was last touched."""

_TAKEN: Final = (ANN, BEN, CLEO)
_RUNNING, _FINISHED = 1, 2

Fields: TypeAlias = dict[str, Any]
Rows: TypeAlias = Iterator[tuple[Any, ...]]


class Table(NamedTuple):
    """A table to fill.

    Attributes:
        name: the table's name.
        columns: the names of its columns.
        rows: makes the values of its rows.
    """

    name: str
    columns: tuple[str, ...]
    rows: Callable[[], Rows]


class Model(NamedTuple):
    """What is copied: the rows of a running game and of one that is over, by table."""

    running: Mapping[str, list[Fields]]
    over: Mapping[str, list[Fields]]


async def model(path: Path) -> Model:
    """Play the games that are copied, in a separate store."""
    async with services(path) as here:
        table = await here.at_auction()
        while table.number < ENTRIES:
            table = await here.step(table)
        await here.sent()
        people = [(user, f"Person {user}") for user in _TAKEN]
        row = await store_finished(
            here.store, played("florence", 3), people, guild=1, channel=12
        )
        await here.cache.add_missing_result(row.id - 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return Model(_rows_of(connection, _RUNNING), _rows_of(connection, _FINISHED))


def _rows_of(connection: sqlite3.Connection, game: int) -> dict[str, list[Fields]]:
    found = {}
    tables = ("games", "seats", "entries", "due", "secrets", "results", "result_seats")
    for table in tables:
        key = "id" if table == "games" else "game"
        query = f"SELECT * FROM {table} WHERE {key} = ?"  # noqa: S608 - tables of ours
        rows = connection.execute(query, (game,))
        found[table] = [dict(row) for row in rows]
    return found


class Many:
    """So many games, copied from a model.

    Attributes:
        games: how many.
        now: when the latest of them was changed, in Unix seconds.
    """

    def __init__(
        self, model: Model, games: int, now: float, guild_games: int = GUILD_GAMES
    ) -> None:
        """The rows are made when they are asked for."""
        self.games = games
        self.now = now
        self._all = range(BLOCK, BLOCK + games)
        self._model = model
        self._people = int(games * PEOPLE_PER_GAME) + 1
        self._guild_games = guild_games
        self._release = replay.release()

    def played_on(self) -> range:
        """The numbers of the games that have entries and are played on."""
        return self._all[::BLOCK]

    def user(self, game: int, seat: int) -> int:
        """The person in a seat of a game."""
        return FIRST_USER + (game * 3 + seat) * 7919 % self._people

    def guild(self, game: int) -> int:
        """The server of a game."""
        return game // self._guild_games

    def channel(self, game: int) -> int:
        """The channel of a game; games no longer open once had the channel of an open one."""
        return FIRST_CHANNEL + game // BLOCK * BLOCK + game % BLOCK % len(OPEN)

    def tables(self) -> Iterator[Table]:
        """All tables, each after those that it refers to."""
        running, over = self._model
        yield Table("games", tuple(running["games"][0]), self._games)
        yield Table("seats", tuple(running["seats"][0]), self._seats)
        yield Table("entries", tuple(running["entries"][0]), self._entries)
        yield Table("due", tuple(running["due"][0]), self._dues)
        yield Table("secrets", ("game", "secret"), self._secrets)
        yield Table("results", tuple(over["results"][0]), self._results)
        yield Table("result_seats", tuple(over["result_seats"][0]), self._result_seats)
        yield Table("people", ("user", "locale", "listed"), self._settings)
        yield Table("bars", ("guild", "by_user", "user"), self._bars)
        yield Table("invitations", ("at", "by_user", "user"), self._invitations)
        yield Table("coach_told", ("game", "user", "moment", "entry"), self._told)
        yield Table("reviews", ("game", "seat", "user", "asked", "review"), self._reviews)
        yield Table(
            "seatings",
            ("game", "n", "at", "entry", "seat", "what", "name", "user"),
            self._seatings,
        )

    # -- rows --------------------------------------------------------------------

    def _numbers(self, *places: int) -> Iterator[int]:
        """The numbers of the games in some places of each block; of all if none is given."""
        wanted = frozenset(places)
        return (n for n in self._all if not wanted or n % BLOCK in wanted)

    def _over(self) -> Iterator[int]:
        return self._numbers(*range(CLOSED_LOBBY + 1, BLOCK))

    def _games(self) -> Rows:
        for n in self._numbers():
            place = n % BLOCK
            model = self._model.running if place in OPEN else self._model.over
            row = model["games"][0] | {
                "id": n,
                "guild": self.guild(n),
                "channel": self.channel(n),
                "status": _status(place),
                "starter": self.user(n, 0),
                "updated": self.now - n % 1000 - (_LONG if place in (*RESTED, *ENDED) else 0),
                "rested": 5.0 if place in RESTED else None,
                "verified": None if place in (LOBBY, CLOSED_LOBBY) else self._release,
                "steps": 0,
            }
            yield tuple(row.values())

    def _seats(self) -> Rows:
        model = [list(row.values()) for row in self._model.running["seats"]]
        keys = list(self._model.running["seats"][0])
        game, user = keys.index("game"), keys.index("user")
        for n in self._numbers():
            for seat, row in enumerate(model):
                row[game], row[user] = n, self.user(n, seat)
                yield tuple(row)

    def _entries(self) -> Rows:
        running, over = self._model.running["entries"], self._model.over["entries"]
        yield from self._journals(self._numbers(PLAYED_ON), running)
        yield from self._journals(islice(self._numbers(JOURNAL), JOURNALS), over)
        yield from self._journals(self._numbers(*ENDED), running[:1])

    def _journals(self, games: Iterable[int], entries: list[Fields]) -> Rows:
        """The same entries for each of these games, by the people seated there."""
        rows = [(each["n"], each["by_user"], list(each.values())[3:]) for each in entries]
        for game in games:
            users = {user: self.user(game, seat) for seat, user in enumerate(_TAKEN)}
            for n, by, rest in rows:
                yield (game, n, users.get(by), *rest)

    def _dues(self) -> Rows:
        model = self._model.running["due"]
        for n in self._numbers(PLAYED_ON, *range(RESTED.stop, LOBBY)):
            for row in model:
                yield tuple((row | {"game": n, "at": DUE + n}).values())

    def _secrets(self) -> Rows:
        return ((n, b"secret") for n in self._numbers(PLAYED_ON))

    def _results(self) -> Rows:
        (model,) = self._model.over["results"]
        for n in self._over():
            row = model | {"game": n, "guild": self.guild(n), "ended": self.now - n % 1000}
            yield tuple(row.values())

    def _result_seats(self) -> Rows:
        model = self._model.over["result_seats"]
        for n in self._over():
            for row in model:
                yield tuple((row | {"game": n, "user": self.user(n, row["seat"])}).values())

    def _settings(self) -> Rows:
        return ((FIRST_USER + n, "en", n % UNLISTED > 0) for n in range(self._people))

    def _bars(self) -> Rows:
        return ((0, FIRST_USER + n, FIRST_USER) for n in range(1, self._people, 10))

    def _invitations(self) -> Rows:
        for n in self._numbers(0):
            yield self.now, self.user(n, 0), self.user(n, 1)

    def _told(self) -> Rows:
        return ((n, self.user(n, 0), "turn", 1) for n in self._numbers(*range(10)))

    def _reviews(self) -> Rows:
        return ((n, 0, self.user(n, 0), 5.0, "{}") for n in self._numbers(JOURNAL))

    def _seatings(self) -> Rows:
        for n in self._numbers(*range(0, BLOCK, 20)):
            yield n, 1, 5.0, 1, 2, "stand_in", "Cleo", self.user(n, 2)


def _status(place: int) -> str:
    if place == LOBBY:
        return "lobby"
    if place in OPEN:
        return "playing"
    return "cancelled" if place in (*ENDED, CLOSED_LOBBY) else "over"
