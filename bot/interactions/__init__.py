"""Clicks and commands: acknowledged, routed, answered, and logged."""
