"""Pictures and texts made from views of a game."""
