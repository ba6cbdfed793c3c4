-- When a person last clicked or used a command, Unix seconds: who is there is not called.
ALTER TABLE people ADD COLUMN clicked DOUBLE PRECISION;
