"""The commands of a host: copies, checks, files, simulated games."""
