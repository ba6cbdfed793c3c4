-- Who looks for untouched games passes over those that rest; how many are open and do not rest
-- is read from this index alone.
DROP INDEX games_active;
CREATE INDEX games_active ON games (status, rested, updated);

-- Closed lobbies, which are erased in time, and hardly any game that was ended.
CREATE INDEX games_unbegun ON games (status, verified, updated)
    WHERE status = 'cancelled' AND verified IS NULL;

-- With both columns in it SQLite prefers it to an index of all games that are played.
DROP INDEX games_steps;
CREATE INDEX games_steps ON games (status, steps) WHERE steps = 1 AND status = 'playing';
