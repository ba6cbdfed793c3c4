"""The reference: the smallest discord.py bot that answers one button.

It shows what the same machine can do without a game: `plain` answers with one line,
`stored` with one stored picture, `drawn` quantises and encodes a finished canvas first.
"""

from __future__ import annotations

import asyncio
import io
import os
from random import Random
from typing import Any, Final

import discord
import yarl
from PIL import Image

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.journal import Journal
from rules.registry import GAMES

HALF: Final = 66
"""So many random choices are about half a game."""


class Reference(discord.Client):
    """Answers the buttons `plain`, `stored` and `drawn`; `/play` shows them."""

    def __init__(self, picture: bytes) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            chunk_guilds_at_startup=False,
        )
        self._picture = picture
        with Image.open(io.BytesIO(picture)) as opened:
            self._canvas = opened.convert("RGB")
            self._palette = opened.convert("P")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Show the buttons, or answer one of them privately."""
        if interaction.type is discord.InteractionType.application_command:
            view = discord.ui.View(timeout=None)
            for each in ("plain", "stored", "drawn"):
                view.add_item(discord.ui.Button(label=each, custom_id=each))
            view.stop()
            await interaction.response.send_message("Press one.", view=view)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        data: dict[str, Any] = dict(interaction.data or {})
        match data.get("custom_id"):
            case "stored":
                await interaction.edit_original_response(attachments=[_file(self._picture)])
            case "drawn":
                raw = await asyncio.to_thread(_encoded, self._canvas, self._palette)
                await interaction.edit_original_response(attachments=[_file(raw)])
            case _:
                await interaction.edit_original_response(content="One line.")


def _file(raw: bytes) -> discord.File:
    return discord.File(io.BytesIO(raw), "board.png")


def _encoded(canvas: Image.Image, palette: Image.Image) -> bytes:
    out = io.BytesIO()
    small = canvas.quantize(palette=palette, dither=Image.Dither.NONE)
    small.save(out, "PNG", compress_level=5)
    return out.getvalue()


def _board() -> bytes:
    """A picture like the bot's own: the board of a half-played game of three."""
    rules, look, rng = GAMES["florence"], PRESENTATIONS["florence"], Random(1)
    journal = Journal.start(rules, rules.options(3, {}), rng)
    for _ in range(HALF):
        decision = rng.choice(journal.decisions)
        journal = journal.move(decision.seat, rng.choice(decision.options), rng)
    scene = Scene(people=tuple(Person(name) for name in "ABC"))
    return look.board(journal.view(None), scene, Words("en")).data


def main() -> None:
    """Run until ended, with the URLs from the environment."""
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        os.environ["DISCORD_GATEWAY_URL"]
    )
    Reference(_board()).run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
