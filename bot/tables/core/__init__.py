"""The table, its changes and where it is kept."""
