-- A lesson in progress is no game: it has one person, and nobody else looks at it.

CREATE TABLE lessons (
    user INTEGER PRIMARY KEY,  -- one at a time
    lesson TEXT NOT NULL,
    edition TEXT,              -- NULL: the game has none
    entries TEXT NOT NULL      -- spelled as in the lesson's file, in JSON
) STRICT;

CREATE TABLE lessons_done (
    user INTEGER NOT NULL,
    lesson TEXT NOT NULL,
    at REAL NOT NULL,          -- Unix seconds, the first time
    PRIMARY KEY (user, lesson)
) STRICT;
