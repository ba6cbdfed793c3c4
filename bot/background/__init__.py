"""What runs in the background: keyed tasks and locks, worker processes, health."""
