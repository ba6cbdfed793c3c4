"""The open games: from a person's choice to the journal, the store, the announcement."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random, SystemRandom

import msgspec

from bot.store import Store
from bot.store.rows import Ballot, GameId, Hands, SeatOrder, UserId
from bot.table import Table
from bot.workers import Workers
from rules.orders import Order, StandingOrders
from rules.table import Action, AnyGame, Decision, Seat


class Played(msgspec.Struct, frozen=True):
    """An accepted action: the table after it, and the entry number before it.

    `table.events(since, seat)` tells what the action did.
    """

    table: Table
    since: int


class Tables:
    """The open games of one bot.

    Every method that changes something holds the game's lock, in order of
    arrival, writes one transaction, and then calls `announce(game)`: the outbox
    has rows for that game. Every method raises a `Notice` to tell the person, and
    has then changed nothing. Who may act is decided from the store alone.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        games: Mapping[str, AnyGame],
        orders: Mapping[str, StandingOrders[object]],
        choose: Callable[[str, str, object, Decision, Random], Action],
        *,
        levels: tuple[str, ...] = (),
        announce: Callable[[GameId], None] = lambda game: None,
        rng: Random | None = None,
        clock: Callable[[], float] = time.time,
        pause: float = 1.0,
        kept: int = 32,
    ) -> None:
        """Tables over an open store.

        Args:
            games: rules.games.GAMES.
            orders: the standing orders, by game.
            choose: rules.opponents.choose, picklable: it runs in a worker.
            levels: rules.opponents.LEVELS.
            announce: called after each commit that wrote outbox rows; must not
                block. May be set later: `tables.announce = ...`.
            rng: chance; the machine's own unless a test gives one.
            clock: Unix seconds.
            pause: seconds before an opponent's step, so that people can follow.
            kept: how many folded games stay in memory.
        """
        self.announce = announce

    async def resume(self) -> None:
        """After a start: go on with opponents and orders, check replays in the back.

        Returns at once whatever the number of games; call `announce` for what is
        undelivered yourself (`store.outbox.games()`).
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Stop opponents and checks, wait for them; the store stays open."""
        raise NotImplementedError

    # -- lobbies -----------------------------------------------------------

    async def create_lobby(
        self,
        game: str,
        guild: int,
        channel: int,
        user: UserId,
        name: str,
        *,
        parent: int | None = None,
        language: str = "en",
    ) -> Table:
        """Open a lobby in a channel; the starter takes the first seat.

        Raises: ChannelBusy, NoSuchGame (unknown game).
        """
        raise NotImplementedError

    async def join(self, game: GameId, user: UserId, name: str) -> Table:
        """Take a seat; the last seat starts the game (`table.game.status`).

        Raises: NoSuchGame, LobbyOver, AlreadySeated, LobbyFull.
        """
        raise NotImplementedError

    async def leave(self, game: GameId, user: UserId) -> Table:
        """Leave the lobby; the next person becomes the starter, the last cancels it.

        Raises: NoSuchGame, LobbyOver, NotSeated.
        """
        raise NotImplementedError

    async def add_opponent(self, game: GameId, user: UserId, level: str, name: str) -> Table:
        """Seat an opponent under a name (starter only); never starts the game.

        Raises: NoSuchGame, LobbyOver, LobbyFull, NotStarter, NoOpponent.
        """
        raise NotImplementedError

    async def remove_opponent(self, game: GameId, user: UserId) -> Table:
        """Take the last opponent away again (starter only).

        Raises: NoSuchGame, LobbyOver, NotStarter, NoOpponent.
        """
        raise NotImplementedError

    async def set_option(self, game: GameId, user: UserId, key: str, value: str) -> Table:
        """Choose a table option of the game, or `seat_order` (starter only).

        Raises: NoSuchGame, LobbyOver, NotStarter, UnknownOption.
        """
        raise NotImplementedError

    async def start(self, game: GameId, user: UserId) -> Table:
        """Start the game (starter only): seats are shuffled unless kept as joined.

        Raises: NoSuchGame, LobbyOver, NotStarter, TooFew, TooMany, Refused.
        """
        raise NotImplementedError

    async def cancel(self, game: GameId, user: UserId, *, host: bool = False) -> Table:
        """Close a lobby (starter or host).

        Raises: NoSuchGame, LobbyOver, NotStarter.
        """
        raise NotImplementedError

    async def expire_lobbies(self, age: float = 24 * 3600) -> tuple[Table, ...]:
        """Close the lobbies untouched for `age` seconds, each with a notice row."""
        raise NotImplementedError

    # -- games -------------------------------------------------------------

    async def table(self, game: GameId) -> Table:
        """The lobby or game as it stands.

        Raises: NoSuchGame.
        """
        raise NotImplementedError

    async def in_channel(self, channel: int) -> Table | None:
        """The open lobby or game (or one set aside) of a channel; else its last
        finished one; None if there was never any."""
        raise NotImplementedError

    async def play(
        self, game: GameId, user: UserId, seat: Seat, arose: int, spelled: str
    ) -> Played:
        """Take an action by its name, for the decision that arose at entry `arose`.

        Raises: NoSuchGame, NotPlaying, GameEnded, SetAside, Foreign (no seat
            in the game), NotYourMove (says who must decide), Stale, Refused (a public action
            that the rules forbid now, with the reason), UnknownChoice.
        """
        raise NotImplementedError

    async def take_back(self, game: GameId, user: UserId) -> Played:
        """Take the person's own latest action back.

        Raises: as `play`, and NothingToTakeBack.
        """
        raise NotImplementedError

    async def rematch(self, game: GameId, user: UserId, name: str) -> Table:
        """A new lobby with the options and opponents of an ended game.

        Raises: NoSuchGame, NotPlaying (not ended), ChannelBusy.
        """
        raise NotImplementedError

    async def end(self, game: GameId) -> Table:
        """End any lobby or game, for a host who frees a channel; it stays readable.

        Raises: NoSuchGame, GameEnded.
        """
        raise NotImplementedError

    async def repost(self, game: GameId) -> Table:
        """Forget the current table message, so that the deliverer posts it anew.

        Raises: NoSuchGame.
        """
        raise NotImplementedError

    # -- messages (called by the deliverer) ----------------------------------

    async def posted(
        self, game: GameId, channel: int | None, message: int | None, entry: int
    ) -> None:
        """Remember the current table (or lobby) message and the entry it shows.

        `message` None: it is gone. Writes no outbox rows.
        """
        raise NotImplementedError

    async def dm_sent(
        self, game: GameId, seat: Seat, channel: int, message: int, turn: int | None
    ) -> None:
        """Remember the DM of a hand, and the turn (`Table.turn_of`) it announced."""
        raise NotImplementedError

    async def dm_closed(self, game: GameId, seat: Seat) -> None:
        """The person takes no DMs: remembered for good, the hand goes by button."""
        raise NotImplementedError

    async def hands(self, game: GameId, seat: Seat, hands: Hands) -> None:
        """Choose how a hand is shown."""
        raise NotImplementedError

    # -- standing orders -----------------------------------------------------

    async def offers(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person may leave now (spell them with `rules.table.name`).

        Raises: NoSuchGame, NotPlaying, GameEnded, SetAside, NotSeated.
        """
        raise NotImplementedError

    async def orders(self, game: GameId, user: UserId) -> tuple[Order, ...]:
        """The orders that a person has left.

        Raises: as `offers`.
        """
        raise NotImplementedError

    async def leave_order(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Leave one of the offered orders; it is used at once if it is the moment.

        Raises: as `offers`, and NoSuchOrder.
        """
        raise NotImplementedError

    async def revoke_order(self, game: GameId, user: UserId, spelled: str) -> Table:
        """Take a left order back.

        Raises: as `offers`, and NoSuchOrder.
        """
        raise NotImplementedError

    # -- games set aside -------------------------------------------------------

    async def vote(self, game: GameId, user: UserId, ballot: Ballot) -> Table:
        """Vote to continue a game from its last checked entry, or to end it.

        More than half of the people at the table decide; a vote can be changed.

        Raises: NoSuchGame, NotSetAside, NotSeated, CannotContinue.
        """
        raise NotImplementedError

    async def continue_from(self, game: GameId) -> Table:
        """Continue a game set aside from its last checked entry, for a host.

        Later entries are kept aside, not deleted.

        Raises: NoSuchGame, NotSetAside, CannotContinue.
        """
        raise NotImplementedError


__all__ = ["Played", "SeatOrder", "SystemRandom", "Tables"]
