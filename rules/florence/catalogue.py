"""The components of The Princes of Florence: every card, tile and figure.

Data only, in tables (F1, F2, F4, F5, F6, F34, F37, F44, F92, F93, F94, F95, F96, F97,
F98, F99). Ids are also the keys of the catalogue of words. The outlines of the tiles
are our own; an owner of the printed game can replace them here.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Size: TypeAlias = Literal["large", "medium", "small"]

SEATS: Final = range(3, 6)
TURNS: Final = 7
MINIMUM: Final = (7, 10, 12, 14, 15, 16, 17)
"""Least work value of turns 1 to 7 (F53)."""

FLORINS: Final = 3500
DEALT: Final = 4
LOOKED_AT: Final = 5
ACTIONS: Final = 2
BUILDERS_MOST: Final = 3

OPENING: Final = 200
RAISE: Final = 100
BUILDING_COST: Final = (700, 300, 300, 0)
"""By number of builders (F69)."""
DRAW_COST: Final = 300
FREEDOM_COST: Final = 300
PAYMENT: Final = 100
"""Florins for each point of work value (F64)."""
EXCHANGE: Final = 200
"""Florins of a work's payment for one prestige point (F65)."""
SALE: Final = 100
"""Florins for stepping back one prestige point (F89)."""

PRESTIGE_BUILDING: Final = 3
PRESTIGE_LANDSCAPE: Final = 3
PRESTIGE_BUILDER: Final = 3
PRESTIGE_BEST_WORK: Final = 3

VALUE_BUILDING: Final = 4
VALUE_LANDSCAPE: Final = 3
VALUE_FREEDOM: Final = 3
VALUE_JESTER: Final = 2
VALUE_CARD: Final = 1


class BuildingType(msgspec.Struct, frozen=True):
    """A type of building: its size class and outline (`#` a square, `/` next row)."""

    size: Size
    outline: str


class Profession(msgspec.Struct, frozen=True):
    """A profession card and what its owner's works love."""

    number: int
    building: str
    landscape: str
    freedom: str


class BonusCard(msgspec.Struct, frozen=True):
    """A bonus card: `points` of work value for each of the things counted."""

    number: int
    points: int
    counts: tuple[str, ...]


class PrestigeCard(msgspec.Struct, frozen=True):
    """A prestige card: its points, and those if `tied` for the lead (None: a condition)."""

    number: int
    points: int
    tied: int | None = None


BUILDINGS: Final[dict[str, BuildingType]] = {
    "university": BuildingType("large", "###/#.#/#.#"),
    "laboratory": BuildingType("large", "##./###/.##"),
    "workshop": BuildingType("large", "###/###/.#."),
    "library": BuildingType("medium", ".#./###/.#."),
    "opera": BuildingType("medium", "###/#.#"),
    "studio": BuildingType("medium", "###/##."),
    "hospital": BuildingType("medium", "##./.##/.#."),
    "theatre": BuildingType("medium", "###/.#./.#."),
    "tower": BuildingType("small", "###"),
    "chapel": BuildingType("small", "##/#."),
}
LANDSCAPES: Final[dict[str, str]] = {
    "forest": "####/#...",
    "lake": "###/#..",
    "park": "##/#.",
}
FREEDOMS: Final = ("travel", "religion", "opinion")
LOTS: Final = ("forest", "lake", "park", "jester", "builder", "prestige", "recruiting")
"""The seven piles that can be auctioned (F17)."""
DECKS: Final = ("professions", "bonus", "prestige")

BUILDING_COPIES: Final = 3
STOCK: Final[dict[str, int]] = {
    "forest": 6,
    "lake": 6,
    "park": 6,
    "jester": 7,
    "builder": 6,
    "recruiting": 5,
}

PROFESSIONS: Final[dict[str, Profession]] = {
    "mathematician": Profession(1, "university", "lake", "religion"),
    "theologian": Profession(2, "university", "park", "travel"),
    "philosopher": Profession(3, "university", "forest", "opinion"),
    "botanist": Profession(4, "laboratory", "park", "religion"),
    "alchemist": Profession(5, "laboratory", "lake", "opinion"),
    "physicist": Profession(6, "laboratory", "forest", "travel"),
    "watchmaker": Profession(7, "workshop", "lake", "travel"),
    "goldsmith": Profession(8, "workshop", "park", "opinion"),
    "bell_maker": Profession(9, "workshop", "forest", "religion"),
    "cartographer": Profession(10, "library", "lake", "religion"),
    "lawyer": Profession(11, "library", "forest", "opinion"),
    "choreographer": Profession(12, "opera", "forest", "travel"),
    "composer": Profession(13, "opera", "lake", "opinion"),
    "sculptor": Profession(14, "studio", "forest", "religion"),
    "painter": Profession(15, "studio", "lake", "travel"),
    "pharmacist": Profession(16, "hospital", "park", "opinion"),
    "physician": Profession(17, "hospital", "forest", "travel"),
    "dramatist": Profession(18, "theatre", "park", "religion"),
    "poet": Profession(19, "theatre", "lake", "travel"),
    "astronomer": Profession(20, "tower", "forest", "religion"),
    "organ_builder": Profession(21, "chapel", "forest", "opinion"),
}
RECRUITING: Final = "recruiting"
"""The id of a recruiting card among the face-up cards."""

BONUS: Final[dict[str, BonusCard]] = {
    "builders_and_lakes": BonusCard(1, 1, ("builder", "lake")),
    "medium_and_forests": BonusCard(2, 1, ("medium", "forest")),
    "prestige_and_freedoms": BonusCard(3, 1, ("prestige_card", "freedom")),
    "jesters_and_freedoms": BonusCard(4, 1, ("jester", "freedom")),
    "small_and_landscapes": BonusCard(5, 1, ("small", "landscape")),
    "landscapes": BonusCard(6, 1, ("landscape",)),
    "buildings": BonusCard(7, 1, ("building",)),
    "categories": BonusCard(8, 1, ("category",)),
    "cards_in_hand": BonusCard(9, 1, ("card_in_hand",)),
    "cards_on_table": BonusCard(10, 1, ("card_on_table",)),
    "builders": BonusCard(11, 2, ("builder",)),
    "parks": BonusCard(12, 2, ("park",)),
    "forests": BonusCard(13, 2, ("forest",)),
    "lakes": BonusCard(14, 2, ("lake",)),
    "jesters": BonusCard(15, 2, ("jester",)),
    "freedoms": BonusCard(16, 2, ("freedom",)),
    "large_buildings": BonusCard(17, 2, ("large",)),
    "prestige_cards": BonusCard(18, 2, ("prestige_card",)),
    "building_sizes": BonusCard(19, 2, ("size",)),
    "landscape_types": BonusCard(20, 2, ("landscape_type",)),
}

PRESTIGE: Final[dict[str, PrestigeCard]] = {
    "most_works": PrestigeCard(1, 7, 4),
    "most_buildings": PrestigeCard(2, 6, 3),
    "most_jesters": PrestigeCard(3, 6, 3),
    "most_builders": PrestigeCard(4, 6, 3),
    "most_forests": PrestigeCard(5, 7, 4),
    "most_lakes": PrestigeCard(6, 6, 3),
    "most_parks": PrestigeCard(7, 5, 3),
    "most_landscapes": PrestigeCard(8, 7, 4),
    "fewest_empty": PrestigeCard(9, 8, 4),
    "three_landscapes": PrestigeCard(10, 8),
    "three_freedoms": PrestigeCard(11, 8),
    "two_large": PrestigeCard(12, 5),
    "builder_jester_landscapes": PrestigeCard(13, 7),
    "buildings_freedoms_works": PrestigeCard(14, 6),
}

SCORES: Final = (
    "works",
    "buildings",
    "landscapes",
    "builders",
    "best_works",
    "sold",
    "prestige_cards",
)
"""The lines of a score: prestige bought with works, sold (negative), and so on."""
