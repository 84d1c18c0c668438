-- How many rows have no label?
-- in:  labels
-- out: n
SELECT sum(n) AS n FROM labels WHERE label IS NULL OR length(trim(label, $blanks)) = 0
