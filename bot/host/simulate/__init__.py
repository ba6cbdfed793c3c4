"""`maecenas simulate`: whole games between opponents, straight on the rules, and a report.

No Discord and no store. Every game has a generator of its own, made from the seed and
its number, so that one game of many can be played again alone, in any process.
"""
