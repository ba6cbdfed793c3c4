"""Locks by key: for each key one holder at a time, in order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class KeyedLocks(Generic[K]):
    """A lock for each key in use: `async with locks(key):`."""

    def __init__(self) -> None:
        """No lock is in use."""
        # Tasks that hold a lock or wait for it refer to it; without them it is dropped.
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: K) -> asyncio.Lock:
        """The lock of a key."""
        return self._locks.setdefault(key, asyncio.Lock())

    def __len__(self) -> int:
        """How many locks are held or waited for."""
        return len(self._locks)
