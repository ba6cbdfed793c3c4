-- How long people took from the beginning of their turn to their first action of it, at tables
-- over days.
CREATE TABLE paces (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,      -- account
    turn BIGINT NOT NULL,        -- the entry at which it began
    began DOUBLE PRECISION NOT NULL,  -- Unix seconds
    acted DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, "user", turn)
);
CREATE INDEX paces_of_people ON paces ("user", guild, acted);
