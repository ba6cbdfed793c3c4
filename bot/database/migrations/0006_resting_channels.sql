-- A game that rests leaves its channel to another one.

DROP INDEX games_open;
CREATE UNIQUE INDEX games_open ON games (channel)
    WHERE status IN ('lobby', 'playing', 'aside') AND rested IS NULL;
