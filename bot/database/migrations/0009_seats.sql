-- A seat has a holder and, while that person is away, a stand-in. What changed about who
-- sits is kept for the journal, and so that nobody comes to see two hands.

ALTER TABLE seats ADD COLUMN stand_in TEXT;       -- level of the opponent; NULL: the holder sits
ALTER TABLE seats ADD COLUMN since INTEGER;       -- the entry since which it is so; NULL: from the start
ALTER TABLE seats ADD COLUMN wants_back INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN open_until REAL;     -- uptime; until then anybody may take the seat
ALTER TABLE seats ADD COLUMN invited INTEGER;     -- account

-- A game may be over by something else than its last entry.
ALTER TABLE games ADD COLUMN ended TEXT;
ALTER TABLE games ADD COLUMN absent_days INTEGER;  -- after which an opponent stands in

CREATE TABLE seatings (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at REAL NOT NULL,
    entry INTEGER NOT NULL,  -- the journal's number when it happened
    seat INTEGER NOT NULL,
    what TEXT NOT NULL
        CHECK (what IN ('stand_in', 'back', 'left', 'opened', 'substitute', 'conceded')),
    name TEXT NOT NULL,      -- account
    user INTEGER,            -- account
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Counted, so that nobody is bothered.
CREATE TABLE invitations (
    at REAL NOT NULL,
    by_user INTEGER NOT NULL,  -- account
    user INTEGER NOT NULL      -- account
) STRICT;
CREATE INDEX invitations_by ON invitations (by_user, at);

-- Who takes no seat where: at tables that a person opens, or anywhere on a server.
CREATE TABLE bars (
    guild INTEGER NOT NULL,    -- 0: one person's
    by_user INTEGER NOT NULL,  -- account; 0: a server's
    user INTEGER NOT NULL,     -- account
    PRIMARY KEY (guild, by_user, user)
) STRICT, WITHOUT ROWID;

ALTER TABLE seats ADD COLUMN gone REAL;  -- uptime since which its holder is not on the server
