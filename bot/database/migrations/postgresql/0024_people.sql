-- What is stored of a person is found without reading all games.
CREATE INDEX games_starter ON games (starter);
CREATE INDEX seats_invited ON seats (invited) WHERE invited IS NOT NULL;
CREATE INDEX seatings_of ON seatings ("user") WHERE "user" IS NOT NULL;
CREATE INDEX entries_by ON entries (by_user) WHERE by_user IS NOT NULL;
CREATE INDEX left_entries_by ON left_entries (by_user) WHERE by_user IS NOT NULL;
CREATE INDEX invitations_of ON invitations ("user");
CREATE INDEX bars_by ON bars (by_user);
CREATE INDEX bars_of ON bars ("user");
CREATE INDEX coach_told_of ON coach_told ("user");

-- Few hide their results; a list of results asks this index instead of all who are in it.
CREATE INDEX people_unlisted ON people ("user") WHERE listed = 0;
