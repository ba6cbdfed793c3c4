"""What is to be done at a given time."""
