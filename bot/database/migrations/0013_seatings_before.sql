-- How many changes of who sits a game had when something was proposed: who takes a seat
-- after that does not vote, though nobody has acted in between.
ALTER TABLE proposals ADD COLUMN seatings INTEGER NOT NULL DEFAULT 0;
