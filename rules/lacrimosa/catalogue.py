"""The components of Lacrimosa: an edition, read from its text into typed tables.

The house edition is in the folder of this file. An owner of the printed game can play
with their own text; games remember their edition by the hash of its text.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cached_property
from importlib import resources
from typing import Final, Literal

import msgspec

from rules.lacrimosa.grammar import Cost

SEATS: Final = range(1, 5)
ROUNDS: Final = 5
TURNS: Final = 4
HAND: Final = 4
ROW: Final = 7
REMOVED_SPACES: Final = 4
"""Row spaces cleared in each maintenance (L111)."""

NEEDED_POINTS: Final = 2
NEEDED_DUCATS: Final = 3
COUNTER_PRICE: Final = 3
"""Ducats for one counter; a counter sells for one (L38)."""

SIDES: Final = ("eighth", "sixteenth")
"""The two sides of a requiem marker, one for each composer of the game (L16)."""

START: Final = ((10, 0), (11, 0), (10, 1), (11, 1))
"""Ducats and points at the start, in turn order (L23)."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A component of an edition; entries with unknown fields are refused."""


class RowSpace(Part, frozen=True):
    """A space of the card row, 1 the newest, 7 the oldest."""

    space: int
    opus_cost: Cost
    opus_reward: tuple[str, ...]
    memory_cost: Cost
    memory_reward: tuple[str, ...]


class Place(Part, frozen=True):
    """A city or court of the map; x and y are shares of the map's size."""

    number: int
    id: str
    name: str
    name_en: str
    kind: Literal["city", "court"]
    x: float
    y: float


class Road(Part, frozen=True):
    """A road between two places."""

    between: tuple[str, str]
    ducats: int


class Map(Part, frozen=True):
    """Places and roads."""

    place: tuple[Place, ...]
    road: tuple[Road, ...]


class Space(Part, frozen=True):
    """An instrument space of a movement."""

    id: str
    instrument: str


class Movement(Part, frozen=True):
    """A movement of the Requiem."""

    number: int
    id: str
    name: str
    vp_higher: int
    vp_lower: int
    spaces: tuple[Space, ...]


class Score(Part, frozen=True):
    """The five movements."""

    movement: tuple[Movement, ...]


class Constanze(Part, frozen=True):
    """The spaces that Constanze covers, by number of players."""

    id: str
    players_4: tuple[str, ...]
    players_3: tuple[str, ...]
    players_2: tuple[str, ...]


class Finance(Part, frozen=True):
    """A space of the finance track."""

    index: int
    ducats: int
    wildcards: int
    vp: int


class BoardSpace(Part, frozen=True):
    """A marker's place on the player board and the reward under it."""

    index: int
    id: str
    instrument: str
    reward: tuple[str, ...]


class PlayerBoard(Part, frozen=True):
    """The tracks and instrument places of a player board."""

    story_track_max: int
    story_track_start: int
    finance_start: int
    finance_overflow_vp: int
    story_overflow_ducats: int
    finance: tuple[Finance, ...]
    instrument: tuple[BoardSpace, ...]


class Memory(Part, frozen=True):
    """A memory card; a starting one has neither period nor year."""

    id: str
    title: str
    title_en: str
    reward: tuple[str, ...]
    actions: tuple[str, ...]
    story: tuple[str, ...]
    period: int = 0
    year: int = 0


class Perform(Part, frozen=True):
    """A performance: talent paid, ducats gained."""

    talent: int
    ducats: int


class Sell(Part, frozen=True):
    """A sale: talent paid, finance steps and points gained."""

    talent: int
    finance: int
    vp: int


class Opus(Part, frozen=True):
    """An opus card; a starting one has no period, type, cost or points."""

    id: str
    title: str
    kv: str
    year: int
    perform: Perform
    sell: Sell
    period: int = 0
    type: str | None = None
    cost: Cost = Cost()
    vp: int = 0
    source: str = ""


class Bonus(Part, frozen=True):
    """A period bonus tile."""

    id: str
    period: int
    dates: str
    action: str
    reward: tuple[str, ...]


class Court(Part, frozen=True):
    """A royal court tile."""

    id: str
    cost: Cost
    plain: tuple[str, ...]
    gilded: tuple[str, ...]
    kind: Literal["types", "periods", "instruments", "movements"]
    needs: tuple[str | int, ...]
    vp: int


class City(Part, frozen=True):
    """A city tile."""

    id: str
    cost: Cost
    plain: tuple[str, ...]
    gilded: tuple[str, ...]


class Composer(Part, frozen=True):
    """A composer and the number of his tiles."""

    id: str
    name: str
    tiles: int


class Tile(Part, frozen=True):
    """A composer tile."""

    id: str
    composer: str
    movement: str
    dots: int
    cost: Cost
    reward: tuple[str, ...]
    repeat: str | None = None


class SoloTravel(Part, frozen=True):
    """The middle column of a soloist card."""

    direction: Literal["ascending", "descending"]
    courts: int


class SoloRequiem(Part, frozen=True):
    """The right column of a soloist card."""

    movement: str
    order: Literal["top", "bottom"]


class SoloCard(Part, frozen=True):
    """A soloist card."""

    id: str
    number: int
    actions: tuple[str, ...]
    row_side: Literal["left", "right"]
    travel: SoloTravel
    requiem: SoloRequiem


class Level(Part, frozen=True):
    """A level of the Soloist: his cards and where his funds start."""

    cards: tuple[int, ...]
    finance_index: int


class Tables(Part, frozen=True, kw_only=True):
    """The tables of an edition file, as written there; the first printing has no number."""

    printing: int = 1
    row: tuple[RowSpace, ...]
    map: Map
    requiem: Score
    constanze: tuple[Constanze, ...]
    player_board: PlayerBoard
    starting_memory: tuple[Memory, ...]
    memory: tuple[Memory, ...]
    starting_opus: tuple[Opus, ...]
    opus: tuple[Opus, ...]
    period_bonus: tuple[Bonus, ...]
    court: tuple[Court, ...]
    city: tuple[City, ...]
    composer: tuple[Composer, ...]
    composer_tile: tuple[Tile, ...]
    soloist: tuple[SoloCard, ...]
    soloist_levels: dict[str, Level]


def hash_of(text: str) -> str:
    """The hash by which games remember the edition of a text: 16 hexadecimal digits."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class Edition:
    """The components by id, and the hash by which games remember them."""

    def __init__(self, text: str) -> None:
        """Read the tables; raises `ValueError` naming the entry that does not fit."""
        try:
            self.tables = msgspec.convert(tomllib.loads(text), Tables)
        except (ValueError, msgspec.ValidationError) as error:  # or too long a number
            raise ValueError(f"edition: {error}") from error
        except RecursionError as error:
            raise ValueError("edition: nested too deeply") from error
        self.hash = hash_of(text)
        tables = self.tables
        self.memories = {m.id: m for m in (*tables.starting_memory, *tables.memory)}
        self.opus = {o.id: o for o in (*tables.starting_opus, *tables.opus)}
        self.courts = {court.id: court for court in tables.court}
        self.cities = {city.id: city for city in tables.city}
        self.tiles = {tile.id: tile for tile in tables.composer_tile}
        self.bonuses = {bonus.id: bonus for bonus in tables.period_bonus}
        self.soloist = {card.id: card for card in tables.soloist}
        self.constanze = {card.id: card for card in tables.constanze}
        self.places = {place.id: place for place in tables.map.place}
        self.movements = {movement.id: movement for movement in tables.requiem.movement}
        self.spaces = {s.id: s for m in tables.requiem.movement for s in m.spaces}
        self.movement_of = {s.id: m.id for m in tables.requiem.movement for s in m.spaces}
        self.movement_order = {name: nth for nth, name in enumerate(self.movements)}
        self.board = {space.id: space for space in tables.player_board.instrument}
        self.board_places = {space.index: space for space in tables.player_board.instrument}

    @property
    def printing(self) -> int:
        """Which printing of the edition this is: figures change, ids and titles stay."""
        return self.tables.printing

    @property
    def row(self) -> tuple[RowSpace, ...]:
        """The spaces of the card row, left to right."""
        return self.tables.row

    @property
    def player(self) -> PlayerBoard:
        """The player board."""
        return self.tables.player_board

    def covered(self, card: str, seats: int) -> tuple[str, ...]:
        """The spaces that a Constanze card covers; a solo game counts as two players (L130)."""
        found = self.constanze[card]
        return {4: found.players_4, 3: found.players_3}.get(seats, found.players_2)

    def stack(self, composer: str, movement: str, dots: int) -> tuple[str, ...]:
        """A composer's tiles for a movement, cheapest first, with at most `dots` (L15, L16)."""
        return tuple(
            tile.id
            for tile in self.tables.composer_tile
            if (tile.composer, tile.movement) == (composer, movement) and tile.dots <= dots
        )

    @cached_property
    def roads(self) -> dict[str, dict[str, int]]:
        """The ducats for the cheapest roads from every place to every other (L72)."""
        far = 10**6
        places = list(self.places)
        cost = {a: {b: 0 if a == b else far for b in places} for a in places}
        for road in self.tables.map.road:
            a, b = road.between
            cost[a][b] = cost[b][a] = min(road.ducats, cost[a][b])
        for via in places:
            for a in places:
                for b in places:
                    cost[a][b] = min(cost[a][b], cost[a][via] + cost[via][b])
        return cost


HOUSE_TEXT: Final = (
    resources.files("rules.lacrimosa").joinpath("edition.toml").read_text("utf-8")
)
"""The text of the house edition."""
