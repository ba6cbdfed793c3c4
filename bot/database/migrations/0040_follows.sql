-- Who follows a game that goes on, without a seat: they are told of each round.
CREATE TABLE follows (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,     -- account
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_of_people ON follows (user);
