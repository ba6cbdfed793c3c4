"""Lacrimosa in pictures."""
