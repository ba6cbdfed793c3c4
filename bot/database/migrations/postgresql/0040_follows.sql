-- Who follows a game that goes on, without a seat: they are told of each round.
CREATE TABLE follows (
    game BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    "user" BIGINT NOT NULL,      -- account
    PRIMARY KEY (game, "user")
);
CREATE INDEX follows_of_people ON follows ("user");
