-- The texts of games whose components are read from one, by their hashes: a game goes
-- on with the edition that it was started with.

CREATE TABLE editions (
    game TEXT NOT NULL,
    hash TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, hash)
) STRICT, WITHOUT ROWID;

ALTER TABLE games ADD COLUMN edition TEXT;  -- since its start; NULL: the game has one for good
