"""Who is on which server: Discord is asked, though not at every click, and believed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions.members import Members, NotMember


class _Answers:
    """Discord's answers to one question, in turn; the last one is repeated."""

    def __init__(self, *answers: Exception | None) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def get_member(self, guild: int, user: int) -> object:
        self.asked += 1
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if answer is not None:
            raise answer
        return {"nick": None, "user": {"global_name": f"{user} of {guild}"}}

    def members(self) -> Members:
        client: Any = SimpleNamespace(http=self)
        return Members(client)


def _refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


async def test_nobody_is_asked_for_in_the_background_while_too_much_is_refused() -> None:
    gone = _Answers(_refused(404, 10007))
    client: Any = SimpleNamespace(http=gone)
    assert not await Members(client, lambda: 5.0).gone(1, 2)
    assert gone.asked == 0
    assert await Members(client).gone(1, 2)


async def test_discord_is_asked_once_in_a_while() -> None:
    there, gone = _Answers(None), _Answers(_refused(404, 10007))
    members = there.members()
    named = [await members.check(1, 2) for _ in range(3)]
    assert named == ["2 of 1", None, None], "a name is told as often as Discord is asked"
    assert there.asked == 1
    await members.check(1, 3)
    await members.check(4, 2)
    assert there.asked == 3
    members = gone.members()
    for _ in range(3):
        with pytest.raises(NotMember):
            await members.check(1, 2)
    assert gone.asked == 1


@pytest.mark.parametrize(
    "doubt", [_refused(500, 0), _refused(403, 50001), discord.RateLimited(1.0), OSError()]
)
async def test_in_doubt_a_person_is_there_and_is_asked_for_again(doubt: Exception) -> None:
    discord_ = _Answers(doubt, _refused(404, 10013))
    members = discord_.members()
    await members.check(1, 2)
    with pytest.raises(NotMember):
        await members.check(1, 2)
    assert discord_.asked == 2
