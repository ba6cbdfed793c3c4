"""Samples of Lacrimosa to put into words: one of everything that is said, and whole games."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from render.lacrimosa import presentation
from render.presentation import Person, Scene
from rules.contract import (
    Action,
    Delta,
    Event,
    Prompt,
    Reason,
    Standings,
    TookBack,
    WentBack,
)
from rules.journal import Journal
from rules.lacrimosa import HOUSE_TEXT, Edition, State, game
from rules.lacrimosa import actions as does
from rules.lacrimosa import events as tells
from rules.lacrimosa.grammar import Cost
from rules.lacrimosa.view import View

EDITION = Edition(HOUSE_TEXT)
GAME = game(EDITION)
SHOWN = presentation(EDITION)
PEOPLE = (
    Person("Ana"),
    Person("**Борис** @everyone"),
    Person("王小明", computer=True, level="adept"),
    Person("W" * 32, computer=True, level="master"),
)
SCENE = Scene(PEOPLE)
SOME = (Delta("ducats", -3), Delta("vp", 5), Delta("composition", -1))


# -- one of everything -------------------------------------------------------------

COURT, CITY = EDITION.tables.court[0].id, EDITION.tables.city[0].id
MEMORY, OPUS = "memory-grauer-bote", "opus-k257"
EVENTS: tuple[Event, ...] = (
    tells.ComposersChosen(("eybler", "suessmayr")),
    tells.ComposersChosen(("stadler",)),
    tells.Covered("constanze-1", EDITION.constanze["constanze-1"].players_2),
    tells.RoundBegan(2, 1, "bonus-2-travel"),
    tells.Dealt(0, 2, None),
    tells.Dealt(0, 2, ("start-memory-1", MEMORY)),
    tells.RowFilled((MEMORY, OPUS)),
    tells.TileLaid("wien", COURT),
    tells.TileLaid("berlin", CITY),
    tells.LaidExperience(0, MEMORY),
    tells.LaidStory(3, MEMORY),
    tells.UsedCard(0, MEMORY, SOME),
    tells.UsedCard(0, MEMORY, ()),
    tells.TookDucats(0, 3),
    tells.Documented(0, MEMORY, "start-memory-4", SOME),
    tells.Commissioned(0, OPUS, SOME),
    tells.Performed(0, OPUS, ()),
    tells.Sold(0, OPUS, SOME),
    tells.Travelled(0, "wien", COURT, SOME),
    tells.Travelled(0, "berlin", CITY, SOME),
    tells.Travelled(0, "berlin", None, SOME),
    tells.Composed(0, "sequentia.strings-1", "eybler", "eybler-sequentia-1", SOME),
    tells.NeutralPlaced(0, "kyrie.organ", "stadler"),
    tells.NeutralPlaced(0, "kyrie.organ", None),
    tells.Declined(0, "travel"),
    tells.Chose(0, SOME),
    tells.Gained(0, SOME),
    tells.Rewarded(0, SOME),
    tells.Exchanged(0, SOME),
    tells.TurnEnded(0),
    tells.Maintained(0, SOME),
    tells.SoloDid("document", MEMORY, 3, 0, ()),
    tells.SoloDid("commission", OPUS, 4, 0, ()),
    tells.SoloDid("perform_or_sell", OPUS, 3, 2, ()),
    tells.SoloDid("travel", "wien", 0, 0, (COURT,)),
    tells.SoloDid("requiem", "kyrie.organ", 1, 0, ()),
    tells.SoloDid("travel", None, 0, 0, ()),
    tells.Counted(0, 12, 18, 5, 3),
    tells.Ended((0,)),
    tells.Ended((0, 1)),
    tells.Ended(()),
    TookBack(1),
    WentBack(1),
    Standings((3, 4, 5, 6)),
)
PROMPTS: tuple[Prompt, ...] = (
    does.ToLayExperience(2),
    does.ToLayStory(MEMORY),
    does.ToUse(MEMORY, 4),
    does.ToAct(("perform_or_sell", "document")),
    does.ToGrant("perform", "religious"),
    does.ToGrant("travel"),
    does.ToSpread(2, True),
    does.ToSpread(1, False),
    does.ToPlaceNeutral("agnus-dei"),
    does.ToSplit((2, 1, 0)),
    does.ToPay("requiem", Cost(ducats=2, composition=1)),
)
REASONS: tuple[Reason, ...] = (
    Reason("not_your_decision"),
    Reason("unknown_action"),
    Reason("not_now"),
    Reason("game_over"),
    Reason("nothing_to_take_back"),
    Reason("known_order", what="bonus"),
    Reason("undo_over"),
    Reason("undo_seat_changed"),
    Reason("undo_seen_alone", what="bonus"),
    Reason("wrong_seats", needs=1, has=0),
    Reason("unknown_option", what="colour"),
    Reason("unknown_draw"),
    Reason("cannot_pay_ducats", needs=7, has=4),
    Reason("cannot_pay_finance", needs=2, has=1),
    Reason("cannot_pay_ducats", needs=5, has=2, remedy="sell"),
    Reason("cannot_pay_points", what="talent", needs=3, has=1, remedy="buy"),
    Reason("cannot_pay_wild", needs=2, has=1, remedy="buy"),
    Reason("no_such_right", what="perform_or_sell"),
    Reason("other_type", what="religious"),
    Reason("cannot_pay_wild", needs=1, has=0),
    Reason("not_in_row", what=OPUS),
    Reason("not_in_front", what=OPUS),
    Reason("not_in_hand", what=MEMORY),
    Reason("already_performed", what=OPUS),
    Reason("nothing_here", what="muenchen"),
    Reason("space_taken", what="sequentia.voice-2"),
    Reason("no_marker", what="percussion"),
    Reason("no_composer", what="sanctus"),
    Reason("no_counter", what="journey", needs=1, has=0),
)
CHOICES: tuple[Action, ...] = (
    does.LayExperience(MEMORY),
    does.LayStory(MEMORY),
    does.UseCard(),
    does.TakeDucats(),
    *(does.Document(each.id, "tj") for each in EDITION.tables.memory),
    *(does.Commission(each.id) for each in EDITION.tables.opus),
    *(does.Perform(each) for each in EDITION.opus),
    does.Sell(OPUS),
    *(does.Travel(each) for each in EDITION.places),
    does.Compose("sequentia", "voice-2", "eighth", 6, "t", ""),
    does.Compose("kyrie", "horns", "sixteenth", 1),
    does.Skip(),
    does.Spread("ttj"),
    does.Spread("c"),
    does.PlaceNeutral("sanctus.percussion", "eighth"),
    does.Split((0, 0, 0)),
    does.Split((2, 1, 3)),
    *map(does.BuyCounter, ("talent", "journey", "composition")),
    *map(does.SellCounter, ("talent", "journey", "composition")),
    does.EndTurn(),
)


# -- positions ---------------------------------------------------------------------


def steps(seats: int, seed: int, **chosen: str) -> Iterator[Journal[State, View]]:
    """The journals of a whole game of random choices, with a preference for acting."""
    rng = Random(seed)
    journal = Journal.start(GAME, GAME.options(seats, chosen), rng)
    idle = does.TakeDucats | does.EndTurn | does.Skip
    while journal.over is None:
        yield journal
        decision = rng.choice(journal.decisions)
        busy = tuple(each for each in decision.options if not isinstance(each, idle))
        options = busy if busy and rng.random() < 0.9 else decision.options
        if decision.asides and rng.random() < 0.1:
            options = decision.asides
        journal = journal.move(decision.seat, rng.choice(options), rng)
    yield journal


@cache
def played(seats: int, seed: int, split: str = "tracks_first") -> tuple[Any, ...]:
    return tuple(steps(seats, seed, composers="random", payment=split))


def finished() -> View:
    journal: Journal[State, View] = played(4, 1)[-1]
    return journal.view(None)


@cache
def moment(kind: type[Prompt], seats: int = 4, *, busy: bool = False) -> Any:
    """A view, decision and journal with a kind of prompt; `busy`: with over three options."""
    for seed in range(1, 12):
        for journal in played(seats, seed):
            for decision in journal.decisions:
                if isinstance(decision.prompt, kind) and (
                    len(decision.options) > 3 or not busy
                ):
                    return journal.view(decision.seat), decision, journal
    raise AssertionError(kind)
