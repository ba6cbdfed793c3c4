-- A game may rest until a day that all its people agreed to.
ALTER TABLE games ADD COLUMN paused_until REAL;  -- Unix seconds; NULL: it goes on

-- The entry at which its table was told that an opponent cannot decide; NULL: none is stuck.
ALTER TABLE games ADD COLUMN stuck INTEGER;

-- Who held a seat of a running game and had their data deleted: a keyed hash of account and
-- game, so that they see no second hand. It goes with the end of the game.
CREATE TABLE former_holders (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account TEXT NOT NULL,
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;

-- Messages with buttons that take a seat, until nobody can take it any more.
CREATE TABLE seat_offers (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('invited', 'open')),
    language TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (game, message)
) STRICT, WITHOUT ROWID;
