-- Who may have suggestions at a table, who has used one, and the reviews of finished games.
ALTER TABLE games ADD COLUMN advice TEXT NOT NULL DEFAULT 'first'
    CHECK (advice IN ('all', 'first', 'none'));
ALTER TABLE seats ADD COLUMN advised INTEGER NOT NULL DEFAULT 0;    -- 1: has used a suggestion

-- The review of a seat's game for its holder.
CREATE TABLE reviews (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user INTEGER NOT NULL,              -- account: who has asked for it
    asked REAL NOT NULL,                -- Unix seconds
    review TEXT,                        -- JSON; NULL: it is still to be computed
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_of ON reviews (user);
CREATE INDEX reviews_waiting ON reviews (asked) WHERE review IS NULL;
