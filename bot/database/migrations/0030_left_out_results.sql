-- Why a result does not count for who held a seat; NULL: it does, or nobody wrote it down.
ALTER TABLE result_seats ADD COLUMN left_out TEXT CHECK (left_out IN ('early', 'others'));
