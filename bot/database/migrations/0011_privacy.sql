-- Who made a draw is nobody's business: 0.1.0 stored the person whose click led to it,
-- and the starter for every deal.

UPDATE entries SET by_user = NULL WHERE by_user IS NOT NULL
    AND iif(json_valid(CAST(entry AS TEXT)),
        json_extract(CAST(entry AS TEXT), '$.type') = 'drawn', 0);
UPDATE left_entries SET by_user = NULL WHERE by_user IS NOT NULL
    AND iif(json_valid(CAST(entry AS TEXT)),
        json_extract(CAST(entry AS TEXT), '$.type') = 'drawn', 0);

-- One row: how many deletions of accounts this database has seen (a backup has seen
-- fewer), and the highest number of a game that was erased, which none gets again.

CREATE TABLE privacy (
    deletions INTEGER NOT NULL,
    erased INTEGER NOT NULL
) STRICT;
INSERT INTO privacy (deletions, erased) VALUES (0, 0);

-- The servers that the bot is not on any more.

CREATE TABLE absent_guilds (
    guild INTEGER PRIMARY KEY,
    since REAL NOT NULL  -- Unix seconds
) STRICT;
