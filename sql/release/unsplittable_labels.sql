-- How many labels cannot stand in a line whose items $separator splits?
-- in:  labels (label)
-- out: n
SELECT count(*) AS n
FROM labels
WHERE strpos(label, $separator) > 0 OR strpos(label, chr(10)) > 0 OR strpos(label, chr(13)) > 0
