"""Samples of Florence to put into words: one of everything that is said, and whole games."""

from collections.abc import Iterator
from functools import cache
from random import Random

from render.florence import presentation
from render.presentation import Person, Scene
from rules.contract import Action, Event, Order, Prompt, Reason, TookBack, WentBack
from rules.florence import State, game
from rules.florence import actions as does
from rules.florence import events as tells
from rules.florence import orders as waits
from rules.florence.catalogue import BONUS, BUILDINGS, FREEDOMS, LOTS, PRESTIGE, PROFESSIONS
from rules.florence.view import View
from rules.journal import Journal

GAME = game()
SHOWN = presentation()
PEOPLE = (
    Person("Ana"),
    Person("**Борис** @everyone"),
    Person("王小明", computer=True, level="adept"),
    Person("<@123> `x`"),
    Person("W" * 32, computer=True, level="master"),
)
SCENE = Scene(PEOPLE)


# -- one of everything -------------------------------------------------------------

EVENTS: tuple[Event, ...] = (
    tells.Dealt(0, 4, None),
    tells.Dealt(0, 4, ("poet", "composer", "painter", "lawyer")),
    tells.GaveBack(1, None),
    tells.GaveBack(1, "poet"),
    tells.TurnBegan(4, 2, 14),
    tells.Opened(0, "prestige", 200),
    tells.Declined(1),
    tells.Raised(2, "forest", 300),
    tells.Passed(3, "recruiting"),
    tells.Bought(4, "builder", 600),
    tells.Placed(0, "lake", 3, 17),
    tells.Recruited(1, "poet", 4),
    tells.KeptRecruiting(2),
    tells.Laid(0, "poet", 15),
    tells.PlayedBonus(0, "categories", 5, 20),
    tells.Completed(0, "poet", 15, 100, 7),
    tells.Completed(0, "poet", 15, 1500, 0),
    tells.Built(1, "opera", 0, 3, 700),
    tells.Built(1, "opera", 0, 3, 0),
    tells.Looked(0, "bonus", 5, None),
    tells.Looked(0, "prestige", 2, ("most_works", "two_large")),
    tells.Kept(0, "professions", None),
    tells.Kept(0, "bonus", "builders"),
    tells.PutBack(0, "prestige", 4, None),
    tells.PutBack(0, "bonus", 2, ("lakes", "jesters")),
    tells.Paid(2, "professions", 300),
    tells.Paid(2, "bonus", 300),
    tells.Introduced(3, "travel", 300),
    tells.Scored(0, "landscapes", 3),
    tells.SoldPrestige(0, 2, 200, forced=False),
    tells.SoldPrestige(0, 2, 200, forced=True),
    tells.TurnEnded(0),
    tells.BestWork(3, 17, (1,)),
    tells.BestWork(3, 17, (1, 2)),
    tells.BestWork(1, 0, ()),
    tells.Revealed(0, "most_parks", 0),
    tells.Ended((0,)),
    tells.Ended((0, 4)),
    TookBack(1),
    WentBack(1),
)
PROMPTS: tuple[Prompt, ...] = (
    does.ToGiveBack(),
    does.ToOpen(1),
    does.ToTake(),
    does.ToBid("recruiting", 300, 4),
    does.ToPlace("forest"),
    does.ToRecruit(),
    does.ToAct(2),
    does.ToEnd(),
    does.ToPlayBonus("poet", 12, 14),
    does.ToExchange("organ_builder", 15),
    does.ToKeep("professions"),
    does.ToPutUnder("bonus"),
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
    Reason("wrong_seats", needs=3, has=2),
    Reason("unknown_option", what="colour"),
    Reason("unknown_draw"),
    Reason("cannot_pay", needs=700, has=400, remedy="sell_prestige"),
    Reason("pile_empty", what="prestige"),
    Reason("sold_this_turn", what="jester"),
    Reason("builders_full", what="builder", needs=3, has=3),
    Reason("no_room", what="laboratory", remedy="builder"),
    Reason("wrong_bid", needs=400, has=900),
    Reason("not_in_hand", what="poet", remedy="recruit"),
    Reason("below_minimum", what="poet", needs=14, has=9, remedy="bonus"),
    Reason("no_actions_left", needs=3, has=2),
    Reason("once_a_turn", what="profession"),
    Reason("once_a_turn", what="freedom"),
    Reason("already_built", what="opera"),
    Reason("sold_out", what="chapel"),
    Reason("already_introduced", what="travel"),
    Reason("freedom_gone", what="religion"),
    Reason("deck_empty", what="professions"),
    Reason("deck_empty", what="bonus"),
    Reason("outside", what="forest"),
    Reason("overlaps", what="lake"),
    Reason("touches_building", what="studio", remedy="builder"),
    Reason("exchange_too_high", needs=9, has=7),
    Reason("not_face_up", what="composer"),
    Reason("own_card", what="composer"),
    Reason("no_recruiting_card", what="recruiting"),
    Reason("too_little_prestige", needs=4, has=2),
    Reason("already_chosen"),
    Reason("not_last"),
    Reason("last_takes"),
    Reason("finish_below_minimum", needs=14, has=9, remedy="bonus"),
)
CHOICES: tuple[Action | Order, ...] = (
    does.GiveBack("poet"),
    *map(does.Open, LOTS),
    does.Take("prestige"),
    does.Decline(),
    does.Bid(300),
    does.Pass(),
    *(does.Place("forest", turn, 17) for turn in range(8)),
    does.Recruit("astronomer"),
    does.KeepRecruiting(),
    *map(does.Work, PROFESSIONS),
    *map(does.PlayBonus, BONUS),
    does.Finish(),
    does.Exchange(0),
    does.Exchange(7),
    *(does.Build(kind, turn, 48) for kind in BUILDINGS for turn in range(8)),
    does.DrawProfession(),
    *map(does.Introduce, FREEDOMS),
    does.DrawBonus(),
    *map(does.Keep, (*PROFESSIONS, *BONUS, *PRESTIGE)),
    does.PutUnder((11, 13, 15, 17)),
    does.PutUnder((17, 11, 13, 15)),
    does.EndTurn(),
    does.SellPrestige(12),
    waits.BidUpTo(4, "recruiting", 900),
    waits.PassLot(4, "prestige"),
    waits.PassRest(4),
    waits.AskLot(3, "recruiting"),
    waits.OpenFirst(3, "prestige"),
    waits.OpenSecond(3, "forest"),
    waits.PlaceAt(3, "forest", 2, 17),
    waits.PlaceBest(3),
)


# -- positions ---------------------------------------------------------------------


@cache
def played(seats: int, seed: int) -> Journal[State, View]:
    """A whole game of random choices."""
    rng = Random(seed)
    journal = Journal.start(GAME, GAME.options(seats, {}), rng)
    while journal.over is None:
        decision = rng.choice(journal.decisions)
        aside = decision.asides and rng.random() < 0.05
        action = rng.choice(decision.asides if aside else decision.options)
        journal = journal.move(decision.seat, action, rng)
    return journal


def positions(seats: int, seed: int) -> Iterator[Journal[State, View]]:
    """The journals of that game before its first entry and after each one."""
    whole = played(seats, seed)
    journal = Journal(GAME, whole.options)
    for entry in whole.entries:
        yield journal
        journal = journal.add(entry)
    yield whole


@cache
def largest() -> Journal[State, View]:
    """Five seats at the start of the first auction."""
    rng = Random(5)
    journal = Journal.start(GAME, GAME.options(5, {}), rng)
    while decisions := [d for d in journal.decisions if isinstance(d.prompt, does.ToGiveBack)]:
        journal = journal.move(decisions[0].seat, decisions[0].options[0], rng)
    return journal
