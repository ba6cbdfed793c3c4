-- At which level an opponent plays on in a seat; NULL: none does, or nobody wrote it down.
ALTER TABLE seatings ADD COLUMN level TEXT;
