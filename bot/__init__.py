"""Maecenas on Discord: tables, panels, the store, and the host's commands."""
