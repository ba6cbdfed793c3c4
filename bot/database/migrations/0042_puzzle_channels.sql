-- The channels in which a puzzle is posted each day, and what was chosen there; `before` is what
-- was posted the time before.
CREATE TABLE puzzle_channels (
    channel INTEGER NOT NULL PRIMARY KEY,
    guild INTEGER NOT NULL,
    language TEXT NOT NULL,
    zone TEXT NOT NULL,
    minute INTEGER NOT NULL,   -- of the day in that zone
    next_at REAL NOT NULL,     -- Unix seconds
    day TEXT,                  -- of the latest puzzle, as 2026-11-27
    puzzle TEXT,
    day_before TEXT,
    puzzle_before TEXT,
    message INTEGER,           -- NULL: it is still to be posted; 0: it cannot be
    tried_at REAL,
    tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX puzzle_channels_next ON puzzle_channels (next_at);
CREATE INDEX puzzle_channels_unposted ON puzzle_channels (tried_at)
    WHERE day IS NOT NULL AND message IS NULL;
CREATE INDEX puzzle_channels_of_guilds ON puzzle_channels (guild);
CREATE TABLE puzzle_day_answers (
    channel INTEGER NOT NULL,
    day TEXT NOT NULL,
    user INTEGER NOT NULL,     -- account
    choice TEXT NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (channel, day, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_day_answers_of_people ON puzzle_day_answers (user);
