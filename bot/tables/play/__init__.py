"""A game that is played, and what is looked at in it."""
