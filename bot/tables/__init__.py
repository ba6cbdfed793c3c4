"""Lobbies and games as services: from a person's choice to the journal and the store."""
