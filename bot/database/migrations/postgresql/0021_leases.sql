-- Which process acts for a game, until when by the clock of the server.
ALTER TABLE games ADD COLUMN owner TEXT COLLATE "C";
ALTER TABLE games ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN owned_until DOUBLE PRECISION;
