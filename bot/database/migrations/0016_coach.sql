-- What people have chosen about the coach of a game; who has not chosen has no row.
CREATE TABLE coach_choices (
    user INTEGER NOT NULL,     -- account
    title TEXT NOT NULL,       -- what is played
    wanted INTEGER NOT NULL,   -- 1: the coach speaks; 0: it is silent
    PRIMARY KEY (user, title)
) STRICT, WITHOUT ROWID;

-- What the coach has told people in games that are not over, so that it repeats nothing.
CREATE TABLE coach_told (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user INTEGER NOT NULL,     -- account
    moment TEXT NOT NULL,
    entry INTEGER NOT NULL,    -- at which the decision arose: at that one it says it again
    PRIMARY KEY (game, user, moment)
) STRICT, WITHOUT ROWID;
