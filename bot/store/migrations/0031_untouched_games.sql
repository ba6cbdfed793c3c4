-- Who looks for untouched games passes over those that rest; how many are open and do not rest
-- is read from this index alone.
DROP INDEX games_active;
CREATE INDEX games_active ON games (status, rested, updated);

-- Closed lobbies, which are erased in time, and hardly any game that was ended.
CREATE INDEX games_unbegun ON games (updated) WHERE status = 'cancelled' AND verified IS NULL;
