"""Seats, and what people at a table propose to each other."""
