-- 1: a stand-in plays because the holder did not act: they are called, by a kind of call that an
-- older release does not know.
ALTER TABLE seats ADD COLUMN absent BIGINT NOT NULL DEFAULT 0;
