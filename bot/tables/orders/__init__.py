"""Standing orders and plans: what acts for a person."""
