"""Discord's limits, in characters unless stated otherwise.

They are from Discord's reference on message components and application commands. The lengths
of a game's texts are in `render.lengths`, which knows nothing about the bot.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = 4000  # all texts of one message together
FOOT: Final = 300  # of these, kept free for a line at the end
CONTENT: Final = 2000  # the text of a message without components
CUSTOM_ID: Final = 100
GAME_DIGITS: Final = 12  # of a game's number in our custom_ids
BUTTON_LABEL: Final = 80
COMPONENTS: Final = 40  # of one message, including nested ones
ROW: Final = 5  # buttons; a select takes a whole row
OPTIONS: Final = 25  # options of a select or a command; choices of an option
OPTION_TEXT: Final = 100  # label, value and description; name and value of a choice
PLACEHOLDER: Final = 150
FORM: Final = 5  # fields of a form
FORM_TEXT: Final = 45  # its title, and the label of a field
FORM_HINT: Final = 100  # the text shown in an empty field
COMMAND_NAME: Final = 32  # also that of a group or an option
COMMAND_DESCRIPTION: Final = 100
THREAD_NAME: Final = 100


def cut(text: str, limit: int) -> str:
    """A text within a limit; "…" replaces what does not fit.

    >>> cut("Florence", 8), cut("Florence", 4), cut("Florence", 0)
    ('Florence', 'Flo…', '')
    """
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…" * (limit > 0)
