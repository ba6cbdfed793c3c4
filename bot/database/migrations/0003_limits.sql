-- What the hosts of a server have chosen for it.

CREATE TABLE guilds (
    guild INTEGER PRIMARY KEY,
    tables INTEGER NOT NULL CHECK (tables > 0)  -- how many may be open at a time
) STRICT;

CREATE INDEX games_waiting ON games (starter) WHERE status = 'lobby';
