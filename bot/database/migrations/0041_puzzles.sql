-- What people have chosen in puzzles: whether they have found the best choice, and whether they
-- disagree with it.
CREATE TABLE puzzle_answers (
    user INTEGER NOT NULL,     -- account
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at REAL NOT NULL,          -- Unix seconds
    disagrees INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_answers_of ON puzzle_answers (puzzle);
CREATE INDEX puzzles_disagreed ON puzzle_answers (puzzle) WHERE disagrees = 1;
