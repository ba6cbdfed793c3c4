-- A call for an answer belongs to the proposal of that number; those before know their entry alone.
ALTER TABLE seats ADD COLUMN call_number INTEGER;
-- It stands without a sound, and is to ring when the person's quiet hours end.
ALTER TABLE seats ADD COLUMN call_silent INTEGER NOT NULL DEFAULT 0;

-- Who is away had their time to answer; the others decide.
ALTER TABLE proposals ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
