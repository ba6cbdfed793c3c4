-- How long people took from the beginning of their turn to their first action of it, at tables
-- over days.
CREATE TABLE paces (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    user INTEGER NOT NULL,     -- account
    turn INTEGER NOT NULL,     -- the entry at which it began
    began REAL NOT NULL,       -- Unix seconds
    acted REAL NOT NULL,
    PRIMARY KEY (game, user, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX paces_of_people ON paces (user, guild, acted);
