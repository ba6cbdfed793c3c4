-- Which process acts for a game: only on PostgreSQL are there several (bot/store/leases.py).
ALTER TABLE games ADD COLUMN owner TEXT;
ALTER TABLE games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;   -- one more with each owner
ALTER TABLE games ADD COLUMN owned_until REAL;
