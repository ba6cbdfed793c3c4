"""What is to be done at a time."""
