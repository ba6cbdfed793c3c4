"""The contract between a game and the program that plays it.

A game is a value that satisfies `Game`: pure functions from states to states.
Nothing here knows a particular game, and no behaviour is inherited: every game gives
journals, panels, pictures and computer players the small structs below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
"""A place at the table, 0 to n - 1, in the order of play."""


class Action(msgspec.Struct, frozen=True):
    """One complete choice of a seat. Games subclass it with a tag and fields.

    A panel narrows the choice in the order of the fields.

    Attributes:
        together: whether all fields are chosen from one list once it fits a menu.
    """

    together: ClassVar[bool] = False


class Order(msgspec.Struct, frozen=True):
    """A standing order of a seat, followed when its decision arises. Private.

    Games subclass it with a tag and fields, which narrow like those of an action.

    Attributes:
        together: as in `Action`.
        ahead: whether it has a meaning only while a `Question` is asked ahead.
    """

    together: ClassVar[bool] = False
    ahead: ClassVar[bool] = False

    @property
    def subject(self) -> str:
        """What it is about: a newer order with the same subject replaces it.

        By default it is the order without its figures; a game can override this.
        """
        return ".".join(str(each) for each in path_of(self) if not isinstance(each, int))


class Prompt(msgspec.Struct, frozen=True):
    """What a decision is about. Games subclass it; it never holds hidden facts."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, with its figures, as one seat may know it."""


class TookBack(Event, frozen=True, tag="took_back"):
    """A seat undid its latest action; told by the journal, for every game."""

    seat: Seat


class WentBack(Event, frozen=True, tag="went_back"):
    """The table agreed to go back to before an action of `seat`; told by the journal."""

    seat: Seat


class Standings(Event, frozen=True, tag="standings"):
    """A round has ended with these points by seat: a milestone for charts.

    Games report it after each round, without the points that only the end of the game brings.
    `rival` has the points of the game itself where it plays against its only player.
    """

    points: tuple[int, ...]
    rival: int | None = None


class Options(msgspec.Struct, frozen=True):
    """How a table is set up. Games subclass it with choices of their own."""

    seats: int


class Choice(msgspec.Struct, frozen=True):
    """One table option that a lobby offers before the start.

    Attributes:
        key: its name.
        values: the first is the default of a new table.
        seats: the numbers of seats for which the choice matters.
        newcomers: the default if whoever starts the table has never finished this game.
    """

    key: str
    values: tuple[str, ...]
    seats: tuple[int, ...]
    newcomers: str | None = None


class Reason(msgspec.Struct, frozen=True):
    """Why an action is impossible: a code from the catalogue with its figures.

    `what` is the id of the thing concerned, `needs` and `has` are amounts in the
    unit that the code implies, and `remedy` names what would help.
    """

    code: str
    what: str | None = None
    needs: int | None = None
    has: int | None = None
    remedy: str | None = None

    @property
    def missing(self) -> int | None:
        """How much is lacking, if both figures are given."""
        if self.needs is None or self.has is None:
            return None
        return self.needs - self.has


class Illegal(Exception):  # noqa: N818 - the rulebook's word: the rules say no
    """The rules say no. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class Decision(msgspec.Struct, frozen=True):
    """What one seat must decide now.

    Attributes:
        seat: who decides.
        prompt: what it is about; may be shown to anyone.
        options: every action that moves the game on, legal and payable now.
        asides: actions also legal now that do not move it on; each uses something up.
        public: actions that everyone can see, the same whatever the seat hides; one that
            is not among `options` is refused with its reason.
    """

    seat: Seat
    prompt: Prompt
    options: tuple[Action, ...]
    asides: tuple[Action, ...] = ()
    public: tuple[Action, ...] = ()

    def find(self, spelled: str) -> Action | None:
        """The option or aside with that name, or None."""
        for action in self.options + self.asides:
            if name(action) == spelled:
                return action
        return None


class Sole(msgspec.Struct, frozen=True):
    """The only option of a decision, where anyone can see that there is no other.

    Attributes:
        action: the option.
        ends_turn: whether it ends a turn, which its seat can still undo until then.
    """

    action: Action
    ends_turn: bool = False


class Question(msgspec.Struct, frozen=True):
    """What seats may answer ahead with orders. Public facts only.

    Attributes:
        round: the round of the game that it belongs to.
        seats: every seat that may be asked, whatever it can pay.
        item: the item being auctioned; None if the question is about the whole phase.
        begun: whether one of the seats has already bid or passed.
    """

    round: int
    seats: tuple[Seat, ...]
    item: str | None = None
    begun: bool = False


class Draw(msgspec.Struct, frozen=True):
    """Chance is owed: `count` of `items` (a multiset) come from `supply`.

    Attributes:
        supply: what is drawn from; draws from one pile name the same supply.
        seen_by: the only seat that sees the outcome; None if everyone sees it.
        own: whether no other seat ever draws from this supply.
    """

    supply: str
    items: tuple[str, ...]
    count: int
    seen_by: Seat | None = None
    own: bool = False


class Line(msgspec.Struct, frozen=True):
    """One line of a score: points from one source."""

    source: str
    points: int


class Rival(msgspec.Struct, frozen=True):
    """The game itself as the opponent of its only player.

    Attributes:
        name: the id of its name.
        lines: its itemised score.
        shares: whether it shares the victory with its player.
    """

    name: str
    lines: tuple[Line, ...]
    shares: bool = False


class Over(msgspec.Struct, frozen=True):
    """The game has ended.

    Attributes:
        lines: the itemised score of each seat; its total is the sum.
        winners: one seat, or several that share the victory; none if the game itself
            has beaten its only player.
        tie_break: the source that decided between equal totals, if one did.
        rival: the game itself, where it plays too; it has won if no seat has.
    """

    lines: tuple[tuple[Line, ...], ...]
    winners: tuple[Seat, ...]
    tie_break: str | None = None
    rival: Rival | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The final points of each seat."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)


class CountedLine(msgspec.Struct, frozen=True):
    """One line of a score while the game goes on.

    Attributes:
        source: where the points come from, as in `Line`.
        points: what it has brought so far.
        final: what the final count would add if the game ended now; None if hidden.
    """

    source: str
    points: int
    final: int | None = 0


class Count(msgspec.Struct, frozen=True):
    """The points of a seat, or of the game itself, and what they would be at the end.

    Attributes:
        lines: every line of the score, as in `Over`.
        rival: the id of the game's own name, if the score is its own; None for a seat.
    """

    lines: tuple[CountedLine, ...]
    rival: str | None = None

    @property
    def points(self) -> int:
        """The points now."""
        return sum(line.points for line in self.lines)

    @property
    def final(self) -> int:
        """The points if the game ended now, without what is hidden."""
        return self.points + sum(line.final or 0 for line in self.lines)

    @property
    def hidden(self) -> bool:
        """Whether the final count would add something that the viewer cannot know."""
        return any(line.final is None for line in self.lines)


class Delta(msgspec.Struct, frozen=True):
    """A signed amount of something that a seat owns."""

    what: str
    amount: int


class Deltas(msgspec.Struct, frozen=True):
    """What an action would do to its seat.

    Attributes:
        amounts: signed changes at once: the difference between the seat's views.
        forced: the part of `amounts` that the payment itself forces (prestige sold).
        pledged: what the payment would force later, if a bid wins.
        later: changes that are as certain as `amounts` but wait for a choice.
        reveals: ids of supplies, and of others' secret goods, that would show something
            hidden.
        alone: the part of `reveals` that only this seat would see, at once and without a
            `Draw`, from supplies that others draw from too.
    """

    amounts: tuple[Delta, ...] = ()
    forced: tuple[Delta, ...] = ()
    pledged: tuple[Delta, ...] = ()
    later: tuple[Delta, ...] = ()
    reveals: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


Plan: TypeAlias = tuple[Action, Deltas]
"""An action of a turn that has not begun yet, and what it would do now."""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """Entry: a seat took an action. `action` is decoded as its game's type."""

    seat: Seat
    action: Any


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    """Entry: the outcome of a `Draw`."""

    items: tuple[str, ...]


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back"):
    """Entry: a seat went back to the position after entry `to` (0: the start)."""

    seat: Seat
    to: int


class Agreed(msgspec.Struct, frozen=True, tag="agreed"):
    """Entry: the table agreed to go back to the position after entry `to`.

    It is not an action of `asked_by`, which only asked for it to undo one of its own.
    """

    to: int
    asked_by: Seat


Entry: TypeAlias = Moved | Drawn | TakenBack | Agreed

S = TypeVar("S")
V = TypeVar("V")


class Game(Protocol[S, V]):
    """A game. `S` is its state, `V` what a seat may see of it."""

    @property
    def name(self) -> str:
        """The id of the game, ASCII, for the store and the catalogue."""

    @property
    def version(self) -> int:
        """Raised whenever the same entries could fold to a different state."""

    @property
    def seats(self) -> range:
        """The numbers of seats that the game allows."""

    @property
    def edition(self) -> str | None:
        """The hash of the text that its components come from; None if they are fixed."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The table options that a lobby offers."""

    @property
    def actions(self) -> Any:
        """The union of the game's actions, for decoding entries."""

    @property
    def orders(self) -> Any:
        """The union of the game's standing orders, for decoding them."""

    @property
    def bringing(self) -> tuple[type[Action], ...]:
        """The actions after which `along` may decide something else in the same press."""

    @property
    def prompts(self) -> Any:
        """The union of its prompts, for decoding what is asked; None if lists omit it."""

    @property
    def events(self) -> Any:
        """The union of its events, for decoding what happened last; None if lists omit it."""

    @property
    def asks_ahead(self) -> bool:
        """Whether it ever has a `Question` that orders can answer ahead."""

    def options(self, seats: int, chosen: Mapping[str, str]) -> Options:
        """The setup for a number of seats; raises `Illegal` if it is not allowed.

        An option that is left out has the value that it had when stored games could omit it.
        New tables name every option.
        """

    def start(self, options: Options) -> S:
        """A new game."""

    def pending(self, state: S) -> tuple[Decision, ...] | Draw | Over:
        """Who must decide what, or the chance that is owed, or the end."""

    def act(self, state: S, seat: Seat, action: Action) -> S:
        """The state after an action; raises `Illegal`, never changes `state`."""

    def drawn(self, state: S, items: tuple[str, ...]) -> S:
        """The state after the outcome of the owed `Draw`; raises `Illegal`."""

    def checked(self, state: S) -> object:
        """What checksums cover: the state without what later releases have added to it."""

    def observe(self, state: S, seat: Seat | None) -> V:
        """All that a seat (None: a spectator) may know; once the game is over, everything."""

    def owned(self, view: V) -> object:
        """What all seats own, as the viewer sees it; a film has a frame where it changes.

        Once the game is over, it is the same for everyone.
        """

    def imagine(self, view: V, rng: Random) -> S:
        """A full state that is consistent with the view."""

    def counted(self, view: V) -> tuple[Count, ...]:
        """The points of every seat, and what the final count would add if it came now.

        If the game itself plays too, its points come last. Once the game is over, these are
        the final scores.
        """

    def price(self, state: S, seat: Seat, action: Action) -> Deltas:
        """What a legal action would do to its seat; raises `Illegal`."""

    def why_not(self, state: S, seat: Seat, action: Action) -> Reason | None:
        """Why a well-formed action is impossible now, or None if it is legal."""

    def sole(self, decision: Decision) -> Sole | None:
        """The only option of a decision, where anyone can see that there is no other."""

    def along(self, decision: Decision) -> Action | None:
        """The option that is taken in the same press that led to this decision, if any.

        A person can ask to decide it separately.
        """

    def blocked(self, state: S, seat: Seat) -> tuple[tuple[Action, Reason], ...]:
        """The impossible choices that teach something, each with its reason."""

    def plans(self, view: V) -> Iterator[Plan]:
        """What the viewer could do if its next turn began now, with prices, one by one.

        Nothing while that cannot be known yet, or while the viewer has a decision.
        """

    def told(
        self, before: S, entry: Moved | Drawn, after: S, seat: Seat | None
    ) -> tuple[Event, ...]:
        """What an entry did, as that seat may know it."""

    def offers(self, view: V) -> tuple[Order, ...]:
        """The standing orders that the viewer may leave now."""

    def stands(self, order: Order, view: V) -> bool:
        """Whether an order could still be followed."""

    def follow(self, left: Iterable[Order], view: V, decision: Decision) -> Action | None:
        """The option that a seat's orders pick in its decision, if one is about it.

        If two disagree, the more specific one wins; if they are equally specific, the first
        in `left` does.
        """

    def going_with(self, view: V, action: Action) -> tuple[Order, ...]:
        """The orders that the viewer may leave in the same press as an action.

        For a spectator, those of a seat that could pay any price.
        """

    def asked_ahead(self, state: S) -> Question | None:
        """What seats may answer ahead with orders, or None."""

    def answers(self, order: Order, question: Question) -> bool:
        """Whether an order answers the question for its seat."""

    def asks_each_time(self, question: Question) -> Order | None:
        """The order of a seat that wants to be asked each time, if there is one."""

    def declines(self, question: Question) -> Order | None:
        """The order of a seat that wants none of what is asked about, if there is one."""

    def rounds_ago(self, order: Order, view: V) -> int:
        """How many rounds ago an order was left; 0 for the current round."""

    def renewed(self, order: Order, view: V) -> Order:
        """An order of an earlier round, changed to fit the current one."""


AnyGame: TypeAlias = Game[Any, Any]


@lru_cache(maxsize=2**14)  # each step of a panel asks for the same hundreds again
def name(action: Action | Order) -> str:
    """The name of an action or order: ASCII, short, the same in every release.

    Empty fields at the end are left out.

    >>> from rules.florence.actions import Build
    >>> name(Build("opera", 3, 17))
    'build.opera.3.17'
    """
    return ".".join(map(_spelled, path_of(action))).rstrip(".")


def path_of(action: Action | Order) -> tuple[object, ...]:
    """The tag of an action or order and its fields, as values."""
    return (tag_of(action), *msgspec.structs.astuple(action))


def tag_of(value: msgspec.Struct) -> str:
    """The tag of an action, prompt, event or other tagged value."""
    return str(value.__struct_config__.tag)


def _spelled(field: object) -> str:
    return "-".join(map(str, field)) if isinstance(field, tuple) else str(field)
