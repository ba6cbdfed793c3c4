"""What runs beside the answers: keyed tasks and locks, worker processes, health."""
