"""The rules of the games: pure functions on values.

No input or output, no clock, no randomness, no language. Chance enters as
journal entries; hidden information leaves only inside a `View`.
"""
