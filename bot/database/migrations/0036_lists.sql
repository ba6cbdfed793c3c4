-- What lists of tables tell without loading one: what happened last at a table (NULL: no release
-- that knows of it has changed the game), and what is asked of the person of each seat.
ALTER TABLE games ADD COLUMN latest TEXT;
ALTER TABLE seats ADD COLUMN asks TEXT NOT NULL DEFAULT '[]';
