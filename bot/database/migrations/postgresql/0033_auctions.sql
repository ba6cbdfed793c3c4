-- Games may wait for limits (`games.options`), and calls be of that kind: an older release leaves
-- them alone. What is stored does not change.
SELECT 1;
