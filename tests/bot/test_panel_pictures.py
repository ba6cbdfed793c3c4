"""Which picture is sent at each step of each action, and what its numbers mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pytest
from PIL import Image

from bot.screens.panel_step import offered
from render.gallery import PLAYED
from render.presentations import PRESENTATIONS
from render.words import Words
from rules import record
from rules.contract import Action, Decision, Prompt, name, path_of
from rules.florence import actions as florence
from rules.journal import AnyJournal
from rules.lacrimosa import actions as lacrimosa
from rules.lacrimosa.catalogue import SIDES
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.put_position import SEATED, begun, journal_at, positions, put
from tests.bot.running_game import MOVE
from tests.lacrimosa.positions import acting, note, on_turn
from tests.render.lacrimosa_samples import EDITION

WORDS: Final = Words("en")


class Sent(NamedTuple):
    """A picture: its file's name, its size, and whether it numbers the choices."""

    file: str
    size: tuple[int, int]
    numbered: bool


HAND: Final = "hand"
NOTHING: Final = "nothing"
ROW: Final = Sent("lacrimosa-places.png", (1176, 946), numbered=True)
MAP: Final = Sent("lacrimosa-places.png", (792, 422), numbered=True)
REQUIEM: Final = Sent("lacrimosa-places.png", (808, 422), numbered=True)
WITH_MARKERS: Final = Sent("lacrimosa-places.png", (808, 524), numbered=True)
SIX_OPUS: Final = Sent("lacrimosa-places.png", (808, 624), numbered=True)
FOUR_OPUS: Final = Sent("lacrimosa-places.png", (808, 420), numbered=False)
WAYS: Final = Sent("florence-places.png", (800, 800), numbered=False)
SQUARES: Final = Sent("florence-places.png", (800, 800), numbered=True)

Steps: TypeAlias = dict[int, Sent | str]
"""What is sent at a step, by the length of the path that all its choices share."""

STEPS: Final[dict[tuple[type[Prompt], type[Action]], Steps]] = {
    (lacrimosa.ToLayExperience, lacrimosa.LayExperience): {1: HAND},
    (lacrimosa.ToLayStory, lacrimosa.LayStory): {1: HAND},
    (lacrimosa.ToUse, lacrimosa.UseCard): {0: HAND},
    (lacrimosa.ToAct, lacrimosa.Document): {1: ROW},
    (lacrimosa.ToAct, lacrimosa.Commission): {1: ROW},
    (lacrimosa.ToAct, lacrimosa.Perform): {1: SIX_OPUS},
    (lacrimosa.ToAct, lacrimosa.Sell): {1: SIX_OPUS},
    (lacrimosa.ToAct, lacrimosa.Travel): {1: MAP},
    (lacrimosa.ToAct, lacrimosa.Compose): {
        1: WITH_MARKERS,
        2: WITH_MARKERS,
    },
    (lacrimosa.ToGrant, lacrimosa.Document): {1: ROW},
    (lacrimosa.ToGrant, lacrimosa.Travel): {1: MAP},
    (lacrimosa.ToGrant, lacrimosa.Perform): {0: FOUR_OPUS},
    (lacrimosa.ToGrant, lacrimosa.Sell): {0: FOUR_OPUS},
    (lacrimosa.ToSpread, lacrimosa.Spread): {1: HAND},
    (lacrimosa.ToPlaceNeutral, lacrimosa.PlaceNeutral): {1: REQUIEM},
    (lacrimosa.ToSplit, lacrimosa.Split): {1: HAND},
    (lacrimosa.ToPay, lacrimosa.BuyCounter): {0: HAND},
    (lacrimosa.ToPay, lacrimosa.SellCounter): {1: HAND},
    (florence.ToGiveBack, florence.GiveBack): {1: HAND},
    (florence.ToOpen, florence.Open): {1: NOTHING},
    (florence.ToTake, florence.Take): {1: NOTHING},
    (florence.ToBid, florence.Bid): {1: NOTHING},
    (florence.ToPlace, florence.Place): {2: WAYS, 3: SQUARES},
    (florence.ToRecruit, florence.Recruit): {1: HAND},
    (florence.ToAct, florence.Work): {1: HAND},
    (florence.ToAct, florence.Build): {1: HAND, 2: WAYS, 3: SQUARES},
    (florence.ToAct, florence.Introduce): {1: HAND},
    (florence.ToAct, florence.SellPrestige): {1: HAND},
    (florence.ToEnd, florence.EndTurn): {0: NOTHING},
    (florence.ToPlayBonus, florence.PlayBonus): {1: HAND},
    (florence.ToExchange, florence.Exchange): {1: HAND},
    (florence.ToKeep, florence.Keep): {1: HAND},
    (florence.ToPutUnder, florence.PutUnder): {1: HAND},
}
"""Each kind of action and the prompt that offers it: what each of its steps must show."""


KINDS: Final = {"florence": florence.MOVES, "lacrimosa": lacrimosa.MOVES}
NUMBER: Final = re.compile(r"^(\d+): ")


class Choice(NamedTuple):
    """A button or a menu option, and the actions that it leads to."""

    label: str
    spelled: str
    actions: tuple[Action, ...]

    @property
    def whole(self) -> bool:
        return name(self.actions[0]) == self.spelled


class Moment(NamedTuple):
    """A position, the decision in it, and the kind of action under test."""

    journal: AnyJournal
    decision: Decision
    kind: type[Action]

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.decision.options + self.decision.asides

    @property
    def most(self) -> int:
        return sum(isinstance(each, self.kind) for each in self.actions)

    def choices(self, panel: Message) -> list[Choice]:
        """What can be chosen on a panel, of any kind."""
        offered = [
            (part["label"], part["custom_id"].split(":")[-1])
            for label in panel.buttons
            if (part := panel.button(label)) and part["custom_id"].startswith("m1:pick:")
        ]
        found = [panel.choice(label) for label in panel.choices]
        offered += [
            (label, each[1]) for label, each in zip(panel.choices, found, strict=True) if each
        ]
        return [
            Choice(label, spelled, tuple(a for a in self.actions if _leads(spelled, a)))
            for label, spelled in offered
        ]


def _leads(spelled: str, action: Action) -> bool:
    return f"{name(action)}.".startswith(f"{spelled}.")


def _widest(game: str) -> Iterator[Moment]:
    """For each row of the table, the position of many games with the most to choose from."""
    best: dict[tuple[type[Prompt], type[Action]], Moment] = {}
    for journal in _played(game):
        for decision in (
            offered(each, PRESENTATIONS[game], journal.view(each.seat))
            for each in journal.decisions
        ):
            for kind in {type(each) for each in decision.options + decision.asides}:
                row, here = (type(decision.prompt), kind), Moment(journal, decision, kind)
                if row in STEPS and (row not in best or here.most > best[row].most):
                    best[row] = here
    assert set(best) == {row for row in STEPS if row[1] in KINDS[game]}
    yield from best.values()


def _played(game: str) -> Iterator[AnyJournal]:
    """Every position of games of three: a well-played one, and some at random."""
    _, journal = record.read((PLAYED / f"{game}-3.json").read_bytes())
    yield from map(journal.at, range(journal.number))
    yield from positions(game)


def test_every_action_that_is_chosen_in_steps_has_a_row() -> None:
    fielded = {kind for kinds in KINDS.values() for kind in kinds if kind.__struct_fields__}
    assert fielded <= {kind for _, kind in STEPS}


@pytest.mark.parametrize("game", KINDS)
async def test_every_step_of_every_action_sends_the_picture_that_belongs_to_it(
    game: str, tmp_path: Path, workers: Pooled
) -> None:
    async with begun(game, tmp_path, workers) as world:
        for moment in _widest(game):
            await put(world, moment.journal)
            row = (type(moment.decision.prompt), moment.kind)
            seen = await _walk(world[SEATED[moment.decision.seat]], moment)
            assert {0: HAND, **seen} == {0: HAND, **STEPS[row]}, row


async def _walk(player: Player, moment: Moment) -> Steps:
    """What each step towards an action sends; nothing is played.

    Each step takes the choice that leaves the most to choose.
    """
    seen: Steps = {}
    taken = ""
    await player.click(MOVE)
    while True:
        panel = player.panel
        assert not taken or f"{taken}**" in panel.text, "the way ends in what was chosen last"
        choices = moment.choices(panel)
        own = [each for each in choices if isinstance(each.actions[0], moment.kind)]
        if _is_of_another(choices, moment.kind):
            (label,) = (each.label for each in own)
            await _take(player, panel, label)
            continue
        names = {NUMBER.sub("", each.label) for each in choices}
        assert len(names) == len(choices), f"alike: {panel}"
        beside = [each for each in choices if each.actions[0] not in moment.decision.asides]
        path = _shared(beside or choices, own)
        sent, data = _sent(player.world, panel)
        assert seen.setdefault(len(path), sent) == sent
        numbers: dict[object, int] = {}
        if isinstance(sent, Sent):
            actions = tuple(a for a in moment.actions if path_of(a)[: len(path)] == path)
            if not path:  # of two kinds at once, apart from what only ends or declines
                actions = tuple(a for a in moment.decision.options if a.__struct_fields__)
            _is_drawn(player.world, moment, path, actions, data)
            if sent.numbered:
                numbers = _numbers(moment.kind, [path_of(each)[len(path)] for each in actions])
        for each in choices:
            told = NUMBER.match(each.label)
            field = path_of(each.actions[0])[len(path) :][:1]
            number = numbers[field[0]] if numbers and each in own else None
            assert (told and int(told[1])) == number, (each.label, str(panel))
        shown = [int(found[1]) for each in choices if (found := NUMBER.match(each.label))]
        assert shown == sorted(shown), str(panel)
        further = [each for each in own if not each.whole]
        if not further:
            return seen
        label = max(further, key=lambda each: len(each.actions)).label
        taken = NUMBER.sub("", label)
        await _take(player, panel, label)


def _is_of_another(choices: list[Choice], kind: type[Action]) -> bool:
    """Whether a step shows the choices of one kind of action, and `kind` as a button."""
    kinds = {type(each.actions[0]) for each in choices if "." in each.spelled}
    return len(kinds) == 1 and kind not in kinds


def _numbers(kind: type[Action], values: list[object]) -> dict[object, int]:
    """Numbers for places as on the board, composers from the top, all else in its order."""
    if kind is lacrimosa.Travel:
        return {each: EDITION.places[str(each)].number for each in values}
    sides = [each for each in SIDES if each in values]
    return {each: n for n, each in enumerate(sides or dict.fromkeys(values), start=1)}


def _shared(choices: list[Choice], own: list[Choice]) -> tuple[object, ...]:
    """The values before what is chosen; none while the kind of action is being chosen."""
    kinds = {type(each.actions[0]) for each in choices if "." in each.spelled}
    if kinds != {type(each.actions[0]) for each in own}:
        return ()
    if len(own) == 1:
        return path_of(own[0].actions[0])[: own[0].spelled.count(".")]
    columns = zip(*(path_of(a) for each in own for a in each.actions), strict=True)
    return tuple(column[0] for column in takewhile(lambda each: len(set(each)) == 1, columns))


def _sent(world: World, panel: Message) -> tuple[Sent | str, bytes]:
    """What a panel shows, and the bytes of its first picture."""
    if not panel.files:
        return NOTHING, b""
    file = panel.files[0]
    data = world.env.backend.cdn.get(file["url"])
    assert data
    if "-hand-" in file["filename"]:
        return HAND, data
    assert len(panel.files) == len(panel.alts) == 1
    numbered = WORDS("panel.places") in panel.text
    return Sent(file["filename"], Image.open(BytesIO(data)).size, numbered), data


def _is_drawn(
    world: World,
    moment: Moment,
    path: tuple[object, ...],
    actions: tuple[Action, ...],
    data: bytes,
) -> None:
    """Check that the picture shows these choices, numbered in the order of the decision."""
    look = world.bot.presentations[moment.journal.game.name]
    picture = look.places(moment.journal.view(moment.decision.seat), path, actions, WORDS)
    assert picture
    assert picture.data == data


async def _take(player: Player, panel: Message, label: str) -> None:
    if panel.button(label):
        await player.click(label, panel)
    else:
        await player.select(label, panel)


async def test_composers_stand_in_the_order_of_the_picture(
    tmp_path: Path, workers: Pooled
) -> None:
    """This is so even where the first marker can be played with the second of them alone."""
    taken = ("horns", "percussion", "strings", "organ")
    state = acting(
        on_turn(ducats=3, tracks=(0, 0, 3), counters=(0, 0, 0)),
        rights=("requiem",),
        seats=3,
        composers=("stadler", "eybler"),
        covers=(),
        notes=tuple(note(f"agnus-dei.{each}", None) for each in taken),
    )
    async with begun("lacrimosa", tmp_path, workers) as world:
        await put(world, journal_at(state))
        player = world[SEATED[0]]
        await player.click(MOVE)
        label = next(each for each in player.panel.buttons if each.endswith(": Agnus Dei"))
        await player.click(label, player.panel)
        told = [each for each in player.panel.choices if NUMBER.match(each)]
        sides = [each.replace("Voice › ", "")[:8] for each in told]
        assert sides == sorted(sides)
        assert set(sides) == {"1: Stadl", "2: Eyble"}
