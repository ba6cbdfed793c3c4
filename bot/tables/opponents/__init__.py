"""Opponents that think and act."""
