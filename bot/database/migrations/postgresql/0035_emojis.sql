-- The emojis that the bot has put at Discord, by application; `replaced_at`: since when another
-- drawing is used in its place.
CREATE TABLE emojis (
    application BIGINT NOT NULL,
    name TEXT NOT NULL,
    id BIGINT NOT NULL,
    replaced_at DOUBLE PRECISION,
    PRIMARY KEY (application, id)
);
-- Until when Discord takes no emoji of an application, Unix seconds.
CREATE TABLE emoji_waits (application BIGINT NOT NULL PRIMARY KEY, until DOUBLE PRECISION NOT NULL);
-- Whether the buttons of a person show symbols.
ALTER TABLE people ADD COLUMN symbols BIGINT NOT NULL DEFAULT 1;
