-- The options of every table that no query asks for, by their keys, as JSON; those that are
-- left out have their default.
ALTER TABLE games ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
