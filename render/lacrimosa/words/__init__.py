"""Lacrimosa in words."""
