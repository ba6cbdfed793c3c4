-- The entry before the first action that an order or a plan took for a person who has not
-- acted since; NULL: none has. What happened after it is news.
ALTER TABLE seats ADD COLUMN unread INTEGER;
