-- What people at a table propose to each other, and how they answer. Ended ones are kept:
-- nobody is asked the same twice.

CREATE TABLE proposals (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,  -- counted within the game
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'pause', 'end', 'stand_in', 'open_seat')),
    seat INTEGER NOT NULL,    -- who asks, or whom it is about
    entry INTEGER NOT NULL,   -- the journal's number when it was asked
    value TEXT NOT NULL,
    began REAL NOT NULL,      -- uptime
    ended TEXT CHECK (ended IN ('agreed', 'refused', 'withdrawn', 'acted', 'expired')),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX proposals_open ON proposals (game, kind) WHERE ended IS NULL;

CREATE TABLE answers (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('yes', 'no')),
    PRIMARY KEY (game, number, seat),
    FOREIGN KEY (game, number) REFERENCES proposals (game, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the generators of a game's opponents are seeded by; never shown, never exported.
CREATE TABLE secrets (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    secret BLOB NOT NULL
) STRICT;

-- What a person will do when their next turn begins, if it then costs and does the same.
CREATE TABLE plans (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    action TEXT NOT NULL,
    deltas TEXT NOT NULL,
    kinds TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- What a person is told privately, until they act.
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

-- A call may be about a proposal, and what it may be about is checked where it is read.
ALTER TABLE seats ADD COLUMN called_for TEXT NOT NULL DEFAULT 'move';
UPDATE seats SET called_for = call_kind;
ALTER TABLE seats DROP COLUMN call_kind;
ALTER TABLE seats RENAME COLUMN called_for TO call_kind;
