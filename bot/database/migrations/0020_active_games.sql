-- How many games are open and do not rest is read from this index alone.
CREATE INDEX games_active ON games (status, rested);
