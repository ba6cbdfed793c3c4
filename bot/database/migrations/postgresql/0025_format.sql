-- The layout since which games are written as this one is: an older release leaves it alone.
ALTER TABLE games ADD COLUMN format BIGINT NOT NULL DEFAULT 25;
