-- What happens at a lobby by itself is due from now on: each one that is open is looked at
-- within an hour.
INSERT INTO due (game, seat, kind, at, entry)
    SELECT id, NULL, 'lobby', (SELECT seconds FROM uptime) + id % 3600, 0
    FROM games WHERE status = 'lobby';
