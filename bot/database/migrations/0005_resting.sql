-- Since when nobody has touched a game for so long that it no longer counts as open.

ALTER TABLE games ADD COLUMN rested REAL;

CREATE INDEX games_started ON games (starter, guild) WHERE status IN ('playing', 'aside');
