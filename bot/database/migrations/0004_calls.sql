-- Who must decide is called by a message of its own, in the channel or by DM.
-- 0.1.0 called with the table message and with each new hand: what it called for is known.

ALTER TABLE seats RENAME COLUMN dm_entry TO call_entry;
ALTER TABLE seats ADD COLUMN call_channel INTEGER;
ALTER TABLE seats ADD COLUMN call_message INTEGER;
ALTER TABLE seats ADD COLUMN call_kind TEXT NOT NULL DEFAULT 'move'
    CHECK (call_kind IN ('move', 'vote', 'over', 'rematch'));
ALTER TABLE seats ADD COLUMN call_answered INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET call_entry = (
    SELECT message_entry FROM games WHERE id = seats.game AND message_entry >= 0
) WHERE hands = 'button' AND user IS NOT NULL;
