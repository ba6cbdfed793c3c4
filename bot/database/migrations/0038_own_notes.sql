-- What the person of a seat has noted for themselves, and whether a rematch begins with it.
ALTER TABLE seats ADD COLUMN own_note TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN keeps_note INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_noted ON seats (game) WHERE own_note <> '';
