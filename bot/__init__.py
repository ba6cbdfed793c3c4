"""Maecenas on Discord: tables, panels, the store, and the commands of the host."""
