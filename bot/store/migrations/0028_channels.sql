-- Since when the channel of a game is known to be deleted, Unix seconds; NULL: it is there.
ALTER TABLE games ADD COLUMN channel_gone REAL;

-- The message before the current one of a table: a line that leads on, deleted with the next.
ALTER TABLE games ADD COLUMN outdated INTEGER;

-- Where a person is called was where the hands go, if they had not chosen it. Both are settings
-- of their own now: who has the hands by the button goes on being called in the channel.
UPDATE people SET calls = 'channel' WHERE calls IS NULL AND hands = 'button';
