"""`maecenas simulate`: games between computer players, straight on the rules, and a report.

No Discord and no store. Every game has its own generator, made from the seed and its
number, so that one game of many can be played again alone, in any process.
"""
