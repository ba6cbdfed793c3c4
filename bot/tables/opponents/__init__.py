"""Computer players that think and act."""
