-- Since when the channel of a game is known to be deleted, Unix seconds; NULL: it is there.
ALTER TABLE games ADD COLUMN channel_gone REAL;

-- The message before the current one of a table: a line that leads on, deleted with the next.
ALTER TABLE games ADD COLUMN outdated INTEGER;

-- Where a person is called was where the hands go, if they had not chosen it. Both are settings
-- of their own now: who has the hands by the button goes on being called in the channel.
UPDATE people SET calls = 'channel' WHERE calls IS NULL AND hands = 'button';

-- Hands that are shown by the button, and stood in direct messages all the same, are ended.
INSERT INTO outbox (game, kind, seat, n, created)
    SELECT games.id, 'hand', seats.seat, 0, games.updated
    FROM seats JOIN games ON games.id = seats.game
    WHERE seats.hands = 'button' AND seats.dm_message IS NOT NULL;
