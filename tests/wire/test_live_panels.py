"""A panel that no one can edit any more does not count against the bot."""

from __future__ import annotations

from render.words import SOURCE, Words
from tests.bot.client_message import EPHEMERAL
from tests.wire.live_panels import OpenPanelsSeen
from tests.wire.server import Loopback, SentInteraction
from tests.wire.server.interactions import COMPONENT
from tests.wire.server.world import Post, snowflake


async def test_a_panel_of_a_process_that_stands_still_is_left_out() -> None:
    discord, words = Loopback(), Words(SOURCE)
    ada = discord.person("Ada")
    channel = discord.world.channel(discord.guild(), "salon")
    panels = OpenPanelsSeen(discord, channel, words)
    post = Post(
        id=snowflake(),
        channel=channel,
        author=discord.world.bot,
        content=words("panel.waiting", names="Ada"),
        flags=EPHEMERAL,
        components=[{"type": 2, "label": "A", "custom_id": "m1:pick:1:0:1:a"}],
        owner=ada.user,
    )
    discord.world.add(post)
    question = SentInteraction(COMPONENT, ada.user, channel, {}, original=post, final=1.0)
    discord.rest.questions[question.token] = question
    discord.era += 1  # a process was stopped, before anyone looked at the panel
    panels._look(ada, called=True)
    panels._look(ada, called=False)
    assert not panels.false, "only the process that stands still can edit it"
    question.era = discord.era
    panels._look(ada, called=True)
    panels._look(ada, called=False)
    assert len(panels.false) == 1, "the bot that runs now can edit it"
