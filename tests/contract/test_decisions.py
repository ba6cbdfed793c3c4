"""Decisions and the actions that answer them (points 1 and 2 of the contract)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.contract import Action, Draw, Illegal, Over, Reason, Seat, name
from rules.registry import GAMES
from tests.contract.games import (
    CONTRACTS,
    decisions,
    harvest,
    played,
    positions,
    set_up,
    some,
    step,
    tables,
)

NAME_MOST = 48


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def refused(game: Any, state: Any, seat: Seat, action: Action) -> Reason | None:
    """The reason why an action is refused, if it is: the same however it is asked for."""
    reason: Reason | None = game.why_not(state, seat, action)
    if reason is None:
        game.act(state, seat, action)
        return None
    for attempt in (game.act, game.price):
        with pytest.raises(Illegal) as caught:
            attempt(state, seat, action)
        assert caught.value.reason == reason
    return reason


def test_every_game_of_the_house_keeps_the_contract() -> None:
    assert set(CONTRACTS) == set(GAMES)


@tables
def test_only_pending_seats_decide_and_have_something_to_do(title: str, seats: int) -> None:
    game = GAMES[title]
    for state in positions(title, seats):
        asked = decisions(game, state)
        assert asked or not isinstance(game.pending(state), tuple)
        deciding = [decision.seat for decision in asked]
        assert len(set(deciding)) == len(deciding)
        assert set(deciding) <= set(range(seats))
        assert all(decision.options for decision in asked)
        idle = set(range(seats)) - set(deciding)
        for decision in asked:
            for seat in idle:
                reason = refused(game, state, seat, decision.options[0])
                assert reason is not None
                assert reason.code == "not_your_decision"
        for seat in idle:
            assert game.blocked(state, seat) == ()


@tables
def test_names_are_short_unique_and_found_again(title: str, seats: int) -> None:
    game = GAMES[title]
    known: dict[str, Action] = {}
    for state in positions(title, seats, every=2):
        for decision in decisions(game, state):
            listed = decision.options + decision.asides
            spelled = [name(action) for action in listed]
            assert len(set(spelled)) == len(listed)
            for action, text in zip(listed, spelled, strict=True):
                assert known.setdefault(text, action) == action
    for text in known:
        assert text.isascii()
        assert text.isprintable()
        assert " " not in text
        assert len(text) <= NAME_MOST
    for decision in decisions(game, played(title, seats)._positions[seats]):
        for action in decision.options:
            assert decision.find(name(action)) == action
        assert decision.find("nothing.like.that") is None


@tables
def test_actions_are_spelled_in_json_and_back(title: str, seats: int) -> None:
    decoder = msgspec.json.Decoder(GAMES[title].actions)
    for _, action in harvest(title, seats):
        assert decoder.decode(encoded(action)) == action


@tables
def test_every_option_and_aside_is_legal(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(1)
    for state in positions(title, seats):
        for decision in decisions(game, state):
            for listed in (decision.options, decision.asides):
                for action in some(listed, rng, 6):
                    assert game.why_not(state, decision.seat, action) is None
                    assert game.act(state, decision.seat, action) != state


@tables
def test_every_option_of_some_positions_is_legal(title: str, seats: int) -> None:
    game = GAMES[title]
    for state in positions(title, seats, every=40):
        for decision in decisions(game, state):
            for action in decision.options + decision.asides:
                assert refused(game, state, decision.seat, action) is None


def forged(action: Action) -> Iterator[Action]:
    """The action with one field at a time changed to a value that is not offered."""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        lies: tuple[object, ...]
        match value:
            case int():
                lies = (-1, 0, value + 1, value + 7, 10**9)
            case str():
                lies = ("", "?", "nothing", value + "x")
            case tuple():
                lies = ((), value[1:], (*value, *value[:1]), (*value[:-1], 999))
            case _:
                raise AssertionError(f"no forgery known for {value!r}")
        yield from (replace(action, **{field: lie}) for lie in lies)


@tables
def test_anything_else_is_refused_and_changes_nothing(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(2)
    elsewhere = harvest(title, seats)
    few = min(15, len(elsewhere))
    seen: Counter[bool] = Counter()
    for state in positions(title, seats, every=3):
        before = encoded(state)
        asked = {decision.seat: decision for decision in decisions(game, state)}
        tried = rng.sample(elsewhere, few)
        for seat, decision in asked.items():
            tried += [
                (seat, lie)
                for action in some(decision.options, rng, 3)
                for lie in forged(action)
            ]
            tried += [(seat, action) for _, action in rng.sample(elsewhere, few)]
        for seat, action in tried:
            own = asked.get(seat)
            legal = own is not None and action in own.options + own.asides
            seen[legal] += 1
            assert (refused(game, state, seat, action) is None) == legal, (seat, action)
        assert encoded(state) == before
    assert seen[False] > seen[True] > 0


@tables
def test_seats_that_do_not_exist_are_refused(title: str, seats: int) -> None:
    game = GAMES[title]
    state = next(s for s in positions(title, seats) if decisions(game, s))
    action = decisions(game, state)[0].options[0]
    for seat in (-1, seats, 99):
        assert refused(game, state, seat, action) is not None


@tables
def test_public_actions_are_options_or_refused_with_a_reason(title: str, seats: int) -> None:
    game = GAMES[title]
    for state in positions(title, seats):
        for decision in decisions(game, state):
            for action in decision.public:
                legal = action in decision.options + decision.asides
                assert (refused(game, state, decision.seat, action) is None) == legal


@tables
def test_blocked_choices_are_refused_for_the_reason_given(title: str, seats: int) -> None:
    game = GAMES[title]
    codes = set()
    for state in positions(title, seats, every=2):
        for decision in decisions(game, state):
            blocked = game.blocked(state, decision.seat)
            assert len({name(action) for action, _ in blocked}) == len(blocked)
            for action, reason in blocked:
                assert refused(game, state, decision.seat, action) == reason
                codes.add(reason.code)
    assert bool(codes) == CONTRACTS[title].blocked


@tables
def test_wrong_draws_are_refused(title: str, seats: int) -> None:
    game = GAMES[title]
    met = 0
    for state in positions(title, seats):
        pending = game.pending(state)
        if not isinstance(pending, Draw):
            with pytest.raises(Illegal):
                game.drawn(state, ())
            continue
        met += 1
        assert 0 < pending.count < len(pending.items), "one possible outcome is no draw"
        right = pending.items[: pending.count]
        wrong = [(), right[1:], (*right, right[0]), ("nothing", *right[1:])]
        if pending.count > pending.items.count(right[0]):
            wrong.append((right[0],) * pending.count)
        for items in wrong:
            with pytest.raises(Illegal):
                game.drawn(state, items)
    assert met > seats


@tables
def test_wrong_numbers_of_seats_and_options_are_refused(title: str, seats: int) -> None:
    game = GAMES[title]
    for wrong in (0, -1, min(game.seats) - 1, max(game.seats) + 1):
        with pytest.raises(Illegal):
            game.options(wrong, {})
    with pytest.raises(Illegal):
        game.options(seats, {"nothing": "like that"})
    assert set_up(game, seats).seats == seats


@tables
@pytest.mark.parametrize("seed", range(15))
def test_random_games_end(title: str, seats: int, seed: int) -> None:
    game, rng = GAMES[title], Random(f"{title}/{seats}/{seed}")
    state = game.start(set_up(game, seats))
    for _ in range(CONTRACTS[title].most):
        if isinstance(game.pending(state), Over):
            return
        state = step(game, state, rng)
    raise AssertionError("no end in sight")


@tables
def test_no_option_leads_into_a_dead_end(title: str, seats: int) -> None:
    game, rng = GAMES[title], Random(3)
    for state in positions(title, seats, every=25):
        for decision in decisions(game, state):
            kinds = {type(action): action for action in decision.options + decision.asides}
            for action in kinds.values():
                after = game.act(state, decision.seat, action)
                for _ in range(40):
                    if isinstance(game.pending(after), Over):
                        break
                    after = step(game, after, rng)


@tables
def test_nothing_is_decided_after_the_end(title: str, seats: int) -> None:
    game = GAMES[title]
    state = played(title, seats)._positions[-1]
    assert isinstance(game.pending(state), Over)
    for seat, action in harvest(title, seats):
        reason = refused(game, state, seat, action)
        assert reason is not None
        assert reason.code == "game_over"
