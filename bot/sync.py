"""The slash commands at Discord: sent only when they have changed, for that is limited."""

from __future__ import annotations

import hashlib
import json

from bot.house import House


async def sync(bot: House) -> bool:
    """Send the commands if Discord does not have them like this; whether they were sent."""
    tree = bot.tree
    translator = tree.translator
    payload = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    # Another token is another application, which knows none of them.
    known = json.dumps([bot.application_id, payload], sort_keys=True).encode()
    digest = hashlib.blake2b(known, digest_size=16).hexdigest()
    if await bot.store.digest("commands") == digest:
        return False
    await tree.sync()
    await bot.store.set_digest("commands", digest)
    return True
