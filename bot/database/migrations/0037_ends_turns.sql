-- Whether the turns of a person end by themselves, and of the seats that they have.
ALTER TABLE people ADD COLUMN ends_turns INTEGER NOT NULL DEFAULT 1;
ALTER TABLE seats ADD COLUMN ends_turns INTEGER NOT NULL DEFAULT 1;
