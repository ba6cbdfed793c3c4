-- What a game that is over came to, and for whom it counts.

CREATE TABLE results (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    guild INTEGER NOT NULL,
    title TEXT NOT NULL,                -- what was played
    ended REAL NOT NULL,
    ending TEXT NOT NULL CHECK (ending IN ('finished', 'conceded', 'agreed')),
    taken_back INTEGER NOT NULL DEFAULT 0   -- 1: one person alone decided to undo chance
) STRICT;

CREATE INDEX results_guild ON results (guild, ended);

-- A seat that changed its person for good has a row for each of them.
CREATE TABLE result_seats (
    game INTEGER NOT NULL REFERENCES results (game) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    holder INTEGER NOT NULL DEFAULT 0,  -- 0: who sat there at the start; 1: who came next
    user INTEGER,                       -- account
    name TEXT NOT NULL,                 -- account
    level TEXT,
    points INTEGER,                     -- NULL: there was no final count
    place INTEGER,                      -- equals share it; NULL: nobody has one
    counted TEXT NOT NULL DEFAULT 'played' CHECK (counted IN ('played', 'last', 'not')),
    PRIMARY KEY (game, seat, holder)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_seats_of ON result_seats (user) WHERE user IS NOT NULL;
