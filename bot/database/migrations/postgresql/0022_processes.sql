-- Several processes serve one bot, each with shards of its own (NULL: with all of them).
-- `release` and `layout` say what it is and knows. `takes_over` is the process whose place it
-- takes while both live; that one writes in `successor` that it knows, and stops when it is told.
ALTER TABLE processes ADD COLUMN first_shard BIGINT;
ALTER TABLE processes ADD COLUMN last_shard BIGINT;
ALTER TABLE processes ADD COLUMN shard_count BIGINT;
ALTER TABLE processes ADD COLUMN release TEXT NOT NULL DEFAULT '0';
ALTER TABLE processes ADD COLUMN layout BIGINT NOT NULL DEFAULT 0;
ALTER TABLE processes ADD COLUMN takes_over TEXT;
ALTER TABLE processes ADD COLUMN successor TEXT;
ALTER TABLE processes ADD COLUMN told_to_stop BOOLEAN NOT NULL DEFAULT FALSE;

-- The oldest layout whose releases may still work on this database.
ALTER TABLE layout ADD COLUMN oldest BIGINT NOT NULL DEFAULT 22;

-- What Discord grants all processes together: nobody begins a session of this kind, or sends a
-- request, before `until`; until then only the owner syncs the commands.
CREATE TABLE reservations (
    what TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

-- How many requests of all processes Discord has refused in each minute.
CREATE TABLE refused_requests (
    minute BIGINT PRIMARY KEY,
    number BIGINT NOT NULL
);

-- Which process answers an interaction that two of them hear.
CREATE TABLE claims (
    interaction BIGINT PRIMARY KEY,
    process TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL
);
