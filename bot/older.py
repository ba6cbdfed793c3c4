"""An older table message: as it was, without its buttons."""

from __future__ import annotations

import discord


def without_buttons(message: discord.Message) -> discord.ui.LayoutView | None:
    """The layout of a message without its rows; None if it has none.

    Pictures are named as attachments again: an edit cannot show them by the address
    under which Discord hands them out.
    """
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    rows = [each for each in view.walk_children() if isinstance(each, discord.ui.ActionRow)]
    if not rows:
        return None
    for row in rows:
        parent = row.parent
        if isinstance(parent, discord.ui.Container):
            parent.remove_item(row)
        else:
            view.remove_item(row)
    names = iter(attachment.filename for attachment in message.attachments)
    for gallery in view.walk_children():
        if isinstance(gallery, discord.ui.MediaGallery):
            gallery.items = [
                discord.MediaGalleryItem(f"attachment://{name}", description=item.description)
                for item, name in zip(gallery.items, names, strict=False)
            ]
    view.stop()
    return view
