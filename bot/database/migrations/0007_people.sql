-- The time that the bot was up, and what is due by it. Games of an older release wait from
-- its first second on: whose decision that is, the journal says.

CREATE TABLE uptime (
    seconds REAL NOT NULL  -- in all, written once a minute; one row
) STRICT;
INSERT INTO uptime (seconds) VALUES (0);

ALTER TABLE seats ADD COLUMN waits_since REAL;  -- uptime; NULL: nothing to decide

CREATE TABLE due (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER,        -- NULL: it is about the game
    kind TEXT NOT NULL,
    at REAL NOT NULL,    -- uptime
    entry INTEGER NOT NULL
) STRICT;
-- A primary key would not hold a NULL.
CREATE UNIQUE INDEX due_key ON due (game, kind, coalesce(seat, -1));
CREATE INDEX due_at ON due (at);

UPDATE seats SET waits_since = 0 WHERE user IS NOT NULL
    AND game IN (SELECT id FROM games WHERE status = 'playing');
INSERT INTO due (game, seat, kind, at, entry)
    SELECT game, seat, 'remind', 10800, 0 FROM seats WHERE waits_since IS NOT NULL;

-- What people have chosen for themselves; what they have not is as it was.

ALTER TABLE people ADD COLUMN calls TEXT CHECK (calls IN ('dm', 'channel'));  -- NULL: as hands
ALTER TABLE people ADD COLUMN hands TEXT NOT NULL DEFAULT 'dm'
    CHECK (hands IN ('dm', 'button'));
ALTER TABLE people ADD COLUMN reminders INTEGER NOT NULL DEFAULT 24;  -- hours; 0: none
ALTER TABLE people ADD COLUMN quiet_start INTEGER CHECK (quiet_start BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN quiet_end INTEGER CHECK (quiet_end BETWEEN 0 AND 23);
ALTER TABLE people ADD COLUMN time_zone TEXT;
ALTER TABLE people ADD COLUMN invitations INTEGER NOT NULL DEFAULT 1;
ALTER TABLE people ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;

-- How a table is played, and how often the people at it were reminded.

ALTER TABLE games ADD COLUMN pace TEXT NOT NULL DEFAULT 'days' CHECK (pace IN ('days', 'live'));
ALTER TABLE games ADD COLUMN nudged REAL;  -- uptime of the latest nudge
ALTER TABLE seats ADD COLUMN calls TEXT NOT NULL DEFAULT 'dm' CHECK (calls IN ('dm', 'channel'));
ALTER TABLE seats ADD COLUMN reminders INTEGER NOT NULL DEFAULT 0;  -- since waits_since
ALTER TABLE seats ADD COLUMN reminded REAL;  -- uptime of the latest of them
ALTER TABLE seats ADD COLUMN call_reminded REAL;  -- the reminder that the latest call is
UPDATE seats SET calls = 'channel' WHERE hands = 'button';
