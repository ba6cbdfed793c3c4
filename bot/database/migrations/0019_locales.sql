-- The language of the Discord of a person who has a seat: direct messages are in it.
ALTER TABLE people ADD COLUMN discord_locale TEXT;
