-- The first layout. Times are Unix seconds; journal entries are JSON.

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    parent INTEGER,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    chosen TEXT NOT NULL,
    seat_order TEXT NOT NULL CHECK (seat_order IN ('random', 'joined')),
    language TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled', 'aside')),
    starter INTEGER NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,  -- raised by every change: the guard of simultaneous ones
    message_channel INTEGER,
    message INTEGER,
    message_entry INTEGER NOT NULL DEFAULT 0,
    message_at REAL,
    verified TEXT,                      -- the release that last replayed it
    checked INTEGER,                    -- of a game set aside: its last checked entry
    steps INTEGER NOT NULL DEFAULT 0    -- 1: an opponent or an order may act now
) STRICT;

-- One lobby or running game a channel; one set aside still holds it.
CREATE UNIQUE INDEX games_open ON games (channel)
    WHERE status IN ('lobby', 'playing', 'aside');
CREATE INDEX games_channel ON games (channel, id);
CREATE INDEX games_guild ON games (guild, status);
CREATE INDEX games_status ON games (status, updated);
CREATE INDEX games_steps ON games (id) WHERE steps = 1 AND status = 'playing';

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER,
    name TEXT NOT NULL,
    level TEXT,
    hands TEXT NOT NULL DEFAULT 'dm' CHECK (hands IN ('dm', 'button')),
    dm_channel INTEGER,
    dm_message INTEGER,
    dm_entry INTEGER,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_user ON seats (game, user) WHERE user IS NOT NULL;
CREATE INDEX seats_of ON seats (user) WHERE user IS NOT NULL;

-- The truth: the position is the fold of the entries of a game in their order.
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    by_user INTEGER,
    at REAL NOT NULL,
    entry BLOB NOT NULL,
    checksum TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Entries that no longer count because a game was continued from an earlier one.
CREATE TABLE left_entries (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    left_at REAL NOT NULL,
    n INTEGER NOT NULL,
    by_user INTEGER,
    at REAL NOT NULL,
    entry BLOB NOT NULL,
    checksum TEXT NOT NULL
) STRICT;
CREATE INDEX left_entries_game ON left_entries (game);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('table', 'hand', 'lobby', 'notice')),
    seat INTEGER,
    n INTEGER NOT NULL,
    created REAL NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    text TEXT,
    figures TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX outbox_game ON outbox (game, id);

CREATE TABLE orders (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    subject TEXT NOT NULL,
    left_at REAL NOT NULL,
    "order" BLOB NOT NULL,
    PRIMARY KEY (game, seat, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE votes (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    ballot TEXT NOT NULL CHECK (ballot IN ('continue', 'end')),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    user INTEGER PRIMARY KEY,
    locale TEXT,
    dms_closed INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE digests (
    what TEXT PRIMARY KEY,
    digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
