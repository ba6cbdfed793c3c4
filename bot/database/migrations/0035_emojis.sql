-- The emojis that the bot has put at Discord, by application; `replaced_at`: since when another
-- drawing is used in its place.
CREATE TABLE emojis (
    application INTEGER NOT NULL,
    name TEXT NOT NULL,
    id INTEGER NOT NULL,
    replaced_at REAL,
    PRIMARY KEY (application, id)
);
-- Until when Discord takes no emoji of an application, Unix seconds.
CREATE TABLE emoji_waits (application INTEGER NOT NULL PRIMARY KEY, until REAL NOT NULL);
-- Whether the buttons of a person show symbols.
ALTER TABLE people ADD COLUMN symbols INTEGER NOT NULL DEFAULT 1;
