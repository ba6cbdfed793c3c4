-- What is to be sent, as tagged JSON; NULL: an earlier release wrote the row, and `text` and
-- `figures` say it.
ALTER TABLE outbox ADD COLUMN what TEXT;
-- 1: a plan or an order has acted for the person, who must go on from there; NULL: an earlier
-- release wrote the note, and its text says it.
ALTER TABLE notes ADD COLUMN followed INTEGER;
